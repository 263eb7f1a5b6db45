/**
 * A check of the doctor, whatever it does: one that throws at once, rejects, or throws out of a
 * callback that nobody waits for is a finding that names it, and the others go on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import type { World } from '#kernel/world/world.ts'
import { type Check, type CheckResult, warn } from './finding.ts'

/** How the check that is running hears that something of it has thrown. */
const running = new AsyncLocalStorage<(error: unknown) => void>()

/** What the check finds, or that it could not be made. */
export async function survived(
  name: string,
  check: Check,
  world: World,
): Promise<readonly CheckResult[]> {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  try {
    return await Promise.race([running.run(reject, async () => check(world)), broken])
  } catch (error) {
    const why = error instanceof Error ? String(error) : inspect(error)
    return [warn(name, `Could not be checked: ${why}.`, `Não foi possível verificar: ${why}.`)]
  }
}

/** Tells the check out of which this was thrown, for `uncaughtException`; false if it was none. */
export function blameCheck(error: unknown): boolean {
  const fail = running.getStore()
  fail?.(error)
  return fail !== undefined
}
