/** SQL on how far a move has come, and on what is looked at before one begins. */
import type pg from 'pg'
import type { UniqueName } from '#tenants/accounts/directory/directory-store.ts'

export type MoveStep = 'closing' | 'out' | 'opening' | 'done'

export interface AccountMove {
  readonly moveId: string
  readonly cell: string
  readonly url: string
  readonly step: MoveStep
  readonly since: Date
}

export async function selectMove(
  client: pg.Client,
  accountId: string,
): Promise<AccountMove | null> {
  const { rows } = await client.query<AccountMove>(
    `select move_id as "moveId", cell, url, step, since from moved_accounts where account_id = $1`,
    [accountId],
  )
  return rows[0] ?? null
}

/** A start that was killed is the same move. */
export async function insertMove(
  client: pg.Client,
  move: Omit<AccountMove, 'step'> & { readonly accountId: string },
): Promise<void> {
  await client.query(
    `insert into moved_accounts (account_id, move_id, cell, url, step, since)
     values ($1, $2, $3, $4, 'closing', $5) on conflict do nothing`,
    [move.accountId, move.moveId, move.cell, move.url, move.since],
  )
}

/** Once: whoever goes on with it closes nothing that was open. */
export async function noteClosing(client: pg.Client, accountId: string, at: Date): Promise<void> {
  await client.query(
    `update moved_accounts a set since = $2 where account_id = $1
       and not exists (select from moved_marks m where m.account_id = a.account_id)`,
    [accountId, at],
  )
}

/** False where somebody else has decided otherwise meanwhile. */
export async function stepOn(
  client: pg.Client,
  moveId: string,
  { from, to }: { readonly from: MoveStep; readonly to: MoveStep },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update moved_accounts set step = $3 where move_id = $1 and step = $2',
    [moveId, from, to],
  )
  return rowCount === 1
}

/** Its marks go with it. */
export async function forgetMove(
  client: pg.Client,
  moveId: string,
  steps: readonly MoveStep[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from moved_accounts where move_id = $1 and step = any($2)',
    [moveId, steps],
  )
  return rowCount === 1
}

export async function forgetMoveOf(client: pg.Client, accountId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'delete from moved_accounts where account_id = $1 returning move_id as id',
    [accountId],
  )
  return rows[0]?.id ?? null
}

/** One mover at a time; the session of one that was killed ends by itself. */
export async function holdMove(client: pg.Client, accountId: string): Promise<void> {
  await client.query(`set lock_timeout = '30s'`)
  await client.query(`select from pg_advisory_lock(hashtextextended('move ' || $1, 0))`, [
    accountId,
  ])
  await client.query('set lock_timeout = 0')
}

/** Whoever waits for a table makes all others wait behind it. */
export const waitBriefly = (client: pg.Client) => client.query(`set lock_timeout = '2s'`)
export const waitAsEver = (client: pg.Client) => client.query('set lock_timeout = 0')

export async function listProjects(client: pg.Client, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id::text from projects where account_id = $1 order by id',
    [accountId],
  )
  return rows.map(row => row.id)
}

/** What is known by itself of a call, a link or a report; what was there is there once. */
export async function markDoors(
  client: pg.Client,
  { accountId, projectIds }: { readonly accountId: string; readonly projectIds: readonly string[] },
  aside: string,
): Promise<void> {
  await client.query(
    `insert into moved_marks (kind, mark, account_id)
     select kind, mark, $1::uuid from (
       select 'account' as kind, $1::uuid::text as mark
       union all select 'project', id::text from unnest($2::uuid[]) id
       union all select 'key', encode(hash, 'base64') from ${aside}.api_keys
       union all select 'session', encode(hash, 'base64') from ${aside}.sessions
       union all select 'token', encode(hash, 'base64') from invitations where account_id = $1
       union all select 'token', encode(hash, 'base64') from member_tokens where account_id = $1
       union all select 'token', encode(link, 'base64')
         from address_changes cross join unnest(array[hash, undo_hash]) link
         where account_id = $1 and link is not null
       union all select 'passkey', encode(credential_id, 'hex') from passkeys where account_id = $1
       union all select 'identity', issuer || E'\\n' || subject from member_identities
         where account_id = $1
       union all select 'form', id::text from forms where project_id = any($2::uuid[])
       union all select 'domain', name from domains where project_id = any($2::uuid[])
       union all select 'domain', name from deleted_things
         where kind = 'domain' and project_id = any($2::uuid[])
       union all select 'return_path', return_path from domains where project_id = any($2::uuid[])
     ) given on conflict do nothing`,
    [accountId, projectIds],
  )
}

