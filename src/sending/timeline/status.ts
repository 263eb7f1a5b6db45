/**
 * The state machine of a recipient and the status of an email, as pure functions.
 *
 * A recipient enters as `queued` (live), `captured` (test key) or `suppressed`. An attempt may send
 * it (`sent`, committed before the final dot) and ends `delivered`, `bounced` or `deferred`; deferred
 * goes back to the queue. `failed` and `cancelled` end it before any attempt, `suppressed` between
 * attempts. After an end only the outside world speaks: a report may turn `delivered` into `bounced`
 * and anything sent into `complained`. It may also be first, where the answer to an attempt was
 * lost or is still on its way: then the report is the end. Opens and clicks change nothing.
 */
import { assert } from '#kernel/base/assert.ts'
import type { EmailStatus, EventType, RecipientState } from '../events/event.ts'

/** `delivered` without `sent` here: told late by a node that had lost its lease meanwhile. */
const whileWaiting: readonly EventType[] = [
  'sent',
  'deferred',
  'bounced',
  'delivered',
  'suppressed',
  'failed',
  'cancelled',
  'complained',
]

/** Which events may happen in which state. Test mode's simulators act on `captured`. */
const legal: Readonly<Record<RecipientState, readonly EventType[]>> = {
  queued: whileWaiting,
  deferred: whileWaiting,
  sent: [
    'sent',
    'delivered',
    'bounced',
    'deferred',
    'failed',
    'suppressed',
    'complained',
    'opened',
    'clicked',
  ],
  delivered: ['bounced', 'complained', 'opened', 'clicked'],
  bounced: ['complained', 'opened', 'clicked'],
  complained: ['opened', 'clicked'],
  captured: ['bounced', 'complained', 'deferred', 'opened', 'clicked', 'cancelled'],
  failed: [],
  suppressed: [],
  cancelled: [],
}

/** The state after an event. Throws AssertionFailed on a step that must not happen. */
export function stateAfter(state: RecipientState, type: EventType): RecipientState {
  assert(
    legal[state].includes(type),
    `a recipient in state ${state} cannot have the event ${type}; whoever records it must look first`,
  )
  if (state === 'captured' && type !== 'cancelled') return 'captured'
  switch (type) {
    case 'opened':
    case 'clicked':
      return state
    case 'accepted':
    case 'queued':
      return 'queued'
    default:
      return type
  }
}

/** Whether an event may still be recorded: reports and clicks come late and are then ignored. */
export function maySee(state: RecipientState, type: EventType): boolean {
  return legal[state].includes(type)
}

/**
 * Worst first (docs/contract.md#status-of-an-email): one bad recipient is what the sender must see.
 */
const worstFirst: readonly EmailStatus[] = [
  'captured',
  'complained',
  'bounced',
  'failed',
  'deferred',
  'queued',
  'sent',
  'delivered',
]

/** The status of an email over the states of its recipients. */
export function statusOf(states: readonly RecipientState[]): EmailStatus {
  assert(states.length > 0, 'an email has at least one recipient')
  const worst = worstFirst.find(status => states.includes(status))
  // Cancelled only if all recipients still open were; what was delivered before stays delivered.
  return worst ?? (states.includes('cancelled') ? 'cancelled' : 'suppressed')
}
