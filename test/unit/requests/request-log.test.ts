/** A call that was answered is in the log once, however often it is written. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { idSource, type Uuid } from '#kernel/base/ids.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { LoggedRequest } from '#tenants/requests/logged-request.ts'
import { requestLog, unloggedCounter } from '#tenants/requests/request-log.ts'
import { testDatabase } from '../../support/database.ts'
import { machineClock } from '../../support/real-clock.ts'

const ids = idSource(() => machineClock.now(), randomBytes)
const projectId = ids.next()

const call = (): LoggedRequest => ({
  id: ids.next(),
  projectId,
  mode: 'test',
  at: machineClock.now(),
  method: 'GET',
  path: '/v1/emails',
  query: null,
  route: '/v1/emails',
  status: 200,
  errorCode: null,
  param: null,
  keyId: ids.next(),
  keyPrefix: 'ml_test_',
  ip: '192.0.2.1',
  userAgent: null,
  durationMs: 1,
  idempotencyKey: null,
  emailId: null,
  requestBody: null,
  responseBody: null,
})

/** A log whose first write goes through `first` instead. */
async function begin(t: TestContext, first: (write: () => Promise<void>) => Promise<void>) {
  const { db } = await testDatabase(t)
  let writes = 0
  const asked = {
    query: async (text: string, values?: readonly unknown[]) => {
      if (++writes > 1) return db.query(text, values as never)
      await first(async () => void (await db.query(text, values as never)))
      return []
    },
  }
  const runtime = createRuntime()
  const world = {
    db: asked,
    clock: { timer: () => ({ cancel() {} }) },
    log: { warn() {} },
    settings: { MALOTE_REQUEST_LOG: 'meta' },
    runtime,
  } as never
  const log = runtime.get(requestLog, world)
  const logged = async (): Promise<Uuid[]> =>
    (
      await db.query<{ id: Uuid }>('select id from requests where project_id = $1', [projectId])
    ).map(one => one.id)
  const unlogged = async (): Promise<number> =>
    (await runtime.get(unloggedCounter, undefined).get()).values[0]!.value
  return { log, logged, unlogged }
}

const lost = (): Error => Object.assign(new Error('lost'), { code: '08006' })

describe('The log of calls', () => {
  it('has a call once whose writing was committed and whose answer was lost', async t => {
    const { log, logged, unlogged } = await begin(t, async write => {
      await write()
      throw lost()
    })
    const [before, after] = [call(), call()]
    log.note(before)
    await log.flush()
    assert.deepEqual(await logged(), [before.id], 'it was written, and nobody heard of it')
    log.note(after)
    await log.flush()
    assert.deepEqual((await logged()).sort(), [before.id, after.id].sort())
    assert.equal(await unlogged(), 0)
  })

  it('keeps a call that the database could not be asked to write', async t => {
    const { log, logged, unlogged } = await begin(t, async () => {
      throw lost()
    })
    const one = call()
    log.note(one)
    await log.flush()
    assert.deepEqual(await logged(), [])
    await log.flush()
    assert.deepEqual(await logged(), [one.id])
    assert.equal(await unlogged(), 0)
  })

  it('leaves out, and counts, a call that the database refuses', async t => {
    const { log, logged, unlogged } = await begin(t, async () => {
      throw Object.assign(new Error('no room for it'), { code: '22001' })
    })
    log.note(call())
    await log.flush()
    await log.flush()
    assert.deepEqual(await logged(), [])
    assert.equal(await unlogged(), 1)
  })
})
