/** Holding and taking back work that nobody has begun, for whoever made it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Kind } from './entry.ts'
import { countReady, deleteWaiting, moveWaiting } from './store.ts'

/** Puts off what nobody holds until it is let go; says how many somebody holds. */
export const holdWork = (
  tx: Tx,
  kinds: readonly Kind[],
  subjects: readonly Uuid[],
): Promise<{ readonly held: number }> => moveWaiting(tx, kinds, subjects, null)

export const letGo = (
  tx: Tx,
  kinds: readonly Kind[],
  subjects: readonly Uuid[],
  dueAt: number,
): Promise<{ readonly held: number }> => moveWaiting(tx, kinds, subjects, dueAt)

/** Of those asked for, the subjects whose work is gone now. */
export async function takeBackWork(
  tx: Tx,
  kinds: readonly Kind[],
  subjects: readonly Uuid[],
): Promise<readonly Uuid[]> {
  const gone = await deleteWaiting(
    tx,
    kinds,
    subjects.map(subject => ({ subject, n: 0 })),
  )
  return subjects.filter(subject => gone.has(`${subject} 0`))
}

/** How much of a project is due, up to a bound. */
export const dueWork = (
  sql: Sql,
  projectId: Uuid,
  kinds: readonly Kind[],
  most: number,
): Promise<number> => countReady(sql, projectId, kinds, most)
