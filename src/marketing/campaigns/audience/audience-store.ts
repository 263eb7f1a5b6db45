/** Whom a campaign is for, and who of them may not be written to, as SQL over the row `c` of contacts. */
import { durationMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { memberKey } from '#tenants/accounts/member-address.ts'
import type { AddValue, ContactCondition, Owner } from '../../contacts/people/contact.ts'
import { topicStanding } from '../../contacts/topics/topic-store.ts'
import { segmentCondition } from '../../segments/routes.ts'
import type { Campaign, Definition } from '../definition/campaign.ts'
import { type Audience, type Deed, deeds } from '../definition/shapes.ts'
import type { PeopleGroup } from './groups.ts'

type Context = { readonly world: Pick<World, 'db' | 'clock'>; readonly tenant: Tenant }

/** One thing that an audience asks, by what it names. */
export interface AudiencePart {
  readonly name: Readonly<Record<string, string>>
  readonly condition: ContactCondition
}

interface AudienceParts {
  readonly wanted: readonly AudiencePart[]
  /** Only those of a campaign who did something with it, or did not. */
  readonly among: readonly AudiencePart[]
  readonly unwanted: readonly AudiencePart[]
}

export async function audienceParts(call: Context, audience: Audience): Promise<AudienceParts> {
  const { topics = [], segments = [], exclude = {} } = audience
  const ofSegment = async (text: string): Promise<AudiencePart> => ({
    name: { segment: text },
    condition: await segmentCondition(call.world, call.tenant, text),
  })
  const wanted = topics.map(text => ({
    name: { topic: text },
    condition: ofTopic(read('top', text)!),
  }))
  const unwanted = await Promise.all((exclude.segments ?? []).map(ofSegment))
  for (const text of exclude.campaigns ?? []) {
    unwanted.push({ name: { campaign: text }, condition: receivedOf(read('cmp', text)!) })
  }
  const { received_within: within } = exclude
  if (within !== undefined) {
    const condition = receivedWithin(call.world.clock.now(), durationMs(within)!)
    unwanted.push({ name: { received_within: within }, condition })
  }
  return {
    wanted: [...wanted, ...(await Promise.all(segments.map(ofSegment)))],
    among: deeds.flatMap(deed => {
      const text = audience[deed]
      if (text === undefined) return []
      return [{ name: { [deed]: text }, condition: didOf(deed, read('cmp', text)!) }]
    }),
    unwanted,
  }
}

/** Who is meant: also those who may not be written to, for whom "why not" has an answer. */
export async function audienceCondition(
  call: Context,
  audience: Audience,
): Promise<ContactCondition> {
  const { match = 'all', everybody = false } = audience
  const { wanted, among, unwanted } = await audienceParts(call, audience)
  return add => {
    const parts = wanted.map(one => `(${one.condition(add)})`)
    const isAny = everybody || parts.length === 0
    const chosen = isAny ? 'true' : `(${parts.join(match === 'all' ? ' and ' : ' or ')})`
    return [
      chosen,
      ...among.map(one => one.condition(add)),
      ...unwanted.map(one => `not (${one.condition(add)})`),
    ].join(' and ')
  }
}

/** Whoever has been in a topic, in whatever state; all, where people are in it until they leave. */
const ofTopic =
  (id: Uuid): ContactCondition =>
  add => {
    const topic = add(id)
    return `(exists (select from contact_topics t where t.project_id = c.project_id
        and t.contact_id = c.id and t.topic_id = ${topic})
      or exists (select from topics o where o.project_id = c.project_id and o.id = ${topic}
        and o.joined_by = 'default'))`
  }

const receivedOf =
  (id: Uuid): ContactCondition =>
  add =>
    `exists (select from campaign_recipients x where x.project_id = c.project_id
      and x.campaign_id = ${add(id)} and x.contact_id = c.id and x.state in ('released', 'pending'))`

/**
 * Who never got it, or sent it back, is not one who left it unread. Whoever opened it has it, and a
 * letter of test mode arrives nowhere else than where it is captured.
 */
const hasGot = `(coalesce(l.delivered_at, l.opened_at) is not null or c.mode = 'test')
  and l.bounced_at is null and l.failed_at is null`

const deedConditions: Readonly<Record<Deed, string>> = {
  not_opened: `${hasGot} and l.opened_at is null`,
  not_clicked: `${hasGot} and l.clicked_at is null`,
  opened: 'l.opened_at is not null',
  clicked: 'l.clicked_at is not null',
}

const didOf =
  (deed: Deed, id: Uuid): ContactCondition =>
  add =>
    `exists (select from campaign_recipients x
      join letters l on l.project_id = x.project_id and l.contact_id = x.contact_id
        and l.email_id = x.email_id
      where x.project_id = c.project_id and x.campaign_id = ${add(id)} and x.contact_id = c.id
        and x.state = 'released' and ${deedConditions[deed]})`

const receivedWithin =
  (now: number, ms: number): ContactCondition =>
  add =>
    `exists (select from letters l where l.project_id = c.project_id and l.contact_id = c.id
      and l.sent_at >= ${add(new Date(now - ms).toISOString())}::text::timestamptz)`

/** The topics whose consent counts: the letter's own, else any of the audience's. */
export function consentTopics({ topic_id: own, audience }: Definition): Uuid[] {
  const texts = own === null ? (audience?.topics ?? []) : [own]
  return texts.flatMap(text => read('top', text) ?? [])
}

/** Why somebody may not be written to; null: they may. */
export function reasonCondition(definition: Definition, now: Date): ContactCondition {
  const topicIds = consentTopics(definition)
  return add => {
    const cases = [
      `when exists (select from suppressions s where s.project_id = c.project_id
         and s.mode = c.mode and s.address = c.email_key and s.stream in ('all', 'marketing'))
       then 'suppressed'`,
      `when c.snoozed_until > ${add(now.toISOString())}::text::timestamptz then 'snoozed'`,
    ]
    if (topicIds.length > 0) {
      const { isIn, isPending, isKnown } = topicStanding(add(topicIds))
      cases.push(
        `when ${isIn} then null`,
        `when ${isPending} then 'not_confirmed'`,
        // A letter without a topic keeps back who left one of the audience's, nobody who came by a segment.
        `${definition.topic_id === null ? `when ${isKnown} then` : 'else'} 'unsubscribed_topic'`,
      )
    }
    // Without a topic nothing says that they want it: who has confirmed nothing has asked for nothing.
    if (definition.topic_id === null) {
      const of = (state: string): string =>
        `select from contact_topics t where t.project_id = c.project_id
          and t.contact_id = c.id and t.state = '${state}'`
      cases.push(
        `when exists (${of('pending')}) and not exists (${of('subscribed')}) then 'unconfirmed'`,
      )
    }
    return `(case ${cases.join(' ')} end)`
  }
}

/** What keeps back somebody who was chosen: letters they have had since, or that they match no more. */
export function againCondition(
  given: Audience | null,
  audience: ContactCondition | null,
  now: number,
): (add: AddValue) => string | null {
  const within = given?.exclude?.received_within
  return add => {
    const cases = [
      ...(within === undefined
        ? []
        : [`when ${receivedWithin(now, durationMs(within)!)(add)} then 'received_recently'`]),
      ...(given?.recheck === true && audience !== null
        ? [`when not (${audience(add)}) then 'no_longer_matches'`]
        : []),
    ]
    return cases.length === 0 ? null : `(case ${cases.join(' ')} end)`
  }
}

// Counting an audience -------------------------------------------------------------------------

interface AudienceCondition {
  /** On the row `c` of contacts; values from $3 on. */
  readonly condition: string
  readonly values: readonly unknown[]
}

/** An audience in groups; all of its people are read, so this is asked once. */
export async function groupAudience(
  sql: Sql,
  { projectId, mode }: Owner,
  asked: {
    readonly audience: string
    readonly reason: string
    readonly values: readonly unknown[]
  },
): Promise<PeopleGroup[]> {
  return sql.query<PeopleGroup>(
    `select reason, language, zone, count(*)::integer as count from (
       select ${asked.reason} as reason, c.language, c.time_zone as zone from contacts c
       where c.project_id = $1 and c.mode = $2 and ${asked.audience}) people
     group by reason, language, zone order by zone, language, reason`,
    [projectId, mode, ...asked.values],
  )
}

/** Whether an audience has anybody beside some addresses, in whatever spelling. */
export async function reachesOthers(
  sql: Sql,
  { projectId, mode }: Owner,
  { condition, values }: AudienceCondition,
  own: readonly string[],
): Promise<boolean> {
  const rows = await sql.query(
    `select from contacts c where c.project_id = $1 and c.mode = $2 and ${condition}
       and lower(c.email) <> all($${values.length + 3}::text[]) limit 1`,
    [projectId, mode, ...values, own.map(memberKey)],
  )
  return rows.length > 0
}

/** How many of an audience have had as many letters as one of the caps allows. */
export async function countCapped(
  sql: Sql,
  { projectId, mode }: Owner,
  {
    condition,
    values,
    caps,
    topicId,
    now,
  }: AudienceCondition & {
    readonly caps: readonly { readonly letters: number; readonly per: string }[]
    readonly topicId: Uuid | null
    readonly now: number
  },
): Promise<number> {
  const all: unknown[] = [...values]
  const add = (value: unknown): string => `$${all.push(value) + 2}`
  const isExempt = `exists (select from topics o where o.project_id = c.project_id
    and o.id = ${add(topicId)}::uuid and o.exempt_from_cap)`
  const over = caps.map(
    ({ letters, per }) => `(select count(*) from letters l
       left join topics t on t.project_id = l.project_id and t.id = l.topic_id
       where l.project_id = c.project_id and l.contact_id = c.id
         and l.sent_at > ${add(new Date(now - durationMs(per)!).toISOString())}::text::timestamptz
         and not coalesce(t.exempt_from_cap, false)) >= ${add(letters)}::integer`,
  )
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from contacts c
     where c.project_id = $1 and c.mode = $2 and ${condition} and not ${isExempt}
       and (${over.join(' or ')})`,
    [projectId, mode, ...all],
  )
  return row!.count
}

/** The name of another campaign that began since with the same letter and audience; null: none. */
export async function findRepeated(
  sql: Sql,
  { projectId, mode }: Owner,
  { campaign, since }: { readonly campaign: Campaign; readonly since: Date },
): Promise<string | null> {
  const { content, audience } = campaign.definition
  const [row] = await sql.query<{ name: string }>(
    `select name from campaigns
     where project_id = $1 and mode = $2 and id <> $3 and started_at > $4
       and definition -> 'content' = $5::jsonb and definition -> 'audience' = $6::jsonb
     order by started_at desc limit 1`,
    [projectId, mode, campaign.id, since, JSON.stringify(content), JSON.stringify(audience)],
  )
  return row?.name ?? null
}
