/**
 * Parses large messages in a thread of their own. Parsing never pauses, and many short lines make it
 * take a second per MB: here that is the sender's own time, up to a limit, and not everybody's.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { runInWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { type Parse, type ParsedMessage, parseHere } from './parse.ts'

/** Smaller ones are parsed sooner than a thread is started. */
const largeBytes = 64 * 1024
const maxMs = 20_000
/** Of the two cores of a small machine, one. */
const maxThreads = 1
const maxHeapMb = 512

interface Waiting {
  readonly of: Uuid
  readonly go: () => void
}

/** The parser of each project. They take turns, so that one with many messages delays no other. */
export function createParsers(world: Pick<World, 'clock'>): (projectId: Uuid) => Parse {
  const waiting: Waiting[] = []
  let threads = 0
  const enter = async (of: Uuid): Promise<void> => {
    if (threads < maxThreads) threads++
    else await new Promise<void>(resolve => waiting.push({ of, go: resolve }))
  }
  const leave = (of: Uuid): void => {
    const other = waiting.findIndex(one => one.of !== of)
    const [next] = waiting.splice(Math.max(0, other), 1)
    if (next) next.go()
    else threads--
  }
  return projectId => async raw => {
    if (raw.length < largeBytes) return parseHere(raw)
    await enter(projectId)
    try {
      return await parseApart(world, raw)
    } finally {
      leave(projectId)
    }
  }
}

async function parseApart({ clock }: Pick<World, 'clock'>, raw: Buffer): Promise<ParsedMessage> {
  const file = new URL('./parse-worker.ts', import.meta.url)
  return (
    (await runInWorker<ParsedMessage>(clock, file, raw, { maxMs, maxHeapMb })) ?? { kind: 'slow' }
  )
}
