/**
 * `npm test`: all tests of the repository with node's own runner, two processes more at a time than
 * there are cores; `npm test -- test/unit/mail` only those below a folder, a file only that, each file
 * in a process of its own. `npm test -- --slowest` says at the end which files took most of the
 * processors. Other arguments that begin with a dash go to node. The closing counts and the exit
 * code are node's.
 */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dropOldTestDatabases, stopTestServer } from '../test/support/database.ts'
import { programSetting } from '../test/support/program.ts'
import { slowestOf } from '../test/support/timings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['test', 'client/test', 'dashboard/test', 'sim', 'bench']
/** For a test that hangs; on a machine that is ten times slower the longest takes many minutes. */
const testTimeoutMs = 1_500_000
/** What a lane runs at least, and for how long it takes further files: well within the time-out. */
const minFilesOfLane = 12
const laneMs = 600_000
/** Two more than cores: a test that waits for a process leaves its core idle. */
const concurrency = availableParallelism() + 2
/**
 * A test process lives for seconds or minutes and makes much that is soon forgotten: with more room
 * from the beginning it collects less often. A file that is run alone has the flags of the program
 * instead, and so finds compiled what that has compiled.
 */
const roomy = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=64',
  '--initial-old-space-size=600',
]
const lightly = [
  ...roomy,
  `--import=${new URL('../test/support/light-runner.ts', import.meta.url)}`,
]
const slowestCount = 30
/** Where among the files of lanes the last of the long ones is: it is to end before the others do. */
const lastLong = 0.75
/** What takes longest of the files that are alone, the longest first. */
const longestAlone = [
  /suites\/crash\//,
  /suites\/installing\/(deb|package)/,
  /suites\/simulation\//,
  /dashboard\/test\/components/,
  /suites\/(attack|commands\/(processes|first|run))/,
  /suites\//,
]
const needsProcess = /process\.(argv|memoryUsage|threadCpuUsage|env\.\w+ = )|node:v8/
/** Whose files share processes: to load the program takes longer than many of them. */
const inLanes = [
  /^test\/(spec|unit|suites\/(battery|browser|client|docs|fuzz|mutation|tidy))\//,
  // Those of the others that start no process.
  /^test\/suites\/commands\/(audit|billing|campaigns|contacts|importing|owners|sources)\./,
  /^test\/suites\/(cells\/directory|commands\/restore-dump|simulation\/contract)\./,
]
/** Of these, what takes half a minute and more, and waits for much of it. */
const longInLanes = /^test\/(suites\/(browser|docs)|unit\/world\/(embedded|silent-connections))\b/

/** A suite that waits before it has all of its tests (light-runner.ts). */
const hasSlowSuite = /^\s*describe\([^)]*, async /m
const wholeMark = '// with all promises\n'

process.chdir(root)
const isTimed = process.argv.includes('--slowest')
const options = process.argv.slice(2).filter(word => word.startsWith('-') && word !== '--slowest')
const places = process.argv.slice(2).filter(word => !word.startsWith('-'))
const files = (places.length > 0 ? places : folders).flatMap(testsIn)
if (files.length === 0) {
  console.error(`No tests in ${places.join(', ')}.`)
  process.exit(1)
}
const groupFolder = fs.mkdtempSync(path.join(tmpdir(), 'malote-tests-'))
process.on('exit', () => fs.rmSync(groupFolder, { recursive: true }))
await dropOldTestDatabases()
// A suite of which nothing is to run has no end that a lane could wait for.
const isPart = places.length > 0 || options.some(one => /^--test-(only|name|skip)/.test(one))
if (!isPart) {
  const { testedProgram } = await import('./tested-program.ts')
  process.env[programSetting] = await testedProgram(root)
}
const groups = isPart ? files.map(importing) : inGroups(files)
const timings = path.join(groupFolder, 'timings')
if (isTimed) process.env.MALOTE_TEST_TIMINGS = timings
const code = await (isPart && !isTimed ? runTests(files) : runTests(written(groups), lightly))
await stopTestServer()
if (isTimed) console.log(slowestOf(fs.readFileSync(timings, 'utf8'), slowestCount))
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
 * Files that can share a process do, in lanes (test/support/lane.ts). Alone stay most suites, which are
 * long and start processes of their own, and those that look at the process itself.
 *
 * A lane holds its place until all files of lanes are taken. So half of the places begin with one, and
 * the others take what is alone, the longest first: it waits for processes while lanes compute. The
 * lanes after it find what is left, which is short, so that all places end together.
 */
function inGroups(all: readonly string[]): string[] {
  const isShared = (file: string) => {
    const text = fs.readFileSync(file, 'utf8')
    return (
      inLanes.some(one => one.test(file)) && !needsProcess.test(text) && !hasSlowSuite.test(text)
    )
  }
  const [shared, alone] = parted(all, isShared)
  const lanes = lanesOf(ordered(shared))
  const first = Math.floor(concurrency / 2)
  return [
    ...lanes.slice(0, first),
    ...alone.toSorted((a, b) => rankOf(a) - rankOf(b)).map(importing),
    ...lanes.slice(first),
  ]
}

function rankOf(file: string): number {
  const rank = longestAlone.findIndex(one => one.test(file))
  return rank === -1 ? longestAlone.length : rank
}

/** The long ones among the others, early. */
function ordered(files: readonly string[]): string[] {
  const [long, short] = parted(files, file => longInLanes.test(file))
  return mixed([spread(long.toReversed(), lastLong), spread(short, 1)])
}

function parted(files: readonly string[], is: (file: string) => boolean) {
  return [files.filter(is), files.filter(file => !is(file))] as const
}

function mixed(parts: readonly ReturnType<typeof spread>[]): string[] {
  return parts
    .flat()
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
}

/** The paths of files with these texts: Node runs them in the order of their names. */
function written(texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const kind = text.startsWith(wholeMark) ? 'whole.test' : 'test'
    const name = path.join(groupFolder, `${String(index).padStart(3, '0')}.${kind}.mjs`)
    fs.writeFileSync(name, text)
    return name
  })
}

function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(path.resolve(file)).href)
}

function importing(file: string): string {
  const noted = `process.once('exit', timed(${JSON.stringify(file)}))\n`
  const timing = isTimed
    ? `import { timed } from ${urlOf('test/support/timings.ts')}\n${noted}`
    : ''
  const mark = hasSlowSuite.test(fs.readFileSync(file, 'utf8')) ? wholeMark : ''
  return `${mark}${timing}await import(${urlOf(file)})\n`
}

/** As many as were needed if each did no more than it must; the last of them find nothing to do. */
function lanesOf(files: readonly string[]): string[] {
  const taken = path.join(groupFolder, 'taken')
  fs.mkdirSync(taken)
  const lane = { files, taken, minFiles: minFilesOfLane, lastingMs: laneMs }
  const text =
    `import { runLane } from ${urlOf('test/support/lane.ts')}\n` +
    `await runLane(${JSON.stringify(lane)})\n`
  return Array.from({ length: Math.ceil(files.length / minFilesOfLane) }, () => text)
}

/** Evenly over the run, from its beginning to a part of it. */
function spread(all: readonly string[], end: number) {
  return all.map((text, i) => ({ text, at: (end * (i + 0.5)) / all.length }))
}

/** By a Node with the flags of the program, unless there are others. */
function runTests(files: readonly string[], more: readonly string[] = []): Promise<number> {
  const own = ['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${testTimeoutMs}`]
  const words = [...process.execArgv, ...own, ...more, ...options, ...files]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', exit => resolve(exit ?? 1))
  })
}
