/** Who wants to know what people do, in the transaction that keeps it: sequences begin and end by it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

export interface Happening {
  readonly contactId: Uuid
  readonly name: string
  readonly data: Readonly<Record<string, unknown>> | null
  /** ms since 1970. */
  readonly at: number
  /** Tracked segments have judged them by it. */
  readonly isJudged?: true
}

/**
 * Reads what it must know, and gives what is to be done about it; null: nothing. All listeners read
 * together, in one journey to the database, before any of them writes.
 */
export type ActivityListener = (
  tx: Tx,
  world: World,
  tenant: Tenant,
  happenings: readonly Happening[],
) => Promise<Act | null>

type Act = () => Promise<void>

const listeners: Part<ActivityListener[], unknown> = {
  name: 'listeners to activity',
  make: () => [],
}

/** Once per service. */
export function listenToActivity(world: Pick<World, 'runtime'>, listener: ActivityListener): void {
  world.runtime.get(listeners, undefined).push(listener)
}

/** What the listeners want done, for `act`: a reader of other things may ask beside it. */
export async function askListeners(
  tx: Tx,
  world: World,
  tenant: Tenant,
  happenings: readonly Happening[],
): Promise<Act> {
  if (happenings.length === 0) return async () => {}
  const all = world.runtime.get(listeners, undefined)
  const acts = await Promise.all(all.map(listener => listener(tx, world, tenant, happenings)))
  return async () => {
    for (const act of acts) await act?.()
  }
}
