/** Tries the changes of operators.ts in the pure modules, each against the tests beside it alone. */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { type Mutant, mutantsOf } from './operators.ts'
import type { PureModule } from './pure.ts'

export interface TriedMutant {
  readonly module: PureModule
  readonly mutant: Mutant
  readonly isNoticed: boolean
}

interface Trying {
  /** Copies of the repository; one change is in each at a time. */
  readonly places: readonly string[]
  readonly modules: readonly PureModule[]
  /** At most so many of each module, spread over it. */
  readonly sample: number
  readonly report: (tried: TriedMutant, of: number) => void
}

/** A change that makes tests hang is noticed, too. */
const timeoutMs = 30_000

/** Throws where tests fail without any change. */
export async function tryOperators({ places, modules, sample, report }: Trying): Promise<void> {
  const [root] = places
  const left = modules.flatMap(module => {
    const text = fs.readFileSync(path.join(root!, module.file), 'utf8')
    return spread(mutantsOf(module.file, text), sample).map(mutant => ({ module, mutant, text }))
  })
  const { length } = left
  for (const { tests, file } of modules) {
    if (!(await pass(root!, tests))) throw new Error(`Without a change, tests of ${file} fail.`)
  }
  await Promise.all(
    places.map(async place => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { module, mutant, text } = next
        const file = path.join(place, module.file)
        fs.writeFileSync(
          file,
          text.slice(0, mutant.start) + mutant.instead + text.slice(mutant.end),
        )
        const isNoticed = !(await pass(place, module.tests))
        fs.writeFileSync(file, text)
        report({ module, mutant, isNoticed }, length)
      }
    }),
  )
}

function spread<One>(all: readonly One[], max: number): One[] {
  const step = Math.max(1, all.length / max)
  return Array.from({ length: Math.min(all.length, max) }, (_, i) => all[Math.floor(i * step)]!)
}

/** One process for each file of tests, which is quicker than the runner's two. */
async function pass(place: string, tests: readonly string[]): Promise<boolean> {
  for (const test of tests) {
    const child = spawn(process.execPath, [test], { cwd: place, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    clearTimeout(timer)
    if (code !== 0) return false
  }
  return true
}
