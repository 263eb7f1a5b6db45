/**
 * Sealing what is plain, or sealed under a former key: in the background, and by `malote secrets`.
 * A module that keeps secrets is added here.
 */

import { hourMs } from '#kernel/base/durations.ts'
import type { Tx } from '#kernel/world/db.ts'
import { machineTime } from '#kernel/world/machine-time.ts'
import { keyring } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import { sealCertificateKeys } from '#platform/certificates/store.ts'
import { forgetSealedOtherwise } from '#platform/lifecycle/deleted.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { sealWebhooks } from '#platform/webhooks/secrets-store.ts'
import { sealSigningKeys } from '#sending/domains/dkim-keys-store.ts'
import { sealLetters } from '#sending/timeline/spent-letters.ts'
import { sealTwoStep } from '#tenants/accounts/members-store.ts'
import { sealTokenAnew } from '#tenants/installation/installation.ts'
import { sealCheckAnew } from '#tenants/installation/seal-check.ts'
import { dropFormerKeys } from './keyring.ts'

type SealSome = (tx: Tx, limit: number) => Promise<number>

/** What is kept sealed, by what the operator reads. */
const kinds: readonly (readonly [name: string, seal: SealSome])[] = [
  ['signing_keys', sealSigningKeys],
  ['webhook_secrets', sealWebhooks],
  ['two_step_secrets', sealTwoStep],
  ['token_secret', sealTokenAnew],
  ['certificate_keys', sealCertificateKeys],
  ['letters', sealLetters],
]

const limit = 100
const everyMs = hourMs

/** Seals everything under the first key; returns how many of each kind it had to. */
export async function sealAll({ db }: Pick<World, 'db'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, seal] of kinds) {
    let total = 0
    for (let count = limit; count === limit; total += count) {
      count = await db.transaction(tx => seal(tx, limit))
    }
    counts[name] = total
  }
  await db.transaction(forgetSealedOtherwise)
  // Last: it says that nothing needs the former keys.
  await db.transaction(sealCheckAnew)
  return counts
}

export const sealingJob: PeriodicJob = {
  name: 'seal_secrets',
  everyMs,
  async run(world) {
    if (keyring().keys.length === 0) return
    const sealed = await sealAll(world)
    const isDone = Object.values(sealed).every(count => count === 0)
    if (isDone) await dropFormerKeys(world.settings, machineTime(world))
  },
}
