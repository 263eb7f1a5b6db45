/** The time of the machine, where the installation lives in the future (MALOTE_CLOCK_AHEAD). */
import type { World } from './world.ts'

/** For whoever does not live there with us: the database's own clock, a provider. In ms since 1970. */
export const machineTime = ({ clock, settings }: Pick<World, 'clock' | 'settings'>): number =>
  clock.now() - settings.MALOTE_CLOCK_AHEAD
