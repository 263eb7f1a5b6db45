/**
 * Work on bytes of others in a thread of its own, within limits of time and memory: what never
 * pauses then holds up nobody else. Starting one takes longer than most such work.
 */
import { Worker } from 'node:worker_threads'
import type { Clock } from './world.ts'

export interface ApartLimits {
  readonly mostMs: number
  readonly mostHeapMb: number
}

/** What `file` posts when it is given `data`; null where that takes too long or too much memory. */
export async function workApart<T>(
  clock: Pick<Clock, 'timer'>,
  file: URL,
  data: unknown,
  { mostMs, mostHeapMb }: ApartLimits,
): Promise<T | null> {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  worker.once('message', resolve)
  worker.once('error', error => {
    const { code } = error as { code?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
    else reject(error)
  })
  worker.once('exit', () => reject(new Error(`the thread of ${file.pathname} has ended`)))
  const timer = clock.timer(mostMs, () => resolve(null))
  try {
    return await promise
  } finally {
    timer.cancel()
    await worker.terminate()
  }
}
