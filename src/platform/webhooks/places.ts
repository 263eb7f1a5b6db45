/**
 * Fairness between webhooks: how many posts may be under way to each at a time. A receiver that
 * hangs holds its places for 15 seconds each, so it must not have many; one that answers may have
 * hundreds.
 *
 * Each webhook has a line. A new line starts with two places and is *unproven*. A post that ends
 * well or quickly gives the line a place and makes it *proven*; a slow failure halves the places
 * and makes it *slow*. Who finds no place: in a proven line waits if his turn will come within a
 * second; in a slow line he is sent away until about when a place should be free; in an unproven
 * line for a moment. Idle lines are forgotten when there are many.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'

/** Go now, or come back after some time without having tried. */
export type Turn = { readonly kind: 'go' } | { readonly kind: 'later'; readonly afterMs: number }

export interface Places {
  enter(webhookId: Uuid): Turn | Promise<Turn>
  /** Gives the place back; `ok` says whether the receiver acknowledged. */
  leave(webhookId: Uuid, outcome: { readonly ok: boolean; readonly durationMs: number }): void
}

const firstPlaces = 2
const mostPlaces = 200
const slowMs = 1_000
/** How much work, by its estimated time, a line holds in memory. */
const mostWaitMs = 1_000
const unprovenRetryMs = 200
/** The longest postponement, so that a receiver that recovers hears soon of what it missed. */
const mostLaterMs = 60_000
const mostLines = 10_000

interface Line {
  readonly id: Uuid
  state: 'unproven' | 'proven' | 'slow'
  places: number
  active: number
  readonly waiting: ((turn: Turn) => void)[]
  /** Running mean of how long one post takes. */
  durationMs: number
  /** When the last place promised to somebody sent away will be free; monotonic. */
  promisedMs: number
}

const go: Turn = { kind: 'go' }

export function createPlaces(world: Pick<World, 'clock' | 'random'>, capacity: number): Places {
  const lines = new Map<Uuid, Line>()
  let active = 0
  let activeLines = 0

  function lineOf(id: Uuid): Line {
    const known = lines.get(id)
    if (known) return known
    if (lines.size >= mostLines) forgetIdle()
    const line: Line = {
      id,
      state: 'unproven',
      places: firstPlaces,
      active: 0,
      waiting: [],
      durationMs: 0,
      promisedMs: 0,
    }
    lines.set(id, line)
    return line
  }

  function forgetIdle(): void {
    for (const line of lines.values()) if (line.active === 0) lines.delete(line.id)
  }

  /** With half of all in use, nobody has more than an equal share. */
  function hasPlace(line: Line): boolean {
    if (active >= capacity) return false
    if (active < capacity / 2) return line.active < line.places
    const share = Math.max(1, Math.floor(capacity / 2 / Math.max(1, activeLines)))
    return line.active < Math.min(line.places, share)
  }

  function begin(line: Line): void {
    if (line.active === 0) activeLines++
    line.active++
    active++
  }

  /** By the mean duration and the places: how long one more post makes the line. */
  const stepMs = (line: Line): number => line.durationMs / line.places

  function mayWait(line: Line): boolean {
    if (line.state !== 'proven' || line.active === 0) return false
    return line.waiting.length < capacity / 2 && line.waiting.length * stepMs(line) < mostWaitMs
  }

  function later(line: Line): Turn {
    if (line.state === 'unproven') return { kind: 'later', afterMs: unprovenRetryMs }
    const now = world.clock.monotonic()
    const first = now + line.waiting.length * stepMs(line)
    line.promisedMs = Math.min(Math.max(first, line.promisedMs) + stepMs(line), now + mostLaterMs)
    const waitMs = Math.max(unprovenRetryMs, line.promisedMs - now)
    // Spread, so that those who were sent away to the same moment do not return together.
    return { kind: 'later', afterMs: Math.ceil(waitMs * (1 - world.random.uniform() / 4)) }
  }

  function learn(line: Line, outcome: { ok: boolean; durationMs: number }): void {
    const { ok, durationMs } = outcome
    line.durationMs = line.durationMs === 0 ? durationMs : (line.durationMs * 4 + durationMs) / 5
    if (ok || durationMs < slowMs) {
      line.state = 'proven'
      line.places = Math.min(mostPlaces, line.places + 1)
      return
    }
    line.state = 'slow'
    line.durationMs = durationMs
    line.places = Math.max(1, Math.floor(line.places / 2))
    for (const resolve of line.waiting.splice(0)) resolve(later(line))
  }

  return {
    enter(webhookId) {
      const line = lineOf(webhookId)
      if (line.waiting.length === 0 && hasPlace(line)) {
        begin(line)
        return go
      }
      if (!mayWait(line)) return later(line)
      return new Promise(resolve => {
        line.waiting.push(resolve)
      })
    },
    leave(webhookId, outcome) {
      const line = lineOf(webhookId)
      line.active--
      active--
      if (line.active === 0) activeLines--
      learn(line, outcome)
      // An empty line always moves on, or those who wait in it would wait for ever.
      while (line.waiting.length > 0 && (line.active === 0 || hasPlace(line))) {
        begin(line)
        line.waiting.shift()!(go)
      }
    },
  }
}
