/** What the list of emails can be narrowed by, as conditions of its statements (list-store.ts). */
import { dayMs } from '#kernel/base/durations.ts'
import { floorId, type Uuid } from '#kernel/base/ids.ts'
import type { Stream, TextMap } from '../events/email.ts'
import type { EmailStatus, EventDetails, RecipientState } from '../events/event.ts'
import {
  type CountedType,
  causeOf,
  countedTypes,
  counts,
  domainOf,
  final,
  finalTypes,
  providerOf,
  tlsOf,
  typesWithCause,
} from './counted-facts.ts'
import type { MailOwner } from './read-store.ts'
import type { EmailSearch } from './search.ts'

export interface EmailFilter {
  readonly status?: EmailStatus
  /** Of any recipient; with `to`, of that one. */
  readonly recipientState?: RecipientState
  /** Whether they wait for a time of their own, later than this one (ms since 1970). */
  readonly scheduled?: { readonly is: boolean; readonly at: number }
  readonly stream?: Stream
  /** Bare addresses; compared without regard to case. */
  readonly from?: string
  /** Of To, Cc or Bcc. */
  readonly to?: string
  /** Contained, without regard to case. */
  readonly subject?: string
  readonly search?: EmailSearch
  /** All of them. */
  readonly tag?: TextMap
  /** What marketing remembers of its letters. */
  readonly letter?: { readonly sourceId?: Uuid; readonly contactId?: Uuid }
  readonly fact?: FactFilter
  /** ms since 1970: from this moment on, and before this one. */
  readonly createdAfter?: number
  readonly createdBefore?: number
}

/** One fact of one recipient, as figures count it. */
export interface FactFilter {
  readonly type?: CountedType | typeof final
  readonly provider?: string
  readonly cause?: string
  /** Lower-case A-labels. */
  readonly domain?: string
  /** A bare address. */
  readonly recipient?: string
  readonly tls?: NonNullable<EventDetails['tls']>
  /** ms since 1970: from this moment on, and before this one. */
  readonly after?: number
  readonly before?: number
}

/** Ids and times of acceptance come from one clock but for what lies between them. */
export const slackMs = 10 * 60_000

/** What an email `e` must fit, in a statement whose first value is the project. */
export function conditions(
  owner: MailOwner,
  filter: EmailFilter,
  add: (value: unknown) => string,
): string[] {
  const where: string[] = []
  if (filter.status !== undefined) where.push(`status = ${add(filter.status)}`)
  if (filter.scheduled !== undefined) {
    const waits = `status in ('queued', 'captured') and scheduled_at > ${add(new Date(filter.scheduled.at))}`
    where.push(`coalesce(${waits}, false) = ${add(filter.scheduled.is)}`)
  }
  if (filter.stream !== undefined) where.push(`stream = ${add(filter.stream)}`)
  if (filter.from !== undefined) where.push(`${senderAddress} = lower(${add(filter.from)})`)
  if (filter.to !== undefined || filter.recipientState !== undefined) {
    where.push(hasRecipient(filter, add))
  }
  if (filter.subject !== undefined) {
    where.push(`subject ilike ${add(`%${filter.subject.replace(/[\\%_]/g, '\\$&')}%`)}`)
  }
  if (filter.search !== undefined) where.push(...saysAll(filter.search, add))
  if (filter.tag !== undefined) where.push(`tags @> ${add(JSON.stringify(filter.tag))}::jsonb`)
  if (filter.letter !== undefined) {
    const { sourceId, contactId } = filter.letter
    const isLetter = [
      ...(sourceId === undefined ? [] : [`l.source_id = ${add(sourceId)}`]),
      ...(contactId === undefined ? [] : [`l.contact_id = ${add(contactId)}`]),
    ]
    where.push(`exists (select from letters l where l.project_id = e.project_id
      and l.email_id = e.id and ${isLetter.join(' and ')})`)
  }
  if (filter.createdAfter !== undefined) {
    where.push(`created_at >= ${add(new Date(filter.createdAfter))}`)
  }
  if (filter.createdBefore !== undefined) {
    where.push(`created_at < ${add(new Date(filter.createdBefore))}`)
  }
  if (filter.fact !== undefined) where.push(...hasFact(owner, filter.fact, add))
  return [...where, ...idBounds(owner, filter, 'e.id', add)]
}

/**
 * Not as a join, as above. An email of which nothing is known since then is passed over by a look at
 * itself.
 */
function hasFact(owner: MailOwner, fact: FactFilter, add: (value: unknown) => string): string[] {
  const isOf = factConditions(owner, fact, 'h', add)
  return [
    ...(fact.after === undefined ? [] : [`last_event_at >= ${add(new Date(fact.after))}`]),
    `coalesce((select true from events h where h.project_id = $1 and h.email_id = e.id
       and ${[...isOf, ...weeksOf(owner)].join(' and ')} limit 1), false)`,
  ]
}

