/** All SQL on consents, their chain and the wordings that people agreed to. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteSome } from '#kernel/world/delete-rows.ts'
import type { Owner } from '../people/contact.ts'
import type { ConsentAction, ConsentMethod, ConsentPayload } from './consent-record.ts'

interface ConsentInsert {
  readonly id: Uuid
  readonly contactId: Uuid
  readonly topicId: Uuid | null
  readonly action: ConsentAction
  readonly method: ConsentMethod
  readonly at: Date
  readonly addressMac: Buffer
  readonly payload: ConsentPayload
  /** The canonical text that is hashed. */
  readonly proof: string
}

export async function insertConsents(
  tx: Sql,
  owner: Owner,
  consents: readonly ConsentInsert[],
): Promise<void> {
  await tx.query(
    `insert into consents (project_id, mode, id, contact_id, topic_id, action, method, at,
       address_mac, payload, proof)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
       $8::timestamptz[], $9::bytea[], $10::jsonb[], $11::text[])`,
    [
      owner.projectId,
      owner.mode,
      consents.map(one => one.id),
      consents.map(one => one.contactId),
      consents.map(one => one.topicId),
      consents.map(one => one.action),
      consents.map(one => one.method),
      consents.map(one => one.at),
      consents.map(one => one.addressMac),
      consents.map(one => JSON.stringify(one.payload)),
      consents.map(one => one.proof),
    ],
  )
}

export interface ConsentRow {
  readonly id: Uuid
  readonly contact_id: Uuid
  readonly topic_id: Uuid | null
  readonly action: ConsentAction
  readonly method: ConsentMethod
  readonly at: Date
  readonly payload: ConsentPayload
  readonly proof: string
  readonly seq: number | null
  readonly hash: Buffer | null
  readonly previous_hash: Buffer | null
}

const shown =
  'id, contact_id, topic_id, action, method, at, payload, proof, seq, hash, previous_hash'

/** The records of one contact before an id, newest first. */
export async function listConsents(
  sql: Sql,
  owner: Owner,
  contactId: Uuid,
  page: { readonly before: Uuid; readonly count: number },
): Promise<ConsentRow[]> {
  return sql.query<ConsentRow>(
    `select ${shown} from consents
     where project_id = $1 and mode = $2 and contact_id = $3 and id < $4 order by id desc limit $5`,
    [owner.projectId, owner.mode, contactId, page.before, page.count],
  )
}

/** A link of the chain without what it is about. */
interface Neighbour {
  readonly id: Uuid
  readonly seq: number
  readonly hash: Buffer
  readonly previous_hash: Buffer
}

export async function findNeighbours(
  sql: Sql,
  owner: Owner,
  places: readonly number[],
): Promise<Neighbour[]> {
  return sql.query<Neighbour>(
    `select id, seq, hash, previous_hash from consents
     where project_id = $1 and mode = $2 and seq = any($3::bigint[]) order by seq`,
    [owner.projectId, owner.mode, places],
  )
}

interface Head {
  readonly day: string
  readonly seq: number
  readonly hash: Buffer
}

export async function listHeads(sql: Sql, owner: Owner, since: Date): Promise<Head[]> {
  return sql.query<Head>(
    `select day, seq, hash from consent_heads
     where project_id = $1 and mode = $2 and day >= $3::timestamptz::date order by day`,
    [owner.projectId, owner.mode, since],
  )
}

/** The newest of them, in the order of days. */
export async function newestHeads(sql: Sql, owner: Owner, count: number): Promise<Head[]> {
  const rows = await sql.query<Head>(
    `select day, seq, hash from consent_heads
     where project_id = $1 and mode = $2 order by day desc limit $3`,
    [owner.projectId, owner.mode, count],
  )
  return rows.reverse()
}

/** By which way the last word of contacts on each topic (null: on all) came. */
export async function lastMethodsOf(
  sql: Sql,
  owner: Owner,
  contactIds: readonly Uuid[],
): Promise<{ contact_id: Uuid; topic_id: Uuid | null; method: ConsentMethod }[]> {
  return sql.query(
    `select distinct on (contact_id, topic_id) contact_id, topic_id, method from consents
     where project_id = $1 and mode = $2 and contact_id = any($3::uuid[])
     order by contact_id, topic_id, id desc`,
    [owner.projectId, owner.mode, contactIds],
  )
}

