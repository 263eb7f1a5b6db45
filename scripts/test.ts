/**
 * `npm test`: all tests of the repository with node's own runner, one file more at a time than
 * there are cores; `npm test -- test/unit/mail` only those below a folder, a file only that. Arguments that
 * begin with a dash go to node. The closing counts and the exit code are node's.
 */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { availableParallelism } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { dropOldTestDatabases, stopTestServer } from '../test/support/database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['test', 'client/test', 'dashboard/test', 'sim', 'bench']
/** For a test that hangs; on a machine that is ten times slower the longest takes many minutes. */
const testTimeoutMs = 1_500_000

process.chdir(root)
const options = process.argv.slice(2).filter(word => word.startsWith('-'))
const places = process.argv.slice(2).filter(word => !word.startsWith('-'))
const files = (places.length > 0 ? places : folders).flatMap(testsIn)
if (files.length === 0) {
  console.error(`No tests in ${places.join(', ')}.`)
  process.exit(1)
}
await dropOldTestDatabases()
const code = await runTests()
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

/** One more than cores: a test that waits for a process leaves its core idle. */
function runTests(): Promise<number> {
  const concurrency = availableParallelism() + 1
  const own = ['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${testTimeoutMs}`]
  const child = spawn(process.execPath, [...own, ...options, ...files], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', exit => resolve(exit ?? 1))
  })
}
