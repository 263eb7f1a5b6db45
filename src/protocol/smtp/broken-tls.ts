/**
 * Servers that offer STARTTLS and cannot do it. Without a policy their mail goes in plain text
 * (RFC 7435: any mail is better than none), and paying a broken handshake before each conversation
 * would help nobody: what broke is remembered for a while. Only where nobody demands TLS: under DANE
 * or an enforced MTA-STS policy nothing here is read or written. The first time an hour, since it
 * may have been the weather or somebody on the line; a server that is still broken then, a day.
 * In the memory of each node: to forget it costs one handshake.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'

export interface BrokenTls {
  /** Why TLS with this server need not be tried now; null where it should be. */
  whyNot(server: TlsServer): string | null
  /** TLS broke and plain text went through. */
  broke(server: TlsServer, why: string): void
  /** TLS works, or is to be tried again. */
  forget(server: TlsServer): void
}

/** One address of one MX host: behind a name there may be good servers and bad ones. */
interface TlsServer {
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

export function createBrokenTls({ clock }: Pick<World, 'clock'>): BrokenTls {
  const memory = new Map<string, Memory>()
  const keyOf = ({ host, address }: TlsServer): string => `${host} ${address}`
  return {
    whyNot(server) {
      const found = memory.get(keyOf(server))
      return found && found.until > clock.monotonic() ? found.why : null
    },
    broke(server, why) {
      const key = keyOf(server)
      // What is over is kept until TLS works or there is no more room: it was broken before.
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
