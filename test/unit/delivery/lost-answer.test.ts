/** A result is written once, however often it is handed in, and by whom its entry is held since. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Entry } from '#platform/queue/entry.ts'
import { renewLeases } from '#platform/queue/store.ts'
import type { Decision } from '#sending/delivery/outcome.ts'
import { createSettler } from '#sending/delivery/settle.ts'
import type { EventType } from '#sending/events/event.ts'
import { claimDue } from '../../support/claims.ts'
import { lossyDb } from '../../support/lost-answer.ts'
import { startTestService } from '../../support/service.ts'

const leaseMs = 60_000
const delayMs = 300_000

/** An email to some recipients, whose entries are claimed, and a database that can lose answers. */
async function claimed(t: TestContext, ...to: string[]) {
  const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const db = lossyDb(service.world.db)
  const world = { ...service.world, db }
  const events = ['sent', 'deferred', 'delivered']
  const url = 'https://127.0.0.1/hook'
  const hook = await service.call('POST', '/v1/webhooks', { body: { url, events } })
  assert.equal(hook.status, 201, JSON.stringify(hook.body))
  const body = { from: 'hello@shop.test', to, subject: 'Hello', text: 'Hi' }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  const settler = createSettler(world, () => false)
  const claim = (): Promise<Entry[]> => {
    const now = world.clock.now()
    const due = { kind: 'delivery', now, leaseUntil: now + leaseMs, limit: 10 } as const
    return claimDue(db, due)
  }
  const factOf = ({ subject, n }: Entry, type: EventType) => ({
    projectId: service.projectId,
    emailId: subject,
    n,
    type,
    at: world.clock.now(),
    details: {},
  })
  const deferral = (entry: Entry): { entry: Entry; decision: Decision } => {
    const dueAt = world.clock.now() + delayMs
    const next = { kind: 'later', dueAt, tried: true } as const
    return { entry, decision: { happening: factOf(entry, 'deferred'), next } }
  }
  const success = (entry: Entry): { entry: Entry; decision: Decision } => ({
    entry,
    decision: { happening: factOf(entry, 'delivered'), next: { kind: 'done' } },
  })
  const mark = (entry: Entry): Promise<boolean> => {
    const address = { projectId: service.projectId, email: to[entry.n]! }
    const happening = factOf(entry, 'sent')
    return settler.markSent({ entry, happening, to: { ...address, stream: 'transactional' } })
  }
  const types = async (): Promise<string[]> =>
    (await service.timeline(sent.body.id)).slice(2).map(event => event.type)
  const owed = () =>
    db.query<{ tries: number }>(`select tries from queue where kind = 'delivery' order by n`)
  const posts = async (): Promise<number> => (await db.query('select id from posts')).length
  return { service, db, world, settler, claim, deferral, success, mark, types, owed, posts }
}

describe('a result whose commit took effect and was not answered', () => {
  it('is there once, and its holder hears that it is', async t => {
    const on = await claimed(t, 'ana@here.test')
    const [entry] = await on.claim()
    on.db.loseNext()
    assert.equal(await on.settler.settle(on.deferral(entry!)), true)
    assert.equal(on.db.commits, 2, 'it was handed in again')
    assert.deepEqual(await on.types(), ['deferred'])
    assert.deepEqual(await on.owed(), [{ tries: 1 }])
    assert.equal(await on.posts(), 1)
  })

  it('is there once for each of those that were written with it', async t => {
    const on = await claimed(t, 'ana@here.test', 'bia@here.test')
    const entries = await on.claim()
    on.db.loseNext()
    const settled = entries.map(entry => on.settler.settle(on.deferral(entry)))
    assert.deepEqual(await Promise.all(settled), [true, true])
    assert.equal(on.db.commits, 3, 'together, then one by one')
    assert.deepEqual(await on.types(), ['deferred', 'deferred'])
    assert.deepEqual(await on.owed(), [{ tries: 1 }, { tries: 1 }])
    assert.equal(await on.posts(), 2)
  })

  it('lets nothing more be sent under the claim that it has ended', async t => {
    const on = await claimed(t, 'ana@here.test')
    const [entry] = await on.claim()
    await on.settler.settle(on.deferral(entry!))
    assert.equal(await on.mark(entry!), false)
    assert.deepEqual(await on.types(), ['deferred'])
  })
})

describe('a result that comes late', () => {
  it('is written while nobody else has claimed the entry, be it given back or run out', async t => {
    const on = await claimed(t, 'ana@here.test')
    const [entry] = await on.claim()
    const from = on.world.clock.now()
    await renewLeases(on.db, [{ ...entry!, from, to: from + 2 * leaseMs }], from)
    on.service.turn(2 * leaseMs)
    assert.equal(await on.settler.settle(on.deferral(entry!)), true)
    assert.deepEqual(await on.types(), ['deferred'])
    assert.deepEqual(await on.owed(), [{ tries: 1 }])
  })

  it('is dropped after somebody else has deferred it, unless it was delivered', async t => {
    const on = await claimed(t, 'ana@here.test')
    const [first] = await on.claim()
    assert.equal(await on.mark(first!), true)
    on.service.turn(leaseMs + 1)
    const [second] = await on.claim()
    assert.equal(await on.settler.settle(on.deferral(second!)), true)
    assert.equal(await on.settler.settle(on.deferral(first!)), false)
    assert.deepEqual(await on.types(), ['sent', 'deferred'])
    on.db.loseNext()
    await on.settler.settle(on.success(first!))
    assert.deepEqual(await on.types(), ['sent', 'deferred', 'delivered'])
    assert.deepEqual(await on.owed(), [])
    assert.equal(await on.posts(), 3)
  })
})
