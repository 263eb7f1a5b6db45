/** Single moves of a person in a sequence: what leads where, and what the world is asked for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { ContactRow } from '#marketing/contacts/people/contact.ts'
import { emptySequence } from '#marketing/sequences/definition/definition.ts'
import type { Step } from '#marketing/sequences/definition/step.ts'
import { advance, type Surroundings } from '#marketing/sequences/engine/advance.ts'
import { leaves, surroundingsOf } from '#marketing/sequences/people/person.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const hourMs = 3_600_000

function around(more: Partial<Surroundings> = {}): Surroundings {
  return {
    now,
    zone: 'UTC',
    seed: 'ana',
    properties: {},
    quiet: null,
    patience: null,
    barred: async () => null,
    cappedUntil: async () => null,
    holds: async () => false,
    happened: async () => false,
    ...more,
  }
}

const entered = now - 48 * hourMs
const fresh = { enteredAt: entered, begunAt: null, dueAt: null, heldSince: null, lateMs: 0 }
const move = (step: Step, at: Partial<typeof fresh> | { begunAt: number }, more = around()) =>
  advance(step, { step: step.key, ...fresh, ...at }, more)

describe('a branch', () => {
  const step: Step = {
    key: 'b',
    type: 'branch',
    cases: [
      { filter: { segment: 'first' }, next: 'one' },
      { filter: { segment: 'second' }, next: 'two' },
    ],
    else: 'other',
  }
  const by = (held: readonly string[]) =>
    move(
      step,
      {},
      around({ holds: async filter => held.includes((filter as { segment: string }).segment) }),
    )

  it('leads to its first case that holds, and else elsewhere', async () => {
    assert.deepEqual(await by(['first', 'second']), { kind: 'pass', outcome: 'case', next: 'one' })
    assert.deepEqual(await by(['second']), { kind: 'pass', outcome: 'case', next: 'two' })
    assert.deepEqual(await by([]), { kind: 'pass', outcome: 'else', next: 'other' })
  })
})

describe('a wait', () => {
  // It is noon, or a little after.
  const daily: Step = { key: 'w', type: 'wait', for: 'P1D', until: { time: '12:00' } }
  const untilAt = async (lateMs: number, step: Step = daily) => {
    const led = await move(step, { lateMs }, around({ now: now + lateMs }))
    return led.kind === 'wait' ? (led.until - now) / hourMs : led.kind
  }

  it('until an hour has the one that it would have in time, as late as the engine may be', async () => {
    assert.equal(await untilAt(0), 24)
    assert.equal(await untilAt(400), 24)
    assert.equal(await untilAt(10 * 60_000), 24)
  })

  it('for a time counts from when it went on', async () => {
    const day: Step = { key: 'w', type: 'wait', for: 'P1D' }
    assert.equal(await untilAt(hourMs / 6, day), 24 + 1 / 6)
    // 24 November 2026 is a Tuesday.
    const tuesdays: Step = { key: 'w', type: 'wait', for: 'P1D', until: { days: [2] } }
    assert.equal(await untilAt(hourMs / 6, tuesdays), 24 + 1 / 6)
  })

  it('until an hour has the next one after a standstill', async () => {
    assert.equal(await untilAt(10 * 60_000 + 1), 48)
    assert.equal(await untilAt(72 * hourMs), 96)
  })
})

describe('a wait for an event', () => {
  const step = { key: 'e', type: 'wait_for_event', event: 'paid', within: 'PT3H' } as const
  const asked = async (more: { readonly since?: 'entry' | 'step' }, begunAt: number | null) => {
    const moments: number[] = []
    const happened: Surroundings['happened'] = async (_what, after) => {
      moments.push(after)
      return false
    }
    const one = await advance(
      { ...step, ...more },
      { step: 'e', ...fresh, begunAt },
      around({ happened }),
    )
    return { one, after: moments[0] }
  }

  it('takes what was done since the entry, or only since its own beginning', async () => {
    assert.equal((await asked({}, null)).after, entered)
    assert.equal((await asked({ since: 'entry' }, now - hourMs)).after, entered)
    // What happens in the moment at which it begins is not missed.
    assert.equal((await asked({ since: 'step' }, null)).after, now - 1)
    assert.equal((await asked({ since: 'step' }, now - hourMs)).after, now - hourMs - 1)
  })

  it('is over when it has happened, and so long after its beginning', async () => {
    const ways = { ...step, next: 'thanks', timeout: 'offer' }
    const happened = await move(ways, {}, around({ happened: async () => true }))
    assert.deepEqual(happened, { kind: 'pass', outcome: 'happened', next: 'thanks' })
    const waiting = await move(ways, { begunAt: now - hourMs })
    assert.deepEqual(waiting, { kind: 'wait', until: now + 2 * hourMs })
    const over = await move(ways, { begunAt: now - 3 * hourMs })
    assert.deepEqual(over, { kind: 'pass', outcome: 'timeout', next: 'offer' })
  })
})

describe('a person', () => {
  const topicId = '00000000-0000-7000-8000-000000000001'
  const topic = show('top', topicId)
  const person = (more: object) =>
    ({ suppressions: [], topics: [], snoozed_until: null, ...more }) as unknown as ContactRow
  const isIn = (state: string) => person({ topics: [{ id: topicId, state }] })
  /** What their row says needs no look at the database. */
  const noSql: Sql = {
    query: () => Promise.reject(new Error('the row says it')),
  }

  it('goes out once nothing may be written to them, or they have left the topic', async () => {
    const left = (contact: ContactRow) =>
      leaves({ ...emptySequence, topic_id: topic }, contact, around())
    assert.equal(await left(person({ suppressions: [{ stream: 'all' }] })), 'suppressed')
    assert.equal(await left(isIn('unsubscribed')), 'topic_left')
    assert.equal(await left(isIn('subscribed')), null)
  })

  it('gets no letter while they have a pause or have not confirmed', async () => {
    const barred = (contact: ContactRow) =>
      surroundingsOf(noSql, { projectId: topicId, accountId: topicId, mode: 'live' } as Tenant, {
        contact,
        now,
        zone: 'UTC',
        event: null,
        definition: { ...emptySequence, topic_id: topic },
        rules: { cap: [], quiet: null },
      }).barred()
    assert.equal(await barred(isIn('subscribed')), null)
    assert.equal(await barred(isIn('pending')), 'not_confirmed')
    assert.equal(await barred(isIn('unsubscribed')), 'unsubscribed_topic')
    assert.equal(await barred(person({ snoozed_until: new Date(now + hourMs) })), 'snoozed')
  })
})

describe('a wait until a date of the person', () => {
  const step: Step = {
    key: 'w',
    type: 'wait',
    until: { property: 'properties.renews' },
    next: 'letter',
  }
  const at = (renews: unknown, dueAt: number | null) =>
    advance(
      step,
      { step: 'w', ...fresh, begunAt: entered, dueAt },
      around({ properties: renews === undefined ? {} : { renews } }),
    )

  it('follows the date, later and earlier, and looks at it again within a day', async () => {
    const later = Date.parse('2026-12-17T00:00:00Z')
    const lookAt = now + 24 * hourMs
    assert.deepEqual(await at('2026-12-17', null), { kind: 'wait', until: later, lookAt })
    assert.deepEqual(await at('2026-12-17', now), { kind: 'wait', until: later, lookAt })
    assert.deepEqual(await at('2026-11-20', later), {
      kind: 'pass',
      outcome: 'waited',
      next: 'letter',
    })
  })

  it('ends the way of who has none', async () => {
    for (const none of [undefined, null, 'soon', '']) {
      assert.deepEqual(await at(none, null), { kind: 'exit', reason: 'no_date' })
      assert.deepEqual(await at(none, now), { kind: 'exit', reason: 'no_date' })
    }
  })
})
