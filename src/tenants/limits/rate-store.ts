/** All SQL on rate_windows: who has called how often within the last second. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface RateRequest {
  readonly keyId: Uuid
  /** Calls that the key may make in a window. */
  readonly rate: number
  readonly wanted: number
  /** The calls may be made until this long after they were granted. */
  readonly holdMs: number
}

interface RateGrant {
  readonly keyId: Uuid
  readonly granted: number
  /** Calls counted in the window, those just granted among them. */
  readonly used: number
  /** Until the first of them leaves the window. */
  readonly freesInMs: number
}

/**
 * Grants calls to keys, each key once per statement: as many of those wanted as the window has room
 * for. The statement holds the row while it counts, so that all nodes count in one line. Time does
 * not go back within a row, even if the clocks of two nodes differ; a time far ahead is a clock that
 * was wrong and is forgotten.
 */
export async function grantCalls(
  sql: Sql,
  asked: readonly RateRequest[],
  { now, windowMs, skewMs }: { now: number; windowMs: number; skewMs: number },
): Promise<Map<Uuid, RateGrant>> {
  const rows = await sql.query<{
    key_id: Uuid
    granted: number
    used: number
    frees_in: number | null
  }>(
    `insert into rate_windows as r (key_id, at, rate, granted, hold_ms, times, counts)
     select key_id, $5::bigint, rate, least(wanted, rate), hold_ms, array[$5::bigint + hold_ms],
       array[least(wanted, rate)]
     from unnest($1::uuid[], $2::integer[], $3::integer[], $4::integer[])
       as a(key_id, rate, wanted, hold_ms)
     order by key_id
     on conflict (key_id) do update set (at, rate, granted, hold_ms, times, counts) = (
       select clock.at, excluded.rate, grants.count, excluded.hold_ms,
         case when grants.count > 0 then kept.times || (clock.at + excluded.hold_ms)
              else kept.times end,
         case when grants.count > 0 then kept.counts || grants.count else kept.counts end
       from (select case when r.at between excluded.at and excluded.at + $7::bigint then r.at
                         else excluded.at end as at) clock,
         lateral (select coalesce(array_agg(e.time order by e.n), '{}')::bigint[] as times,
                    coalesce(array_agg(e.count order by e.n), '{}')::integer[] as counts,
                    coalesce(sum(e.count), 0)::integer as used
                  from unnest(r.times, r.counts) with ordinality as e(time, count, n)
                  where e.time > clock.at - $6::bigint and e.time <= clock.at + $7) kept,
         lateral (select least(excluded.granted, greatest(excluded.rate - kept.used, 0)) as count)
           grants)
     returning key_id, granted, (select sum(c) from unnest(counts) c)::integer as used,
       times[1] + $6 - at as frees_in`,
    [
      asked.map(one => one.keyId),
      asked.map(one => one.rate),
      asked.map(one => one.wanted),
      asked.map(one => one.holdMs),
      now,
      windowMs,
      skewMs,
    ],
  )
  return new Map(
    rows.map(row => [
      row.key_id,
      {
        keyId: row.key_id,
        granted: row.granted,
        used: row.used,
        freesInMs: row.frees_in ?? windowMs,
      },
    ]),
  )
}

/** Forgets keys that have not called for long. */
export async function deleteOldWindows(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from rate_windows where at < $1`, [before])
}
