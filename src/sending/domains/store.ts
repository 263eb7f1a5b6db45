/** All SQL on domains, dkim_keys and domain_claims. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { MadeByMode, Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Position } from '#kernel/world/listed.ts'
import type { DkimKey } from './dkim-keys-store.ts'
import type { SpfNotice } from './spf-notice.ts'

type DomainStatus = 'pending' | 'verified' | 'failed'

export type RecordStatus = 'pending' | 'mismatch' | 'verified'

/** What DNS said at the last look, per record (`dkim:<selector>`, `return_path`, `spf`, …). */
export interface Checks {
  readonly [record: string]: {
    readonly status: RecordStatus
    readonly found?: readonly string[]
    readonly notice?: SpfNotice
  }
}

export interface Domain extends MadeByMode {
  readonly project_id: Uuid
  readonly id: Uuid
  readonly xid: string
  readonly horizon: string
  readonly name: string
  readonly status: DomainStatus
  readonly vouched: boolean
  readonly return_path: string
  readonly tracking: string
  readonly checks: Checks
  readonly created_at: Date
  readonly verified_at: Date | null
  readonly checked_at: Date | null
  readonly broken_since: Date | null
  /** The name of the cell that it came from, where its return path may lead as well. */
  readonly led_to: string | null
  readonly keys: readonly DkimKey[]
}

const columns = `d.project_id, d.id, d.xid, (select settled_below()) as horizon, d.name,
  d.status, d.vouched, d.return_path, d.tracking, d.checks, d.created_at, d.verified_at,
  d.checked_at, d.broken_since, d.made_by_mode, d.led_to,
  coalesce((select json_agg(json_build_object('id', k.id, 'algorithm', k.algorithm,
      'selector', k.selector, 'dns_value', k.dns_value, 'state', k.state, 'verified', k.verified,
      'created_at', k.created_at) order by k.created_at, k.algorithm desc)
    from dkim_keys k where k.project_id = d.project_id and k.domain_id = d.id), '[]') as keys`

interface NewDomain {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly name: string
  readonly returnPath: string
  readonly tracking: string
  readonly createdAt: number
  readonly madeBy: Mode
}

/** False where the name is taken, here or elsewhere. */
export async function insertDomain(tx: Sql, domain: NewDomain): Promise<boolean> {
  const rows = await tx.query(
    `insert into domains (project_id, id, name, return_path, tracking, created_at, made_by_mode)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (name) do nothing returning id`,
    [
      domain.projectId,
      domain.id,
      domain.name,
      domain.returnPath,
      domain.tracking,
      new Date(domain.createdAt),
      domain.madeBy,
    ],
  )
  return rows.length > 0
}

/** A domain that a test key made is a live key's from now on; false: it is gone. */
export async function markLive(sql: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await sql.query(
    `update domains set made_by_mode = 'live' where project_id = $1 and id = $2 returning id`,
    [projectId, id],
  )
  return rows.length > 0
}

export async function findDomain(sql: Sql, projectId: Uuid, id: Uuid): Promise<Domain | null> {
  const rows = await sql.query<Domain>(
    `select ${columns} from domains d where d.project_id = $1 and d.id = $2`,
    [projectId, id],
  )
  return rows[0] ?? null
}

/** For the operator, who knows no project. */
export async function findDomainById(sql: Sql, id: Uuid): Promise<Domain | null> {
  const rows = await sql.query<Domain>(`select ${columns} from domains d where d.id = $1`, [id])
  return rows[0] ?? null
}

export async function findDomainByName(sql: Sql, name: string): Promise<Domain | null> {
  const rows = await sql.query<Domain>(`select ${columns} from domains d where d.name = $1`, [name])
  return rows[0] ?? null
}

/** Holds the domain, so that two changes of its keys wait in line. */
export async function lockDomain(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  await tx.query('select from domains where project_id = $1 and id = $2 for update', [
    projectId,
    id,
  ])
}

