/** An email that waits can be moved or called back, until an attempt has begun. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { brokenRules } from '../support/doctor.ts'
import { movedToZone } from '../support/happened.ts'
import { eventOf, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** As a sentence in English tells a moment. */
function minuteIn(iso: string, timeZone: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  const where = timeZone === 'UTC' ? timeZone : `(${timeZone})`
  return `${new Date(iso).toLocaleString('en-GB', format)} ${where}`
}

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  'away.test': { MX: ['10 mx.away.test'] },
  'mx.away.test': { A: ['127.0.0.66'] },
}
const hour = 3_600_000

const inHours = (service: TestService, hours: number): string =>
  new Date(service.world.clock.now() + hours * hour).toISOString()

async function schedule(service: TestService, hours: number, more: object = {}): Promise<string> {
  const answer = await service.call('POST', '/v1/emails', {
    body: {
      from: 'hello@shop.test',
      to: ['ana@here.test'],
      subject: 'Later',
      text: 'Hi',
      scheduled_at: inHours(service, hours),
      ...more,
    },
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.id
}

interface Told {
  readonly email_id: string
  readonly scheduled_at?: string
  readonly explanation: string
}

/** The `data` of every webhook of `queued`, as it comes in. */
async function listen(t: TestContext, service: TestService): Promise<readonly Told[]> {
  const told: Told[] = []
  const receiver = createServer(async (request, response) => {
    told.push(JSON.parse(Buffer.concat(await request.toArray()).toString()).data)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.after(() => receiver.close().closeAllConnections())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const made = await service.call('POST', '/v1/webhooks', { body: { url, events: ['queued'] } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return told
}

describe('a scheduled email', () => {
  it('has a `queued` webhook that says until when it waits, and others have none', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api,webhooks' } })
    const told = await listen(t, service)
    const at = inHours(service, 24 * 7)
    const scheduled = await schedule(service, 0, { scheduled_at: at })
    // Up to a minute ago counts as now: it waits for nothing.
    const late = await schedule(service, -0.01)
    const of = (id: string) => until(async () => told.find(one => one.email_id === id))
    const waiting = await of(scheduled)
    assert.equal(waiting.scheduled_at, at)
    const minute = minuteIn(at, 'UTC')
    assert.ok(waiting.explanation.includes(`waits in the queue until ${minute}`))
    const next = await of(late)
    assert.equal('scheduled_at' in next, false)
    assert.match(next.explanation, /goes out as soon as its turn comes/)
  })

  it('is explained in the zone of the account, by webhooks and in the timeline', async t => {
    const service = await startTestService(t, { zones })
    await movedToZone(service.world.db, service.accountId, 'America/Recife')
    const told = await listen(t, service)
    const inRecife = (iso: string): string => minuteIn(iso, 'America/Recife')
    const at = inHours(service, 24 * 7)
    const id = await schedule(service, 0, { scheduled_at: at })
    const waiting = await until(async () => told.find(one => one.email_id === id))
    assert.ok(
      waiting.explanation.includes(`until ${inRecife(at)}, as scheduled`),
      waiting.explanation,
    )
    const away = await schedule(service, 0, { scheduled_at: undefined, to: ['bia@away.test'] })
    const event = await eventOf(service, away, 'deferred')
    const next = inRecife(String(event.next_attempt_at))
    const explained = String(event.explanation)
    assert.ok(explained.includes(`tries again by itself on ${next}`), explained)
  })

  it('shows no more of `accepted` and `queued` than other emails do', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const events = await service.timeline(await schedule(service, 2))
    assert.deepEqual(
      events.map(event => Object.keys(event)),
      [
        ['id', 'type', 'at'],
        ['id', 'type', 'at'],
      ],
    )
  })

  it('goes out at its time and not before', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 2)
    service.turn(1.9 * hour)
    assert.equal((await service.call('GET', `/v1/emails/${id}`)).body.status, 'queued')
    assert.equal(service.mx.received.length, 0)
    service.turn(0.2 * hour)
    await eventOf(service, id, 'delivered')
  })

  it('can be moved to another time', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 2)
    const at = inHours(service, 48)
    const moved = await service.call('PATCH', `/v1/emails/${id}`, { body: { scheduled_at: at } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.equal(moved.body.scheduled_at, at)
    assert.equal(moved.body.status, 'queued')
    service.turn(3 * hour)
    assert.equal((await service.timeline(id)).length, 2)
    service.turn(46 * hour)
    await eventOf(service, id, 'delivered')
  })

  it('goes out at once when it is moved to now', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 200)
    const body = { scheduled_at: inHours(service, 0) }
    assert.equal((await service.call('PATCH', `/v1/emails/${id}`, { body })).status, 200)
    await eventOf(service, id, 'delivered')
  })

  it('obeys the rules of scheduled_at when it is moved', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 2)
    for (const [body, code, param] of [
      [{ scheduled_at: inHours(service, -1) }, 'invalid_field', 'scheduled_at'],
      [{ scheduled_at: inHours(service, 24 * 31) }, 'invalid_field', 'scheduled_at'],
      [{ scheduled_at: '2030-01-01T10:00:00' }, 'invalid_field', 'scheduled_at'],
      [{}, 'missing_field', 'scheduled_at'],
      [{ scheduled_at: inHours(service, 1), subject: 'x' }, 'invalid_field', 'subject'],
    ] as const) {
      const answer = await service.call('PATCH', `/v1/emails/${id}`, { body })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, code)
      assert.equal(answer.body.error.param, param)
    }
  })
})

