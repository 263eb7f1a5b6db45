/** All SQL on the idempotency table: one row per key of a POST that succeeded. */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { sealText, unsealText } from '#kernel/world/sealed.ts'

/** Decisions §2.3: a key belongs to a project and a mode. */
export interface IdempotencyKey {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly key: string
}

interface IdempotencyRow extends IdempotencyKey {
  readonly fingerprint: Buffer
  readonly status: number
  /** The answer's body, byte for byte. */
  readonly response: string
  readonly createdAt: number
}

/** An answer that shows a secret, which is shown once, lies here sealed. */
const kept = (response: string): string =>
  /"(secret|key)":"/.test(response) ? sealText('answer', response) : response

/** How long a key is remembered; an older row is as absent. */
export const idempotencyWindowMs = dayMs

/**
 * Writes the rows of requests that are being settled. Returns the positions that were written; the
 * others were taken by another request that has committed meanwhile, and must leave no trace: throw
 * IdempotencyTaken. Waits for another transaction that is writing the same key.
 */
export async function insertIdempotency(
  tx: Sql,
  rows: readonly IdempotencyRow[],
): Promise<Set<number>> {
  // In the order of the keys, so that two nodes with the same keys wait instead of deadlocking.
  const written = await tx.query<{ project_id: Uuid; mode: Mode; key: string }>(
    `insert into idempotency as i (project_id, mode, key, fingerprint, status, response, created_at)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::smallint[],
       $6::text[], $7::timestamptz[]) as r(project_id, mode, key, fingerprint, status, response, at)
     order by project_id, mode, key
     on conflict (project_id, mode, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status,
         response = excluded.response, created_at = excluded.created_at
       where i.created_at <= excluded.created_at - interval '24 hours'
     returning project_id, mode, key`,
    [
      rows.map(row => row.projectId),
      rows.map(row => row.mode),
      rows.map(row => row.key),
      rows.map(row => row.fingerprint),
      rows.map(row => row.status),
      rows.map(row => kept(row.response)),
      rows.map(row => new Date(row.createdAt)),
    ],
  )
  const names = new Set(written.map(row => nameOf(row.project_id, row.mode, row.key)))
  const positions = new Set<number>()
  for (const [i, row] of rows.entries()) {
    if (names.has(nameOf(row.projectId, row.mode, row.key))) positions.add(i)
  }
  return positions
}

/** Takes back the rows of requests that are refused after all, in the transaction that wrote them. */
export async function takeBackIdempotency(tx: Sql, keys: readonly IdempotencyKey[]): Promise<void> {
  await tx.query(
    `delete from idempotency i
     using unnest($1::uuid[], $2::text[], $3::text[]) as k (project_id, mode, key)
     where i.project_id = k.project_id and i.mode = k.mode and i.key = k.key`,
    [keys.map(k => k.projectId), keys.map(k => k.mode), keys.map(k => k.key)],
  )
}

export type StoredAnswer = Pick<IdempotencyRow, 'fingerprint' | 'status' | 'response'>

/** What was answered under these keys since `since`; null where nothing was. In their order. */
export async function findIdempotency(
  sql: Sql,
  keys: readonly IdempotencyKey[],
  since: number,
): Promise<(StoredAnswer | null)[]> {
  const rows = await sql.query<
    StoredAnswer & { readonly project_id: Uuid; readonly mode: Mode; readonly key: string }
  >(
    `select i.project_id, i.mode, i.key, i.fingerprint, i.status, i.response
     from unnest($1::uuid[], $2::text[], $3::text[]) as k(project_id, mode, key)
     join idempotency i using (project_id, mode, key)
     where i.created_at > $4`,
    [keys.map(k => k.projectId), keys.map(k => k.mode), keys.map(k => k.key), new Date(since)],
  )
  const found = new Map(rows.map(row => [nameOf(row.project_id, row.mode, row.key), row]))
  return keys.map(k => {
    const row = found.get(nameOf(k.projectId, k.mode, k.key))
    return row ? { ...row, response: unsealText('answer', row.response) } : null
  })
}

export async function deleteOldIdempotency(sql: Sql, before: number, max: number): Promise<number> {
  const rows = await sql.query(
    `delete from idempotency where (project_id, mode, key) in (
       select project_id, mode, key from idempotency where created_at <= $1 limit $2
       for update skip locked)
     returning 1 as gone`,
    [new Date(before), max],
  )
  return rows.length
}

/** One name for the three columns; the key, which may hold anything printable, comes last. */
export function nameOf(projectId: Uuid, mode: Mode, key: string): string {
  return `${projectId} ${mode} ${key}`
}
