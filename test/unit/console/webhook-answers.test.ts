/** How receivers answer webhooks: what the list shows of each, and what needs attention. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { read } from '#kernel/base/ids.ts'
import { projectState } from '#sending/stats/attention.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

describe('How webhooks are answered', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const make = async (name: string, by = tenant): Promise<string> => {
    const body = { url: `https://192.0.1.7/${name}`, events: ['delivered'] }
    const reply = await by.browser.ask('POST', `${by.base}/live/webhooks`, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }
  const projectOf = (by: Tenant) => read('prj', /prj_\w+/.exec(by.base)![0])!
  let at = Date.parse('2026-11-24T12:00:00Z')
  /** Oldest first; null: nobody answered. */
  const answer = async (id: string, codes: readonly (number | null)[]): Promise<void> => {
    for (const code of codes) {
      at += 1_000
      await db.query(
        `insert into webhook_attempts
           (project_id, webhook_id, id, event_id, at, duration_ms, status_code, request_body)
         values ($1, $2, $3, $3, $4, 5, $5, '{}')`,
        [projectOf(tenant), read('whk', id), stage.world.ids.next(), new Date(at), code],
      )
    }
  }
  const told = async (by = tenant) => {
    const reply = await by.browser.ask('GET', `${by.base}/live/webhook-answers`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }
  const failing = async () =>
    (await projectState({ db }, projectOf(tenant))).failing_webhooks.map(url => url.slice(18))

  test('is told of each by its attempts, and those that fail five times in a row fail', async () => {
    const silent = await make('silent')
    const good = await make('good')
    const mended = await make('mended')
    const four = await make('four')
    const paused = await make('paused')
    await make('untried')
    await make('foreign', await makeTenant(stage))
    await answer(good, [500, 200, 204, 299])
    await answer(mended, [500, 500, null, 500, 500, 200])
    await answer(four, [200, 500, 302, null, 404])
    await answer(paused, [500, 500, 500, 500, 500])
    await answer(silent, [200, 500, 500, 199, 300, null])
    const off = { enabled: false }
    await tenant.browser.ask('PATCH', `${tenant.base}/live/webhooks/${paused}`, off)
    const last = (ms: number, code: number | null) => ({
      at: new Date(ms).toISOString(),
      status_code: code,
    })
    const all = await told()
    assert.deepEqual(
      all.map(({ failing: fails, attempts, acknowledged, last: newest }: never) => [
        ...[fails, attempts, acknowledged],
        (newest as null | { status_code: number })?.status_code,
      ]),
      [
        [true, 6, 1, null],
        [false, 4, 3, 299],
        [false, 6, 1, 200],
        [false, 5, 1, 404],
        [false, 5, 0, 500],
        [false, 0, 0, undefined],
      ],
    )
    assert.equal(all[0].id, silent)
    assert.deepEqual(all[0].last, last(at, null))
    assert.equal(all[5].last, null)
    assert.deepEqual(await failing(), ['silent'])
  })

  test('is nobody else’s to read', async () => {
    const other = await makeTenant(stage)
    assert.deepEqual(await told(other), [])
    const reply = await other.browser.ask('GET', `${tenant.base}/live/webhook-answers`)
    assert.equal(reply.status, 404)
  })
})
