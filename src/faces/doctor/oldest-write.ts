/** A transaction that has been left open holds up every list. */
import type { World } from '#kernel/world/world.ts'
import { oldestWrite } from '#sending/stats/oldest-write.ts'
import { type CheckResult, ok, warn } from './finding.ts'

/** Ours take milliseconds. */
const maxAgeMs = 60_000

export async function openWrites(world: Pick<World, 'db' | 'clock'>): Promise<CheckResult[]> {
  const check = 'open_writes'
  const oldest = await oldestWrite(world)
  if (oldest === null || oldest.ageMs <= maxAgeMs) {
    return [
      ok(
        check,
        'No transaction holds up the lists.',
        'Nenhuma transação está atrasando as listas.',
      ),
    ]
  }
  const seconds = Math.round(oldest.ageMs / 1000)
  return [
    warn(
      check,
      `A transaction of ${oldest.who} has been open for ${seconds} s, and lists show nothing newer. End it: commit or roll back there, or pg_terminate_backend, or ROLLBACK PREPARED.`,
      `Uma transação de ${oldest.who} está aberta há ${seconds} s, e as listas não mostram nada mais novo. Encerre-a: commit ou rollback nela, pg_terminate_backend ou ROLLBACK PREPARED.`,
    ),
  ]
}
