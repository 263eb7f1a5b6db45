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
}

export type ActivityListener = (
  tx: Tx,
  world: World,
  tenant: Tenant,
  happenings: readonly Happening[],
) => Promise<void>

const listeners: Part<ActivityListener[], unknown> = {
  name: 'listeners to activity',
  make: () => [],
}

/** Once per service. */
export function listenToActivity(world: Pick<World, 'runtime'>, listener: ActivityListener): void {
  world.runtime.get(listeners, undefined).push(listener)
}

export async function tellListeners(
  tx: Tx,
  world: World,
  tenant: Tenant,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return
  for (const listener of world.runtime.get(listeners, undefined)) {
    await listener(tx, world, tenant, happenings)
  }
}