/** Whether somebody has ever said yes to anything, whatever they said later. */
export async function mayJoinByStep(sql: Sql, owner: Owner, contactId: Uuid): Promise<boolean> {
  const rows = await sql.query(
    `select from consents
     where project_id = $1 and mode = $2 and contact_id = $3
       and action in ('joined', 'confirmed', 'imported') limit 1`,
    [owner.projectId, owner.mode, contactId],
  )
  return rows.length > 0
}

/** At which page of a form somebody was asked last, until a moment, for some topics; null: elsewhere. */
export async function pageOfConsent(
  sql: Sql,
  owner: Owner,
  {
    contactId,
    topicIds,
    until,
  }: { readonly contactId: Uuid; readonly topicIds: readonly Uuid[]; readonly until: Date },
): Promise<string | null> {
  const [row] = await sql.query<{ page: string | null; method: ConsentMethod }>(
    `select payload ->> 'page' as page, method from consents
     where project_id = $1 and mode = $2 and contact_id = $3 and action = 'asked'
       and topic_id = any($5::uuid[]) and at <= $4 order by at desc, id desc limit 1`,
    [owner.projectId, owner.mode, contactId, until, topicIds],
  )
  return row?.method === 'form' ? row.page : null
}

/** Whether it is a record of this contact. */
export async function isConsentOf(
  sql: Sql,
  owner: Owner,
  contactId: Uuid,
  id: Uuid,
): Promise<boolean> {
  const rows = await sql.query(
    `select from consents
     where project_id = $1 and mode = $2 and contact_id = $3 and id = $4`,
    [owner.projectId, owner.mode, contactId, id],
  )
  return rows.length > 0
}

/** The address in the records of a contact who may be gone; null once they are erased. */
export async function addressInConsents(
  sql: Sql,
  owner: Owner,
  contactId: Uuid,
): Promise<string | null> {
  const [row] = await sql.query<{ address: string }>(
    `select payload ->> 'address' as address from consents
     where project_id = $1 and mode = $2 and contact_id = $3 and payload ? 'address'
     order by id desc limit 1`,
    [owner.projectId, owner.mode, contactId],
  )
  return row?.address ?? null
}

// The chain --------------------------------------------------------------------------------------

/** Projects with records that are not in their chain yet. */
export async function listUnchained(sql: Sql): Promise<Owner[]> {
  return sql.query<Owner>(
    `with recursive owners as (
       (select project_id, mode from consents where hash is null order by project_id, mode limit 1)
       union all
       select next.project_id, next.mode from owners o cross join lateral (
         select project_id, mode from consents
         where hash is null and (project_id, mode) > (o.project_id, o.mode)
         order by project_id, mode limit 1) next)
     select project_id as "projectId", mode from owners`,
  )
}

/** Waits until nobody else appends to this chain; to the end of the transaction. */
export async function lockChain(tx: Sql, owner: Owner): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 71))', [
    `${owner.projectId} ${owner.mode}`,
  ])
}

export async function findHead(
  tx: Sql,
  owner: Owner,
): Promise<{ readonly seq: number; readonly hash: Buffer } | null> {
  const [row] = await tx.query<{ seq: number; hash: Buffer }>(
    `select seq, hash from consents where project_id = $1 and mode = $2 and seq is not null
     order by seq desc limit 1`,
    [owner.projectId, owner.mode],
  )
  return row ?? null
}

export async function readUnchained(
  tx: Sql,
  owner: Owner,
  count: number,
): Promise<{ readonly id: Uuid; readonly proof: string }[]> {
  return tx.query(
    `select id, proof from consents where project_id = $1 and mode = $2 and hash is null
     order by id limit $3`,
    [owner.projectId, owner.mode, count],
  )
}

