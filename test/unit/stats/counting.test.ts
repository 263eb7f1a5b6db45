/** Counting reads the whole queue: the longer it takes, the less often it is done. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createMetrics } from '#sending/stats/metrics.ts'
import { createQueueWatch } from '#sending/stats/queue-watch.ts'
import { fakeWorld } from '../../support/fake-world.ts'

/** Each count takes so long. */
const countMs = 3_000

function begin() {
  let counts = 0
  const query = async (text: string) => {
    if (!/count\(\*\)/.test(text)) return []
    counts++
    await world.clock.sleep(countMs)
    return []
  }
  const db = { query } as unknown as Db
  const world = fakeWorld({ db })
  return { world, counts: () => counts }
}

const readers = {
  'the metrics of a node': (world: ReturnType<typeof begin>['world']) => {
    const metrics = createMetrics(
      world,
      () => [],
      async () => '1',
    )
    return () => metrics.text()
  },
  'the pages of projects': (world: ReturnType<typeof begin>['world']) => {
    const watch = createQueueWatch(world)
    return () => watch.of(floorId(1))
  },
}

for (const [name, readerOf] of Object.entries(readers)) {
  test(`${name} take a twentieth of the time for it`, async () => {
    const { world, counts } = begin()
    const read = readerOf(world)
    for (let second = 0; second < 60; second++) {
      void read()
      await world.clock.advance(1_000)
    }
    assert.equal(counts(), 1)
    await world.clock.advance(20 * countMs)
    void read()
    await world.clock.advance(1_000)
    assert.equal(counts(), 2)
  })
}
