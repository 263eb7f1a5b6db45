/**
 * `npm run fuzz`: every fuzz target (test/fuzz) for a while, each in a process of its own that is
 * watched: an input that hangs, eats the memory or ends the process is a crasher like one that
 * throws. `-- --seconds 60 --only NAME,… --seed N`; `--executions 10000000` ends a target by their
 * number; `--seeds FOLDER` begins with the files of a folder too; `--replay FILE --only NAME` runs one
 * input again. Crashers are written to a folder.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import type { Kept, Order, Told } from '../test/suites/fuzz/explore.ts'
import { costMs, maxMs, type Target } from '../test/suites/fuzz/target.ts'
import { targets } from '../test/suites/fuzz/targets.ts'
import { optionsOf } from './options.ts'

const { values } = optionsOf(import.meta.url, {
  options: {
    seconds: { type: 'string' },
    executions: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    seeds: { type: 'string' },
    replay: { type: 'string' },
  },
})
const maxExecutions = Number(values.executions)
const seconds = Number(values.seconds ?? (maxExecutions === Infinity ? 60 : Infinity))
const seed = Number(values.seed)
/** A process that has not moved on to its next input for as long is hanging, however busy the machine. */
const hangMs = 60_000
const maxRssBytes = 512 * 1024 * 1024
const maxHeapMb = 256
const maxFailures = 5
/** In turn: a process that counts which code is reached, and a faster one, with more time each turn. */
const countedSeconds = 10
const plainSeconds = 20
const maxDoublings = 3
const pollMs = 500
const showEveryMs = 10_000

interface Crasher {
  readonly target: string
  readonly failure: string
  readonly file: string
}

interface Result {
  readonly target: Target
  readonly begunAt: number
  shownAt: number
  seconds: number
  /** What the finished processes of this target say together. */
  executions: number
  covered: number
  known: number
  kept: number
  slowestMs: number
  rssBytes: number
  found: Kept
  readonly crashers: Crasher[]
}

type Progress = Extract<Told, { kind: 'progress' }>

async function replay(file: string): Promise<number> {
  const input = readFileSync(file)
  let failed = 0
  for (const target of values.only === undefined ? [] : chosen) {
    try {
      const tookMs = await costMs(target, input)
      if (tookMs > maxMs) failed++
      console.log(`${target.name}: ${input.length} bytes took ${Math.round(tookMs)} ms`)
    } catch (error) {
      failed++
      console.error(error)
    }
  }
  if (values.only === undefined) console.error('--replay needs --only NAME')
  return failed === 0 && values.only !== undefined ? 0 : 1
}

async function fuzzAll(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'malote-fuzz-'))
  const inputs = values.seeds === undefined ? [] : filesIn(values.seeds)
  const waiting = [...chosen]
  const results: Result[] = []
  const lane = async (): Promise<void> => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      results.push(await fuzz(target, folder, { inputs, slow: [] }))
    }
  }
  const lanes = Math.min(availableParallelism(), chosen.length)
  const minutes = ((chosen.length * seconds) / lanes / 60).toFixed(1)
  const each =
    seconds === Infinity ? `${maxExecutions} executions each` : `${seconds} s each: ${minutes} min`
  console.log(`${chosen.length} targets, ${lanes} at a time, ${each}`)
  await Promise.all(Array.from({ length: lanes }, lane))
  results.sort((a, b) => chosen.indexOf(a.target) - chosen.indexOf(b.target))
  return report(results, folder)
}

const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder)
    .sort()
    .map(name => readFileSync(path.join(folder, name)))

/** One target until its time is up; a process that dies of an input is followed by another. */
async function fuzz(target: Target, folder: string, found: Kept): Promise<Result> {
  const begunAt = performance.now()
  const result: Result = {
    ...{ target, begunAt, shownAt: begunAt, seconds: 0, executions: 0, covered: 0, known: 0 },
    ...{ kept: 0, slowestMs: 0, rssBytes: 0, found, crashers: [] },
  }
  const own = path.join(folder, target.name)
  mkdirSync(own)
  let failures = 0
  for (let turn = 0; failures < maxFailures; turn++) {
    result.seconds = (performance.now() - begunAt) / 1000
    const left = seconds - result.seconds
    if (left < 1 || result.executions >= maxExecutions) break
    const isCounting = turn % 2 === 0
    const longest = isCounting ? countedSeconds : plainSeconds << Math.min(turn >> 1, maxDoublings)
    const order: Order = {
      target: target.name,
      seconds: Math.min(left, longest),
      executions: maxExecutions - result.executions,
      seed: seed * 1000 + turn,
      currentFile: path.join(own, 'current'),
      isCounting,
      kept: result.found,
    }
    const failure = await watch(order, result, own)
    if (failure === null) continue
    failures++
    keep(result, own, { failure, input: currentInput(order.currentFile) })
  }
  console.log(line(result, 'done'))
  rmSync(path.join(own, 'current'), { force: true })
  return result
}

