/**
 * Notices for programs: posted to the webhooks that name `account.notice`, those of one project or,
 * where a notice is of the whole account, those of all its projects.
 */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueueWebhooks, readSubscriptions } from '#platform/webhooks/enqueue.ts'
import type { NewNotice } from './notice.ts'
import { noticeEvent } from './notice-kinds.ts'
import { showNotice } from './shown-notice.ts'
import { selectProjectsOf } from './store.ts'

type StoredNotice = NewNotice & { readonly id: Uuid; readonly createdAt: Date }

export async function postNotices(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>,
  notices: readonly StoredNotice[],
): Promise<void> {
  // Where people sign in from is no business of a program's.
  const told = notices.filter(one => one.memberId === undefined)
  if (told.length === 0) return
  const projects = await selectProjectsOf(
    tx,
    told.map(one => one.accountId),
  )
  const all = await readSubscriptions(
    tx,
    projects.map(({ id }) => id),
  )
  const subscriptions = all.filter(one => one.events.includes(noticeEvent))
  if (subscriptions.length === 0) return
  const posted = told.flatMap(notice =>
    projects
      .filter(one => one.accountId === notice.accountId)
      .filter(one => notice.projectId === undefined || one.id === notice.projectId)
      .map(({ id, language }) => postOf(notice, id, language)),
  )
  await enqueueWebhooks(tx, world, posted, subscriptions)
}

function postOf(notice: StoredNotice, projectId: Uuid, language: Language) {
  const { id, createdAt, data = {} } = notice
  const mode: Mode = notice.mode ?? 'live'
  const shown = showNotice({ ...notice, data, readAt: null }, language)
  return {
    projectId,
    mode,
    eventId: id,
    type: noticeEvent,
    at: createdAt.getTime(),
    data: {
      event_id: show('evt', id),
      notice: shown,
      ...(mode === 'test' ? { test: true } : {}),
    },
  }
}