export async function markAddresses(
  client: pg.Client,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  await client.query(
    `insert into moved_marks (kind, mark, account_id)
     select 'address', mark, $1::uuid from unnest($2::text[]) mark on conflict do nothing`,
    [accountId, addresses],
  )
}

/** Members', and those that a change can bring back. */
export async function listAddresses(client: pg.Client, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from members where account_id = $1
     union select previous from address_changes where account_id = $1
     union select next from address_changes where account_id = $1`,
    [accountId],
  )
  return rows.map(row => row.email)
}

export async function listNames(client: pg.Client, accountId: string): Promise<UniqueName[]> {
  const { rows } = await client.query<UniqueName>(
    `select kind, mark as name from moved_marks
     where account_id = $1 and kind in ('account', 'address', 'domain', 'passkey', 'identity')`,
    [accountId],
  )
  return rows
}

/** What is in hand, and when the first of it is nobody's any more. */
export async function countHeld(
  client: pg.Client,
  projectIds: readonly string[],
): Promise<{ held: number; open: number }> {
  const { rows } = await client.query<{ held: number; open: number }>(
    `select count(*) filter (where held)::integer as held, count(*)::integer as open
     from queue where project_id = any($1::uuid[])`,
    [projectIds],
  )
  return rows[0]!
}

/** True once: whoever comes again with the same move finds it done. */
export async function insertMovedHere(
  client: pg.Client,
  row: { readonly moveId: string; readonly accountId: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into moved_here (move_id, account_id, at) values ($1, $2, $3) on conflict do nothing`,
    [row.moveId, row.accountId, row.at],
  )
  return rowCount === 1
}

export async function wasMovedHere(client: pg.Client, moveId: string): Promise<boolean> {
  const { rows } = await client.query('select from moved_here where move_id = $1', [moveId])
  return rows.length > 0
}

export async function readPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>('select settled_below()::text as at')
  return Number(rows[0]!.at)
}

/** Numbers of transactions that nobody uses: each takes microseconds. */
export const passNumbers = (client: pg.Client, count: number) =>
  client.query(
    `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )

export interface Standing {
  readonly isOperator: boolean
  readonly isClosed: boolean
  readonly hasBilling: boolean
  readonly hasFiles: boolean
  readonly hasPool: boolean
}

/** Null: there is no such account here. */
export async function selectStanding(
  client: pg.Client,
  accountId: string,
): Promise<Standing | null> {
  const { rows } = await client.query<Standing>(
    `select is_operator as "isOperator", closed_at is not null as "isClosed",
       exists (select from subscriptions where account_id = a.id)
         or exists (select from orders where account_id = a.id)
         or exists (select from invoices where account_id = a.id)
         or exists (select from billing_customers where account_id = a.id) as "hasBilling",
       exists (select from files f join projects p on p.id = f.project_id
         where p.account_id = a.id) as "hasFiles",
       exists (select from source_pools s join projects p on p.id = any(s.projects)
         where p.account_id = a.id) as "hasPool"
     from accounts a where id = $1`,
    [accountId],
  )
  return rows[0] ?? null
}

/** The beginning of what a cell keeps sealed by its first key. */
export async function readSealHead(client: pg.Client, length: number): Promise<string> {
  const { rows } = await client.query<{ value: Buffer }>(
    `select value from installation where name = 'seal_check'`,
  )
  return rows[0]?.value.toString('latin1', 0, length) ?? ''
}

export const isAccountThere = async (client: pg.Client, accountId: string): Promise<boolean> =>
  (await client.query('select from accounts where id = $1', [accountId])).rows.length > 0
