/** How the recipients of emails stand, and why: what their latest events say of it. */
import { followingFrom, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { EventDetails } from '../events/event.ts'
import type { ListedEmail, RecipientStanding } from './list-store.ts'
import type { MailOwner } from './read-store.ts'

/** What is read of an event. */
interface Fact extends Pick<EventDetails, 'reason' | 'cause' | 'smtp_code'> {
  /** ms since 1970. */
  readonly at: number
}

/** The last event of each type. */
export type FactsOfRecipient = Readonly<Record<string, Fact>>
/** By the recipient's address. */
type FactsOfEmail = Readonly<Record<string, FactsOfRecipient>>

/** All recipients of these emails, each in the order in which they were listed. */
export async function recipientsOfAll(
  sql: Sql,
  { projectId }: MailOwner,
  emails: readonly Uuid[],
): Promise<Map<Uuid, readonly RecipientStanding[]>> {
  const rows = await sql.query<{ email_id: Uuid; recipients: readonly RecipientStanding[] }>(
    `select t.id as email_id, r.recipients
     from unnest($2::uuid[]) as t (id)
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('address', address, 'state', state)
         order by n), '[]') as recipients
       from recipients where project_id = $1 and email_id = t.id offset 0) r`,
    [projectId, emails],
  )
  return new Map(rows.map(row => [row.email_id, row.recipients]))
}

/** The facts of all these emails, in one statement. */
export async function factsOf(
  sql: Sql,
  { projectId }: MailOwner,
  emails: readonly Uuid[],
): Promise<Map<Uuid, FactsOfEmail>> {
  const rows = await sql.query<{ email_id: Uuid; facts: FactsOfEmail }>(
    `select t.id as email_id, f.facts
     from unnest($2::uuid[], $3::uuid[]) as t (id, since)
     cross join lateral (
       select coalesce(jsonb_object_agg(recipient, facts), '{}') as facts from (
         select recipient, jsonb_object_agg(type, jsonb_build_object(
           'at', extract(epoch from at) * 1000, 'reason', details -> 'reason',
           'cause', details -> 'cause', 'smtp_code', details -> 'smtp_code') order by xid, id) as facts
         from events
         where project_id = $1 and email_id = t.id and id >= t.since and recipient is not null
         group by recipient) by_recipient offset 0) f`,
    [projectId, emails, emails.map(followingFrom)],
  )
  return new Map(rows.map(row => [row.email_id, row.facts]))
}

/** Why somebody is in their state: the reason where there is one, else the cause. */
export const reasonOf = (fact: Fact | undefined): string | null =>
  fact?.reason ?? fact?.cause ?? null

/** The same with the reason of the recipient who was asked for. */
export async function withReasons(
  sql: Sql,
  owner: MailOwner,
  emails: readonly ListedEmail[],
): Promise<readonly ListedEmail[]> {
  const asked = emails.filter(one => one.recipient != null).map(one => one.id)
  if (asked.length === 0) return emails
  const facts = await factsOf(sql, owner, asked)
  return emails.map(email => {
    const { recipient } = email
    if (recipient == null) return email
    const reason = reasonOf(facts.get(email.id)?.[recipient.address]?.[recipient.state])
    return reason === null ? email : { ...email, recipient: { ...recipient, reason } }
  })
}
