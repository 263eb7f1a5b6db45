/** What a pause of the account holds back: all of its mail, or its marketing. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Pause } from '#tenants/accounts/terms.ts'
import type { Stream } from '../events/email.ts'
import { selectPauses } from './store.ts'

/** A full pause holds everything, a regular one marketing. */
export function isPaused({ pause, stream }: { pause: Pause; stream: Stream }): boolean {
  return pause === 'full' || (pause === 'regular' && stream === 'marketing')
}

/** Asked again where a message is about to be handed over: a pause may have come since the claim. */
export async function findPaused(
  sql: Sql,
  asked: readonly { readonly projectId: Uuid; readonly stream: Stream }[],
): Promise<(one: { readonly projectId: Uuid; readonly stream: Stream }) => boolean> {
  const pauses = await selectPauses(sql, [...new Set(asked.map(one => one.projectId))])
  return ({ projectId, stream }) => isPaused({ pause: pauses.get(projectId) ?? 'none', stream })
}
