/** All SQL on source_warm_ups. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Provider } from '../events/provider.ts'
import type { KeptBy, SourceDay } from './source-day.ts'

interface SourceDayKey {
  readonly sourceId: Uuid
  readonly provider: Provider
}

type SourceDayRow = SourceDayKey & SourceDay

interface StoredDay extends SourceDayKey {
  readonly stage: number
  readonly day: string
  readonly taken: number
  readonly takenAt: Date
  readonly sent: number
  readonly delivered: number
  readonly slowed: number
  readonly keptBy: KeptBy | null
}

const columns = `w.source_id as "sourceId", w.provider, w.stage, w.day::text, w.taken,
  w.taken_at as "takenAt", w.sent, w.delivered, w.slowed, w.kept_by as "keptBy"`

const rowOf = ({ takenAt, ...row }: StoredDay): SourceDayRow => ({
  ...row,
  takenAt: takenAt.getTime(),
})

export async function selectDays(sql: Sql, sourceIds: readonly Uuid[]): Promise<SourceDayRow[]> {
  const rows = await sql.query<StoredDay>(
    `select ${columns} from source_warm_ups w where source_id = any($1)`,
    [sourceIds],
  )
  return rows.map(rowOf)
}

/**
 * Locks the rows of these, which are made where there are none, in the order of their keys; an
 * address that is gone has none.
 */
export async function openDays(
  tx: Sql,
  keys: readonly SourceDayKey[],
  { now, warmStage }: { readonly now: Date; readonly warmStage: number },
): Promise<SourceDayRow[]> {
  const ids = keys.map(key => key.sourceId)
  const providers = keys.map(key => key.provider)
  await tx.query(
    `insert into source_warm_ups (source_id, provider, stage, day, taken_at)
     select a.id, t.provider, case when a.warm then $3 else a.first_stage end,
            ($4::timestamptz at time zone 'UTC')::date, $4
     from unnest($1::uuid[], $2::text[]) as t (source_id, provider)
     join source_addresses a on a.id = t.source_id
     order by 1, 2 on conflict (source_id, provider) do nothing`,
    [ids, providers, warmStage, now],
  )
  const rows = await tx.query<StoredDay>(
    `select ${columns} from source_warm_ups w
     join unnest($1::uuid[], $2::text[]) as t (source_id, provider) using (source_id, provider)
     order by w.source_id, w.provider for update of w`,
    [ids, providers],
  )
  return rows.map(rowOf)
}

/** Writes rows that this transaction has locked. */
export async function updateDays(tx: Sql, rows: readonly SourceDayRow[]): Promise<void> {
  await tx.query(
    `update source_warm_ups w
     set stage = t.stage, day = t.day, taken = t.taken, taken_at = t.taken_at, sent = t.sent,
       delivered = t.delivered, slowed = t.slowed, kept_by = t.kept_by
     from unnest($1::uuid[], $2::text[], $3::smallint[], $4::date[], $5::integer[],
                 $6::timestamptz[], $7::integer[], $8::integer[], $9::integer[], $10::text[])
       as t (source_id, provider, stage, day, taken, taken_at, sent, delivered, slowed, kept_by)
     where w.source_id = t.source_id and w.provider = t.provider`,
    [
      rows.map(row => row.sourceId),
      rows.map(row => row.provider),
      rows.map(row => row.stage),
      rows.map(row => row.day),
      rows.map(row => row.taken),
      rows.map(row => new Date(row.takenAt)),
      rows.map(row => row.sent),
      rows.map(row => row.delivered),
      rows.map(row => row.slowed),
      rows.map(row => row.keptBy),
    ],
  )
}
