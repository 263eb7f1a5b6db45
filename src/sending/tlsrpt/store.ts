/** All SQL on the results behind TLS reports and on reports that wait to be posted. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PolicyResult } from './result.ts'

export interface ResultRow extends PolicyResult {
  /** UTC. */
  readonly day: string
  readonly domain: string
  /** The same for equal policies and outcomes. */
  readonly key: Buffer
  readonly count: number
}

/** Adds counts, in the order of the key, so that two nodes never wait for each other in a ring. */
export async function addResults(sql: Sql, rows: readonly ResultRow[]): Promise<void> {
  await sql.query(
    `insert into tls_results as r (day, domain, key, policy, outcome, count)
     select * from unnest($1::date[], $2::text[], $3::bytea[], $4::jsonb[], $5::jsonb[],
                          $6::bigint[]) as t (day, domain, key)
     order by day, domain, key
     on conflict (day, domain, key) do update set count = r.count + excluded.count`,
    [
      rows.map(row => row.day),
      rows.map(row => row.domain),
      rows.map(row => row.key),
      rows.map(row => JSON.stringify(row.policy)),
      rows.map(row => JSON.stringify(row.outcome)),
      rows.map(row => row.count),
    ],
  )
}

/** Days before `before` that are not reported yet, with their domains. */
export function unreported(
  sql: Sql,
  before: string,
  limit: number,
): Promise<{ day: string; domain: string }[]> {
  return sql.query(
    `select distinct day, domain from tls_results where day < $1 order by day, domain limit $2`,
    [before, limit],
  )
}

/** Takes the results of a domain's day out of the table: whoever does so reports them. */
export async function takeResults(
  tx: Sql,
  day: string,
  domain: string,
): Promise<readonly (PolicyResult & { readonly count: number })[]> {
  return tx.query<PolicyResult & { count: number }>(
    `with taken as (
       delete from tls_results where day = $1 and domain = $2 returning policy, outcome, count, key)
     select policy, outcome, count from taken order by key`,
    [day, domain],
  )
}

export interface HttpsReport {
  readonly id: Uuid
  readonly domain: string
  readonly url: string
  /** Compressed. */
  readonly body: Buffer
  readonly createdAt: number
}

export async function insertPosts(tx: Sql, posts: readonly HttpsReport[]): Promise<void> {
  await tx.query(
    `insert into tls_report_posts (id, domain, url, body, created_at, due_at)
     select *, t.created_at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])
       as t (id, domain, url, body, created_at)`,
    [
      posts.map(post => post.id),
      posts.map(post => post.domain),
      posts.map(post => post.url),
      posts.map(post => post.body),
      posts.map(post => new Date(post.createdAt)),
    ],
  )
}

/** Posts that are due, which are then due again at `again` unless they are deleted. */
export async function takePosts(
  sql: Sql,
  now: number,
  again: number,
  limit: number,
): Promise<HttpsReport[]> {
  const rows = await sql.query<Omit<HttpsReport, 'createdAt'> & { created_at: Date }>(
    `update tls_report_posts set due_at = $2
     where id in (
       select id from tls_report_posts where due_at <= $1
       order by due_at limit $3 for update skip locked)
     returning id, domain, url, body, created_at`,
    [new Date(now), new Date(again), limit],
  )
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.getTime() }))
}

export async function deletePost(sql: Sql, id: Uuid): Promise<void> {
  await sql.query('delete from tls_report_posts where id = $1', [id])
}
