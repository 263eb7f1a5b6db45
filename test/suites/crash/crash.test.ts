/**
 * Real processes killed at random, in small; `npm run crash` is the long one. What is promised after
 * any of it: every email that was answered 202 has arrived, no other has, a second copy exists only
 * where an attempt had been written down as open, and the webhook was told every event.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CrashOptions, failuresOf } from '../../../sim/crash/bars.ts'
import { runCrash } from '../../../sim/crash/rounds.ts'

const quiet = {
  kills: 0,
  drains: 0,
  freezes: 0,
  aim: 'all',
  leaseSeconds: 4,
  sinkDelayMs: 5,
} as const

async function run(options: CrashOptions) {
  const report = await runCrash(options)
  assert.deepEqual(failuresOf(report, options), [], `logs: ${report.folder}`)
  assert.ok(report.accepted > options.emails * 0.8, `${report.accepted} were accepted`)
  return report
}

// Mostly waiting for processes to start, to stop and to be missed.
describe('an installation under load', { concurrency: 2 }, () => {
  it('loses nothing to kill -9 at random, and explains every second copy', async () => {
    const report = await run({ ...quiet, emails: 250, perSecond: 50, kills: 3 })
    const hurt = Object.values(report.hurt).reduce((sum, times) => sum + times, 0)
    assert.equal(hurt, 3)
    assert.ok(report.posts.events >= report.accepted * 4, `${report.posts.events} events`)
  })

  it('makes one email of a key that a thousand ask for while a node dies', async () => {
    const report = await run({ ...quiet, keys: 2, emails: 2, perSecond: 0 })
    const { requests, accepted, inProgress, unanswered } = report.keys!
    assert.ok(requests > 2_000, `${requests} requests`)
    assert.equal(accepted + inProgress + unanswered, requests)
  })

  it('makes no second copy when only the database dies', async () => {
    const only = { aim: 'database', leaseSeconds: 30 } as const
    const report = await run({ ...quiet, ...only, emails: 150, perSecond: 50, kills: 1 })
    assert.equal(report.duplicates, 0)
  })

  it('loses nothing and sends nothing twice when a node is stopped in order', async () => {
    // A machine that stands still for as long as a lease would be missed like a node that died.
    const report = await run({ ...quiet, emails: 150, perSecond: 60, drains: 1, leaseSeconds: 30 })
    assert.equal(report.duplicates, 0)
    assert.ok(report.slowestDrainMs < 30_000)
  })

  it('drops the results of a node that stood still for longer than its lease', async () => {
    await run({ ...quiet, emails: 200, perSecond: 50, freezes: 1, leaseSeconds: 2 })
  })
})
