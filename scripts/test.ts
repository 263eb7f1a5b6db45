/**
 * `npm test`: all tests of the repository with node's own runner, two processes more at a time than
 * there are cores; `npm test -- test/unit/mail` only those below a folder, a file only that, each file
 * in a process of its own. Arguments that begin with a dash go to node. The closing counts and the
 * exit code are node's.
 */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dropOldTestDatabases, stopTestServer } from '../test/support/database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['test', 'client/test', 'dashboard/test', 'sim', 'bench']
/** For a test that hangs; on a machine that is ten times slower the longest takes many minutes. */
const testTimeoutMs = 1_500_000
const filesAtOnce = 12
const lightly = [`--import=${new URL('../test/support/light-runner.ts', import.meta.url)}`]
/** Where in the run the last of the long ones begins: it is to end before the others do. */
const lastLong = 0.75
const needsProcess =
  /^(before|beforeEach|afterEach)\(|process\.(argv|memoryUsage|threadCpuUsage)|node:v8/m

process.chdir(root)
const options = process.argv.slice(2).filter(word => word.startsWith('-'))
const places = process.argv.slice(2).filter(word => !word.startsWith('-'))
const files = (places.length > 0 ? places : folders).flatMap(testsIn)
if (files.length === 0) {
  console.error(`No tests in ${places.join(', ')}.`)
  process.exit(1)
}
const groupFolder = fs.mkdtempSync(path.join(tmpdir(), 'malote-tests-'))
process.on('exit', () => fs.rmSync(groupFolder, { recursive: true }))
await dropOldTestDatabases()
const code = await (places.length > 0 ? runTests(files) : runTests(inGroups(files), lightly))
await stopTestServer()
process.exitCode = code

function testsIn(place: string): string[] {
  const found = fs.statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return [place]
  return fs
    .readdirSync(place, { withFileTypes: true })
    .filter(entry => entry.name !== 'node_modules')
    .flatMap(entry => {
      const inside = path.join(place, entry.name)
      if (entry.isDirectory()) return testsIn(inside)
      return /\.(test|spec)\.ts$/.test(entry.name) ? [inside] : []
    })
    .sort()
}

/**
 * Files that can share a process do, by the dozen: to load the service takes as long as two of its
 * tests, and what follows runs in code that is warm. Alone stay the long ones, those with hooks
 * around every test of the process, and those that look at the process itself.
 *
 * Node runs files in the order of their names, in which all that waits for a browser, for processes
 * to die and for a database would stand side by side. These names mix them, the long ones first.
 */
function inGroups(all: readonly string[]): string[] {
  const isShared = (file: string) =>
    /^test\/(spec|unit)\//.test(file) && !needsProcess.test(fs.readFileSync(file, 'utf8'))
  const shared = all.filter(isShared)
  const count = Math.ceil(shared.length / filesAtOnce)
  // Neighbours in the alphabet are alike in length: each group gets some of all.
  const groups = Array.from({ length: count }, (_, index) =>
    shared.filter((_, at) => at % count === index),
  )
  const isLong = (file: string) => file.startsWith('test/suites/')
  const alone = all.filter(file => !shared.includes(file)).map(file => [file])
  const [long, short] = [true, false].map(wanted =>
    alone.filter(([one]) => isLong(one!) === wanted),
  )
  const placed = [
    ...spread(long!.toReversed(), lastLong),
    ...spread(groups, 1),
    ...spread(short!, 1),
  ].toSorted((a, b) => a.at - b.at)
  return placed.map(({ files }, index) => {
    const name = path.join(groupFolder, `${String(index).padStart(3, '0')}.test.mjs`)
    const urls = files.map(file => pathToFileURL(path.resolve(file)).href)
    fs.writeFileSync(name, urls.map(url => `await import(${JSON.stringify(url)})\n`).join(''))
    return name
  })
}

/** Evenly over the run, from its beginning to a part of it. */
function spread(all: readonly string[][], end: number) {
  return all.map((files, i) => ({ files, at: (end * (i + 0.5)) / all.length }))
}

/** Two more than cores: a test that waits for a process leaves its core idle. */
function runTests(files: readonly string[], more: readonly string[] = []): Promise<number> {
  const concurrency = availableParallelism() + 2
  const own = ['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${testTimeoutMs}`]
  const words = [...own, ...more, ...options, ...files]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', exit => resolve(exit ?? 1))
  })
}
