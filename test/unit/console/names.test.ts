/** What the dashboard finds by name: the project's own things, campaigns by mode, the newest of each. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

interface Named {
  readonly kind: string
  readonly id: string
  readonly name: string
}

describe('The names of a project', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const make = async (path: string, body: object, by = tenant) => {
    const reply = await by.browser.ask('POST', `${by.base}${path}`, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id as string
  }
  const names = async (mode: 'live' | 'test', by = tenant): Promise<Named[]> => {
    const reply = await by.browser.ask('GET', `${by.base}/${mode}/names`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }

  test('are those of each kind, and of nobody else; a campaign stays in its mode', async () => {
    const campaign = { name: 'Black Friday' }
    const live = await make('/live/campaigns', campaign)
    const tried = await make('/test/campaigns', { ...campaign, name: 'Ensaio' })
    const template = await make('/live/templates', { name: 'Recibo' })
    const segment = await make('/live/segments', { name: 'Clientes', kind: 'static' })
    await make('/live/segments', { name: 'Alheio', kind: 'static' }, await makeTenant(stage))

    const shared = [
      { kind: 'template', id: template, name: 'Recibo' },
      { kind: 'segment', id: segment, name: 'Clientes' },
    ]
    assert.deepEqual(await names('live'), [
      { kind: 'campaign', id: live, name: 'Black Friday' },
      ...shared,
    ])
    assert.deepEqual(await names('test'), [
      { kind: 'campaign', id: tried, name: 'Ensaio' },
      ...shared,
    ])
  })

  test('are at most a hundred of a kind, newest first', async () => {
    const other = await makeTenant(stage)
    for (let n = 0; n <= 100; n++) {
      await make('/live/segments', { name: `Lista ${n}`, kind: 'static' }, other)
    }
    const found = (await names('live', other)).map(({ name }) => name)
    assert.equal(found.length, 100)
    assert.equal(found[0], 'Lista 100')
    assert.equal(found.at(-1), 'Lista 1')
  })
})
