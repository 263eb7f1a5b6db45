/** All SQL on who gets a campaign, and how their letters stand. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { AddValue } from '../../contacts/people/contact.ts'
import type { CampaignKey } from '../store.ts'

interface RecipientRow {
  readonly contact_id: Uuid
  /** '': the contact has been deleted. */
  readonly email: string
  readonly send_at: Date | null
  readonly state: RowState
  readonly reason: string | null
  readonly email_id: Uuid | null
  readonly variant: string | null
  readonly decided_at: Date
}

export const rowStates = ['pending', 'released', 'skipped', 'cancelled'] as const
type RowState = (typeof rowStates)[number]

/** In the order in which they follow each other. */
export const letterStates = [
  'queued',
  'sent',
  'deferred',
  'bounced',
  'failed',
  'delivered',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
] as const
export type LetterState = (typeof letterStates)[number]

export type ListedRecipient = RecipientRow & {
  /** null: there is no letter yet, or it is kept no longer. */
  readonly letter_state: LetterState | null
}

const rowColumns = `r.contact_id, coalesce((select c.email from contacts c
    where c.project_id = r.project_id and c.id = r.contact_id limit 1), '') as email,
  r.send_at, r.state, r.reason, r.variant, r.email_id, r.decided_at`

const wasDelivered =
  'coalesce(l.delivered_at, l.opened_at, l.clicked_at, l.complained_at) is not null'
/** In test mode a letter that is captured has arrived. */
const hasArrived = "(coalesce(l.delivered_at, l.opened_at) is not null or a.state = 'captured')"
const isBack = '(l.bounced_at is not null or l.failed_at is not null)'
const hasLeft = '(l.left_at is not null or l.left_all_at is not null)'

/** One that came back after it was delivered has bounced, unless it was opened meanwhile. */
const letterState = `case
    when l.complained_at is not null then 'complained'
    when ${hasLeft} then 'unsubscribed'
    when l.clicked_at is not null then 'clicked'
    when l.opened_at is not null then 'opened'
    when l.bounced_at is not null then 'bounced'
    when l.failed_at is not null then 'failed'
    when l.delivered_at is not null then 'delivered'
    when a.state in ('queued', 'deferred', 'sent') then a.state
    -- Captured: it has gone as far as one of a test goes.
    when a.state is not null then 'sent'
  end as letter_state`

/** Which letters are in a state that may be asked for. */
const letterConditions = {
  delivered: `${wasDelivered} and l.bounced_at is null and l.failed_at is null`,
  bounced: 'l.bounced_at is not null',
  deferred: `(a.state = 'deferred' or a.state = 'captured' and exists (select from events e
    where e.project_id = r.project_id and e.email_id = r.email_id and e.type = 'deferred'))`,
  opened: 'l.opened_at is not null',
  clicked: 'l.clicked_at is not null',
  unsubscribed: hasLeft,
  complained: 'l.complained_at is not null',
  not_opened: `${hasArrived} and not ${isBack} and l.opened_at is null`,
  not_clicked: `${hasArrived} and not ${isBack} and l.clicked_at is null`,
} as const
type AskedLetterState = keyof typeof letterConditions

export const askedStates = [
  ...rowStates,
  ...(Object.keys(letterConditions) as AskedLetterState[]),
] as const

/** Those of whom the index by source knows nothing: nearly all of a campaign are in them. */
const silent: readonly string[] = ['not_opened', 'not_clicked']

export interface RecipientFilter {
  readonly state?: RowState | AskedLetterState | undefined
  readonly reason?: string | undefined
  readonly variant?: string | undefined
  /** Who clicked it, programs not counted: its number in the campaign. */
  readonly link?: number | undefined
  /** Of contacts, here `c`. */
  readonly person?: ((add: AddValue) => string) | undefined
}

const withLetter = `letters l on l.project_id = r.project_id
       and l.contact_id = r.contact_id and l.email_id = r.email_id
     left join recipients a on a.project_id = r.project_id and a.email_id = r.email_id and a.n = 0`

export async function findRecipient(
  sql: Sql,
  { projectId, id }: CampaignKey,
  contactId: Uuid,
): Promise<ListedRecipient | null> {
  const [row] = await sql.query<ListedRecipient>(
    `select ${rowColumns}, ${letterState} from campaign_recipients r left join ${withLetter}
     where r.project_id = $1 and r.campaign_id = $2 and r.contact_id = $3`,
    [projectId, id, contactId],
  )
  return row ?? null
}

/**
 * By contact, newest first. A page is cut off before its letters are joined, wherever they do not
 * decide who is on it, and how many it has is written out: of a parameter the planner, which makes one
 * plan for all values, expects a tenth of the campaign, and joins and sorts all of it.
 */
export async function listRecipients(
  sql: Sql,
  { projectId, id }: CampaignKey,
  filter: RecipientFilter,
  { before, count }: { readonly before: Uuid | null; readonly count: number },
): Promise<ListedRecipient[]> {
  const values: unknown[] = [projectId, id]
  const add = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, add)
  if (before !== null) conditions.push(`r.contact_id < ${add(before)}`)
  const order = 'order by r.contact_id desc'
  const chosen = `where r.project_id = $1 and r.campaign_id = $2
     ${conditions.map(one => `and ${one} `).join('')}${order} limit ${Math.trunc(count)}`
  const from = needsLetter(filter)
    ? `campaign_recipients r join ${withLetter} ${chosen}`
    : `(select * from campaign_recipients r ${chosen}) r left join ${withLetter} ${order}`
  return sql.query<ListedRecipient>(`select ${rowColumns}, ${letterState} from ${from}`, values)
}

const isLetterState = (state: RecipientFilter['state']): state is AskedLetterState =>
  state !== undefined && state in letterConditions

const needsLetter = ({ state, link }: RecipientFilter): boolean =>
  isLetterState(state) || link !== undefined

const clickedLink = (n: string): string =>
  `l.source_id = $2 and l.clicked_at is not null and ${n}::integer = any (l.links)`

function conditionsOf(filter: RecipientFilter, add: AddValue): string[] {
  const { state, reason, variant, link, person } = filter
  const conditions: string[] = []
  if (isLetterState(state)) {
    // The source of the letter is named for its index, which knows these few.
    if (!silent.includes(state)) conditions.push('l.source_id = $2')
    conditions.push(letterConditions[state])
  } else if (state !== undefined) {
    // Written out, for the indexes of those who wait and of those who were left out.
    conditions.push(`r.state = '${state}'`)
  }
  if (reason !== undefined) {
    // Nobody else has one; said for the index of those who were left out.
    conditions.push("r.state = 'skipped'")
    const given = add(reason)
    conditions.push(`(r.reason = ${given} or starts_with(r.reason, ${given} || ':'))`)
  }
  if (variant !== undefined) conditions.push(`r.variant = ${add(variant)}`)
  if (link !== undefined) conditions.push(clickedLink(add(link)))
  if (person !== undefined) {
    conditions.push(
      `r.contact_id in (select c.id from contacts c where c.project_id = $1 and ${person(add)})`,
    )
  }
  return conditions
}
