/**
 * Who wants to know what happens to letters of the marketing stream, and of complaints about any, in
 * the transaction that writes it. Whoever builds on top of sending listens here: sending itself knows nothing of them.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { BounceClass } from '#protocol/replies/causes.ts'
import type { EventType } from '../events/event.ts'

/** One fact about one email of one recipient or more. */
export interface LetterFact {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly emailId: Uuid
  readonly type: EventType
  /** The address; null: all of the email. */
  readonly recipient: string | null
  /** ms since 1970. */
  readonly at: number
  /** An opening or a click by a program. */
  readonly isMachine: boolean
  /** What a bounce says of the address; null where it is none. */
  readonly bouncedAs: BounceClass | null
  /** Whose server it was, where that is known. */
  readonly provider: string | null
  /** What was clicked; null: nothing. */
  readonly url: string | null
}

export type LetterListener = (tx: Tx, world: World, facts: readonly LetterFact[]) => Promise<void>

const listeners: Part<LetterListener[], unknown> = {
  name: 'listeners to letters',
  make: () => [],
}

/** Once per service. */
export function listenToLetters(world: Pick<World, 'runtime'>, listener: LetterListener): void {
  world.runtime.get(listeners, undefined).push(listener)
}

export async function tellLetterListeners(
  tx: Tx,
  world: World,
  facts: readonly LetterFact[],
): Promise<void> {
  if (facts.length === 0) return
  for (const listener of world.runtime.get(listeners, undefined)) await listener(tx, world, facts)
}
