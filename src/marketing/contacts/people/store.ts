/** All SQL on contacts. */
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteSome } from '#kernel/world/delete-rows.ts'
import { type PlacedRow, type Position, pageValues, positionsByMode } from '#kernel/world/listed.ts'
import { arraysFrom, valuesOf, writtenChanges, writtenNames } from '../fields/columns-store.ts'
import { contactFieldNames, contactFieldRows, isContactField } from '../fields/contact-fields.ts'
import type {
  AddValue,
  ContactCondition,
  ContactRow,
  ContactSource,
  Owner,
  PersonRow,
  StoredContact,
} from './contact.ts'

const stored = `id, email, ${contactFieldNames
  .map(name => `${name} as "${contactFieldRows[name].stored}"`)
  .join(', ')}, properties`

/** Those with one of the keys, locked in one order everywhere. */
export async function lockContactsByKey(
  tx: Sql,
  owner: Owner,
  keys: readonly string[],
  externalIds: readonly string[],
): Promise<StoredContact[]> {
  const ids = new Set<Uuid>()
  for (const [column, values] of [
    ['email_key', keys],
    ['external_id', externalIds],
  ] as const) {
    if (values.length === 0) continue
    // One look-up for each, whatever a plan made on an empty table would like.
    const rows = await tx.query<{ id: Uuid }>(
      `select c.id from unnest($3::text[]) as k (value) cross join lateral (
         select id from contacts
         where project_id = $1 and mode = $2 and ${column} = k.value limit 1) c`,
      [owner.projectId, owner.mode, values],
    )
    for (const { id } of rows) ids.add(id)
  }
  return ids.size === 0 ? [] : lockContactsById(tx, owner, [...ids])
}

/**
 * One look-up for each by the primary key. With `mode` inside, a plan made before anybody has counted
 * the rows may take an index of the mode, and read a whole project for each.
 */
export async function lockContactsById(
  tx: Sql,
  owner: Owner,
  ids: readonly Uuid[],
): Promise<StoredContact[]> {
  return tx.query<StoredContact>(
    `select ${stored} from unnest($3::uuid[]) as i (wanted) cross join lateral (
       select * from contacts where project_id = $1 and id = i.wanted limit 1 for update) c
     where c.mode = $2`,
    [owner.projectId, owner.mode, [...ids].sort()],
  )
}

