/** What a fuzz target is: a parser of strangers' bytes, and what must hold whatever they are. */

export interface Target {
  readonly name: string
  /** What it reads, and where that comes from. */
  readonly about: string
  readonly seeds: readonly (string | Buffer)[]
  /** Pieces of the format. */
  readonly words: readonly string[]
  /** Longer inputs are cut: the parser's own limit, or what its caller takes. */
  readonly maxBytes: number
  /** Throws where what must hold does not. */
  readonly check: (input: Buffer) => void | Promise<void>
}

/**
 * No input may take longer, in time of the processor: the machine may be busy with other things. Of
 * several times the best counts, since the first also compiles.
 */
export const maxMs = 100

/** After so many more times it is not compiling that takes the time. */
const maxTimes = 10

/** Runs an input: milliseconds of the processor's time. */
export async function costMs(target: Target, input: Buffer): Promise<number> {
  const once = async (): Promise<number> => {
    const before = process.threadCpuUsage()
    const pending = target.check(input)
    if (pending) await pending
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  let best = await once()
  for (let times = 0; times < maxTimes && best > maxMs; times++) {
    best = Math.min(best, await once())
  }
  return best
}

export const bytesOf = (seed: string | Buffer): Buffer =>
  typeof seed === 'string' ? Buffer.from(seed) : seed

/** Two inputs that fail in the same way have the same: the words without numbers, and the place. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const place = /at .*?((?:src|test\/fuzz|node_modules)\/[^):]+:\d+)/.exec(error.stack ?? '')?.[1]
  const words = error.message.split('\n', 1)[0]!.replace(/\d+/g, 'N').slice(0, 120)
  return `${error.name}: ${words} (${place ?? 'nowhere of ours'})`
}
