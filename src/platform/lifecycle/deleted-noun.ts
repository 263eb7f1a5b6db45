/** What can be had back after it was deleted, as its module declares it. */
import type { Prefix, Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'

export interface DeletedNoun {
  readonly kind: 'domain' | 'template' | 'webhook'
  readonly prefix: Prefix
  /** In the order in which rows go back; `by` is the column that holds the thing's id. */
  readonly tables: readonly { readonly table: string; readonly by: string }[]
  /** Some of them hold secrets. */
  readonly isSealed: boolean
  /** Throws where there is no room for it, or its name is taken; before it is put back. */
  readonly mustHaveRoom: (
    tx: Tx,
    world: World,
    rows: Readonly<Record<string, readonly Record<string, unknown>[]>>,
    projectId: Uuid,
  ) => Promise<void>
  /** What this process remembers of such things. */
  readonly restored?: (world: World) => void
}