/** One, locked; null where there is none. */
export async function lockContact(tx: Sql, owner: Owner, id: Uuid): Promise<StoredContact | null> {
  const [row] = await tx.query<StoredContact>(
    `select ${stored} from contacts where project_id = $1 and mode = $2 and id = $3 for update`,
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}

/** How many test contacts an account on the free plan has, `max` at most; null on any other plan. */
export async function countOfFreeTests(
  tx: Sql,
  accountId: Uuid,
  max: number,
): Promise<number | null> {
  const [row] = await tx.query<{ count: number | null }>(
    `select case when a.plan = 'free' then (
       select count(*)::integer from (
         select from projects p join contacts c on c.project_id = p.id and c.mode = 'test'
         where p.account_id = a.id limit $2) one) end as count
     from accounts a where a.id = $1`,
    [accountId, max],
  )
  return row?.count ?? null
}

/** Held until the transaction ends. */
export async function lockContacts(tx: Sql, owner: Owner, ids: readonly Uuid[]): Promise<void> {
  await tx.query(
    `select from contacts where project_id = $1 and mode = $2 and id = any($3::uuid[])
     order by id for update`,
    [owner.projectId, owner.mode, ids],
  )
}

/** Adds contacts; returns the ids of those whose address and own key nobody else had. */
export async function insertContacts(
  tx: Sql,
  owner: Owner,
  contacts: readonly StoredContact[],
  made: { readonly source: ContactSource; readonly at: number },
): Promise<Uuid[]> {
  if (contacts.length === 0) return []
  // In one order everywhere, so that two transactions never wait for each other in a ring.
  const sorted = contacts
    .map(contact => ({ contact, key: suppressionKey(contact.email) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(one => one.contact)
  const rows = await tx.query<{ id: Uuid }>(
    `insert into contacts (project_id, mode, source, created_at, updated_at, bucket, ${writtenNames})
     select $1, $2, $3, $4, $4, t.* from unnest($5::smallint[], ${arraysFrom(6)}) as t
     on conflict do nothing returning id`,
    [
      owner.projectId,
      owner.mode,
      made.source,
      new Date(made.at),
      sorted.map(one => bucketOf(one.id)),
      ...valuesOf(sorted),
    ],
  )
  return rows.map(row => row.id)
}

/** Writes contacts as they are now; they are locked. */
export async function updateContacts(
  tx: Sql,
  owner: Owner,
  contacts: readonly StoredContact[],
  at: number,
): Promise<void> {
  if (contacts.length === 0) return
  await tx.query(
    `update contacts c set ${writtenChanges}, updated_at = $3
     from unnest(${arraysFrom(4)}) as t (${writtenNames})
     where c.project_id = $1 and c.mode = $2 and c.id = t.id`,
    [owner.projectId, owner.mode, new Date(at), ...valuesOf(contacts)],
  )
}

/** The last ten bits of an id are random: 1,024 samples of all contacts. */
const bucketOf = (id: Uuid): number => Number.parseInt(id.slice(-3), 16) & 1023

/**
 * Takes the values of a property away, of the contacts behind an id, up to so many; returns the last
 * id of these, null where there are no more. In both modes, for properties are of the project.
 */
export async function clearProperty(
  sql: Sql,
  projectId: Uuid,
  key: string,
  { after, max }: { readonly after: Uuid; readonly max: number },
): Promise<Uuid | null> {
  const rows = await sql.query<{ id: Uuid }>(
    `with page as (
       select mode, id from contacts
       where project_id = $1 and mode in ('live', 'test') and properties ? $2 and id > $3
       order by id limit $4 for update)
     update contacts c set properties = c.properties - $2, folded = c.folded - $5
     from page where c.project_id = $1 and c.mode = page.mode and c.id = page.id returning c.id`,
    [projectId, key, after, max, `properties.${key}`],
  )
  if (rows.length < max) return null
  return rows.reduce((last, row) => (row.id > last ? row.id : last), after)
}

export async function updateSnooze(
  tx: Sql,
  owner: Owner,
  id: Uuid,
  { until, at }: { readonly until: Date | null; readonly at: Date },
): Promise<void> {
  await tx.query(
    `update contacts set snoozed_until = $4, updated_at = $5
     where project_id = $1 and mode = $2 and id = $3`,
    [owner.projectId, owner.mode, id, until, at],
  )
}

/** Removes a contact with its topics and memberships; its address, or null where there is none. */
export async function deleteContact(
  tx: Sql,
  owner: Owner,
  id: Uuid,
  at: number,
): Promise<string | null> {
  const [row] = await tx.query<{ email: string }>(
    `with gone as (
       delete from contacts where project_id = $1 and mode = $2 and id = $3 returning id, email
     ), earlier as (
       delete from earlier_addresses e using gone
       where e.project_id = $1 and e.contact_id = gone.id
     ), typed as (
       delete from pending_fields f using gone
       where f.project_id = $1 and f.contact_id = gone.id
     ), topics as (
       delete from contact_topics t using gone where t.project_id = $1 and t.contact_id = gone.id
     ), ended as (
       insert into contact_ends (project_id, contact_id, ended_at)
       select $1, id, $4 from gone
       where exists (select from consents c where c.project_id = $1 and c.contact_id = gone.id)
       on conflict do nothing
     )
     select email from gone`,
    [owner.projectId, owner.mode, id, new Date(at)],
  )
  return row?.email ?? null
}

// Reading ----------------------------------------------------------------------------------------

const plainColumns = contactFieldNames.map(name => `c.${name}`).join(', ')

/** Of a contact `c`, as it is shown. */
export const shownColumns = `c.id, c.xid, c.email, ${plainColumns}, c.properties, c.snoozed_until, c.source, c.created_at, c.updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', t.topic_id, 'state', t.state,
      'since', t.since) order by t.topic_id)
    from contact_topics t where t.project_id = c.project_id and t.contact_id = c.id), '[]') as topics,
  coalesce((select jsonb_agg(jsonb_build_object('stream', s.stream, 'reason', s.reason,
      'since', s.created_at))
    from suppressions s where s.project_id = c.project_id and s.mode = c.mode
      and s.address = c.email_key), '[]') as suppressions`

/** The contact with this id; null where there is none. */
export async function readContact(sql: Sql, owner: Owner, id: Uuid): Promise<ContactRow | null> {
  const [row] = await sql.query<ContactRow>(
    `select ${shownColumns} from contacts c where c.project_id = $1 and c.mode = $2 and c.id = $3`,
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}

/** Contacts `c` by project, mode and ids ($1 to $3): one look-up for each, as above. */
export const contactsByIds = `from (select distinct unnest($3::uuid[]) as id) as i
   cross join lateral (
     select *, xmin from contacts where project_id = $1 and id = i.id limit 1) c
   where c.mode = $2`

const byIds = (columns: string): string => `select ${columns} ${contactsByIds}`

/** Those of the ids that there are. */
export const readContacts = (
  sql: Sql,
  { projectId, mode }: Owner,
  ids: readonly Uuid[],
): Promise<ContactRow[]> => sql.query(byIds(shownColumns), [projectId, mode, ids])

const ofPeople = `c.id, c.email, ${plainColumns}, c.properties, c.xmin::text as version`

/** Without what they get and what keeps mail from them; `version` is of the row. */
export const readPeople = (
  sql: Sql,
  { projectId, mode }: Owner,
  ids: readonly Uuid[],
): Promise<(PersonRow & { readonly version: string })[]> =>
  sql.query(byIds(ofPeople), [projectId, mode, ids])

/** The id of the contact with this key of an address. */
export async function findIdByAddress(sql: Sql, owner: Owner, key: string): Promise<Uuid | null> {
  const [row] = await sql.query<{ id: Uuid }>(
    'select id from contacts where project_id = $1 and mode = $2 and email_key = $3',
    [owner.projectId, owner.mode, key],
  )
  return row?.id ?? null
}

/** As long as its id is below one. */
export async function findIdByAddressBelow(
  sql: Sql,
  { projectId, mode }: Owner,
  key: string,
  below: Uuid,
): Promise<Uuid | null> {
  const [row] = await sql.query<{ id: Uuid }>(
    `select id from contacts
     where project_id = $1 and mode = $2 and email_key = $3 and id < $4`,
    [projectId, mode, key, below],
  )
  return row?.id ?? null
}

/** A local part has not so many domains of a project's contacts. */
const maxKeys = 1_000

/** The keys of addresses that begin like this, which is followed by `last` at most. */
export async function keysBetween(
  sql: Sql,
  owner: Owner,
  start: string,
  last: string,
): Promise<string[]> {
  const rows = await sql.query<{ key: string }>(
    `select email_key as key from contacts
     where project_id = $1 and mode = $2 and email_key >= $3 and email_key < $4
     order by email_key limit $5`,
    [owner.projectId, owner.mode, start, start + last, maxKeys],
  )
  return rows.map(row => row.key)
}

/** Those that have one of the names. */
export async function findIdentities(
  sql: Sql,
  owner: Owner,
  asked: {
    readonly ids: readonly Uuid[]
    readonly keys: readonly string[]
    readonly externalIds: readonly string[]
  },
): Promise<{ readonly id: Uuid; readonly key: string; readonly externalId: string | null }[]> {
  const own = 'project_id = $1 and mode = $2 and'
  const columns = 'select id, email_key as key, external_id as "externalId" from contacts where'
  return sql.query(
    `${columns} ${own} id = any($3::uuid[])
     union ${columns} ${own} email_key = any($4::text[])
     union ${columns} ${own} external_id = any($5::text[])`,
    [owner.projectId, owner.mode, asked.ids, asked.keys, asked.externalIds],
  )
}

export const findContactPosition = positionsByMode('contacts')

/** Contacts that fulfil all conditions, newest first. */
export async function listContacts(
  sql: Sql,
  owner: Owner,
  conditions: readonly ContactCondition[],
  page: { readonly before: Position; readonly count: number },
): Promise<(ContactRow & PlacedRow)[]> {
  const { values, below, narrowed } = askedFor(owner, conditions, page)
  return sql.query<ContactRow & PlacedRow>(
    `select ${shownColumns}, (select settled_below()) as horizon from contacts c
     where ${below}${narrowed} order by c.xid desc, c.id desc limit $5`,
    values,
  )
}

/** A page of contacts `c` that fulfil conditions; `count` is the value $5. */
export function askedFor(
  owner: Owner,
  conditions: readonly ContactCondition[],
  page: { readonly before: Position; readonly count: number },
) {
  const values = pageValues(owner, page)
  const add: AddValue = value => `$${values.push(value)}`
  return {
    values,
    // The mode in the text, too: the index of the list is that of the mode.
    below: `c.project_id = $1 and c.mode = $2 and c.mode = '${owner.mode}'
       and (c.xid, c.id) < ($3::xid8, $4::uuid)`,
    narrowed: conditions.map(condition => ` and ${condition(add)}`).join(''),
  }
}

// Ends -------------------------------------------------------------------------------------------

/** Up to `most` contacts of removed projects; how many went. */
export async function deleteContactsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  return deleteSome(sql, { table: 'contacts', key: 'project_id, id' }, projectIds, max)
}

interface NewErasure {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly id: Uuid
  readonly address: string
  readonly at: Date
}

/** Remembers that a person is to be erased, until it is done. */
export async function insertErasure(tx: Sql, erasure: NewErasure): Promise<void> {
  await tx.query(
    `insert into erasures (project_id, mode, id, address, requested_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [erasure.projectId, erasure.mode, erasure.id, erasure.address, erasure.at],
  )
}

interface PersonToErase {
  readonly address: string
  readonly modes: readonly Mode[]
  readonly askedAt: number
}

/** A person who is to be erased, and out of which modes; null once that is done. */
export async function personToErase(
  sql: Sql,
  about: { readonly projectId: Uuid; readonly subject: Uuid },
): Promise<PersonToErase | null> {
  const [row] = await sql.query<{ address: string; mode: Mode; requested_at: Date }>(
    'select address, mode, requested_at from erasures where project_id = $1 and id = $2',
    [about.projectId, about.subject],
  )
  if (row === undefined) return null
  return {
    address: row.address,
    // Somebody real is gone from what was tried with the address, too.
    modes: row.mode === 'test' ? ['test'] : ['live', 'test'],
    askedAt: row.requested_at.getTime(),
  }
}

/** The person is nowhere any more. */
export async function erasureDone(
  sql: Sql,
  about: { readonly projectId: Uuid; readonly subject: Uuid },
): Promise<void> {
  await sql.query('delete from erasures where project_id = $1 and id = $2', [
    about.projectId,
    about.subject,
  ])
}

/** Samples the tables that grow with contacts; some 100 ms. */
export async function analyzeContacts(sql: Sql): Promise<void> {
  await sql.query('analyze contacts, contact_topics, import_changes')
}

/** `name`: a column, or properties.KEY. */
export async function countWithout(sql: Sql, owner: Owner, name: string): Promise<number> {
  const key = name.startsWith('properties.') ? name.slice('properties.'.length) : null
  const column = isContactField(name) ? name : undefined
  if (key === null && column === undefined) return 0
  const lacks = key === null ? `coalesce(${column}, '') = ''` : `not properties ? $3`
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from contacts
     where project_id = $1 and mode = $2 and ${lacks}`,
    [owner.projectId, owner.mode, ...(key === null ? [] : [key])],
  )
  return row!.count
}

/** What a letter was about; null: nothing in particular. */
export async function topicOfLetter(
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<Uuid | null> {
  const [row] = await sql.query<{ topic_id: Uuid | null }>(
    `select l.topic_id from letters l join topics t
       on t.project_id = l.project_id and t.id = l.topic_id
     where l.project_id = $1 and l.email_id = $2`,
    [projectId, emailId],
  )
  return row?.topic_id ?? null
}

/** Those whose date property lies on such a day: between two, or on one of month and day. */
export async function contactsWithDate(
  sql: Sql,
  { projectId, mode }: Owner,
  key: string,
  days: { readonly from: string; readonly to: string } | readonly string[],
): Promise<{ id: Uuid; time_zone: string | null; value: string }[]> {
  const isYearly = Array.isArray(days)
  const test = isYearly
    ? 'substr(properties ->> $3, 6, 5) = any($4::text[])'
    : 'left(properties ->> $3, 10) between $4 and $5'
  const { from, to } = days as { from: string; to: string }
  return sql.query(
    `select id, time_zone, properties ->> $3 as value from contacts
     where project_id = $1 and mode = $2 and ${test} order by id`,
    [projectId, mode, key, ...(isYearly ? [days] : [from, to])],
  )
}
