/**
 * One target in a process of its own, started by scripts/fuzz.ts: mutates, runs, keeps what reaches
 * new code or takes longer than all before. Code whose runs are counted stays several times slower
 * for the life of a process, so one either counts or runs as many inputs as it can. The input at
 * work is written to a file before it runs, so that whoever watches finds it when this process hangs,
 * runs out of memory or dies.
 */
import { openSync, writeSync } from 'node:fs'
import { createChance } from '../../../sim/world/random.ts'
import { type Coverage, startCoverage } from './coverage.ts'
import { mutate } from './mutate.ts'
import { bytesOf, costMs, failureOf, maxMs, type Target } from './target.ts'

export interface Order {
  readonly target: string
  /** It ends with whichever comes first. */
  readonly seconds: number
  readonly executions: number
  readonly seed: number
  /** Where the input at work is: 8 bytes of count, 4 of length, the input. */
  readonly currentFile: string
  readonly isCounting: boolean
  /** What earlier processes have kept. */
  readonly kept: Kept
}

export interface Kept {
  /** Beside the target's own seeds. */
  readonly inputs: readonly Buffer[]
  readonly slow: readonly Buffer[]
}

export type Told =
  | {
      readonly kind: 'progress'
      readonly executions: number
      readonly covered: number
      readonly known: number
      readonly kept: number
      readonly slowestMs: number
      readonly rssBytes: number
    }
  | { readonly kind: 'crasher'; readonly failure: string; readonly input: Buffer }
  | { readonly kind: 'kept'; readonly kept: Kept }

/** Inputs between two readings of the counters: a reading costs a millisecond. */
const batchMs = 20
const maxBatch = 5000
const maxKept = 5000
const shrinkMs = 3000
/** Less may be the machine's doing. */
const slowMs = 20
/** Most inputs are short: many more of them run, and what is dear at length is found by the others. */
const shortOnes = 0.997
/** Their longest length, as a power of two. */
const shortest = 6
const maxShortLength = 9

export async function explore(
  target: Target,
  order: Order,
  tell: (told: Told) => void,
): Promise<void> {
  const coverage = order.isCounting ? startCoverage() : null
  const run = runner(target, order)
  const chance = createChance(`${target.name}/${order.seed}`)
  const kept: Buffer[] = []
  const slow = [...order.kept.slow]
  const words = target.words.map(word => Buffer.from(word))
  const next = (): Buffer => {
    if (!chance.happens(shortOnes)) {
      return mutate(chance, { inputs: [...kept, ...slow], words, maxBytes: target.maxBytes })
    }
    const maxBytes = Math.min(1 << chance.between(shortest, maxShortLength), target.maxBytes)
    return mutate(chance, { inputs: kept, words, maxBytes })
  }
  const failures = new Set<string>()
  const attempt = async (input: Buffer): Promise<void> => {
    const failure = await run.once(input)
    if (failure === null || failures.has(failure)) return
    failures.add(failure)
    tell({ kind: 'crasher', failure, input: await shrink(input, failure, run.once) })
  }

  for (const input of slow) await attempt(input)
  const seeds = target.seeds.map(bytesOf)
  for (const seed of [...seeds, ...order.kept.inputs]) {
    const input = seed.subarray(0, target.maxBytes)
    await attempt(input)
    coverage?.learn(coverage.read(), true)
    kept.push(input)
  }
  const end = performance.now() + order.seconds * 1000
  const isOver = (): boolean => performance.now() > end || run.executions() >= order.executions
  let batchSize = 16
  let toldAt = 0
  while (!isOver()) {
    // Now and then one alone, whose counts are its own.
    const size = coverage && chance.happens(0.1) ? 1 : batchSize
    const batch = Array.from({ length: size }, next)
    const startedAt = performance.now()
    for (const input of batch) {
      const slowestMs = Math.max(slowMs, run.slowestMs())
      await attempt(input)
      if (run.slowestMs() > slowestMs) slow.push(input)
      if (isOver()) break
    }
    const tookMs = performance.now() - startedAt
    if (size > 1) {
      batchSize = Math.max(2, Math.min(maxBatch, Math.round((size * batchMs) / (tookMs + 0.01))))
    }
    if (coverage && kept.length < maxKept) {
      kept.push(...(await worthKeeping(batch, coverage, attempt)))
    }
    // So that a message or the end of the watching process can come in.
    await new Promise(resolve => void setImmediate(resolve))
    if (performance.now() - toldAt < 1000) continue
    toldAt = performance.now()
    tell(progress())
  }
  tell(progress())
  tell({ kind: 'kept', kept: { inputs: kept.slice(seeds.length), slow } })

  function progress(): Told {
    return {
      kind: 'progress',
      executions: run.executions(),
      ...(coverage?.figures() ?? { covered: 0, known: 0 }),
      kept: kept.length + slow.length,
      slowestMs: coverage ? 0 : run.slowestMs(),
      rssBytes: process.memoryUsage.rss(),
    }
  }
}

