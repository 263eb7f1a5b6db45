/**
 * Notices of what a job finds again each minute, such as a webhook that fails: what it finds is told
 * once, and what it does not find any more has ended.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewNotice } from './notice.ts'
import { endNotices, type NoticeWorld, notify } from './notices.ts'
import { selectOpenCauses } from './notices-store.ts'

type LastingNotice = NewNotice & { readonly cause: string }

/** `beginning`: that of all causes of this kind. */
export async function tellLasting(
  world: NoticeWorld & Pick<World, 'db'>,
  beginning: string,
  found: readonly LastingNotice[],
): Promise<void> {
  const keyOf = (one: { accountId: string; cause: string }) => `${one.accountId} ${one.cause}`
  const lasting = new Set(found.map(keyOf))
  const open = await endLasting(world, beginning, one => !lasting.has(keyOf(one)))
  const told = new Set(open.map(keyOf))
  for (const one of found.filter(one => !told.has(keyOf(one)))) {
    await world.db.transaction(tx => notify(tx, world, [one]))
  }
}

interface Open {
  readonly accountId: Uuid
  readonly cause: string
}

/** Ends those that are over of the causes that begin so; all that were open before. */
export async function endLasting(
  world: Pick<World, 'db' | 'clock'>,
  beginning: string,
  isOver: (one: Open) => boolean,
): Promise<readonly Open[]> {
  const open = await selectOpenCauses(world.db, beginning)
  for (const { accountId, cause } of open.filter(isOver)) {
    await endNotices(world.db, world, accountId, [cause])
  }
  return open
}
