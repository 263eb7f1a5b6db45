/**
 * How often forms are shown, on its way to their figures. Anybody may open a page as often as they
 * like: it is counted in memory, and sums are written once a second, whatever was opened. No page waits
 * for a figure or fails for one; while the database takes none, sums wait.
 */
import { createLateWriter } from '#kernel/world/late-writer.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { countForms, type FormCount } from './counts-store.ts'

interface ShownForms {
  /** Never waits and never throws. */
  note(shown: ShownForm): void
  /** Resolves when all that was noted before is written, or cannot be. */
  flush(): Promise<void>
}

export type ShownForm = Omit<FormCount, 'outcome' | 'count'>

const writeAfterMs = 1_000
const retryAfterMs = 10_000
/** Forms by day and mode that wait: beyond it they are shown without being counted. */
const maxWaiting = 10_000

type Outside = Pick<World, 'db' | 'clock' | 'log'>

export const shownForms: Part<ShownForms, Outside> = { name: 'shown forms', make: createShownForms }

function createShownForms(world: Outside): ShownForms {
  let waiting = new Map<string, FormCount>()
  let isFailing = false
  const { writeIn, flush } = createLateWriter(world.clock, {
    isWaiting: () => waiting.size > 0,
    run: writeSums,
  })

  function add(shown: ShownForm, count: number): void {
    const key = [shown.formId, shown.mode, shown.day].join(' ')
    const known = waiting.get(key)
    if (known === undefined && waiting.size >= maxWaiting) return
    waiting.set(key, { ...shown, outcome: 'shown', count: count + (known?.count ?? 0) })
  }

  async function writeSums(): Promise<boolean> {
    const sums = [...waiting.values()]
    if (sums.length === 0) return true
    waiting = new Map()
    try {
      await countForms(world.db, sums)
      isFailing = false
    } catch (error) {
      for (const one of sums) add(one, one.count)
      writeIn(retryAfterMs)
      if (!isFailing) world.log.warn({ error: String(error) }, 'how often forms were shown waits')
      isFailing = true
      return false
    }
    return true
  }

  return {
    note(shown) {
      add(shown, 1)
      writeIn(writeAfterMs)
    },
    flush,
  }
}

/** Before a process ends; what is not written by then is lost. */
export async function writeShownForms(
  world: Outside & Pick<World, 'runtime'>,
  patienceMs: number,
): Promise<void> {
  const written = world.runtime.get(shownForms, world).flush()
  await Promise.race([written, world.clock.sleep(patienceMs)])
}
