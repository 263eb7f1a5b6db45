/**
 * The log of calls, beside the way of a call: what is noted waits in memory and is written some at a
 * time. While the database is behind, or away, what has no room is counted and left out: no call is
 * ever slower, or refused, for being written down.
 */
import { Counter } from '@prometheus-io/client'
import { isOutage } from '#kernel/world/db.ts'
import { createLateWriter } from '#kernel/world/late-writer.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { LoggedRequest } from './logged-request.ts'
import { insertRequests } from './store.ts'

/** What setting it is called by, each keeping all that the one before does. */
type Level = 'off' | 'meta' | 'bodies'

export interface RequestLog {
  readonly level: Level
  note(request: LoggedRequest): void
  /** Resolves when all that was noted before is written, or cannot be. */
  flush(): Promise<void>
}

export const flushAfterMs = 300
/** After the database could not be asked, for a minute: then it is for whoever watches the database. */
const retryAfterMs = 1_000
const maxTries = 60
const maxRows = 500
/** Of what waits: some 20 KB a call at the most. */
const maxWaiting = 5_000
const maxWaitingChars = 16 * 1024 * 1024
export const maxWaitMs = (maxWaiting / maxRows) * maxTries * retryAfterMs

/** Calls of which nothing was written, for whoever watches. */
export const unloggedCounter: Part<Counter, unknown> = {
  name: 'counter of calls not logged',
  make: () =>
    new Counter({
      name: 'malote_requests_unlogged_total',
      help: 'Calls that are missing in the request log, for the database was behind.',
      registers: [],
    }),
}

type Outside = Pick<World, 'db' | 'clock' | 'log' | 'settings' | 'runtime' | 'siblings'>

/** What the processes of a service ask of each other. */
const topic = 'request log'

export const requestLog: Part<RequestLog, Outside> = { name: 'request log', make: createRequestLog }

function createRequestLog(world: Outside): RequestLog {
  const unlogged = world.runtime.get(unloggedCounter, undefined)
  let waiting: LoggedRequest[] = []
  let chars = 0
  let tries = 0
  const { writeIn, flush } = createLateWriter(world.clock, {
    isWaiting: () => waiting.length > 0,
    run: writeFull,
  })

  /** Once, and again while there is enough for a whole run. */
  async function writeFull(): Promise<boolean> {
    do {
      const batch = waiting.slice(0, maxRows)
      if (batch.length === 0) return true
      if (!(await writeBatch(batch))) return false
      waiting = waiting.slice(batch.length)
      chars -= batch.reduce((sum, one) => sum + charsOf(one), 0)
    } while (waiting.length >= maxRows)
    if (waiting.length > 0) writeIn(flushAfterMs)
    return true
  }

  /** false: it is to be tried again. */
  async function writeBatch(batch: readonly LoggedRequest[]): Promise<boolean> {
    try {
      await insertRequests(world.db, batch, { again: tries > 0 })
    } catch (error) {
      if (isOutage(error) && ++tries < maxTries) {
        writeIn(retryAfterMs)
        return false
      }
      world.log.warn({ error: String(error), calls: batch.length }, 'calls were not logged')
      unlogged.inc(batch.length)
    }
    tries = 0
    return true
  }

  world.siblings?.tell(topic, () => flush().then(() => true))
  return {
    level: world.settings.MALOTE_REQUEST_LOG as Level,
    note(request) {
      if (waiting.length >= maxWaiting || chars > maxWaitingChars) return unlogged.inc()
      waiting.push(request)
      chars += charsOf(request)
      writeIn(flushAfterMs)
    },
    flush,
  }
}

/** Resolves when what all processes noted is written, or cannot be; false: one has not said so. */
export async function writeNoted(world: Outside): Promise<boolean> {
  const own = world.runtime.get(requestLog, world).flush()
  const [told] = await Promise.all([world.siblings?.ask(topic), own])
  return told?.isComplete ?? true
}

/** Before a process ends; what is not written by then is lost. */
export async function writeLoggedRequests(world: Outside, patienceMs: number): Promise<void> {
  const written = world.runtime.get(requestLog, world).flush()
  await Promise.race([written, world.clock.sleep(patienceMs)])
}

const charsOf = ({ requestBody, responseBody, path, query }: LoggedRequest): number =>
  (requestBody?.length ?? 0) + (responseBody?.length ?? 0) + path.length + (query?.length ?? 0)
