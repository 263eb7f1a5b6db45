/**
 * What happens to an installation without a call of its API: time that has passed, a key that is
 * lost, a version before this one that kept something otherwise. Specs say it in these words, so
 * that none of them knows how it is kept. Each runs in the transaction that it is handed, if any.
 */
import { erasePerson } from '#boot/lifecycle.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { suppressIn } from '#sending/suppression/add.ts'
import { type NewEvent, record } from '#sending/timeline/record.ts'
import { notify } from '#tenants/accounts/notices.ts'

type Running = Pick<Sql, 'query'>

// Accounts

export async function changedPlan(sql: Running, accountId: Uuid, plan: string): Promise<void> {
  await sql.query('update accounts set plan = $2 where id = $1', [accountId, plan])
}

export async function movedToZone(sql: Running, accountId: Uuid, zone: string): Promise<void> {
  await sql.query('update accounts set time_zone = $2 where id = $1', [accountId, zone])
}

export async function pausedAll(sql: Running, accountId: Uuid): Promise<void> {
  await sql.query(`update accounts set pause = 'full' where id = $1`, [accountId])
}

/** As addresses were kept before they were read. */
export async function spelledOwner(sql: Running, accountId: Uuid, email: string): Promise<void> {
  await sql.query('update members set email = $2 where account_id = $1', [accountId, email])
}

export async function usedThisMonth(sql: Running, accountId: Uuid, n: number): Promise<void> {
  await sql.query('update quotas set month_used = $2 where account_id = $1', [accountId, n])
}

export async function usedToday(sql: Running, accountId: Uuid, n: number): Promise<void> {
  await sql.query('update quotas set day_used = $2 where account_id = $1', [accountId, n])
}

/** The month's volume is what it was, a day later. */
export async function beganNewDay(sql: Running, accountId: Uuid): Promise<void> {
  await sql.query('update quotas set day_used = 0, extra_used = 0 where account_id = $1', [
    accountId,
  ])
}

