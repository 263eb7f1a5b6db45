/**
 * A process of `npm test` that runs one file of tests after the other, each taken from a queue that
 * the lanes of a run share: to load the service takes as long as two of its tests, and what follows
 * runs in code that is warm. A file is loaded once all tests of the file before it are over, so that
 * its databases and services do not stand idle beside those of others.
 *
 * Each file is a suite of its own, named by its path: its hooks are for its tests alone, and a file
 * that cannot be loaded is one failing test and leaves the files after it alone. For this, the files
 * get this module for node:test: what they say to it while they are loaded is written down, and said
 * to Node inside of their suite.
 */
import fs from 'node:fs'
import { flushCompileCache, registerHooks } from 'node:module'
import path from 'node:path'
import * as node from 'node:test'
import { pathToFileURL } from 'node:url'
import { closeLeftOpen } from './left-open.ts'
import { timed } from './timings.ts'

export interface Lane {
  /** The files to run, as paths from the folder in which the process is. */
  readonly files: readonly string[]
  /** An empty folder that all lanes of a run share, in which is noted what is taken. */
  readonly taken: string
  /** So many files it takes at least, and more until it has lasted as long as `lastingMs`. */
  readonly minFiles: number
  readonly lastingMs: number
  /** How long a file may be about to close what it has opened, on whatever machine. */
  readonly closingMs?: number
  /** And the whole process to end: well below the runner's time-out, which says of nothing what it was. */
  readonly endingMs?: number
}

/** Runs files until there are none, or until it has done its part. */
export async function runLane(lane: Lane): Promise<void> {
  registerHooks({
    resolve: (name, context, next) =>
      name === 'node:test' ? { url: import.meta.url, shortCircuit: true } : next(name, context),
  })
  isRunning = true
  try {
    await runFiles(lane)
  } finally {
    const ending = endAtLast(lane.endingMs ?? usualEndingMs)
    for (const end of ends) await end()
    ending.isOver = true
  }
}

const usualClosingMs = 20_000
const usualEndingMs = 240_000

/** Ends the process where something else holds it up: without, the timer holds up nothing. */
function endAtLast(endingMs: number): { isOver: boolean } {
  const ending = { isOver: false }
  const end = () => {
    const why = ending.isOver ? 'cannot end' : 'still tidies up'
    console.error(`The lane ${why}. Open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  setTimeout(end, endingMs).unref()
  return ending
}

let isRunning = false
const ends: (() => Promise<void>)[] = []

/** Whether tests of this file are followed by those of others in the same process. */
export const isLane = (): boolean => isRunning

/** What a lane does once it takes no more files. */
export function atEndOfLane(end: () => Promise<void>): void {
  ends.push(end)
}

async function runFiles(lane: Lane): Promise<void> {
  const { files, taken, minFiles, lastingMs, closingMs = usualClosingMs } = lane
  const deadline = performance.now() + lastingMs
  let count = 0
  for (const [index, file] of files.entries()) {
    if (count >= minFiles && performance.now() > deadline) return
    if (!take(path.join(taken, String(index)))) continue
    count++
    const note = timed(file)
    await runFile(file, closingMs)
    note()
    // Others begin while this goes on, and need not compile what is compiled.
    if (count === 1) flushCompileCache()
  }
}

/** Whether it was free: of several that try at once, one makes the note. */
function take(note: string): boolean {
  try {
    fs.writeFileSync(note, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

type Said = () => unknown
type FileHook = node.TestContextHookFn

/** What the file that is being loaded has said so far; undefined while tests run. */
let said: Said[] | undefined
/** What it does once all of its tests are over. */
let afterwards: FileHook[] = []

async function runFile(file: string, closingMs: number): Promise<void> {
  const words: Said[] = []
  const last: FileHook[] = []
  said = words
  afterwards = last
  let fault: { readonly error: unknown } | undefined
  try {
    await import(pathToFileURL(path.resolve(file)).href)
  } catch (error) {
    fault = { error }
  } finally {
    said = undefined
  }
  await new Promise<void>(resolve => {
    node.describe(file, () => {
      // One hook for all of the file's, which Node would not call behind one that fails; in the turn
      // after it the suite is over.
      node.after(async (...given) => {
        try {
          for (const one of last) await (one as (...words: typeof given) => unknown)(...given)
        } finally {
          setImmediate(resolve)
        }
      })
      node.beforeEach(forgetAfterwards)
      for (const say of words) say()
      if (fault === undefined) return
      node.it('is loaded', () => {
        throw fault.error
      })
    })
  })
  const left = await closeLeftOpen(closingMs)
  if (left.length === 0) return
  await node.it(`${file} closes what it opens`, () => {
    throw new Error(`left open: ${left.join('; ')}`)
  })
}

type Prototype = { after(fn?: node.TestContextHookFn, options?: node.HookOptions): void }
const forgetful = new WeakSet<Prototype>()

/**
 * Node keeps each test, with the functions that it gave to `t.after`, until its suite is over. Those
 * of ours hold the service that they stop: of a hundred tests a hundred services (3 MB each), which
 * the collector looks at again and again. So what has been called is forgotten.
 */
function forgetAfterwards(t: object): void {
  const prototype = Object.getPrototypeOf(t) as Prototype
  if (forgetful.has(prototype)) return
  forgetful.add(prototype)
  const { after } = prototype
  prototype.after = function (fn, options) {
    return after.call(this, fn === undefined || fn.length > 1 ? fn : calledOnce(fn), options)
  }
}

function calledOnce(fn: node.TestContextHookFn): node.TestContextHookFn {
  let held: node.TestContextHookFn | undefined = fn
  return t => {
    const call = held as (context: typeof t) => unknown
    held = undefined
    return call(t)
  }
}

const variants = ['skip', 'todo', 'only'] as const

function writingDown<T extends (...words: never[]) => unknown>(verb: T): T {
  const write = (...words: Parameters<T>) => {
    if (said === undefined) return verb(...words)
    said.push(() => verb(...words))
    return undefined
  }
  return write as unknown as T
}

function withVariants<T extends typeof node.it | typeof node.describe>(verb: T): T {
  const ways = variants.map(way => [way, writingDown(verb[way])])
  return Object.assign(writingDown(verb), Object.fromEntries(ways))
}

export const test = withVariants(node.test)
export const it = withVariants(node.it)
export const describe = withVariants(node.describe)
export const suite = withVariants(node.suite)
export const before = writingDown(node.before)
export const after: typeof node.after = (fn, options) => {
  if (said === undefined || fn === undefined) return node.after(fn, options)
  afterwards.push(fn)
}
export const beforeEach = writingDown(node.beforeEach)
export const afterEach = writingDown(node.afterEach)
export const { mock, snapshot } = node