/** Those of a batch that reached something new, found by running them one by one. */
async function worthKeeping(
  batch: readonly Buffer[],
  coverage: Coverage,
  attempt: (input: Buffer) => Promise<void>,
): Promise<Buffer[]> {
  const reading = coverage.read()
  if (batch.length === 1) {
    const isNew = coverage.isNew(reading, true)
    if (isNew) coverage.learn(reading, true)
    return isNew ? [...batch] : []
  }
  if (!coverage.isNew(reading, false)) return []
  const found = await halved(batch, coverage, attempt)
  // What ran only because it was the first time would otherwise be looked for again and again.
  coverage.learn(reading, false)
  return found
}

/** Runs them again, in ever smaller groups, to find who reached what is new. */
async function halved(
  batch: readonly Buffer[],
  coverage: Coverage,
  attempt: (input: Buffer) => Promise<void>,
): Promise<Buffer[]> {
  for (const input of batch) await attempt(input)
  const reading = coverage.read()
  if (!coverage.isNew(reading, false)) return []
  if (batch.length === 1) {
    coverage.learn(reading, true)
    return [...batch]
  }
  const middle = batch.length >> 1
  const first = await halved(batch.slice(0, middle), coverage, attempt)
  return [...first, ...(await halved(batch.slice(middle), coverage, attempt))]
}

/** Runs inputs, one at a time; says how one failed, or null. What is slow while counting may be quick. */
function runner(target: Target, { currentFile, isCounting }: Order) {
  const file = openSync(currentFile, 'w')
  const record = Buffer.alloc(12 + target.maxBytes)
  let executions = 0
  let slowestMs = 0
  async function once(input: Buffer): Promise<string | null> {
    executions++
    record.writeDoubleLE(executions, 0)
    record.writeUInt32LE(input.length, 8)
    input.copy(record, 12)
    writeSync(file, record, 0, 12 + input.length, 0)
    try {
      const tookMs = await costMs(target, input)
      slowestMs = Math.max(slowestMs, tookMs)
      return tookMs > maxMs && !isCounting ? `took more than ${maxMs} ms` : null
    } catch (error) {
      return failureOf(error)
    }
  }
  return { once, executions: () => executions, slowestMs: () => slowestMs }
}

/** A smaller input that fails in the same way, found by leaving out ever shorter pieces. */
async function shrink(
  input: Buffer,
  failure: string,
  once: (input: Buffer) => Promise<string | null>,
): Promise<Buffer> {
  const end = performance.now() + shrinkMs
  let small = input
  for (let size = small.length >> 1; size >= 1; size = Math.min(size >> 1, small.length >> 1)) {
    for (let at = 0; at < small.length && performance.now() < end; ) {
      const without = Buffer.concat([small.subarray(0, at), small.subarray(at + size)])
      if ((await once(without)) === failure) small = without
      else at += size
    }
  }
  return small
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit())
  process.once('message', (order: Order) => {
    void (async () => {
      const { targets } = await import('./targets.ts')
      const target = targets.find(one => one.name === order.target)!
      await explore(target, order, told => void process.send!(told))
      process.disconnect()
    })()
  })
}
