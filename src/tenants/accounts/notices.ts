/**
 * What an account is told: a pause and its reason, a warning before one, a change of trust, a domain
 * that has broken. Written in the transaction of the fact that it tells of, with the webhooks that
 * name it; shown in the dashboard and by the API; letters go out behind it.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { recordChange } from '../audit/audit-record.ts'
import type { NewNotice } from './notice.ts'
import { type NoticeTypeName, typeOf } from './notice-kinds.ts'
import { postNotices } from './notice-webhooks.ts'
import {
  endCauses,
  insertNotices,
  markRead,
  type NoticeRow,
  selectNotices,
  type Viewer,
} from './notices-store.ts'

export type NoticeWorld = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

/** Tells accounts something, in the caller's transaction. */
export async function notify(
  tx: Tx,
  world: NoticeWorld,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const createdAt = new Date(world.clock.now())
  const written = notices.map(one => ({
    ...one,
    id: world.ids.next(),
    createdAt,
    // Of every type somebody may have asked for letters.
    isLetter: one.isLetter ?? true,
  }))
  const told = new Set(await insertNotices(tx, written))
  await recordBySystem(
    tx,
    world,
    written.filter(one => told.has(one.id)),
  )
  await postNotices(
    tx,
    world,
    written.filter(one => told.has(one.id)),
  )
}

/** What nobody in particular did, and somebody asks about later. */
const actions: { readonly [T in NoticeTypeName]?: string } = {
  sending_paused: 'account.sending_paused',
  sending_resumed: 'account.sending_resumed',
  domain_failed: 'domain.failed',
  campaign_paused: 'campaign.paused',
}

async function recordBySystem(
  tx: Tx,
  world: NoticeWorld,
  notices: readonly NewNotice[],
): Promise<void> {
  for (const { accountId, code, data = {} } of notices) {
    const action = actions[typeOf(code)]
    // A person who pauses is in the log as themselves.
    if (action === undefined || data.by === 'person') continue
    const { domain_id: domain, campaign_id: campaign, name } = data
    await recordChange(tx, world, {
      accountId,
      isByOperator: false,
      actor: { type: 'system', id: null, name: null },
      ip: null,
      action,
      targetId: String(domain ?? campaign ?? show('acc', accountId)),
      targetName: typeof name === 'string' ? name : null,
      before: null,
      after: data,
    })
  }
}

/** Causes that do not last any more: the next time they are told of again. */
export async function endNotices(
  tx: Sql,
  world: Pick<World, 'clock'>,
  accountId: Uuid,
  causes: readonly string[],
): Promise<void> {
  await endCauses(tx, accountId, causes, new Date(world.clock.now()))
}

/** Up to `count` notices that a member sees, older than the given one, newest first. */
export function listNotices(
  world: Pick<World, 'db'>,
  viewer: Viewer,
  page: { readonly before: Uuid | null; readonly count: number },
): Promise<readonly NoticeRow[]> {
  return selectNotices(world.db, viewer, page.before, page.count)
}

export async function readNotice(
  world: Pick<World, 'db' | 'clock'>,
  viewer: Viewer,
  id: Uuid,
): Promise<NoticeRow> {
  const notice = await markRead(world.db, viewer, id, new Date(world.clock.now()))
  if (notice === null) throw new Refusal('resource_not_found')
  return notice
}