export async function domainPosition(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<Position | null> {
  const rows = await sql.query<Position>(
    'select xid, id from domains where project_id = $1 and id = $2',
    [projectId, id],
  )
  return rows[0] ?? null
}

export async function listDomains(
  sql: Sql,
  projectId: Uuid,
  page: { before: Position; count: number },
): Promise<Domain[]> {
  return sql.query<Domain>(
    `select ${columns} from domains d
     where d.project_id = $1 and (d.xid, d.id) < ($2::xid8, $3::uuid)
     order by d.xid desc, d.id desc limit $4`,
    [projectId, page.before.xid, page.before.id, page.count],
  )
}

/** All domains of a project, by name. */
export function selectDomainsOf(sql: Sql, projectId: Uuid): Promise<Domain[]> {
  return sql.query<Domain>(
    `select ${columns} from domains d where d.project_id = $1 order by d.name limit 10000`,
    [projectId],
  )
}

/** How many domains the account of a project has over all its projects. */
export async function countDomainsOfAccount(sql: Sql, accountId: Uuid): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from domains d join projects p on p.id = d.project_id
     where p.account_id = $1 and p.deleted_at is null`,
    [accountId],
  )
  return row!.count
}

/**
 * Holds the account's row, so that two creations at once cannot both see room for one, and none
 * comes after the deletion of its project, which holds the same row.
 */
export async function lockAccountOf(
  tx: Sql,
  projectId: Uuid,
): Promise<{ accountId: Uuid; plan: string } | null> {
  const [row] = await tx.query<{ id: Uuid; plan: string }>(
    `select a.id, a.plan from accounts a join projects p on p.account_id = a.id
     where p.id = $1 and p.deleted_at is null for update of a`,
    [projectId],
  )
  return row ? { accountId: row.id, plan: row.plan } : null
}

export async function deleteDomain(tx: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await tx.query(
    'delete from domains where project_id = $1 and id = $2 returning id',
    [projectId, id],
  )
  return rows.length > 0
}

/** Removes all domains of projects, with their keys, and all claims. */
export async function deleteDomainsOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query('delete from domain_claims where project_id = any($1::uuid[])', [projectIds])
  await tx.query('delete from domains where project_id = any($1::uuid[])', [projectIds])
}

interface DomainState {
  readonly status: DomainStatus
  readonly vouched: boolean
  readonly checks: Checks
  readonly verifiedAt: number | null
  readonly checkedAt: number | null
  readonly brokenSince: number | null
}

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export async function updateDomain(
  tx: Sql,
  domain: Pick<Domain, 'project_id' | 'id'>,
  state: DomainState,
): Promise<void> {
  await tx.query(
    `update domains set status = $3, vouched = $4, checks = $5, verified_at = $6, checked_at = $7,
            broken_since = $8
     where project_id = $1 and id = $2`,
    [
      domain.project_id,
      domain.id,
      state.status,
      state.vouched,
      JSON.stringify(state.checks),
      date(state.verifiedAt),
      date(state.checkedAt),
      date(state.brokenSince),
    ],
  )
}

/** Moments: a domain that was last looked at before its own is due. */
interface Schedule {
  readonly before: number
  /** For verified ones that are broken. */
  readonly brokenBefore: number
  /** For failed ones whose records have been missing since before `lostSince`. */
  readonly lostBefore: number
  readonly lostSince: number
  readonly limit: number
}

/**
 * Once verified, not vouched for, and not looked at since; broken ones are looked at more often, lost
 * ones less. Failed ones of old hold no time at which they broke: that was long ago.
 */
export async function domainsToCheck(sql: Sql, schedule: Schedule): Promise<Domain[]> {
  return sql.query<Domain>(
    `select ${columns} from domains d
     where d.status in ('verified', 'failed') and not d.vouched
       and (d.checked_at is null or d.checked_at < case
         when d.status = 'verified' and d.broken_since is not null then $2::timestamptz
         when d.status = 'failed' and coalesce(d.broken_since < $4, true) then $3::timestamptz
         else $1::timestamptz end)
     order by d.checked_at nulls first limit $5`,
    [
      new Date(schedule.before),
      new Date(schedule.brokenBefore),
      new Date(schedule.lostBefore),
      new Date(schedule.lostSince),
      schedule.limit,
    ],
  )
}

/** Unverified registrations that have had their time, as they were; claims go with them, silently. */
export async function deleteExpired(tx: Sql, before: number): Promise<Domain[]> {
  await tx.query('delete from domain_claims where created_at < $1', [new Date(before)])
  const expired = await tx.query<Domain>(
    `select ${columns} from domains d
     where d.verified_at is null and d.status <> 'verified' and d.created_at < $1 for update of d`,
    [new Date(before)],
  )
  await tx.query('delete from domains where id = any($1::uuid[])', [expired.map(one => one.id)])
  return expired
}

/** Takes a name from whoever has not proved it; returns whose it was. */
export async function deleteUnproved(tx: Sql, name: string): Promise<Uuid[]> {
  const rows = await tx.query<{ project_id: Uuid }>(
    `delete from domains where name = $1 and status <> 'verified' returning project_id`,
    [name],
  )
  return rows.map(row => row.project_id)
}

/** The account's plan, without holding it: for a look ahead. */
export async function planOf(
  sql: Sql,
  projectId: Uuid,
): Promise<{ accountId: Uuid; plan: string; isOperator: boolean } | null> {
  const [row] = await sql.query<{ id: Uuid; plan: string; is_operator: boolean }>(
    `select a.id, a.plan, a.is_operator
     from accounts a join projects p on p.account_id = a.id where p.id = $1`,
    [projectId],
  )
  return row ? { accountId: row.id, plan: row.plan, isOperator: row.is_operator } : null
}

/** Verified by DNS, signing with a key from before a moment, and no new key waiting. */
export async function domainsToRotate(sql: Sql, before: number, limit: number): Promise<Domain[]> {
  return sql.query<Domain>(
    `select ${columns} from domains d
     where d.status = 'verified' and not d.vouched
       and exists (select from dkim_keys k where k.project_id = d.project_id
         and k.domain_id = d.id and k.state = 'active' and k.created_at < $1)
       and not exists (select from dkim_keys k where k.project_id = d.project_id
         and k.domain_id = d.id and k.state = 'next')
     order by d.id limit $2`,
    [new Date(before), limit],
  )
}
