/** Who of a segment may come into a sequence, and why others may not, as SQL over contacts. */
import { durationMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { AddValue, ContactCondition, Owner } from '../../contacts/people/contact.ts'
import { topicStanding } from '../../contacts/topics/topic-store.ts'
import type { Sequence } from '../definition/definition.ts'

/** Conditions on the row `c` of contacts. */
interface EntryQuestion {
  readonly segment: ContactCondition
  /** The first that holds; null: they may come in. */
  readonly reason: (add: AddValue) => string
}

interface Bars {
  readonly maxWays: number
  /** The sequence's own filter of whom it is for. */
  readonly filter: ContactCondition | null
  readonly now: number
}

/** Why somebody may not come in, by what the sequence says as it is published. */
export function entryReason(
  { id, definition }: Sequence,
  { maxWays, filter, now }: Bars,
): EntryQuestion['reason'] {
  const { reentry, topic_id: topic } = definition
  return add => {
    const sequence = add(id)
    const entries = `select from sequence_entries e where e.project_id = c.project_id
      and e.sequence_id = ${sequence}::uuid and e.contact_id = c.id`
    const { min_gap: gap } = reentry
    const isTooSoon = (since: number): string =>
      `exists (${entries} and e.entered_at > ${add(new Date(since).toISOString())}::text::timestamptz)`
    return `(case
      when exists (select from suppressions s where s.project_id = c.project_id
        and s.mode = c.mode and s.address = c.email_key) then 'suppressed'
      when exists (${entries} and e.is_inside) then 'inside'
      ${reentry.mode === 'never' ? `when exists (${entries}) then 'was_inside'` : ''}
      ${gap === undefined ? '' : `when ${isTooSoon(now - durationMs(gap)!)} then 'too_soon'`}
      ${topic === null ? '' : topicCases(topicStanding(add([read('top', topic)])))}
      ${filter === null ? '' : `when not (${filter(add)}) then 'entry_filter'`}
      when (select count(*) from enrollments w where w.project_id = c.project_id
        and w.contact_id = c.id and w.mode = c.mode and w.state = 'inside') >= ${add(maxWays)}::integer
      then 'too_many' end)`
  }
}

/** In the words of campaigns: no letter of the sequence would reach them. */
const topicCases = ({ isIn, isPending }: ReturnType<typeof topicStanding>): string =>
  `when ${isPending} then 'not_confirmed'
      when not (${isIn}) then 'unsubscribed_topic'`

/** How many of a segment would come in, under null, and how many would not, by the reason. */
export async function countEntries(
  sql: Sql,
  { projectId, mode }: Owner,
  { segment, reason }: EntryQuestion,
): Promise<{ readonly reason: string | null; readonly count: number }[]> {
  const values: unknown[] = []
  const add: AddValue = value => `$${values.push(value) + 2}`
  return sql.query(
    `select reason, count(*)::integer as count from (
       select ${reason(add)} as reason from contacts c
       where c.project_id = $1 and c.mode = $2 and ${segment(add)}) people
     group by reason order by reason`,
    [projectId, mode, ...values],
  )
}

interface SegmentPerson {
  readonly id: Uuid
  readonly reason: string | null
}

interface EntryPage {
  readonly people: readonly SegmentPerson[]
  /** Of those looked at; null: nobody is behind them. */
  readonly last: Uuid | null
}

/** The next of a segment in the order of their ids. */
export async function nextEntries(
  tx: Sql,
  { projectId, mode }: Owner,
  { segment, reason }: EntryQuestion,
  page: { readonly after: Uuid; readonly looked: number; readonly max: number },
): Promise<EntryPage> {
  const values: unknown[] = []
  const add: AddValue = value => `$${values.push(value) + 3}`
  const range = await tx.query<{ id: Uuid }>(
    `select id from contacts where project_id = $1 and mode = $2 and id > $3
     order by id offset $4 limit 1`,
    [projectId, mode, page.after, page.looked - 1],
  )
  const end = range[0]?.id ?? null
  const people = await tx.query<SegmentPerson>(
    `select c.id, ${reason(add)} as reason from contacts c
     where c.project_id = $1 and c.mode = $2 and c.id > $3
       ${end === null ? '' : `and c.id <= ${add(end)}::uuid`} and ${segment(add)}
     order by c.id limit ${add(page.max)}::integer`,
    [projectId, mode, page.after, ...values],
  )
  return { people, last: people.length === page.max ? people.at(-1)!.id : end }
}

/**
 * Those who were found, as they are now: what bars them may have come since, and whoever is gone is
 * left out. Locked against being deleted meanwhile, in the order of their ids.
 */
export async function lockEntries(
  tx: Sql,
  { projectId, mode }: Owner,
  { reason }: Pick<EntryQuestion, 'reason'>,
  found: readonly SegmentPerson[],
): Promise<SegmentPerson[]> {
  const barred = found.filter(one => one.reason !== null)
  const free = found.filter(one => one.reason === null)
  if (free.length === 0) return barred
  const values: unknown[] = []
  const add: AddValue = value => `$${values.push(value) + 3}`
  const locked = await tx.query<SegmentPerson>(
    `select c.id, ${reason(add)} as reason from contacts c
     where c.project_id = $1 and c.mode = $2 and c.id = any($3::uuid[])
     order by c.id for key share of c`,
    [projectId, mode, free.map(one => one.id), ...values],
  )
  return [...barred, ...locked]
}
