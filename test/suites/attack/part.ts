/** One part of the battery: a kind of attack over everything that it can be made on. */
import type { Arena } from './stage.ts'
import type { Tally } from './tally.ts'

/** `short`: within `npm test`; `long`: every combination. */
export type Effort = 'short' | 'long'

export interface Part {
  readonly name: string
  readonly about: string
  readonly run: (arena: Arena, tally: Tally, effort: Effort) => Promise<void>
}
