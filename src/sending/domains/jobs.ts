/** What happens to domains by itself: looks at DNS, registrations that expire, keys that turn. */

import { dayMs, hourMs, minuteMs } from '#kernel/base/durations.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { verifyDomain } from './check-domain.ts'
import { tellDomain } from './domain-events.ts'
import { notifyProject } from './notify.ts'
import { turnKeys } from './rotation.ts'
import { deleteExpired, domainsToCheck } from './store.ts'

export const domainJobs: readonly PeriodicJob[] = [
  { name: 'domain checks', everyMs: 15 * minuteMs, run: checkDomains },
  { name: 'domain expiry', everyMs: hourMs, run: expireDomains },
  { name: 'domain keys', everyMs: dayMs, run: turnKeys },
]

const checkedTogether = 10
/** Per run; the next one takes up the rest. */
const maxBatches = 200

/** Who has not put records back for so long may never do so: then weekly is soon enough. */
const lostAfterMs = 30 * dayMs

/**
 * Verified domains are looked at daily, those that broke hourly, so that they are back soon. Failed
 * ones daily as well, since mail stands still until their records are found again.
 */
async function checkDomains(world: World): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    const now = world.clock.now()
    const due = await domainsToCheck(world.db, {
      before: now - dayMs,
      brokenBefore: now - hourMs,
      lostBefore: now - 7 * dayMs,
      lostSince: now - lostAfterMs,
      limit: checkedTogether,
    })
    await Promise.all(
      due.map(async domain => {
        try {
          await verifyDomain(world, domain)
        } catch (error) {
          world.log.warn({ domain: domain.id, error: String(error) }, 'a domain was not looked at')
        }
      }),
    )
    if (due.length < checkedTogether) return
  }
}

const expireAfterMs = 14 * dayMs

/** A name that nobody proves within two weeks is free again. */
async function expireDomains(world: World): Promise<void> {
  const before = world.clock.now() - expireAfterMs
  await world.db.transaction(async tx => {
    const expired = await deleteExpired(tx, before)
    await tellDomain(tx, world, 'domain.deleted', expired)
    for (const { project_id: projectId, name } of expired) {
      await notifyProject(tx, world, projectId, {
        level: 'warning',
        code: 'domain_expired',
        data: { name },
        text: {
          en: `${inOwnLetters(name)} was removed: it was not verified within 14 days. Add it again when its DNS records can be published.`,
          pt: `${inOwnLetters(name)} foi removido: não foi verificado em 14 dias. Adicione-o de novo quando puder publicar os registros de DNS.`,
        },
      })
    }
  })
}
