/** All SQL on directory_tickets and directory_rounds, and on which names are this cell's. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { NameKind } from './directory-store.ts'

/** In the transaction that takes the name; false where the ticket is void by now. */
export async function useTicket(tx: Tx, ticket: Uuid, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into directory_tickets (ticket, at) values ($1, $2)
     on conflict do nothing returning ticket`,
    [ticket, at],
  )
  return rows.length > 0
}

/** Nothing that is not committed by now will be; waits for what is about to be. */
export async function voidTicket(sql: Sql, ticket: Uuid, at: Date): Promise<void> {
  await sql.query(
    'insert into directory_tickets (ticket, at) values ($1, $2) on conflict do nothing',
    [ticket, at],
  )
}

export async function deleteTickets(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from directory_tickets where at < $1', [before])
}

export async function selectRound(sql: Sql, kind: NameKind, what: string): Promise<string> {
  const [row] = await sql.query<{ after: string }>(
    'select after from directory_rounds where kind = $1 and what = $2',
    [kind, what],
  )
  return row?.after ?? ''
}

export async function writeRound(
  sql: Sql,
  { kind, what, after }: { readonly kind: NameKind; readonly what: string; readonly after: string },
): Promise<void> {
  await sql.query(
    `insert into directory_rounds (kind, what, after) values ($1, $2, $3)
     on conflict (kind, what) do update set after = excluded.after`,
    [kind, what, after],
  )
}

const pages: Readonly<Record<NameKind, string>> = {
  address: 'select email as name from members where email > $1 order by email limit $2',
  domain: 'select name from domains where name > $1 order by name limit $2',
  account: `select id::text as name from accounts
    where id > coalesce(nullif($1, ''), '00000000-0000-0000-0000-000000000000')::uuid
    order by id limit $2`,
  passkey: `select encode(credential_id, 'hex') as name from passkeys
    where credential_id > decode($1, 'hex') order by credential_id limit $2`,
  identity: `select issuer || E'\\n' || subject as name from member_identities
    where (issuer, subject) > (split_part($1, E'\\n', 1), split_part($1, E'\\n', 2))
    order by issuer, subject limit $2`,
}

/** Names of this cell, in their order. */
export async function selectOwnNames(
  sql: Sql,
  kind: NameKind,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(pages[kind], [after, limit])
  return rows.map(one => one.name)
}

/** What is on its way to another cell is this one's until it is there. */
function onItsWay(kind: NameKind): string {
  return `union select m.mark from moved_marks m
    join moved_accounts a on a.account_id = m.account_id and a.step <> 'done'
    where m.kind = '${kind}' and m.mark = any($1)`
}

/** A deleted domain is still its project's: it may be put back. */
const present: Readonly<Record<NameKind, string>> = {
  address: `select email as name from members where email = any($1) ${onItsWay('address')}`,
  domain: `select name from domains where name = any($1)
    union select name from deleted_things where kind = 'domain' and name = any($1)
    ${onItsWay('domain')}`,
  account: `select id::text as name from accounts where id::text = any($1) ${onItsWay('account')}`,
  passkey: `select encode(credential_id, 'hex') as name from passkeys
    where credential_id = any (array(select decode(one, 'hex') from unnest($1::text[]) one))
    ${onItsWay('passkey')}`,
  identity: `select m.issuer || E'\\n' || m.subject as name from unnest($1::text[]) one
    join member_identities m on m.issuer = split_part(one, E'\\n', 1)
      and m.subject = split_part(one, E'\\n', 2)
    ${onItsWay('identity')}`,
}

/** Those of them that are here. */
export async function selectPresent(
  sql: Sql,
  kind: NameKind,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ name: string }>(present[kind], [names])
  return new Set(rows.map(one => one.name))
}
