/** Simulated storms, and the proof that a seed replays. `npm run sim` runs more. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Outcome, runStorms } from '../../../sim/storm/seeds.ts'

const root = path.join(import.meta.dirname, '../../..')
const emails = 80
const firstSeed = 1
/** A quiet sea proves nothing: further storms follow until all of this was met. */
const maxStorms = 6
const least = {
  emails: 110,
  delivered: 160,
  bounced: 30,
  suppressed: 1,
  cancelled: 1,
  captured: 2,
  duplicates: 1,
  unclear: 3,
  posts: 500,
  deaths: 8,
  campaigns: 2,
  letters: 100,
  reports: 75,
  freezes: 1,
}

test('two storms or more break no promise', async t => {
  const outcomes: Outcome[] = []
  const total = (name: string) => outcomes.reduce((sum, one) => sum + (one.counts[name] ?? 0), 0)
  const missing = () => Object.entries(least).filter(([name, count]) => total(name) < count)
  while (outcomes.length < 2 || (missing().length > 0 && outcomes.length < maxStorms)) {
    const [from, count] = [firstSeed + outcomes.length, outcomes.length === 0 ? 2 : 1]
    await runStorms({ from, count, emails, workers: 2 }, outcome => {
      outcomes.push(outcome)
      for (const { rule, detail } of outcome.findings) {
        t.diagnostic(`seed ${outcome.seed}: ${rule}: ${detail.slice(0, 300)}`)
      }
      if (outcome.kept) t.diagnostic(`seed ${outcome.seed} keeps its database: ${outcome.kept}`)
    })
  }
  const failed = outcomes.filter(one => one.findings.length > 0).map(one => one.seed)
  assert.deepEqual(failed, [], 'replay with: npm run sim -- --emails 80 --trace --seed N')
  assert.deepEqual(missing(), [])
  assert.equal(new Set(outcomes.map(one => one.digest)).size, outcomes.length, 'each is another')
})

test('a seed replays to the last event, copy and post', async () => {
  const first = await digestOf(4242)
  const second = await digestOf(4242)
  assert.match(first ?? '', /^[0-9a-f]{16}$/)
  assert.equal(second, first)
})

/**
 * As `npm run sim -- --seed N` shows it. In one process a storm of another seed before it changes
 * nothing, but the same one again does: it has the same ids.
 */
async function digestOf(seed: number): Promise<string | undefined> {
  const run = path.join(root, 'sim/storm/run.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    run,
    ...['--seed', String(seed), '--emails', '30'],
  ])
  return /^seed \d+: (\w+) in/m.exec(stdout)?.[1]
}
