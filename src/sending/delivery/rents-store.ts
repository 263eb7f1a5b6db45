/** All SQL on the limits that nodes rent. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { KeptReply } from './outcome.ts'
import type { Parts } from './rent-division.ts'

export interface LanePause {
  /** Ms since 1970. */
  readonly until: number
  readonly because: KeptReply | null
}

interface LaneState {
  readonly holders: Parts
  readonly pause: LanePause | null
}

export interface LaneRow {
  readonly lane: string
  readonly stamp: Uuid
  readonly state: LaneState
}

export const selectLanes = (sql: Sql, lanes: readonly string[]): Promise<LaneRow[]> =>
  sql.query<LaneRow>('select lane, stamp, state from limit_rents where lane = any($1)', [lanes])

export interface LaneWrite {
  readonly lane: string
  /** As read; null where there was no row. */
  readonly readStamp: Uuid | null
  readonly stamp: Uuid
  readonly state: LaneState
  /** When its last part ends, ms since 1970. */
  readonly until: number
}

/** Writes where nobody else has written since it was read; returns the lanes that are written. */
export async function writeLanes(sql: Sql, writes: readonly LaneWrite[]): Promise<Set<string>> {
  const sorted = writes.toSorted((a, b) => (a.lane < b.lane ? -1 : 1))
  const rows = await sql.query<{ lane: string }>(
    `with given as (
       select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
         as one (lane, read, stamp, state, until)),
     changed as (
       update limit_rents l set stamp = g.stamp, state = g.state::jsonb, until = g.until
       from given g where l.lane = g.lane and l.stamp = g.read
       returning l.lane),
     added as (
       insert into limit_rents (lane, stamp, state, until)
       select lane, stamp, state::jsonb, until from given where read is null order by lane
       on conflict (lane) do nothing
       returning lane)
     select lane from changed union all select lane from added`,
    [
      sorted.map(one => one.lane),
      sorted.map(one => one.readStamp),
      sorted.map(one => one.stamp),
      sorted.map(one => JSON.stringify(one.state)),
      sorted.map(one => new Date(one.until)),
    ],
  )
  return new Set(rows.map(row => row.lane))
}

/** Lanes that nobody has written to for a while. */
export async function deleteLanesBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from limit_rents where until < $1', [before])
}
