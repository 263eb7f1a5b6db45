/** Two simulated storms, and the proof that a seed replays. `npm run sim` runs more. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Outcome, runStorms } from '../../../sim/storm/seeds.ts'

const root = path.join(import.meta.dirname, '../../..')
const seeds = 2
const emails = 80

test('two storms break no promise', async t => {
  const outcomes: Outcome[] = []
  await runStorms({ from: 5, count: seeds, emails, workers: 2 }, outcome => {
    outcomes.push(outcome)
    for (const { rule, detail } of outcome.findings) {
      t.diagnostic(`seed ${outcome.seed}: ${rule}: ${detail.slice(0, 300)}`)
    }
    if (outcome.kept) t.diagnostic(`seed ${outcome.seed} keeps its database: ${outcome.kept}`)
  })
  const failed = outcomes.filter(one => one.findings.length > 0).map(one => one.seed)
  assert.deepEqual(failed, [], 'replay with: npm run sim -- --emails 80 --trace --seed N')

  // The storms must have been storms: a quiet sea proves nothing.
  const total = (name: string) => outcomes.reduce((sum, one) => sum + (one.counts[name] ?? 0), 0)
  const least = {
    emails: seeds * emails * 0.7,
    delivered: 160,
    bounced: 30,
    suppressed: 1,
    cancelled: 1,
    captured: 2,
    duplicates: 1,
    unclear: 3,
    posts: 800,
    deaths: 8,
    campaigns: 2,
    letters: 100,
    reports: 75,
    freezes: 1,
  }
  for (const [name, count] of Object.entries(least)) {
    assert.ok(total(name) >= count, `only ${total(name)} ${name}`)
  }
  assert.equal(new Set(outcomes.map(one => one.digest)).size, seeds, 'each storm is another')
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
