/**
 * Work of a project that somebody else than the loops does: kept so far ahead that no loop takes it,
 * a thousand years, and brought back.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { moveDue, type OfProject, selectDueFrom } from './apart-store.ts'
import { deleteEntries } from './store.ts'

/** How far: what is due at a moment stands so much later. */
export const apartMs = 31_556_952_000_000
const border = new Date(apartMs)

/**
 * Puts apart what no loop has in hand; whether one has anything. `byMs` beside the distance: what its
 * clock is ahead.
 */
export const putApart = (tx: Sql, of: OfProject, byMs: number): Promise<boolean> =>
  moveDue(tx, of, { from: null, before: border }, apartMs + byMs)

export async function bringBack(tx: Sql, of: OfProject, byMs: number): Promise<void> {
  await moveDue(tx, of, { from: border, before: null }, byMs - apartMs)
}

export interface ApartWork {
  readonly id: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: number
  readonly dueAt: number
  readonly faults: number
}

/** The next that is due, in the order of its time. */
export async function nextApart(sql: Sql, of: OfProject, max: number): Promise<ApartWork[]> {
  const rows = await selectDueFrom(sql, of, border, max)
  return rows.map(({ due_at: dueAt, ...row }) => ({ ...row, dueAt: dueAt.getTime() - apartMs }))
}

export const finishApart = (sql: Sql, id: Uuid): Promise<void> => deleteEntries(sql, [id])
