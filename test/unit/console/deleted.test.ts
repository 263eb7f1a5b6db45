/** What was deleted is gone, and can be had back for seven days. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sealingKey, useKeyring } from '#kernel/world/sealed.ts'
import { deletedLifecycle, forgetSealedOtherwise } from '#platform/lifecycle/deleted.ts'
import { testDatabase } from '../../support/database.ts'
import { addMember, makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
const dayMs = 86_400_000

describe('What was deleted', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  const ask = async (method: string, path: string, body?: object, status = 200) => {
    const reply = await tenant.browser.ask(method, `${tenant.base}${path}`, body)
    assert.equal(reply.status, status, reply.text)
    return reply.body
  }
  const list = async () => (await ask('GET', '/deleted')).data
  const restore = (id: string, status = 200) =>
    ask('POST', `/deleted/${id}/restore`, undefined, status)
  const address = { url: 'https://hooks.example.org/', events: ['bounced'] }

  test('a webhook: it comes back with its secret, and is told of by who and when', async () => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    const secretOf = async () =>
      (await db.query('select secret, xid from webhooks where id = $1::uuid', [uuid(id)]))[0]
    const before = await secretOf()
    const shown = await ask('GET', `/live/webhooks/${id}`)
    await ask('DELETE', `/live/webhooks/${id}`)
    await ask('GET', `/live/webhooks/${id}`, undefined, 404)
    const [gone, ...others] = await list()
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(gone, { id, kind: 'webhook', name: address.url })
    assert.equal(gone.deleted_by, tenant.email)
    assert.equal(Date.parse(gone.until) - Date.parse(gone.deleted_at), 7 * dayMs)

    const reader = await addMember(stage, tenant, 'reader')
    const path = `${tenant.base}/deleted/${id}/restore`
    assert.equal((await reader.ask('POST', path)).status, 403)
    const stranger = await makeTenant(stage)
    assert.equal((await stranger.browser.ask('POST', path)).status, 404)
    const elsewhere = `${stranger.base}/deleted/${id}/restore`
    assert.equal((await stranger.browser.ask('POST', elsewhere)).status, 404)
    assert.deepEqual(await restore(id), { id, restored: true })
    assert.deepEqual(await ask('GET', `/live/webhooks/${id}`), shown)
    const after = await secretOf()
    assert.deepEqual(after!.secret, before!.secret)
    assert.notEqual(after!.xid, before!.xid)
    assert.deepEqual(await list(), [])
    await restore(id, 404)
  })

  test('a webhook: not where there is no room for it by now', async () => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${id}`)
    for (let n = 0; n < 10; n++) await ask('POST', '/live/webhooks', address, 201)
    assert.equal((await restore(id, 400)).error.param, 'url')
    assert.equal((await list()).length, 1)
  })

  test('a domain: with its keys, unless its name is taken', async () => {
    tenant = await makeTenant(stage)
    const name = 'back.example.com'
    const { id } = await ask('POST', '/live/domains', { name }, 201)
    const shown = await ask('GET', `/live/domains/${id}`)
    await ask('DELETE', `/live/domains/${id}`)
    const first = tenant
    tenant = await makeTenant(stage)
    const other = await ask('POST', '/live/domains', { name }, 201)
    const second = tenant
    tenant = first
    assert.equal((await restore(id, 409)).error.code, 'domain_exists')
    await second.browser.ask('DELETE', `${second.base}/live/domains/${other.id}`)
    await restore(id)
    const back = await ask('GET', `/live/domains/${id}`)
    assert.deepEqual(back.records, shown.records)
  })

  test('a template: with its versions, unless its alias is taken', async () => {
    tenant = await makeTenant(stage)
    const variants = { pt: { subject: 'Oi', html: '<p>Oi</p>' } }
    const draft = { name: 'Welcome', alias: 'welcome', variants }
    const { id } = await ask('POST', '/live/templates', draft, 201)
    await ask('POST', `/live/templates/${id}/publish`, {}, 201)
    await ask('DELETE', `/live/templates/${id}`)
    const { id: other } = await ask('POST', '/live/templates', draft, 201)
    assert.match((await restore(id, 400)).error.message, /alias welcome/)
    await ask('DELETE', `/live/templates/${other}`)
    await restore(id)
    const back = await ask('GET', `/live/templates/${id}`)
    assert.deepEqual([back.name, back.published_version], ['Welcome', 1])
    assert.equal((await ask('GET', `/live/templates/${id}/versions`)).data.length, 1)
    assert.deepEqual(
      (await list()).map((one: { id: string }) => one.id),
      [other],
    )
  })

  test('is forgotten after seven days, and with the key that sealed it', async t => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${id}`)
    const kept = async () =>
      (await db.query('select from deleted_things where id = $1::uuid', [uuid(id)])).length
    const move = (ms: number) =>
      db.query(
        `update deleted_things set deleted_at = deleted_at - make_interval(secs => $2)
        where id = $1::uuid`,
        [uuid(id), ms / 1000],
      )
    await move(7 * dayMs - 60_000)
    await deletedLifecycle.retain!(stage.world, 1_000)
    assert.deepEqual([(await list()).length, await kept()], [1, 1])
    await move(120_000)
    assert.deepEqual(await list(), [])
    await restore(id, 404)
    await deletedLifecycle.retain!(stage.world, 1_000)
    assert.equal(await kept(), 0)

    useKeyring({ keys: [sealingKey('one')], place: 'here' })
    t.after(() => useKeyring({ keys: [], place: '' }))
    const { id: sealed } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${sealed}`)
    await db.transaction(forgetSealedOtherwise)
    assert.equal((await list()).length, 1)
    useKeyring({ keys: [sealingKey('two'), sealingKey('one')], place: 'here' })
    await db.transaction(forgetSealedOtherwise)
    assert.deepEqual(await list(), [])
  })
})

const uuid = (shown: string): string => shown.slice(4)
