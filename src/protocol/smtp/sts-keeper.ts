/**
 * MTA-STS policies that outlive the process (RFC 8461 §5.1): written down when fetched, read when a
 * node first needs one and every hour after, so that neither a restart nor a node that has never
 * written to a domain forgets what was promised. A job looks at those in use once a day, so that a
 * policy is renewed long before it ends, also where mail is rare (§3.3, §10.2).
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import { announcedId, fetchPolicy, maxEntries, put, refreshMs, type StsKeeper } from './mta-sts.ts'
import { policiesSince, prunePolicies, savePolicy, takePoliciesToRefresh } from './sts-store.ts'

const catchUpEveryMs = hourMs
/** Clocks of nodes differ, and a commit comes after the moment that it writes down. */
const overlapMs = 60_000

export function createStsKeeper(world: Pick<World, 'db' | 'clock' | 'log'>): StsKeeper {
  const { clock, db, log } = world
  let readAt: number | null = null
  let nextAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const read = async (entries: Parameters<StsKeeper['catchUp']>[0]): Promise<void> => {
    const now = clock.now()
    const since = readAt === null ? 0 : readAt - overlapMs
    const known = await policiesSince(db, { since, now, limit: maxEntries })
    for (const [domain, entry] of known) {
      if ((entries.get(domain)?.fetchedAt ?? 0) < entry.fetchedAt) put(entries, domain, entry)
    }
    readAt = now
  }

  return {
    async catchUp(entries) {
      if (clock.monotonic() < nextAt) return
      const isFirst = readAt === null
      reading ??= read(entries).finally(() => {
        reading = null
      })
      try {
        await reading
      } catch (error) {
        if (isFirst) throw error
        log.warn({ error: String(error) }, 'MTA-STS policies could not be read again')
      }
      nextAt = clock.monotonic() + catchUpEveryMs
    },
    async save(domain, entry) {
      try {
        await savePolicy(db, [domain, entry], true)
      } catch (error) {
        log.warn({ domain, error: String(error) }, 'an MTA-STS policy could not be written down')
      }
    },
  }
}

/** Nobody has written to the domain for so long: its policy may end by itself. */
const unusedMs = 30 * dayMs
/** Per run of the job; the next takes up the rest, soonest to end first. */
const maxRefreshed = 500
const refreshedTogether = 10

/** The job: renews the policies in use, drops what has ended. */
export async function refreshPolicies(
  world: Pick<World, 'db' | 'clock' | 'dns' | 'http'>,
): Promise<void> {
  const now = world.clock.now()
  await prunePolicies(world.db, now, maxEntries)
  const domains = await takePoliciesToRefresh(world.db, {
    now,
    lookedBefore: now - refreshMs,
    usedSince: now - unusedMs,
    limit: maxRefreshed,
  })
  for (let at = 0; at < domains.length; at += refreshedTogether) {
    const some = domains.slice(at, at + refreshedTogether)
    await Promise.all(some.map(domain => refresh(world, domain)))
  }
}

async function refresh(
  world: Pick<World, 'db' | 'clock' | 'dns' | 'http'>,
  domain: string,
): Promise<void> {
  // Neither a record that is gone nor a page out of reach ends a policy: only its age does.
  const id = await announcedId(world, domain)
  if (id === null) return
  const policy = await fetchPolicy(world, domain)
  if ('kind' in policy) return
  const fetchedAt = world.clock.now()
  await savePolicy(world.db, [domain, { policy, id, fetchedAt }], false)
}
