/**
 * Loops that have nothing to do look for work together. Each by itself asks two questions, four times
 * a second; with a loop per kind of work an idle node would ask more than a hundred. Here one
 * statement tells for which kinds the questions are worth asking.
 */
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { type DueKind, dueKinds, type IdleWindow } from './claim-store.ts'
import { warnAway } from './warn-away.ts'

interface Idler {
  /** Asked before each look: what of the kind might be due. */
  window(): IdleWindow
  /** What a look has found, and at what moment it began. */
  found(due: DueKind, now: number): void
}

interface IdleLooks {
  /** Takes part in the looks until the returned function is called. */
  join(idler: Idler): () => void
}

type Outside = Pick<World, 'clock' | 'db' | 'log' | 'runtime'>

/** How often an idle node looks at the database for work that others have queued. */
export const idleMs = 250
/** While the database is away: twice as long after each look in vain, and at most so long. */
const maxRestMs = 1_000

export const idleLooks: Part<IdleLooks, Outside> = {
  name: 'looks of idle loops',
  make: createIdleLooks,
}

function createIdleLooks(outside: Outside): IdleLooks {
  const { clock, db } = outside
  const idlers = new Set<Idler>()
  let isUnderWay = false
  let restMs = idleMs

  function plan(): void {
    if (isUnderWay || idlers.size === 0) return
    isUnderWay = true
    clock.timer(restMs, () => {
      void look().finally(() => {
        isUnderWay = false
        plan()
      })
    })
  }

  async function look(): Promise<void> {
    if (idlers.size === 0) return
    const now = clock.now()
    const asked = [...idlers].map(idler => ({ idler, window: idler.window() }))
    const windows = asked.map(({ window }) => window)
    const found = await dueKinds(db, windows, now).catch(error => {
      warnAway(outside, 'the queue could not be looked at; trying again', error)
      return null
    })
    // A look that failed has seen nothing, and a look of its own would tell no loop more.
    restMs = found ? idleMs : Math.min(2 * restMs, maxRestMs)
    if (found === null) return
    for (const [at, { idler }] of asked.entries()) {
      if (idlers.has(idler)) idler.found(found[at]!, now)
    }
  }

  return {
    join(idler) {
      idlers.add(idler)
      plan()
      return () => void idlers.delete(idler)
    },
  }
}
