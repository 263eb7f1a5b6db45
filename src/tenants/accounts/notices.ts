/**
 * What an account is told: a pause and its reason, a warning before one, a change of trust, a domain
 * that has broken. Written in the transaction of the fact that it tells of, shown in the dashboard.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewNotice } from './notice.ts'
import {
  type DueLetter,
  insertNotices,
  markPosted,
  markRead,
  type NoticeRow,
  selectDueLetters,
  selectNewestNotices,
  selectNotices,
} from './notices-store.ts'

export type { DueLetter, NoticeRow } from './notices-store.ts'

/** Tells accounts something, in the caller's transaction. */
export async function notify(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock'>,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const createdAt = new Date(world.clock.now())
  await insertNotices(
    tx,
    notices.map(one => ({ ...one, id: world.ids.next(), createdAt })),
  )
}

/** The last `count` notices of an account, newest first. */
export function newestNotices(sql: Sql, accountId: Uuid, count: number): Promise<NoticeRow[]> {
  return selectNewestNotices(sql, accountId, count)
}

/** Up to `count` notices older than the given one, newest first. */
export function listNotices(
  world: Pick<World, 'db'>,
  accountId: Uuid,
  page: { readonly before: Uuid | null; readonly count: number },
): Promise<readonly NoticeRow[]> {
  return selectNotices(world.db, accountId, page.before, page.count)
}

export async function readNotice(
  world: Pick<World, 'db' | 'clock'>,
  accountId: Uuid,
  id: Uuid,
): Promise<NoticeRow> {
  const notice = await markRead(world.db, accountId, id, new Date(world.clock.now()))
  if (notice === null) throw new Refusal('resource_not_found')
  return notice
}

/** Notices that are to go out as letters, oldest first. */
export const dueLetters = (sql: Sql, count: number): Promise<DueLetter[]> =>
  selectDueLetters(sql, count)

/** Marks one as gone out; false: another node was faster. */
export const isPostedNow = (sql: Sql, id: Uuid, at: Date): Promise<boolean> =>
  markPosted(sql, id, at)
