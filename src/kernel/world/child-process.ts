/**
 * Work on bytes of others in a process of its own: for what may ask for more memory at once than
 * there is. V8 then ends the process that it happens in, and the limits of a thread (worker-thread.ts)
 * do not keep it from ending all of it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Clock } from './world.ts'

interface ChildWork {
  readonly args: readonly string[]
  /** Goes to its standard input, and is let go of piece by piece. */
  readonly given: Buffer[]
  /** Gets what it writes. What this throws ends it. */
  readonly take: (piece: Buffer) => Promise<void>
  readonly maxMs: number
  readonly maxHeapMb: number
}

/** Died: by a signal, which is how V8 ends one that has no memory left. */
type ChildEnd =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'died' | 'late' }

/** Runs a program of ours, which knows nothing of this one but what it is given. */
export async function runInProcess(
  clock: Pick<Clock, 'timer'>,
  file: URL,
  { args, given, take, maxMs, maxHeapMb }: ChildWork,
): Promise<ChildEnd> {
  const { NODE_COMPILE_CACHE } = process.env
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${maxHeapMb}`, fileURLToPath(file), ...args],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    },
  )
  let isLate = false
  const timer = clock.timer(maxMs, () => {
    isLate = true
    child.kill('SIGKILL')
  })
  const ended = once(child, 'close')
  // Heard below; until then it would end this process.
  ended.catch(() => {})
  // One that ends early no longer reads, and how it ended says why.
  child.stdin.on('error', () => {})
  Readable.from(drained(given)).pipe(child.stdin)
  try {
    for await (const piece of child.stdout) await take(piece as Buffer)
    const [code] = (await ended) as [number | null]
    if (isLate) return { kind: 'late' }
    return code === null ? { kind: 'died' } : { kind: 'ended', code }
  } finally {
    timer.cancel()
    child.kill('SIGKILL')
  }
}

function* drained(pieces: Buffer[]): Generator<Buffer> {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece
}
