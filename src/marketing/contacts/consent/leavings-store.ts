/** All SQL on what is remembered of leaving, and on the addresses by which contacts were known. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteSome } from '#kernel/world/delete-rows.ts'
import type { Owner } from '../people/contact.ts'

/** That somebody left a topic under an address. */
export interface Leaving {
  readonly addressMac: Buffer
  readonly topicId: Uuid
  readonly leftAt: Date
}

/** In one order everywhere, so that two transactions never wait for each other in a ring. */
const inOrder = <L extends Pick<Leaving, 'addressMac' | 'topicId'>>(leavings: readonly L[]): L[] =>
  leavings.toSorted(
    (a, b) => Buffer.compare(a.addressMac, b.addressMac) || (a.topicId < b.topicId ? -1 : 1),
  )

/** The later of two stays. */
export async function writeLeavings(
  tx: Sql,
  { projectId, mode }: Owner,
  leavings: readonly Leaving[],
): Promise<void> {
  if (leavings.length === 0) return
  const once = new Map<string, Leaving>()
  for (const one of leavings) {
    const key = `${one.addressMac.toString('hex')} ${one.topicId}`
    const known = once.get(key)
    if (known === undefined || known.leftAt < one.leftAt) once.set(key, one)
  }
  const sorted = inOrder([...once.values()])
  await tx.query(
    `insert into leavings (project_id, mode, address_mac, topic_id, left_at)
     select $1, $2, * from unnest($3::bytea[], $4::uuid[], $5::timestamptz[])
     on conflict (project_id, mode, address_mac, topic_id)
       do update set left_at = greatest(leavings.left_at, excluded.left_at)`,
    [
      projectId,
      mode,
      sorted.map(one => one.addressMac),
      sorted.map(one => one.topicId),
      sorted.map(one => one.leftAt),
    ],
  )
}

export async function deleteLeavings(
  tx: Sql,
  { projectId, mode }: Owner,
  leavings: readonly Pick<Leaving, 'addressMac' | 'topicId'>[],
): Promise<void> {
  if (leavings.length === 0) return
  const sorted = inOrder(leavings)
  await tx.query(
    `delete from leavings l using unnest($3::bytea[], $4::uuid[]) as t (address_mac, topic_id)
     where l.project_id = $1 and l.mode = $2 and l.address_mac = t.address_mac
       and l.topic_id = t.topic_id`,
    [projectId, mode, sorted.map(one => one.addressMac), sorted.map(one => one.topicId)],
  )
}

/** Of topics that there are. */
export async function findLeavings(
  sql: Sql,
  { projectId, mode }: Owner,
  addressMacs: readonly Buffer[],
): Promise<Leaving[]> {
  if (addressMacs.length === 0) return []
  return sql.query<Leaving>(
    `select l.address_mac as "addressMac", l.topic_id as "topicId", l.left_at as "leftAt"
     from unnest($3::bytea[]) as m (value) cross join lateral (
       select * from leavings
       where project_id = $1 and mode = $2 and address_mac = m.value) l
     join topics t on t.project_id = $1 and t.id = l.topic_id`,
    [projectId, mode, addressMacs],
  )
}

export async function deleteLeavingsOfTopic(
  tx: Sql,
  projectId: Uuid,
  topicId: Uuid,
): Promise<void> {
  await tx.query('delete from leavings where project_id = $1 and topic_id = $2', [
    projectId,
    topicId,
  ])
}

// Earlier addresses ------------------------------------------------------------------------------

interface EarlierAddress {
  readonly contactId: Uuid
  /** As a key. */
  readonly address: string
}

export async function writeEarlierAddresses(
  tx: Sql,
  { projectId, mode }: Owner,
  addresses: readonly EarlierAddress[],
  until: Date,
): Promise<void> {
  if (addresses.length === 0) return
  await tx.query(
    `insert into earlier_addresses (project_id, mode, address, contact_id, until)
     select $1, $2, t.address, t.contact_id, $5
     from unnest($3::text[], $4::uuid[]) as t (address, contact_id)
     on conflict (project_id, mode, address, contact_id) do update set until = excluded.until`,
    [
      projectId,
      mode,
      addresses.map(one => one.address),
      addresses.map(one => one.contactId),
      until,
    ],
  )
}

/** Those of some contacts. */
export const findEarlierAddresses = (
  sql: Sql,
  { projectId, mode }: Owner,
  contactIds: readonly Uuid[],
): Promise<(EarlierAddress & { readonly until: Date })[]> =>
  sql.query(
    `select contact_id as "contactId", address, until from earlier_addresses
     where project_id = $1 and mode = $2 and contact_id = any($3::uuid[])`,
    [projectId, mode, contactIds],
  )

/** The contacts that have one of the addresses, or had it. */
export async function holdersOf(
  sql: Sql,
  { projectId, mode }: Owner,
  addresses: readonly string[],
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select e.contact_id as id from earlier_addresses e
     where e.project_id = $1 and e.mode = $2 and e.address = any($3::text[])
     union select id from contacts
     where project_id = $1 and mode = $2 and email_key = any($3::text[])`,
    [projectId, mode, addresses],
  )
  return rows.map(row => row.id)
}

/**
 * Whom a letter was written to, and who has the address that it went to: the contact of the letter,
 * whoever had the address when it was written, whoever has it now.
 */
export async function peopleOfLetter(
  sql: Sql,
  { projectId, mode }: Owner,
  letter: { readonly emailId: Uuid; readonly address: string; readonly at: Date },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select c.id from letters l join contacts c on c.project_id = $1 and c.id = l.contact_id
       and c.mode = $2
     where l.project_id = $1 and l.email_id = $3
     union select contact_id from earlier_addresses
     where project_id = $1 and mode = $2 and address = $4 and until > $5
     union select id from contacts
     where project_id = $1 and mode = $2 and email_key = $4
     order by id`,
    [projectId, mode, letter.emailId, letter.address, letter.at],
  )
  return rows.map(row => row.id)
}

/** Out of what is known of a person who keeps another address. */
export async function forgetEarlierAddress(
  tx: Sql,
  { projectId, mode }: Owner,
  address: string,
): Promise<void> {
  await tx.query(
    'delete from earlier_addresses where project_id = $1 and mode = $2 and address = $3',
    [projectId, mode, address],
  )
}

// Ends -------------------------------------------------------------------------------------------

/** Up to `most` of removed projects; how many went. */
export async function deleteLeavingsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['earlier_addresses'], projectIds)
  const leavings = { table: 'leavings', key: 'project_id, mode, address_mac, topic_id' }
  return deleteSome(sql, leavings, projectIds, max)
}
