/**
 * The first exception that nobody has caught. It is a fault of ours, and what this process holds in
 * memory is not to be trusted any more; but an end on the spot would leave the embedded database
 * running and the work in hand to its leases. So it is written down, and the service ends in order.
 */
import type { Log } from '#kernel/world/world.ts'

/** Resolves with where it came from; later ones are written down as well. */
export function firstFault(log: Pick<Log, 'error'>): Promise<string> {
  return new Promise(resolve => {
    process.on('uncaughtException', (error: unknown, origin) => {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
      log.error({ origin, error: told }, 'an exception that nobody has caught ends the service')
      resolve(origin)
    })
  })
}
