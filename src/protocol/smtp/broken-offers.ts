/**
 * Servers that offer something and cannot do it: STARTTLS where the handshake breaks, CHUNKING where
 * BDAT is not known. Their mail goes without it, and paying for the broken offer before each
 * conversation would help nobody: what broke is remembered for a while. TLS only where nobody
 * demands it (RFC 7435: any mail is better than none): under DANE or an enforced MTA-STS policy
 * nothing here is read or written. The first time an hour, since it may have been the weather or
 * somebody on the line; a server whose offer is still broken then, a day. In the memory of each
 * node: to forget it costs one handshake, or one connection.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'

export interface BrokenOffers {
  /** Why its offer need not be tried now; null where it should be. */
  whyNot(server: MailServer): string | null
  /** It broke, and mail goes without it. */
  broke(server: MailServer, why: string): void
  /** It works, or is to be tried again. */
  forget(server: MailServer): void
}

/** One address of one MX host: behind a name there may be good servers and bad ones. */
interface MailServer {
  readonly host: string
  readonly address: string
}

interface Memory {
  readonly why: string
  readonly until: number
}

const firstRestMs = hourMs
const laterRestMs = 24 * firstRestMs
/** Servers remembered; the one that broke longest ago goes first. */
export const maxBroken = 10_000

export function createBrokenOffers({ clock }: Pick<World, 'clock'>): BrokenOffers {
  const memory = new Map<string, Memory>()
  const keyOf = ({ host, address }: MailServer): string => `${host} ${address}`
  return {
    whyNot(server) {
      const found = memory.get(keyOf(server))
      return found && found.until > clock.monotonic() ? found.why : null
    },
    broke(server, why) {
      const key = keyOf(server)
      // Conversations that were under way together are one observation.
      if (this.whyNot(server) !== null) return
      // What is over is kept until it works or there is no more room: it was broken before.
      const restMs = memory.has(key) ? laterRestMs : firstRestMs
      memory.delete(key)
      memory.set(key, { why, until: clock.monotonic() + restMs })
      if (memory.size > maxBroken) memory.delete(memory.keys().next().value!)
    },
    forget(server) {
      if (memory.size > 0) memory.delete(keyOf(server))
    },
  }
}
