/** Cancelling where a recipient's state says more than its entry in the queue. */
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'

import { createSettler } from '#sending/delivery/settle.ts'
import { type NewEvent, record } from '#sending/timeline/record.ts'
import { claimDue } from '../../support/claims.ts'
import { lossyDb } from '../../support/lost-answer.ts'
import { startTestService } from '../../support/service.ts'

async function accepted(t: TestContext, ...to: string[]) {
  const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const body = { from: 'hello@shop.test', to, subject: 'Hello', text: 'Hi' }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  const id: string = sent.body.id
  const cancel = () => service.call('POST', `/v1/emails/${id}/cancel`)
  const types = async () => (await service.timeline(id)).slice(2).map(event => event.type)
  const factOf = (emailId: string, n: number, type: NewEvent['type']): NewEvent => ({
    projectId: service.projectId,
    emailId,
    n,
    type,
    at: service.world.clock.now(),
    details: {},
  })
  return { service, id, cancel, types, factOf }
}

it('an email in state `sent` is neither cancelled nor moved, though nobody holds it', async t => {
  const { service, id, cancel, types, factOf } = await accepted(t, 'ana@here.test')
  const db = lossyDb(service.world.db)
  const settler = createSettler({ ...service.world, db }, () => false)
  const now = service.world.clock.now()
  const claim = { kind: 'delivery', now, leaseUntil: now + 60_000, limit: 1 } as const
  const [entry] = await claimDue(db, claim)
  const to = {
    projectId: service.projectId,
    email: 'ana@here.test',
    stream: 'transactional',
  } as const
  db.loseNext()
  const happening = factOf(entry!.subject, 0, 'sent')
  assert.equal(await settler.markSent({ entry: entry!, happening, to }), false)
  const next = { kind: 'later', dueAt: now, tried: false } as const
  assert.equal(await settler.settle({ entry: entry!, decision: { happening: null, next } }), true)
  const cancelled = await cancel()
  assert.equal(cancelled.status, 409, JSON.stringify(cancelled.body))
  assert.equal(cancelled.body.error.code, 'not_cancellable')
  const body = { scheduled_at: new Date(now + 3_600_000).toISOString() }
  assert.equal((await service.call('PATCH', `/v1/emails/${id}`, { body })).status, 409)
  assert.deepEqual(await types(), ['sent'])
})

it('nobody is cancelled while one is in hand, or was sent and nobody knows whether it arrived', async t => {
  const { service, cancel, factOf } = await accepted(t, 'ana@here.test', 'bia@here.test')
  const { world } = service
  const now = world.clock.now()
  const claim = { kind: 'delivery', now, leaseUntil: now + 60_000, limit: 1 } as const
  const [entry] = await claimDue(world.db, claim)
  assert.equal((await cancel()).status, 409, 'in hand')
  await world.db.query('update queue set held = false')
  const tell = (type: NewEvent['type']) =>
    world.db.transaction(tx => record(tx, world, [factOf(entry!.subject, entry!.n, type)]))
  await tell('sent')
  assert.equal((await cancel()).status, 409, 'sent')
  await tell('delivered')
  assert.equal((await cancel()).status, 200, 'the other still waits')
})

it('who has a final result is not cancelled, though there is an entry still', async t => {
  const { service, cancel, types, factOf } = await accepted(t, 'ana@here.test', 'bia@here.test')
  const { world } = service
  const [entry] = await world.db.query<{ subject: string }>('select subject from queue limit 1')
  await world.db.transaction(tx => record(tx, world, [factOf(entry!.subject, 0, 'bounced')]))
  const answer = await cancel()
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.deepEqual(await types(), ['bounced', 'cancelled'])
  assert.deepEqual(await world.db.query('select id from queue'), [])
})
