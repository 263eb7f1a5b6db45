/** All SQL on MTA-STS policies. */
import type { Sql } from '#kernel/world/db.ts'
import type { StsEntry, StsPolicy } from './mta-sts.ts'

type KnownPolicy = readonly [domain: string, entry: StsEntry]

interface Row {
  domain: string
  id: string
  mode: StsPolicy['mode']
  mx: string[]
  max_age_seconds: number
  fetched_at: Date
}

const policyColumns = 'domain, id, mode, mx, max_age_seconds, fetched_at'

function knownOf(row: Row): KnownPolicy {
  const policy = { mode: row.mode, mx: row.mx, maxAgeSeconds: row.max_age_seconds }
  return [row.domain, { policy, id: row.id, fetchedAt: row.fetched_at.getTime() }]
}

/** Policies in force that were fetched since then, oldest first. */
export async function policiesSince(
  sql: Sql,
  { since, now, limit }: { since: number; now: number; limit: number },
): Promise<KnownPolicy[]> {
  const rows = await sql.query<Row>(
    `select * from (
       select ${policyColumns} from sts_policies
       where fetched_at >= $1 and expires_at > $2 order by fetched_at desc limit $3) as newest
     order by fetched_at`,
    [new Date(since), new Date(now), limit],
  )
  return rows.map(knownOf)
}

/** Keeps a policy unless a later one is known; `used` where mail asked for it. */
export async function savePolicy(
  sql: Sql,
  [domain, { policy, id, fetchedAt }]: KnownPolicy,
  used: boolean,
): Promise<void> {
  await sql.query(
    `insert into sts_policies as p
       (domain, id, mode, mx, max_age_seconds, fetched_at, expires_at, looked_at, used_at)
     values ($1, $2, $3, $4::text[], $5, $6, $7, $6, $6)
     on conflict (domain) do update
     set id = $2, mode = $3, mx = $4::text[], max_age_seconds = $5, fetched_at = $6,
         expires_at = $7, looked_at = $6, used_at = case when $8 then $6 else p.used_at end
     where p.fetched_at <= $6`,
    [
      domain,
      id,
      policy.mode,
      policy.mx,
      policy.maxAgeSeconds,
      new Date(fetchedAt),
      new Date(fetchedAt + policy.maxAgeSeconds * 1000),
      used,
    ],
  )
}

/** Domains whose policy is to be looked at again; they are marked as looked at. */
export async function takePoliciesToRefresh(
  sql: Sql,
  due: { now: number; lookedBefore: number; usedSince: number; limit: number },
): Promise<string[]> {
  const rows = await sql.query<{ domain: string }>(
    `update sts_policies set looked_at = $1
     where domain in (
       select domain from sts_policies
       where looked_at <= $2 and used_at >= $3 and expires_at > $1 and mode <> 'none'
       order by expires_at limit $4 for update skip locked)
     returning domain`,
    [new Date(due.now), new Date(due.lookedBefore), new Date(due.usedSince), due.limit],
  )
  return rows.map(row => row.domain)
}

/** Deletes what has expired, and the longest unused beyond `most`. */
export async function prunePolicies(sql: Sql, now: number, max: number): Promise<void> {
  await sql.query(
    `delete from sts_policies where expires_at <= $1
     or domain in (select domain from sts_policies order by used_at desc, domain offset $2)`,
    [new Date(now), max],
  )
}
