/**
 * What figures count of events, as parts of SQL: the one place of truth of the figures themselves
 * (stats/traffic-store.ts) and of the lists behind them (filter-store.ts), which therefore agree.
 */
import type { EventType } from '../events/event.ts'

/** Each of one recipient. */
export const countedTypes = [
  'delivered',
  'bounced',
  'complained',
  'deferred',
  'opened',
  'clicked',
  'suppressed',
  'failed',
  'cancelled',
] as const satisfies readonly EventType[]
export type CountedType = (typeof countedTypes)[number]

/** Either way in which an email ends for a recipient, as shares are counted of it. */
export const final = 'final'
export const finalTypes: readonly CountedType[] = ['delivered', 'bounced']

/** What is counted by its cause. */
export const typesWithCause = ['bounced', 'deferred'] as const satisfies readonly CountedType[]

export const providerOf = (event: string): string =>
  `coalesce(${event}.details ->> 'provider', 'other')`

export const causeOf = (event: string): string => `coalesce(${event}.details ->> 'cause', 'other')`

/** In lower case, as A-labels. */
export const domainOf = (event: string): string =>
  `lower(substring(${event}.recipient from '@([^@]*)$'))`

export const tlsOf = (event: string): string => `${event}.details ->> 'tls'`

/**
 * Whether an event of one of these types counts, in a statement whose first value is the project: of
 * deferrals the first of a recipient alone, of opens and clicks the first that a person made.
 */
export function counts(event: string, types: readonly CountedType[] = countedTypes): string[] {
  const isAny = (...some: readonly CountedType[]) => some.some(one => types.includes(one))
  return [
    ...(isAny('deferred') ? [isFirstDeferral(event)] : []),
    ...(isAny('opened', 'clicked') ? [isFirstReaction(event)] : []),
  ]
}

const isFirstDeferral = (event: string): string =>
  `(${event}.type <> 'deferred' or coalesce((${event}.details ->> 'attempt')::integer, 1) = 1)`

const isOfMachine = (event: string): string =>
  `coalesce((${event}.details ->> 'machine')::boolean, false)`

const isFirstReaction = (event: string): string =>
  `(${event}.type not in ('opened', 'clicked') or (
      ${isOfMachine(event)} = false and not exists (
        select from events b
        where b.project_id = $1 and b.email_id = ${event}.email_id and b.type = ${event}.type
          and b.recipient = ${event}.recipient and (b.xid, b.id) < (${event}.xid, ${event}.id)
          and ${isOfMachine('b')} = false)))`
