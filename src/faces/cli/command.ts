/** What every command shares: how it is run, how its options are read. */
import { InvalidArgumentError } from 'commander'
import type { World } from '#kernel/world/world.ts'

/** Runs a verb with the world opened for it and prints what it returns; null has printed itself. */
export type Run = (verb: (world: World) => Promise<Record<string, unknown> | null>) => Promise<void>

/** Parses a whole number of an option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number.')
  return Number(text)
}
