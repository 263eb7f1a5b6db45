/** Holding and taking back work that nobody has begun, for whoever made it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Kind } from './entry.ts'
import { deleteWaiting } from './store.ts'

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
