/** Which counts a fact adds to: the bridge from timelines to usage figures, rates and metrics. */
import { Counter } from '@prometheus-io/client'
import { assert } from '#kernel/base/assert.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { Increment } from '#tenants/limits/usage.ts'
import type { NewEmail, Stream } from '../events/email.ts'
import type { EventDetails, EventType, RecipientState } from '../events/event.ts'
import type { EventRow } from './store.ts'

/** What has happened on this node since it started, for whoever watches it. */
export const eventCounter: Part<Counter<'type' | 'stream' | 'mode' | 'provider'>, unknown> = {
  name: 'counter of events',
  make: () =>
    new Counter({
      name: 'malote_events_total',
      help: 'Events of emails and recipients, as timelines tell them.',
      labelNames: ['type', 'stream', 'mode', 'provider'],
      registers: [],
    }),
}

/** Once they are committed. */
export function countEvents(
  tx: Tx,
  { runtime }: Pick<World, 'runtime'>,
  events: readonly (Pick<EventRow, 'type' | 'mode' | 'details'> & { readonly stream: Stream })[],
): void {
  const counter = runtime.get(eventCounter, undefined)
  tx.committed(() => {
    for (const { type, stream, mode, details } of events) {
      counter.inc({ type, stream, mode, provider: details?.provider ?? '' })
    }
  })
}

/** States in which a recipient has no final result yet. */
const open: readonly RecipientState[] = ['queued', 'sent', 'deferred']

/** What a live fact counts for; null: nothing. */
export function incrementOf(
  event: EventRow,
  stream: Stream,
  before: RecipientState,
): Increment | null {
  const counts = countsOf(event.type, event.details, open.includes(before))
  if (event.mode !== 'live' || counts === null) return null
  const provider = event.details?.provider ?? ''
  return { projectId: event.projectId, at: event.at, stream, provider, counts }
}

function countsOf(
  type: EventType,
  details: EventDetails | null,
  isFirstResult: boolean,
): Increment['counts'] | null {
  const final = isFirstResult ? { finals: 1 } : {}
  switch (type) {
    case 'delivered':
    case 'complained':
      return { [type]: 1, ...final }
    case 'bounced':
      return { bounced: 1, ...(details?.counts === false ? {} : { hard: 1 }), ...final }
    case 'opened':
    case 'clicked':
      // A machine that opens everything says nothing about people.
      return details?.machine === true ? null : { [type]: 1 }
    case 'deferred':
    case 'suppressed':
    case 'failed':
    case 'cancelled':
      return { [type]: 1 }
    default:
      return null
  }
}

/** What newly accepted email counts for. */
export function incrementsOfAccepted(emails: readonly NewEmail[]): Increment[] {
  return emails.flatMap(email => {
    if (email.mode !== 'live') return []
    const of = (state: RecipientState): number =>
      email.recipients.filter(recipient => recipient.state === state).length
    const suppressed = of('suppressed')
    const failed = of('failed')
    const accepted = email.recipients.length - suppressed
    assert(accepted >= 0, 'no more recipients can be suppressed than there are')
    return [
      {
        projectId: email.projectId,
        at: email.createdAt,
        stream: email.stream,
        provider: '',
        counts: { accepted, suppressed, failed },
      },
    ]
  })
}

/** Spreads transactions over the shards: the random end of an id that the transaction writes. */
export const saltOf = (id: string): number => Number.parseInt(id.slice(-4), 16)
