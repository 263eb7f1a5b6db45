/** What can be had back after it was deleted, as its module declares it. */
import type { Refusal } from '#kernel/base/errors.ts'
import type { Prefix, Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'

interface KeptTable {
  readonly table: string
  /** The column that holds the thing's id. */
  readonly by: string
}

export interface DeletedNoun {
  readonly kind: 'domain' | 'template' | 'webhook'
  readonly prefix: Prefix
  /** In the order in which rows go back; the first has one row, the thing's own. */
  readonly tables: readonly [KeptTable, ...KeptTable[]]
  /** Some of them hold secrets. */
  readonly isSealed: boolean
  /** The column of the first table for which there must be room. */
  readonly wanted: string
  /** Throws where there is no room for it, or what is wanted is taken; before it is put back. */
  readonly mustHaveRoom: (tx: Tx, world: World, thing: WantedBack) => Promise<void>
  /** Where somebody took it after mustHaveRoom had looked. */
  readonly taken?: (wanted: string) => Refusal
  /** What this process remembers of such things. */
  readonly restored?: (world: World) => void
}

interface WantedBack {
  readonly projectId: Uuid
  /** What the column has; null: nothing. */
  readonly wanted: string | null
}
