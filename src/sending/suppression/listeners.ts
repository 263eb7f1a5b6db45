/**
 * Who wants to know of addresses that come onto the suppression list, in the transaction that writes
 * them. Whoever builds on top of sending listens here: sending itself knows nothing of them.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

type Owner = { readonly projectId: Uuid; readonly mode: Mode }

/** The addresses as the list has them. */
export type SuppressionListener = (
  tx: Tx,
  world: World,
  owner: Owner,
  addresses: readonly string[],
) => Promise<void>

const listeners: Part<SuppressionListener[], unknown> = {
  name: 'listeners to suppressions',
  make: () => [],
}

/** Once per service. */
export function listenToSuppressions(
  world: Pick<World, 'runtime'>,
  listener: SuppressionListener,
): void {
  world.runtime.get(listeners, undefined).push(listener)
}

export async function tellSuppressionListeners(
  tx: Tx,
  world: World,
  owner: Owner,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return
  for (const listener of world.runtime.get(listeners, undefined)) {
    await listener(tx, world, owner, addresses)
  }
}
