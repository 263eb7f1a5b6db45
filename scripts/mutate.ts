/**
 * `npm run mutate` plants faults in a copy of the repository, one at a time, runs the tests that
 * must notice each, and counts. `--only GLOB` takes those whose file, or what goes wrong, matches;
 * `--jobs N` tries several side by side; `--record` writes the result to docs/mutation.md. Fails
 * where fewer than 95 % are noticed, or where a fault no longer fits the text it stands for.
 * `--operators` instead changes each operator and condition of the pure modules, and runs the tests
 * beside them: at least 85 % must be noticed; `--sample N` takes so many of each module.
 */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fault } from './mutate/fault.ts'
import { faults } from './mutate/faults.ts'
import { copyTree, type Outcome, pass, tryFault } from './mutate/plant.ts'
import { pureModules } from './mutate/pure.ts'
import { operatorTable, operatorText, resultPage } from './mutate/result.ts'
import { type TriedMutant, tryOperators } from './mutate/try-operators.ts'
import { optionsOf } from './options.ts'

const minNoticed = 0.95
const minNoticedOperators = 0.85
const root = fileURLToPath(new URL('..', import.meta.url))
const page = path.join(root, 'docs/mutation.md')
const operatorPage = path.join(root, 'docs/mutation-operators.md')

const { values } = optionsOf(import.meta.url, {
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    operators: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1000' },
  },
})
const only = values.only
const chosen = faults.filter(
  one => only === undefined || path.matchesGlob(one.file, only) || one.wrong.includes(only),
)
const base = fs.mkdtempSync(path.join(tmpdir(), 'mutate-'))
const jobs = Math.max(1, Number(values.jobs))
const places = Array.from({ length: jobs }, (_, i) => path.join(base, String(i)))
try {
  process.exitCode = values.operators ? await runOperators() : await runAll()
} finally {
  fs.rmSync(base, { recursive: true, force: true })
}

async function runOperators(): Promise<number> {
  const modules = pureModules.filter(one => only === undefined || path.matchesGlob(one.file, only))
  const tried: TriedMutant[] = []
  for (const place of places) copyTree(root, place)
  await tryOperators({
    places,
    modules,
    sample: Number(values.sample),
    report(one, of) {
      tried.push(one)
      const { module, mutant, isNoticed } = one
      if (!isNoticed) console.log(`survived: ${module.file}: ${mutant.what}`)
      if (tried.length % 50 === 0) console.log(`${tried.length}/${of}`)
    },
  })
  console.log(operatorTable(tried))
  if (values.record) fs.writeFileSync(operatorPage, operatorText(tried, Number(values.sample)))
  return tried.filter(one => one.isNoticed).length >= minNoticedOperators * tried.length ? 0 : 1
}

async function runAll(): Promise<number> {
  const outcomes = new Map<Fault, Outcome>()
  const left = [...chosen]
  const passing = new Map<string, Promise<boolean>>()
  const work = async (place: string): Promise<void> => {
    copyTree(root, place)
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      // A test that fails without the fault would notice everything.
      const tests = fault.tests.join(' ')
      if (!passing.has(tests)) passing.set(tests, pass(place, fault.tests))
      if (!(await passing.get(tests))) throw new Error(`Without a fault, these fail: ${tests}`)
      const outcome = await tryFault(place, fault)
      outcomes.set(fault, outcome)
      console.log(`${outcomes.size}/${chosen.length} ${outcome} ${fault.file}: ${fault.wrong}`)
    }
  }
  await Promise.all(places.map(work))
  return tell(outcomes)
}

function tell(outcomes: ReadonlyMap<Fault, Outcome>): number {
  const count = (wanted: Outcome): number =>
    [...outcomes.values()].filter(outcome => outcome === wanted).length
  console.table({ noticed: count('noticed'), survived: count('survived'), stale: count('stale') })
  for (const [fault, outcome] of outcomes) {
    if (outcome !== 'noticed') console.log(`${outcome}: ${fault.file}: ${fault.wrong}`)
  }
  if (values.record) fs.writeFileSync(page, resultPage(outcomes, faults.length))
  const isEnough = outcomes.size > 0 && count('noticed') >= minNoticed * outcomes.size
  return isEnough && count('stale') === 0 ? 0 : 1
}