/** Of so many finals today so many were hard bounces. */
export async function bouncedToday(
  sql: Running,
  project: { readonly projectId: Uuid; readonly now: number },
  counts: { readonly finals: number; readonly hard: number },
): Promise<void> {
  await sql.query(
    `insert into usage (project_id, day, stream, provider, shard, finals, hard)
     values ($1, $2, 'transactional', '', 0, $3, $4)
     on conflict (project_id, day, stream, provider, shard)
     do update set finals = excluded.finals, hard = excluded.hard`,
    [project.projectId, dayOf(project.now), counts.finals, counts.hard],
  )
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Its owner has revoked it, and nobody has said so to a connection that is open. */
export async function lostKey(sql: Running, key: string): Promise<void> {
  await sql.query('delete from api_keys where prefix = $1', [key.slice(0, 14)])
}

type News = Parameters<typeof notify>[2][number]

/** The account is told so on its page of notices, and by webhook where it asked for that. */
export async function told(
  { world, accountId }: { readonly world: World; readonly accountId: Uuid },
  ...notices: readonly Omit<News, 'accountId'>[]
): Promise<void> {
  const news = notices.map(one => ({ accountId, ...one }) as News)
  await world.db.transaction(tx => notify(tx, world, news))
}

/** Another project of the account, of which nothing else is made. */
export async function addedProject(sql: Running, accountId: Uuid, id: Uuid): Promise<void> {
  await sql.query(
    `insert into projects (id, account_id, name, created_at) values ($1, $2, 'Other', now())`,
    [id, accountId],
  )
}

// Domains

/** The name that links go by has been found in DNS, for every domain. */
export async function foundTrackingNames(sql: Running): Promise<void> {
  await sql.query(
    `update domains set checks = checks || '{"tracking": {"status": "verified"}}'::jsonb`,
  )
}

export async function choseTrackingName(sql: Running, name: string): Promise<void> {
  await sql.query('update domains set tracking = $1', [name])
}

/** A look at DNS has failed, and nobody vouches for it. */
export async function failedDomain(sql: Running, name: string): Promise<void> {
  await sql.query(`update domains set status = 'failed', vouched = false where name = $1`, [name])
}

export async function unprovedDomain(sql: Running, name: string): Promise<void> {
  await sql.query('update domains set verified_at = null where name = $1', [name])
}

/** Every domain has new keys, and has done with those that it signed by until now. */
export async function replacedDkimKeys(sql: Running): Promise<void> {
  await sql.query(
    `insert into dkim_keys (project_id, domain_id, id, algorithm, selector, private_key, dns_value,
       state, verified, created_at)
     select project_id, domain_id, gen_random_uuid(), algorithm, 'new' || selector, private_key,
       dns_value, 'active', verified, created_at from dkim_keys`,
  )
  await sql.query(
    `update dkim_keys set state = 'retired', retired_at = created_at
     where not starts_with(selector, 'new')`,
  )
}

/** The first day of a domain's warm-up has so many of its 50 places taken. */
export async function warmedUp(
  sql: Running,
  project: { readonly projectId: Uuid; readonly now: number },
  used: number,
): Promise<void> {
  await sql.query(
    `insert into warm_ups (project_id, domain, day, allowance, used, held_day)
     values ($1, 'shop.test', $2, 50, $3, $2)`,
    [project.projectId, dayOf(project.now), used],
  )
}

/** Who waits for a place has taken all of the next day's. */
export async function filledNextDay(sql: Running): Promise<void> {
  await sql.query('update warm_ups set day = day + 1, held_day = day + 1')
}

/** No node has said for a while which addresses it has, and sends from. */
export async function forgotSourceAddresses(sql: Running): Promise<void> {
  await sql.query(
    'update source_addresses set local_at = null, transactional_at = null, marketing_at = null',
  )
}

// Emails and letters

/** An application has given the email an id of its own. */
export async function carriedMessageId(sql: Running, id: string, messageId: string): Promise<void> {
  await sql.query('update emails set message_id = $2 where id = $1', [read('msg', id), messageId])
}

export type HeardType = NewEvent['type']

type Heard = Pick<NewEvent, 'type' | 'details'> & {
  /** An email, by its id as the API shows it. */
  readonly of: string
  /** Which of its recipients; absent: the first. */
  readonly n?: number
}

/** Servers and readers have said so of emails, all in one moment. */
export async function heard(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  ...events: readonly Heard[]
): Promise<void> {
  const at = world.clock.now()
  const news = events.map(({ of, n = 0, ...event }) => {
    return { projectId, emailId: read('msg', of)!, n, at, ...event }
  })
  await world.db.transaction(tx => record(tx, world, news))
}

type Entry = Parameters<typeof suppressIn>[3][number]

/** Addresses are on the list, as bounces, reports and links of letters put them there; says when. */
export async function enlisted(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  ...entries: readonly (Pick<Entry, 'email' | 'reason'> & {
    /** Absent: all. */
    readonly stream?: Entry['stream']
    /** By which email, as the API shows its id. */
    readonly by?: string
  })[]
): Promise<number> {
  const at = world.clock.now()
  const listed = entries.map(({ by, stream = 'all', ...entry }) => {
    const cause = by === undefined ? {} : { emailId: read('msg', by)! }
    return { projectId, stream, at, ...entry, ...cause }
  })
  await world.db.transaction(tx => suppressIn(tx, world, 'live', listed))
  return at
}

/** All emails were asked for with TLS alone. */
export async function demandedTls(sql: Running): Promise<void> {
  await sql.query(`update emails set addressees = addressees || '{"require_tls":true}'`)
}

/** What emails say has reached its age. */
export async function forgotContents(sql: Running): Promise<void> {
  await sql.query('delete from email_contents')
}

/** The first recipient of each email has been erased. */
export async function erasedFirstRecipients(sql: Running, projectId: Uuid): Promise<void> {
  await sql.query(
    `update recipients set address = 'x@erased.invalid' where project_id = $1 and n = 0`,
    [projectId],
  )
}

/** What was sent had been sent by a node of this name. */
export async function sentByNode(sql: Running, host: string): Promise<void> {
  await sql.query(
    `update events set details = jsonb_set(details, '{made,host}', to_jsonb($1::text))
     where type = 'sent'`,
    [host],
  )
}

/** What waits was put off for so long. */
export async function putOff(sql: Running, minutes: number): Promise<void> {
  await sql.query(
    `update queue set due_at = due_at + $1 * interval '1 min',
       created_at = created_at + $1 * interval '1 min'`,
    [minutes],
  )
}

/** What had been delivered came back later. */
export async function bouncedLater(sql: Running): Promise<void> {
  await sql.query('update letters set bounced_at = now() where delivered_at is not null')
}

export async function bouncedLetterTo(sql: Running, email: string): Promise<void> {
  await sql.query(
    `update letters l set bounced_at = now() from contacts c
     where c.id = l.contact_id and c.email = $1`,
    [email],
  )
}

/** What letters of campaigns say is otherwise, as no call makes it. */
export async function rewroteCampaigns(sql: Running, from: string, to: string): Promise<void> {
  await sql.query(`update campaigns set letters = replace(letters::text, $1, $2)::jsonb`, [
    from,
    to,
  ])
}

/** A version before this one has published it, which took what is refused now. */
export async function publishedBefore(sql: Running, template: string, html: string): Promise<void> {
  const id = read('tpl', template)
  await sql.query(
    `update template_versions set letters = jsonb_set(letters, '{pt,html}', to_jsonb($2::text)),
       draft = jsonb_set(draft, '{variants,pt,html}', to_jsonb($2::text)), version = version + 1
     where template_id = $1`,
    [id, html],
  )
  await sql.query('update templates set published_version = published_version + 1 where id = $1', [
    id,
  ])
}

/** A webhook was posted and answered 500; gives the attempt's id as the API shows it. */
export async function postedInVain(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  webhook: string,
  body: string,
): Promise<string> {
  const [id, eventId] = [world.ids.next(), world.ids.next()]
  await world.db.query(
    `insert into webhook_attempts (project_id, webhook_id, id, event_id, at, duration_ms,
       status_code, request_body) values ($1, $2, $3, $4, $5, 7, 500, $6)`,
    [projectId, read('whk', webhook), id, eventId, new Date(), body],
  )
  return show('att', id)
}

/** Another machine has written a call of this path so late. */
export async function wroteCallLate(sql: Running, path: string, id: Uuid): Promise<void> {
  await sql.query('update requests set id = $1 where path = $2', [id, path])
}

// People, imports, sequences, files

/** `malote erase` has been called, or has come again to a person while their mail was under way. */
export async function erased(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  address: string,
  again: { readonly askedAt?: number } = {},
): Promise<void> {
  await erasePerson(world, projectId, address, again)
}

/** As a version before this one deletes. */
export async function deletedContact(sql: Running, email: string): Promise<void> {
  await sql.query('delete from contacts where email = $1', [email])
}

/** The project has as many properties of text. */
export async function declaredProperties(
  sql: Running,
  project: { readonly projectId: Uuid; readonly now: number },
  count: number,
): Promise<void> {
  await sql.query(
    `insert into contact_properties (project_id, key, id, type, created_at)
     select $1, 'p' || n, gen_random_uuid(), 'string', $2 from generate_series(0, $3::integer - 1) n`,
    [project.projectId, new Date(project.now), count],
  )
}

export async function madeSegments(
  sql: Running,
  project: { readonly projectId: Uuid; readonly now: number },
  count: number,
): Promise<void> {
  await sql.query(
    `insert into segments (project_id, id, name, kind, created_at, updated_at)
     select $1, gen_random_uuid(), 'S' || n, 'static', $2, $2 from generate_series(1, $3::integer) n`,
    [project.projectId, new Date(project.now), count],
  )
}

export async function madeTestContacts(sql: Running, projectId: Uuid, n: number): Promise<void> {
  await sql.query(
    `insert into contacts (project_id, mode, id, email, email_key, bucket, source, created_at,
       updated_at)
     select $1, 'test', gen_random_uuid(), 'p' || n || '@here.test', 'p' || n || '@here.test', 0,
       'api', now(), now() from generate_series(1, $2::integer) n`,
    [projectId, n],
  )
}

/** Addresses of test mode: the name has `%s` where their number stands. */
export async function suppressedMany(
  sql: Running,
  projectId: Uuid,
  names: { readonly count: number; readonly name: string },
): Promise<void> {
  await sql.query(
    `insert into suppressions (project_id, id, mode, address, email, stream, reason, created_at)
     select $1, gen_random_uuid(), 'test', name, name, 'all', 'manual', now()
     from (select format($3::text, n) as name from generate_series(1, $2::integer) n) made`,
    [projectId, names.count, names.name],
  )
}

/** Imports have read so much of their files. */
export async function readOfFiles(sql: Running, bytes: number): Promise<void> {
  await sql.query('update imports set of_bytes = $1', [bytes])
}

/** Another node has begun to take in the file of an import, and has the first piece of it. */
export async function beganReceiving(sql: Running, by: string, at: number): Promise<void> {
  await sql.query(
    `with mine as (
       update imports set status = 'receiving', cursor = $1::jsonb returning project_id, id)
     insert into import_chunks (project_id, import_id, n, data)
     select project_id, id, 0, 'email' from mine on conflict do nothing`,
    [JSON.stringify({ receiving: { by, at } })],
  )
}

/** Somebody has changed the steps of all sequences. */
export async function changedSteps(sql: Running, steps: readonly object[]): Promise<void> {
  await sql.query("update sequences set definition = jsonb_set(definition, '{steps}', $1::jsonb)", [
    JSON.stringify(steps),
  ])
}

/** Files take so much room. */
export async function grewFiles(sql: Running, bytes: number): Promise<void> {
  await sql.query('update files set bytes = $1', [bytes])
}

/** Test clocks are on their way to somewhere. */
export async function setOffTestClocks(sql: Running, at: number): Promise<void> {
  await sql.query('update test_clocks set at = $1', [new Date(at)])
}

export async function arrivedTestClocks(sql: Running, aheadMs: number): Promise<void> {
  await sql.query('update test_clocks set at = null, ahead_ms = $1', [aheadMs])
}