describe('cancelling', () => {
  it('ends an email for all its recipients, each with an event', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 2, { to: ['ana@here.test', 'bia@here.test'] })
    const answer = await service.call('POST', `/v1/emails/${id}/cancel`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.status, 'cancelled')
    const events = await service.timeline(id)
    assert.deepEqual(
      events.map(event => event.type),
      ['accepted', 'queued', 'cancelled', 'cancelled'],
    )
    assert.deepEqual(
      events.slice(2).map(event => event.recipient),
      ['ana@here.test', 'bia@here.test'],
    )
    service.turn(3 * hour)
    const listed = await service.call('GET', '/v1/emails?status=cancelled')
    assert.equal(listed.body.data[0].id, id)
    assert.equal(service.mx.received.length, 0)
  })

  it('ends the repetitions of a deferred email, whose time is not ours to choose', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 0, { to: ['ana@here.test', 'bia@away.test'] })
    await eventOf(service, id, 'deferred')
    await eventOf(service, id, 'delivered')
    const body = { scheduled_at: inHours(service, 1) }
    assert.equal((await service.call('PATCH', `/v1/emails/${id}`, { body })).status, 409)
    const answer = await service.call('POST', `/v1/emails/${id}/cancel`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const cancelled = (await service.timeline(id)).filter(event => event.type === 'cancelled')
    assert.deepEqual(
      cancelled.map(event => event.recipient),
      ['bia@away.test'],
    )
    service.turn(3 * hour)
    assert.equal((await service.call('POST', `/v1/emails/${id}/cancel`)).status, 409)
  })

  it('happens once: what is cancelled, delivered or of test mode waits no longer', async t => {
    const service = await startTestService(t, { zones })
    const cancelled = await schedule(service, 2)
    await service.call('POST', `/v1/emails/${cancelled}/cancel`)
    const delivered = await schedule(service, 0)
    await eventOf(service, delivered, 'delivered')
    for (const id of [cancelled, delivered]) {
      const again = await service.call('POST', `/v1/emails/${id}/cancel`)
      assert.equal(again.status, 409)
      assert.equal(again.body.error.code, 'not_cancellable')
      assert.equal(again.body.error.type, 'conflict')
      const body = { scheduled_at: inHours(service, 1) }
      assert.equal((await service.call('PATCH', `/v1/emails/${id}`, { body })).status, 409)
    }
  })

  it('knows no email of another mode or project', async t => {
    const service = await startTestService(t, { zones })
    const key = await service.key('test', 'admin')
    const id = await schedule(service, 2)
    const foreign = await service.call('POST', `/v1/emails/${id}/cancel`, { key })
    assert.equal(foreign.status, 404)
    const unknown = await service.call('POST', `/v1/emails/msg_${'0'.repeat(32)}/cancel`)
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.error.code, 'resource_not_found')
  })

  it('of an email of a test key keeps the rules that the doctor looks at', async t => {
    const service = await startTestService(t, { zones })
    const key = await service.key('test', 'admin')
    const body = {
      from: 'hello@shop.test',
      to: ['ana@here.test', 'bia@here.test'],
      subject: 'Later',
      text: 'Hi',
      scheduled_at: inHours(service, 2),
    }
    const { body: made } = await service.call('POST', '/v1/emails', { key, body })
    const answer = await service.call('POST', `/v1/emails/${made.id}/cancel`, { key })
    assert.equal(answer.body.status, 'cancelled', JSON.stringify(answer.body))
    assert.deepEqual(await brokenRules(service.world), [])
  })

  it('is answered alike when it is repeated under an Idempotency-Key', async t => {
    const service = await startTestService(t, { zones })
    const id = await schedule(service, 2)
    const headers = { 'idempotency-key': 'call-it-back' }
    const first = await service.call('POST', `/v1/emails/${id}/cancel`, { headers })
    const again = await service.call('POST', `/v1/emails/${id}/cancel`, { headers })
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, first.body)
    assert.equal((await service.timeline(id)).length, 3)
  })

  it('racing delivery, either comes first and never do both', async t => {
    const service = await startTestService(t, { zones })
    const ids = await Promise.all(Array.from({ length: 60 }, () => schedule(service, 1)))
    service.turn(1.1 * hour)
    const answers = await Promise.all(
      ids.map(id => service.call('POST', `/v1/emails/${id}/cancel`)),
    )
    const counts = { 200: 0, 409: 0 }
    for (const [i, answer] of answers.entries()) {
      counts[answer.status as 200 | 409]++
      if (answer.status === 409) await eventOf(service, ids[i]!, 'delivered')
      else assert.equal((await service.timeline(ids[i]!)).at(-1)!.type, 'cancelled')
    }
    assert.equal(counts[200] + counts[409], 60)
    assert.equal(service.mx.received.length, counts[409], 'nobody got a cancelled email')
  })
})
