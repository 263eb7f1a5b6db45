/** What may happen to a recipient when, what comes of it, and what an email is over all of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EventType, RecipientState } from '#sending/events/event.ts'
import { maySee, stateAfter, statusOf } from '#sending/timeline/status.ts'

const reports = ['delivered', 'bounced', 'complained', 'opened', 'clicked', 'cancelled'] as const

/** Of those events: the state after each that may happen. */
const after: readonly (readonly [RecipientState, Partial<Record<EventType, RecipientState>>])[] = [
  [
    'queued',
    {
      delivered: 'delivered',
      bounced: 'bounced',
      complained: 'complained',
      cancelled: 'cancelled',
    },
  ],
  [
    'sent',
    {
      delivered: 'delivered',
      bounced: 'bounced',
      complained: 'complained',
      opened: 'sent',
      clicked: 'sent',
    },
  ],
  [
    'delivered',
    { bounced: 'bounced', complained: 'complained', opened: 'delivered', clicked: 'delivered' },
  ],
  ['bounced', { complained: 'complained', opened: 'bounced', clicked: 'bounced' }],
  ['complained', { opened: 'complained', clicked: 'complained' }],
  [
    'captured',
    {
      bounced: 'captured',
      complained: 'captured',
      opened: 'captured',
      clicked: 'captured',
      cancelled: 'cancelled',
    },
  ],
  ['failed', {}],
  ['suppressed', {}],
  ['cancelled', {}],
]

describe('A recipient', () => {
  for (const [state, states] of after) {
    it(`that is ${state} becomes what each event makes of it, and no other happens`, () => {
      for (const type of reports) {
        const then = states[type]
        assert.equal(maySee(state, type), then !== undefined, `${type} after ${state}`)
        if (then !== undefined) assert.equal(stateAfter(state, type), then)
        else assert.throws(() => stateAfter(state, type), /cannot have the event/)
      }
    })
  }

  it('waits again after a temporary refusal, and is sent from there', () => {
    assert.equal(stateAfter('sent', 'deferred'), 'deferred')
    assert.equal(stateAfter('deferred', 'sent'), 'sent')
  })
})

describe('An email', () => {
  const cases: readonly (readonly [readonly RecipientState[], string])[] = [
    [['delivered'], 'delivered'],
    [['delivered', 'sent'], 'sent'],
    [['sent', 'queued'], 'queued'],
    [['queued', 'deferred', 'delivered'], 'deferred'],
    [['deferred', 'failed'], 'failed'],
    [['failed', 'bounced', 'delivered'], 'bounced'],
    [['bounced', 'complained'], 'complained'],
    [['cancelled', 'cancelled'], 'cancelled'],
    [['cancelled', 'delivered'], 'delivered'],
    [['cancelled', 'bounced'], 'bounced'],
    [['cancelled', 'suppressed'], 'cancelled'],
    [['suppressed'], 'suppressed'],
    [['suppressed', 'delivered'], 'delivered'],
    [['captured', 'captured'], 'captured'],
  ]
  for (const [states, status] of cases) {
    it(`whose recipients are ${states.join(', ')} is ${status}`, () => {
      assert.equal(statusOf(states), status)
      assert.equal(statusOf(states.toReversed()), status)
    })
  }

  it('has recipients', () => {
    assert.throws(() => statusOf([]), /at least one recipient/)
  })
})
