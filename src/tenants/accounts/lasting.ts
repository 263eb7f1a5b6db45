/**
 * Notices of what a job finds again each minute, such as a webhook that fails: what it finds is told
 * once, and what it does not find any more has ended.
 */
import type { World } from '#kernel/world/world.ts'
import type { NewNotice } from './notice.ts'
import { endNotices, type NoticeWorld, notify } from './notices.ts'
import { selectOpenCauses } from './notices-store.ts'

type Found = NewNotice & { readonly cause: string }

/** `beginning`: that of all causes of this kind. */
export async function tellLasting(
  world: NoticeWorld & Pick<World, 'db'>,
  beginning: string,
  found: readonly Found[],
): Promise<void> {
  const keyOf = (one: { accountId: string; cause: string }) => `${one.accountId} ${one.cause}`
  const open = await selectOpenCauses(world.db, beginning)
  const [told, lasting] = [new Set(open.map(keyOf)), new Set(found.map(keyOf))]
  for (const one of found.filter(one => !told.has(keyOf(one)))) {
    await world.db.transaction(tx => notify(tx, world, [one]))
  }
  for (const { accountId, cause } of open.filter(one => !lasting.has(keyOf(one)))) {
    await endNotices(world.db, world, accountId, [cause])
  }
}
