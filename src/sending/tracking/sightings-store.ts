/** SQL on clicks that wait to be judged. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { MachineReason } from './machine.ts'

interface Sighting {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly n: number
  readonly url: string
  readonly at: number
  readonly reason: MachineReason | null
}

export async function insertSightings(tx: Sql, sightings: readonly Sighting[]): Promise<void> {
  await tx.query(
    `insert into sightings (id, project_id, email_id, n, url, at, reason)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::text[],
                          $6::timestamptz[], $7::text[])`,
    [
      sightings.map(one => one.id),
      sightings.map(one => one.projectId),
      sightings.map(one => one.emailId),
      sightings.map(one => one.n),
      sightings.map(one => one.url),
      sightings.map(one => new Date(one.at)),
      sightings.map(one => one.reason),
    ],
  )
}

interface SightingRow {
  readonly id: Uuid
  readonly project_id: Uuid
  readonly email_id: Uuid
  readonly n: number
  readonly url: string
  readonly at: Date
  readonly reason: MachineReason | null
}

/** Removes them; returns those that there were. */
export async function takeSightings(tx: Sql, ids: readonly Uuid[]): Promise<Sighting[]> {
  const rows = await tx.query<SightingRow>(
    `delete from sightings where id = any($1::uuid[])
     returning id, project_id, email_id, n, url, at, reason`,
    [ids],
  )
  return rows.map(row => ({
    id: row.id,
    projectId: row.project_id,
    emailId: row.email_id,
    n: row.n,
    url: row.url,
    at: row.at.getTime(),
    reason: row.reason,
  }))
}

/** What waits of the same letters, within so long of one of these clicks. */
export async function followedBeside(
  tx: Sql,
  clicks: readonly Pick<Sighting, 'emailId' | 'n' | 'at'>[],
  withinMs: number,
): Promise<Pick<Sighting, 'emailId' | 'n' | 'url' | 'at'>[]> {
  const rows = await tx.query<{ email_id: Uuid; n: number; url: string; at: Date }>(
    `select distinct s.email_id, s.n, s.url, s.at
     from unnest($1::uuid[], $2::smallint[], $3::timestamptz[]) as c (email_id, n, at)
     join sightings s on s.email_id = c.email_id and s.n = c.n
       and s.at between c.at - make_interval(secs => $4::float8 / 1000)
                    and c.at + make_interval(secs => $4::float8 / 1000)`,
    [
      clicks.map(one => one.emailId),
      clicks.map(one => one.n),
      clicks.map(one => new Date(one.at)),
      withinMs,
    ],
  )
  return rows.map(row => ({ emailId: row.email_id, n: row.n, url: row.url, at: row.at.getTime() }))
}

/** Of removed projects, a batch of them; returns how many. */
export async function deleteSightingsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const rows = await sql.query(
    `delete from sightings where id in (
       select id from sightings where project_id = any($1::uuid[]) limit $2) returning id`,
    [projectIds, max],
  )
  return rows.length
}
