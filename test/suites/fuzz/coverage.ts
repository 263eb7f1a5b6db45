/**
 * What code an input has reached, from V8's own counters (Profiler.startPreciseCoverage of the
 * inspector protocol): blocks, and how often each ran as a power of two, so that one more round of a
 * loop counts too. Reading the counters takes a millisecond, so many inputs are run between two
 * readings, and one by one only where something new was among them.
 */
import { Session } from 'node:inspector'

export interface Coverage {
  /** What has run since the last reading. */
  read(): Reading
  /** Whether it holds blocks that no learnt reading held; `exact`: or other counts of them. */
  isNew(reading: Reading, exact: boolean): boolean
  learn(reading: Reading, exact: boolean): void
  /** Blocks that have run, and blocks known. */
  figures(): { covered: number; known: number }
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** Each function that ran: its ranges, the outermost first. */
export type Reading = readonly { readonly key: string; readonly ranges: readonly Range[] }[]

/** A block: bit 0 for having run, the others for how often. */
interface Block {
  readonly start: number
  readonly end: number
  seen: number
}

/** The code of the parsers: ours, and the libraries' that read for us. */
const isParser = (url: string): boolean =>
  /^file:.*\/(src|node_modules\/(postal-mime|parse5[\w-]*|tr46|dns-packet))\//.test(url)

export function startCoverage(): Coverage {
  const session = new Session()
  session.connect()
  const functions = new Map<string, Map<string, Block>>()
  const scripts = new Map<string, boolean>()
  call(session, 'Profiler.enable')
  call(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: true })

  function blocksOf(key: string): Map<string, Block> {
    const known = functions.get(key) ?? new Map<string, Block>()
    functions.set(key, known)
    return known
  }

  function read(): Reading {
    const { result } = call(session, 'Profiler.takePreciseCoverage') as { result: Script[] }
    return result.flatMap(script => {
      if (!scripts.has(script.scriptId)) scripts.set(script.scriptId, isParser(script.url))
      if (!scripts.get(script.scriptId)) return []
      return script.functions
        .filter(one => one.ranges[0]!.count > 0)
        .map(({ ranges }) => {
          const whole = ranges[0]!
          return { key: `${script.url}:${whole.startOffset}-${whole.endOffset}`, ranges }
        })
    })
  }

  /** A block that is not listed has run as often as the smallest one listed around it. */
  function countOf(block: Block, ranges: readonly Range[]): number {
    let count = 0
    for (const range of ranges) {
      if (range.startOffset <= block.start && range.endOffset >= block.end) count = range.count
    }
    return count
  }

  function bitsOf(block: Block, ranges: readonly Range[], exact: boolean): number {
    const count = countOf(block, ranges)
    if (count === 0) return 0
    return exact ? 1 | (2 << Math.min(16, Math.floor(Math.log2(count)))) : 1
  }

  function note(key: string, ranges: readonly Range[]): Map<string, Block> {
    const blocks = blocksOf(key)
    for (const { startOffset: start, endOffset: end } of ranges) {
      const name = `${start}-${end}`
      if (!blocks.has(name)) blocks.set(name, { start, end, seen: 0 })
    }
    return blocks
  }

  return {
    read,
    isNew: (reading, exact) =>
      reading.some(({ key, ranges }) =>
        [...note(key, ranges).values()].some(
          block => (bitsOf(block, ranges, exact) & ~block.seen) !== 0,
        ),
      ),
    learn(reading, exact) {
      for (const { key, ranges } of reading) {
        for (const block of note(key, ranges).values()) block.seen |= bitsOf(block, ranges, exact)
      }
    },
    figures() {
      const all = [...functions.values()].flatMap(blocks => [...blocks.values()])
      return { covered: all.filter(block => block.seen !== 0).length, known: all.length }
    },
  }
}

interface Script {
  readonly scriptId: string
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

/** The session lives in this thread, so it answers before `post` returns. */
function call(session: Session, method: string, parameters: object = {}): unknown {
  let answer: unknown
  session.post(method, parameters, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`)
    answer = result
  })
  return answer
}
