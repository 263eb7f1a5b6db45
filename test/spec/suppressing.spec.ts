/** Whoever is on the suppression list gets nothing, and the sender's timeline says why. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Shown } from '../support/called.ts'
import { enlisted } from '../support/happened.ts'
import { eventOf, type ShownEvent, startTestService, type TestService } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const ifItWorks = /If the address works again, take it off/
const ifAsked = /Take the address off the list only if the person asks for it/

type Reason = Shown<'suppressions.list'>['data'][number]['reason']

/** What each entry makes the timeline say: why, and what to do. */
const told: Readonly<Record<Reason, readonly RegExp[]>> = {
  hard_bounce: [/list: an earlier email was refused because the address does not exist/, ifItWorks],
  complaint: [/list: the person marked an earlier email as spam/, ifAsked],
  unsubscribe: [/list: the person unsubscribed/, ifAsked],
  manual: [/list: it was added by hand/, ifItWorks],
  repeated_soft_bounce: [/list: emails to it failed on three different days/, ifItWorks],
}
const reasons = Object.keys(told) as Reason[]

/** By entries as bounces, reports and the unsubscribe link make them. */
function enlist(service: TestService, user: string, entered: readonly Reason[]) {
  const entries = entered.map(reason => ({
    email: `${user}@here.test`,
    stream: reason === 'unsubscribe' ? ('marketing' as const) : ('all' as const),
    reason,
  }))
  return enlisted(service, ...entries)
}

async function send(service: TestService, users: readonly string[], more: object = {}) {
  const to = users.map(user => `${user}@here.test`)
  const base = { from: 'hello@shop.test', subject: 'Oferta', text: 'Oi', stream: 'marketing' }
  const answer = await service.call('POST', '/v1/emails', { body: { ...base, to, ...more } })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.id as string
}

const suppressedOf = async (service: TestService, id: string): Promise<ShownEvent[]> =>
  (await service.timeline(id)).filter(event => event.type === 'suppressed')

function assertSays(event: ShownEvent, reason: Reason): void {
  assert.equal(event.reason, reason)
  for (const sentence of told[reason]) assert.match(String(event.explanation), sentence)
}

describe('the event of a suppressed recipient', () => {
  for (const reason of reasons) {
    it(`says why it is on the list, at acceptance and at delivery: ${reason}`, async t => {
      const service = await startTestService(t, { zones })
      const inAnHour = new Date(service.world.clock.now() + 3_600_000).toISOString()
      const waiting = await send(service, ['bia', 'ana'], { scheduled_at: inAnHour })
      await enlist(service, 'bia', [reason])

      const accepted = await send(service, ['bia', 'ana'])
      const [atOnce, ...others] = await suppressedOf(service, accepted)
      assert.deepEqual(others, [])
      assert.equal(atOnce!.recipient, 'bia@here.test')
      assertSays(atOnce!, reason)

      service.turn(3_700_000)
      await eventOf(service, waiting, 'delivered')
      const later = await eventOf(service, waiting, 'suppressed')
      assert.equal(later.recipient, 'bia@here.test')
      assertSays(later, reason)
    })
  }

  it('names the entry for all where there is one for marketing, too', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const pairs = {
      bia: ['unsubscribe', 'complaint'],
      eva: ['hard_bounce', 'unsubscribe'],
    } as const
    for (const [user, both] of Object.entries(pairs)) {
      for (const one of both) await enlist(service, user, [one])
    }
    for (const stream of ['marketing', 'transactional']) {
      const [bia, eva, ...others] = await suppressedOf(
        service,
        await send(service, ['bia', 'eva', 'ana'], { stream }),
      )
      assert.deepEqual(others, [])
      assertSays(bia!, 'complaint')
      assertSays(eva!, 'hard_bounce')
    }
  })
})
