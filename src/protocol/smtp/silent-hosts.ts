/**
 * Addresses where nobody answered: their mail is deferred at once for some minutes, instead of
 * holding a connection for each email until the deadlines end. By address and not by name: names
 * are free. In the memory of each node: to forget it costs one time-out.
 */
import type { World } from '#kernel/world/world.ts'

export interface SilentHosts {
  /** Whether nobody needs to be asked there now. */
  isResting(address: string): boolean
  /** Nobody answered in time. */
  silent(address: string): void
  answered(address: string): void
}

interface Rest {
  readonly until: number
  readonly ms: number
}

const firstRestMs = 5 * 60_000
const maxRestMs = 15 * 60_000
/** Addresses remembered; the one that was silent longest ago goes first. */
const maxSilent = 50_000

export function createSilentHosts({ clock }: Pick<World, 'clock'>): SilentHosts {
  const rests = new Map<string, Rest>()
  return {
    isResting: address => (rests.get(address)?.until ?? 0) > clock.monotonic(),
    silent(address) {
      const before = rests.get(address)
      const now = clock.monotonic()
      // Openings that were under way together are one observation.
      if (before && before.until > now) return
      const ms = before ? Math.min(maxRestMs, before.ms * 1.5) : firstRestMs
      rests.delete(address)
      rests.set(address, { until: now + ms, ms })
      if (rests.size > maxSilent) rests.delete(rests.keys().next().value!)
    },
    answered(address) {
      if (rests.size > 0) rests.delete(address)
    },
  }
}
