/** No database goes into the future that somebody lives by (boot/clock-ahead.ts). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { dayMs } from '#kernel/base/durations.ts'
import { createPresence } from '#platform/queue/nodes.ts'
import { checkClock } from '../../../src/boot/clock-ahead.ts'
import { testDatabase } from '../../support/database.ts'
import { type FakeWorld, fakeWorld } from '../../support/fake-world.ts'
import { insertLiveEmail } from '../../support/live-email.ts'

const now = Date.UTC(2026, 5, 1)
const [month, quarter] = [31 * dayMs, 92 * dayMs]

async function stage(t: TestContext) {
  const { db } = await testDatabase(t)
  let passed = 0
  const nodes: FakeWorld[] = []
  const clock = {
    now: () => now + passed,
    async sleep(ms: number) {
      passed += ms
      for (const node of nodes) await node.clock.advance(ms)
    },
  }
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  return {
    db,
    clock,
    warnings,
    /** What is said against it; null: nothing is. */
    leap: (aheadMs: number, mayTakeMail = false): Promise<string | null> =>
      checkClock(db, { clock, log, aheadMs, mayTakeMail }).then(
        () => null,
        (error: Error) => error.message,
      ),
    /** A node that lives so far ahead. */
    async start(aheadMs: number) {
      const node = fakeWorld({ db, startMs: clock.now() + aheadMs })
      const presence = createPresence(node, 'node.test')
      await presence.start()
      nodes.push(node)
      const kill = (): void => void nodes.splice(nodes.indexOf(node), 1)
      t.after(() => presence.stop())
      return { stop: () => presence.stop(), kill }
    },
  }
}

describe('A database goes into the future', () => {
  it('where nobody lives by it, further each time, and never back', async t => {
    const { leap } = await stage(t)
    assert.equal(await leap(0), null)
    assert.equal(await leap(month), null)
    assert.equal(await leap(month), null)
    assert.equal(await leap(quarter), null)
    assert.match((await leap(month)) ?? '', /P92D/)
    assert.match((await leap(0)) ?? '', /P92D/)
  })

  it('not while a node works on it in the present, however short the way', async t => {
    const { leap, start } = await stage(t)
    const presence = await start(0)
    for (const aheadMs of [1_000, 36_000, month]) {
      assert.match((await leap(aheadMs, true)) ?? '', /the node node\.test works .* a copy of/)
    }
    assert.equal(await leap(0), null)
    await presence.stop()
    assert.equal(await leap(month), null)
  })

  it('not from under a node that lives less far ahead; beside one that lives as far', async t => {
    const { leap, start } = await stage(t)
    assert.equal(await leap(month), null)
    const presence = await start(month)
    assert.equal(await leap(month), null)
    assert.match((await leap(quarter, true)) ?? '', /the node node\.test works/)
    await presence.stop()
    assert.equal(await leap(quarter), null)
  })

  it('once a node that was killed has been silent for long enough', async t => {
    const { leap, start, clock, warnings } = await stage(t)
    const node = await start(0)
    await clock.sleep(15_000)
    node.kill()
    assert.equal(await leap(month), null)
    const waited = clock.now() - now - 15_000
    assert.ok(waited > 24_000 && waited < 36_000, `${waited} ms`)
    assert.equal(warnings.length, 1)
    assert.equal(await leap(quarter), null)
    assert.equal(clock.now() - now - 15_000, waited)
  })

  it('with the live email of a trial', async t => {
    const { db, leap, clock } = await stage(t)
    await insertLiveEmail(db, clock.now() - dayMs + 60_000)
    assert.equal(await leap(month), null)
  })

  it('with live email that people live by only if somebody says so, once', async t => {
    const { db, leap, clock } = await stage(t)
    await insertLiveEmail(db, clock.now() - dayMs - 60_000)
    assert.equal(await leap(0), null)
    assert.match((await leap(month)) ?? '', /holds live email.*malote migrate --yes/)
    assert.equal(await leap(0), null)
    assert.equal(await leap(month, true), null)
    assert.equal(await leap(month), null)
    assert.equal(await leap(quarter), null)
  })
})
