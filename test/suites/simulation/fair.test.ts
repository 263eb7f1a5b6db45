/**
 * Two shapes of one project's mail beside another's, and that the judge can find fault.
 * `npm run sim -- --fair` plays all of them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from '../../../sim/fair/judge.ts'
import { type FairReport, runFair } from '../../../sim/fair/run.ts'
import { shapes } from '../../../sim/fair/shapes.ts'
import { openCluster } from '../../../sim/storm/cluster.ts'

describe('nobody waits behind', () => {
  for (const name of ['200 mails to 200 silent hosts', 'posts to a hung receiver']) {
    it(name, async t => {
      const cluster = await openCluster(0)
      t.after(() => cluster.stop())
      const told: FairReport[] = []
      await runFair(cluster, { from: 7, count: 1, shape: name }, one => told.push(one))
      assert.deepEqual(
        told.map(one => [one.shape.name, one.judged.findings, one.seen.waitsMs.length]),
        [[name, [], 60]],
      )
      assert.ok(told[0]!.judged.p50 > 0, 'a wait is measured')
    })
  }
})

describe('the judge of waits', () => {
  const alone = { waitsMs: [100, 200], ofA: 0, claimsPerMail: 1 }
  const named = (name: string) => shapes.find(one => one.name === name)!
  const limited = named('due to a provider limited to 20/s')

  it('holds them against what the same seed makes B wait alone', () => {
    const quick = named('200 mails to 200 silent hosts')
    assert.deepEqual(judge(quick, { ...alone, waitsMs: [650] }, alone).findings, [])
    assert.deepEqual(judge(quick, { ...alone, waitsMs: [100, 651] }, alone).findings, [
      'B waits 651 ms, the bar is 650 ms',
    ])
    const never = { ...alone, waitsMs: [1, Number.POSITIVE_INFINITY] }
    assert.equal(judge(quick, never, alone).findings.length, 1)
    const slow = { ...alone, waitsMs: [900] }
    assert.equal(judge(quick, { ...alone, waitsMs: [1_001] }, slow).findings.length, 1)
  })

  it('asks for what of A could go, and counts claims', () => {
    const seen = { ...alone, ofA: limited.minOfA! - 1, claimsPerMail: 2.1 }
    assert.equal(judge(limited, seen, alone).findings.length, 2)
    const all = { ...alone, ofA: limited.minOfA!, claimsPerMail: 2 }
    assert.deepEqual(judge(limited, all, alone).findings, [])
  })
})
