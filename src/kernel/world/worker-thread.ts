/**
 * Work on bytes of others in a thread of its own, within limits of time and memory: what never
 * pauses then holds up nobody else. Starting one takes longer than most such work.
 */
import { Worker } from 'node:worker_threads'
import type { Clock } from './world.ts'

interface WorkerLimits {
  readonly maxMs: number
  readonly maxHeapMb: number
}

/** What `file` posts when it is given `data`; null where that takes too long or too much memory. */
export async function runInWorker<T>(
  clock: Pick<Clock, 'timer'>,
  file: URL,
  data: unknown,
  { maxMs, maxHeapMb }: WorkerLimits,
): Promise<T | null> {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  worker.once('message', resolve)
  worker.once('error', error => {
    const { code } = error as { code?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
    else reject(error)
  })
  worker.once('exit', () => reject(new Error(`the thread of ${file.pathname} has ended`)))
  const timer = clock.timer(maxMs, () => resolve(null))
  try {
    return await promise
  } finally {
    timer.cancel()
    await worker.terminate()
  }
}
