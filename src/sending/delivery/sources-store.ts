/** SQL on source addresses and their pools. Each change moves the stamp that nodes look at. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Stream } from '../events/email.ts'

/** What the nodes of a process are told of where it has changed something. */
export const sourcesChanged = 'sources changed'

/** Which of these projects exist. */
export async function selectExisting(sql: Sql, ids: readonly Uuid[]): Promise<Set<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>(
    'select id from projects where id = any($1) and deleted_at is null',
    [ids],
  )
  return new Set(rows.map(row => row.id))
}

export async function selectStamp(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ stamp: number }>('select stamp from source_stamp')
  return row!.stamp
}

interface Stamp {
  readonly stamp: number
  /** When the file was taken over; null: not yet. */
  readonly fileTakenAt: Date | null
}

/** Moves the stamp: whoever changes something comes after those before, one at a time. */
export async function moveStamp(tx: Tx): Promise<Stamp> {
  const [row] = await tx.query<Stamp>(
    `update source_stamp set stamp = stamp + 1
     returning stamp, file_taken_at as "fileTakenAt"`,
  )
  return row!
}

export async function isFileTaken(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ taken: boolean }>(
    'select file_taken_at is not null as taken from source_stamp',
  )
  return row!.taken
}

export async function noteFileTaken(tx: Sql, at: Date): Promise<void> {
  await tx.query('update source_stamp set file_taken_at = $1', [at])
}

export interface SourceRow {
  readonly id: Uuid
  readonly address: string
  readonly hostname: string
  readonly pool: string
  readonly streams: readonly Stream[] | null
  readonly projects: readonly Uuid[] | null
  readonly warm: boolean
  readonly firstStage: number
  readonly pausedAt: Date | null
  readonly createdAt: Date
  /** When a node last found it on its machine. */
  readonly localAt: Date | null
  /** The same of a node that sends such mail. */
  readonly transactionalAt: Date | null
  readonly marketingAt: Date | null
}

/** All of them, pool by pool in the order in which those are looked at. */
export const selectSources = (sql: Sql): Promise<SourceRow[]> =>
  sql.query<SourceRow>(
    `select a.id, a.address, a.hostname, a.pool, p.streams, p.projects, a.warm,
            a.first_stage as "firstStage", a.paused_at as "pausedAt",
            a.created_at as "createdAt", a.local_at as "localAt",
            a.transactional_at as "transactionalAt", a.marketing_at as "marketingAt"
     from source_addresses a join source_pools p on p.name = a.pool
     order by p.position, p.name, a.id`,
  )

export interface PoolRow {
  readonly name: string
  readonly streams: readonly string[] | null
  readonly projects: readonly Uuid[] | null
}

export async function selectPool(sql: Sql, name: string): Promise<PoolRow | null> {
  const [row] = await sql.query<PoolRow>(
    'select name, streams, projects from source_pools where name = $1',
    [name],
  )
  return row ?? null
}

/** Behind all others. */
export async function insertPool(tx: Sql, { name, streams, projects }: PoolRow): Promise<void> {
  await tx.query(
    `insert into source_pools (name, position, streams, projects)
     select $1, coalesce(max(position), 0) + 1, $2::text[], $3::uuid[] from source_pools`,
    [name, streams, projects],
  )
}

export async function updatePool(tx: Sql, { name, streams, projects }: PoolRow): Promise<void> {
  await tx.query('update source_pools set streams = $2, projects = $3 where name = $1', [
    name,
    streams,
    projects,
  ])
}

export async function deleteEmptyPools(tx: Sql): Promise<void> {
  await tx.query(
    'delete from source_pools p where not exists (select from source_addresses where pool = p.name)',
  )
}

type WrittenSource = Omit<
  SourceRow,
  'streams' | 'projects' | 'localAt' | 'transactionalAt' | 'marketingAt'
>

export async function insertSource(tx: Sql, one: WrittenSource): Promise<void> {
  await tx.query(
    `insert into source_addresses
       (id, address, hostname, pool, warm, first_stage, paused_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      one.id,
      one.address,
      one.hostname,
      one.pool,
      one.warm,
      one.firstStage,
      one.pausedAt,
      one.createdAt,
    ],
  )
}

export async function updateSource(
  tx: Sql,
  one: Pick<WrittenSource, 'id' | 'hostname' | 'pool' | 'warm' | 'firstStage' | 'pausedAt'>,
): Promise<void> {
  await tx.query(
    `update source_addresses
     set hostname = $2, pool = $3, warm = $4, first_stage = $5, paused_at = $6 where id = $1`,
    [one.id, one.hostname, one.pool, one.warm, one.firstStage, one.pausedAt],
  )
}

export async function deleteSource(tx: Sql, id: Uuid): Promise<void> {
  await tx.query('delete from source_addresses where id = $1', [id])
}

interface SourcesHere {
  readonly ids: readonly Uuid[]
  readonly at: Date
  /** What it sends from them; none while it drains. */
  readonly streams: readonly string[]
}

/** A node has found these on its machine. */
export async function noteLocal(sql: Sql, { ids, at, streams }: SourcesHere): Promise<void> {
  await sql.query(
    `update source_addresses set local_at = greatest(local_at, $2),
       transactional_at =
         greatest(transactional_at, case when 'transactional' = any($3::text[]) then $2 end),
       marketing_at = greatest(marketing_at, case when 'marketing' = any($3::text[]) then $2 end)
     where id = any($1)`,
    [ids, at, streams],
  )
}

/** Lanes from an address that are paused by their replies: `servers from address`, and until when. */
export const selectSlowed = (
  sql: Sql,
  now: number,
): Promise<{ readonly lane: string; readonly until: number }[]> =>
  sql.query(
    `select lane, (state -> 'pause' ->> 'until')::float8 as until from limit_rents
     where lane like '% from %' and (state -> 'pause' ->> 'until')::float8 > $1`,
    [now],
  )
