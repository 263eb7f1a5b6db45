/** Putting addresses on the suppression list, whatever the reason. */
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { tellSuppressionListeners } from './listeners.ts'
import type { SuppressionReason, SuppressionStream } from './reasons.ts'
import { insertSuppressions, type SuppressionRow } from './store.ts'

interface NewSuppression {
  readonly projectId: Uuid
  readonly email: string
  readonly stream: SuppressionStream
  readonly reason: SuppressionReason
  /** The email that caused it. */
  readonly emailId?: Uuid
  /** ms since 1970. */
  readonly at: number
}

/** Puts addresses on the live list; those already there stay as they are. */
export async function suppress(
  tx: Tx,
  world: World,
  entries: readonly NewSuppression[],
): Promise<void> {
  await suppressIn(tx, world, 'live', entries)
}

/** Like `suppress`, for the list of one mode; returns the entries that were not there yet. */
export async function suppressIn(
  tx: Tx,
  world: World,
  mode: Mode,
  entries: readonly NewSuppression[],
): Promise<SuppressionRow[]> {
  const added = await addEntries(tx, world, mode, entries)
  const emails = new Set(added.map(row => row.email))
  const fresh = entries.filter(one => emails.has(one.email))
  for (const [projectId, some] of Map.groupBy(fresh, one => one.projectId)) {
    const addresses = some.map(one => suppressionKey(one.email))
    await tellSuppressionListeners(tx, world, { projectId, mode }, addresses)
  }
  return added
}

/** The same without a word to those who listen: whoever calls tells of it in another way. */
export async function addEntries(
  tx: Tx,
  world: Pick<World, 'ids'>,
  mode: Mode,
  entries: readonly NewSuppression[],
): Promise<SuppressionRow[]> {
  if (entries.length === 0) return []
  return insertSuppressions(
    tx,
    entries.map(entry => ({
      projectId: entry.projectId,
      id: world.ids.next(),
      mode,
      address: suppressionKey(entry.email),
      email: entry.email,
      stream: entry.stream,
      reason: entry.reason,
      emailId: entry.emailId ?? null,
      createdAt: entry.at,
    })),
  )
}
