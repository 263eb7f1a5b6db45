/**
 * Calls to a provider that may be away: after three failures in a row nobody waits for it for half
 * a minute, but for one trial call. What it answers is an outcome; what the network does is one, too.
 */
import Stripe from 'stripe'
import type { World } from '#kernel/world/world.ts'
import type { Outcome } from './cashier.ts'

const maxFailures = 3
const openMs = 30_000

export type Ask = <T>(call: () => Promise<T>) => Promise<Outcome<T>>

export function createBreaker({ clock, log }: Pick<World, 'clock' | 'log'>): Ask {
  let failures = 0
  let openUntil = 0
  return async call => {
    const now = clock.monotonic()
    if (failures >= maxFailures) {
      if (now < openUntil) return { kind: 'unknown' }
      // The trial call; those beside it go on waiting.
      openUntil = now + openMs
    }
    try {
      const value = await call()
      failures = 0
      return { kind: 'done', value }
    } catch (error) {
      const refused = refusalOf(error)
      if (refused !== null) {
        failures = 0
        return { kind: 'refused', why: refused }
      }
      failures++
      openUntil = clock.monotonic() + openMs
      log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'no answer of Stripe')
      return { kind: 'unknown' }
    }
  }
}

/** Why it will not; null where it did not say, or may say otherwise the next time. */
function refusalOf(error: unknown): string | null {
  if (error instanceof StripeRefused) return error.message
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { statusCode, code, type } = error
  const isTransient = statusCode === undefined || statusCode >= 500 || statusCode === 429
  if (isTransient || statusCode === 401 || statusCode === 403) return null
  return code ?? type
}

/** Ours: what it answered is not what was asked for. */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused'
}
