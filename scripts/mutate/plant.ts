/** A copy of the repository in which faults are planted one at a time; the work tree stays as it is. */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { type Fault, staleness } from './fault.ts'

export type Outcome = 'noticed' | 'survived' | 'stale'

const copied = [
  'src',
  'test',
  'scripts',
  'sim',
  'db',
  'client',
  'docs',
  'dashboard',
  'package.json',
]
const skipped = ['node_modules', 'dist', 'screenshots']
/** A fault that makes tests hang is noticed, too. */
const timeoutMs = 240_000

/** Copies the tree at `root` to `place`. */
export function copyTree(root: string, place: string): void {
  fs.mkdirSync(path.join(place, 'tmp'), { recursive: true })
  for (const name of copied) {
    fs.cpSync(path.join(root, name), path.join(place, name), {
      recursive: true,
      filter: source => !skipped.includes(path.basename(source)),
    })
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'))
}

/** Plants the fault in the copy, runs its tests and takes it out again. */
export async function tryFault(place: string, fault: Fault): Promise<Outcome> {
  const file = path.join(place, fault.file)
  const text = fs.readFileSync(file, 'utf8')
  if (staleness(fault, text) !== null) return 'stale'
  // As a function: a dollar sign in the text means itself.
  fs.writeFileSync(
    file,
    text.replace(fault.find, () => fault.instead),
  )
  try {
    return (await pass(place, fault.tests)) ? 'survived' : 'noticed'
  } finally {
    fs.writeFileSync(file, text)
  }
}

/** Whether test files pass in the copy as it is. */
export function pass(place: string, tests: readonly string[]): Promise<boolean> {
  // Copies that run side by side have each a database server of its own; and where something is to
  // fail, nobody waits long for what never comes.
  const own = { TMPDIR: path.join(place, 'tmp'), MALOTE_TEST_PATIENCE: '60' }
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'scripts/test.ts', '--test-force-exit', '--test-reporter=dot', ...tests],
    { cwd: place, stdio: 'ignore', env: { ...process.env, ...own } },
  )
  const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}
