/**
 * Work on bytes of others in a thread of its own, within limits of time and memory: what never
 * pauses then holds up nobody else. Starting one takes longer than most such work.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock, Timer } from './world.ts'

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
  let fault: unknown
  // Stays: an error that comes late must find somebody, or it would end the process. It may overtake
  // what was posted before it, which comes before the exit in any case.
  worker.on('error', error => {
    const { code } = error as { code?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
    else fault = error
  })
  worker.once('exit', () => {
    reject(fault ?? new Error(`the thread of ${file.pathname} has ended`))
  })
  const timer = clock.timer(maxMs, () => resolve(null))
  try {
    return await promise
  } finally {
    timer.cancel()
    await worker.terminate()
  }
}

interface KeptLimits extends WorkerLimits {
  /** Loading its program, which on a busy machine takes many times as long as its work. */
  readonly startMs: number
  /** How long it stays for the next. */
  readonly idleMs: number
}

/**
 * A thread that is started when it is first asked, answers one question after the other, and ends
 * when nobody has asked for a while: for work whose program takes longer to load than to run. It
 * posts one message when it is ready and one for each that it gets. null as above; then it ends, and
 * the next starts anew. The memory that is `given` goes over to it without a copy.
 */
export function createKeptWorker<Asked, Answer>(
  clock: Pick<Clock, 'timer'>,
  file: URL,
  { maxMs, startMs, maxHeapMb, idleMs }: KeptLimits,
): (asked: Asked, given?: readonly ArrayBuffer[]) => Promise<Answer | null> {
  let worker: Worker | null = null
  let idle: Timer | null = null
  let last: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<void> => {
    const ending = worker
    worker = null
    await ending?.terminate()
  }
  const begin = (resourceLimits: ResourceLimits): Worker => {
    const begun = new Worker(file, { resourceLimits })
    // Between two questions nobody else listens, and what it throws then would end the process.
    begun.on('error', () => {})
    begun.once('exit', () => {
      if (worker === begun) worker = null
    })
    return begun
  }
  const ask = async (asked: Asked, given: readonly ArrayBuffer[]): Promise<Answer | null> => {
    idle?.cancel()
    const isNew = worker === null
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb }
    worker ??= begin(resourceLimits)
    worker.ref()
    const started = isNew ? await messageOf(clock, worker, startMs) : true
    if (started === null) return null
    worker.postMessage(asked, given)
    return messageOf<Answer>(clock, worker, maxMs)
  }
  const askOrEnd = async (asked: Asked, given: readonly ArrayBuffer[]): Promise<Answer | null> => {
    let answer: Answer | null = null
    try {
      answer = await ask(asked, given)
      return answer
    } finally {
      if (answer === null) await end()
      worker?.unref()
      idle = clock.timer(idleMs, () => void end())
      idle.unref?.()
    }
  }
  return (asked, given = []) => {
    const answer = last.then(() => askOrEnd(asked, given))
    last = answer.catch(() => {})
    return answer
  }
}

async function messageOf<T>(
  clock: Pick<Clock, 'timer'>,
  worker: Worker,
  maxMs: number,
): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  const fail = (error: Error): void => {
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
    else reject(error)
  }
  const ended = (): void => reject(new Error('a thread has ended before it has answered'))
  worker.once('message', resolve)
  worker.once('error', fail)
  worker.once('exit', ended)
  const timer = clock.timer(maxMs, () => resolve(null))
  try {
    return await promise
  } finally {
    timer.cancel()
    worker.off('message', resolve)
    worker.off('error', fail)
    worker.off('exit', ended)
  }
}