/**
 * Between which ids the events of an email `e` can lie, lest each of its partitions be asked. They
 * are written soon after they happen; test mode has a clock of its own, by which no id is made.
 */
function weeksOf({ mode }: MailOwner): string[] {
  if (mode === 'test') return []
  const idAt = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || repeat('0', 20))::uuid`
  const begun = `(extract(epoch from e.created_at) * 1000)::bigint`
  const last = `(extract(epoch from e.last_event_at) * 1000)::bigint`
  return [`h.id >= ${idAt(`${begun} - ${slackMs}`)}`, `h.id < ${idAt(`${last} + ${dayMs}`)}`]
}

/** What an event must fit, in a statement whose first value is the project. */
export function factConditions(
  owner: MailOwner,
  fact: FactFilter,
  event: string,
  add: (value: unknown) => string,
): string[] {
  const { provider, cause, domain, recipient, tls, after, before } = fact
  const types = typesOf(fact)
  if (types.length === 0) return ['false']
  return [
    `${event}.type in (${types.map(type => `'${type}'`).join(', ')})`,
    ...counts(event, types),
    ...(provider === undefined ? [] : [`${providerOf(event)} = ${add(provider)}`]),
    ...(cause === undefined ? [] : [`${causeOf(event)} = ${add(cause)}`]),
    ...(domain === undefined ? [] : [`${domainOf(event)} = ${add(domain)}`]),
    ...(recipient === undefined ? [] : [`lower(${event}.recipient) = lower(${add(recipient)})`]),
    ...(tls === undefined ? [] : [`${tlsOf(event)} = ${add(tls)}`]),
    ...(after === undefined ? [] : [`${event}.at >= ${add(new Date(after))}`]),
    ...(before === undefined ? [] : [`${event}.at < ${add(new Date(before))}`]),
    // It may be written long after it happened, and not before.
    ...(after === undefined ? [] : idBounds(owner, { createdAfter: after }, `${event}.id`, add)),
  ]
}

/** Of which types it can be. */
export function typesOf({ type, cause, tls }: FactFilter): readonly CountedType[] {
  const isPossible = (one: CountedType): boolean =>
    (type === undefined || one === type || (type === final && finalTypes.includes(one))) &&
    (cause === undefined || typesWithCause.some(other => other === one)) &&
    (tls === undefined || one === 'delivered')
  return countedTypes.filter(isPossible)
}

/** What the times say about ids, for whatever is found by those. */
export function idBounds(
  { mode }: MailOwner,
  { createdAfter, createdBefore }: EmailFilter,
  column: string,
  add: (value: unknown) => string,
): string[] {
  const bounds: string[] = []
  if (mode === 'test') return bounds
  if (createdAfter !== undefined) {
    bounds.push(`${column} >= ${add(floorId(Math.max(0, createdAfter - slackMs)))}`)
  }
  if (createdBefore !== undefined) {
    bounds.push(`${column} < ${add(floorId(Math.max(0, createdBefore + slackMs)))}`)
  }
  return bounds
}

/** The expression of the index emails_by_sender. */
const senderAddress = `(lower(regexp_replace(regexp_replace(sender, '^.*<', ''), '@.*$', '')) || '@' || sender_domain)`

/** Not as a join: of all partitions each email concerns but one. */
function hasRecipient(
  { to, recipientState }: EmailFilter,
  add: (value: unknown) => string,
): string {
  const is = [
    ...(to === undefined ? [] : [`lower(r.address) = lower(${add(to)})`]),
    ...(recipientState === undefined ? [] : [`r.state = ${add(recipientState)}`]),
  ]
  return `coalesce((select true from recipients r
     where r.project_id = $1 and r.email_id = e.id and ${is.join(' and ')} limit 1), false)`
}

/** Line by line: its subject, its addresses as they were written, the values of its tags. */
export const saidOf = `concat_ws(E'\\n', subject, (addressees -> 'to')::text, (addressees -> 'cc')::text,
  (addressees -> 'bcc')::text, jsonb_path_query_array(tags, '$.*')::text)`

/** As `kernel/mail/fold.ts` has it; `~` costs a twentieth of it. */
const folded = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`

/** No word has a line end in it, so none is found across two of these. */
function saysAll({ messageId, words }: EmailSearch, add: (value: unknown) => string): string[] {
  const hasId = messageId === undefined ? [] : [`coalesce(message_id = ${add(messageId)}, false)`]
  const says = words.flatMap(({ pattern, whole }) => [
    `${saidOf} ~ ${add(pattern)}`,
    ...(whole === undefined
      ? []
      : [`strpos(${folded(saidOf)}, ${folded(`${add(whole)}::text`)}) > 0`]),
  ])
  const ways = [...hasId, ...(says.length === 0 ? [] : [`(${says.join(' and ')})`])]
  return ways.length === 0 ? [] : [`(${ways.join(' or ')})`]
}