export interface ChainLink {
  readonly id: Uuid
  readonly seq: number
  readonly hash: Buffer
  readonly previousHash: Buffer
}

export async function appendLinks(
  tx: Sql,
  owner: Owner,
  links: readonly ChainLink[],
  day: string,
): Promise<void> {
  await tx.query(
    `update consents c set seq = t.seq, hash = t.hash, previous_hash = t.previous_hash
     from unnest($2::uuid[], $3::bigint[], $4::bytea[], $5::bytea[])
       as t (id, seq, hash, previous_hash)
     where c.project_id = $1 and c.id = t.id`,
    [
      owner.projectId,
      links.map(one => one.id),
      links.map(one => one.seq),
      links.map(one => one.hash),
      links.map(one => one.previousHash),
    ],
  )
  const last = links.at(-1)!
  await tx.query(
    `insert into consent_heads (project_id, mode, day, seq, hash) values ($1, $2, $3, $4, $5)
     on conflict (project_id, mode, day) do update set seq = excluded.seq, hash = excluded.hash`,
    [owner.projectId, owner.mode, day, last.seq, last.hash],
  )
}

// Wordings ---------------------------------------------------------------------------------------

interface Wording {
  readonly id: Uuid
  readonly language: Language
  readonly text: string
  readonly digest: Buffer
  readonly at: Date
}

/** Keeps texts that are not kept yet; the version of each, in the order given. */
export async function keepWordings(
  tx: Sql,
  projectId: Uuid,
  wordings: readonly Wording[],
): Promise<number[]> {
  for (const one of wordings) {
    await tx.query(
      `insert into wordings (project_id, id, language, text, digest, version, made_at)
       select $1, $2, $3, $4, $5,
         1 + coalesce((select max(version) from wordings where project_id = $1 and language = $3), 0), $6
       on conflict (project_id, language, digest) do nothing`,
      [projectId, one.id, one.language, one.text, one.digest, one.at],
    )
  }
  const rows = await tx.query<{ language: string; digest: Buffer; version: number }>(
    `select language, digest, version from wordings where project_id = $1
       and digest = any($2::bytea[])`,
    [projectId, wordings.map(one => one.digest)],
  )
  return wordings.map(
    one =>
      rows.find(row => row.language === one.language && row.digest.equals(one.digest))!.version,
  )
}

// Ends -------------------------------------------------------------------------------------------

/** A record `c` without what somebody could be known by. */
const nameless = "c.payload - 'address' - 'ip' - 'user_agent'"

/** Takes what people could be known by out of the records of an address; the proofs stay. */
export async function emptyPayloads(
  tx: Sql,
  owner: Owner,
  addressMacs: readonly Buffer[],
  below: Uuid,
): Promise<void> {
  await tx.query(
    `update consents c set payload = ${nameless}
     where project_id = $1 and mode = $2 and address_mac = any($3::bytea[]) and id < $4`,
    [owner.projectId, owner.mode, addressMacs, below],
  )
}

/**
 * The same of contacts that ended before the time of their project, up to `most` of them; how many.
 */
export async function forgetLongEnded(
  sql: Sql,
  ended: readonly { readonly projectId: Uuid; readonly before: Date }[],
  max: number,
): Promise<number> {
  const done = await sql.query(
    `with old as (
       select n.project_id, n.contact_id from unnest($1::uuid[], $2::timestamptz[]) e (id, before)
       join contact_ends n on n.project_id = e.id and n.ended_at < e.before limit $3
     ), emptied as (
       update consents c set payload = ${nameless}
       from old where c.project_id = old.project_id and c.contact_id = old.contact_id
     )
     delete from contact_ends n using old
     where n.project_id = old.project_id and n.contact_id = old.contact_id returning 1`,
    [ended.map(one => one.projectId), ended.map(one => one.before), max],
  )
  return done.length
}

export async function deleteConsentsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const ends = { table: 'contact_ends', key: 'project_id, contact_id' }
  if ((await deleteSome(sql, ends, projectIds, max)) === max) return max
  return deleteSome(sql, { table: 'consents', key: 'project_id, id' }, projectIds, max)
}
