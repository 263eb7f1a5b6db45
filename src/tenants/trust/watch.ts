/**
 * The rates of an account are looked at soon after each hard bounce and each complaint, so that a
 * pause comes within seconds and not with the job of the next minute: at 1,000 emails a second, that
 * would be 60,000 letters more. What several results ask for is looked at once, so a flood of bad
 * ones costs two small queries a second and the good ones nothing. A process that ends in between
 * leaves it to the job.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { followRates, type RateWatcher } from './pause.ts'
import { accountsOf } from './store.ts'

interface RateWatch {
  /** Projects of which something bad was written; committed already. */
  note(projectIds: readonly Uuid[]): void
}

/** Results of the same moment are looked at together; well below the 5 s of the contract. */
const lookAfterMs = 1_000

export const sharedRateWatch: Part<RateWatch, RateWatcher> = {
  name: 'rate watch',
  make: createRateWatch,
}

function createRateWatch(world: RateWatcher): RateWatch {
  let noted = new Set<Uuid>()

  async function look(): Promise<void> {
    const projectIds = [...noted]
    noted = new Set()
    try {
      await followRates(world, await accountsOf(world.db, projectIds))
    } catch (error) {
      world.log.warn({ error: String(error) }, 'rates not looked at; the job of the minute will')
    }
  }

  return {
    note(projectIds) {
      if (noted.size === 0) world.clock.timer(lookAfterMs, () => void look())
      for (const id of projectIds) noted.add(id)
    },
  }
}