/** Resolves with null when the process has ended well, else with how it failed. */
function watch(order: Order, result: Result, own: string): Promise<string | null> {
  const child = fork(path.join(import.meta.dirname, '../test/suites/fuzz/explore.ts'), [], {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    // What comes out of the cache is not counted well.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  running.add(child)
  const before = result.executions
  let failure: string | null = null
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said = (said + text).slice(-2000)
  })
  child.on('message', (told: Told) => {
    if (told.kind === 'crasher') return keep(result, own, told)
    if (told.kind === 'kept') result.found = told.kept
    if (told.kind !== 'progress') return
    take(result, told, before)
    if (told.rssBytes > maxRssBytes)
      failure = end(child, `took more than ${maxRssBytes / 1024 / 1024} MB of memory`)
    if (performance.now() - result.shownAt < showEveryMs) return
    result.shownAt = performance.now()
    console.log(line(result, `${Math.round((result.shownAt - result.begunAt) / 1000)} s`))
  })
  const timer = watchForHang(order.currentFile, () => {
    failure = end(child, `took more than ${hangMs} ms`)
  })
  child.send(order)
  return new Promise(resolve => {
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      running.delete(child)
      if (failure === null && code !== 0) {
        const words =
          said
            .trim()
            .split('\n')
            .find(text => /error/i.test(text)) ?? ''
        failure = `ended the process (${signal ?? code}) ${words.slice(0, 200)}`
      }
      resolve(failure)
    })
  })
}

function end(child: ChildProcess, failure: string): string {
  child.kill('SIGKILL')
  return failure
}

function watchForHang(file: string, hangs: () => void): NodeJS.Timeout {
  let count = -1
  let since = performance.now()
  return setInterval(() => {
    const now = countIn(file)
    if (now !== count) {
      count = now
      since = performance.now()
    } else if (now > 0 && performance.now() - since > hangMs) hangs()
  }, pollMs)
}

function countIn(file: string): number {
  const record = recordIn(file)
  return record.length < 12 ? 0 : record.readDoubleLE(0)
}

function currentInput(file: string): Buffer {
  const record = recordIn(file)
  return record.length < 12 ? record : record.subarray(12, 12 + record.readUInt32LE(8))
}

function recordIn(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

function take(result: Result, told: Progress, before: number): void {
  result.executions = before + told.executions
  result.covered = Math.max(result.covered, told.covered)
  result.known = Math.max(result.known, told.known)
  result.kept = told.kept
  result.slowestMs = Math.max(result.slowestMs, told.slowestMs)
  result.rssBytes = Math.max(result.rssBytes, told.rssBytes)
}

function keep(result: Result, own: string, found: { failure: string; input: Buffer }): void {
  const input = Buffer.from(found.input)
  const name = createHash('sha256').update(input).digest('hex').slice(0, 12)
  const file = path.join(own, `crasher-${name}`)
  writeFileSync(file, input)
  const target = result.target.name
  result.crashers.push({ target, failure: found.failure, file })
  console.log(`CRASHER ${target}: ${found.failure}\n  ${replayCommand(target, file)}`)
}

const replayCommand = (target: string, file: string): string =>
  `npm run fuzz -- --only ${target} --replay ${file}`

function line(result: Result, when: string): string {
  const { target, executions, covered, known, kept, slowestMs } = result
  return (
    `${target.name.padEnd(12)} ${when.padStart(6)}  ${executions} executions, ` +
    `${covered} of ${known} blocks, ${kept} inputs kept, slowest ${slowestMs.toFixed(0)} ms`
  )
}

function report(results: readonly Result[], folder: string): number {
  const heads = [
    'target',
    'executions',
    'a second',
    'blocks',
    'kept',
    'slowest',
    'memory',
    'crashers',
  ]
  const rows = results.map(one => [
    one.target.name,
    String(one.executions),
    String(Math.round(one.executions / one.seconds)),
    `${one.covered} of ${one.known}`,
    String(one.kept),
    `${one.slowestMs.toFixed(0)} ms`,
    `${Math.round(one.rssBytes / 1024 / 1024)} MB`,
    String(one.crashers.length),
  ])
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map(row => row[i]!.length)))
  const shown = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
  console.log(`\n${shown(heads)}`)
  for (const row of rows) console.log(shown(row))
  const crashers = results.flatMap(one => one.crashers)
  const executions = results.reduce((sum, one) => sum + one.executions, 0)
  console.log(`\n${executions} executions, ${crashers.length} crashers`)
  for (const { target, failure, file } of crashers) {
    console.log(`${target}: ${failure}\n  ${replayCommand(target, file)}`)
  }
  if (crashers.length === 0) rmSync(folder, { recursive: true })
  return crashers.length === 0 ? 0 : 1
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // One may be hanging: it would not hear of anything milder.
    for (const child of running) child.kill('SIGKILL')
    process.exit(130)
  })
}
const only = values.only?.split(',')
const chosen = targets.filter(target => only?.includes(target.name) ?? true)
if (chosen.length === 0) {
  console.error(`There is no target ${values.only}: ${targets.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
process.exit(values.replay === undefined ? await fuzzAll() : await replay(values.replay))
