/** Memory goes back in a moment in which nothing is done (world/real/idle-memory.ts). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBackIdleMemory, memoryOfProcess } from '#kernel/world/real/idle-memory.ts'
import { manualClock } from '../../support/fake-world.ts'

const everyMs = 15_000
const mb = 1024 * 1024

/** After each look, how often it has collected so far. */
async function collectedAt(...looks: readonly { readonly busy: number; readonly mb: number }[]) {
  const clock = manualClock(0)
  let [busy, bytes, count] = [0, 0, 0]
  const stop = giveBackIdleMemory(clock, {
    busyShare: () => busy,
    residentBytes: () => bytes,
    collect: async () => void count++,
  })
  const counts: number[] = []
  for (const look of looks) {
    busy = look.busy
    bytes = look.mb * mb
    await clock.advance(everyMs)
    await clock.advance(0)
    counts.push(count)
  }
  stop()
  bytes = 9_000 * mb
  await clock.advance(10 * everyMs)
  assert.equal(count, counts.at(-1), 'nothing is collected once it is over')
  return counts
}

const idle = (megabytes: number) => ({ busy: 0.01, mb: megabytes })

test('the first idle moment gives back what the start has left, and a busy one nothing', async () => {
  const busy = { busy: 0.5, mb: 180 }
  assert.deepEqual(await collectedAt(busy, busy, idle(180), idle(110), idle(120)), [0, 0, 1, 1, 1])
})

test('it is done again once there is as much to give back as is worth it', async () => {
  assert.deepEqual(await collectedAt(idle(180), idle(110), idle(141), idle(143)), [1, 1, 1, 2])
})

test('what a collection has not given back is not looked for again', async () => {
  assert.deepEqual(await collectedAt(idle(180), idle(180), idle(200), idle(213)), [1, 1, 1, 2])
})

test('where it cannot be done nothing is thrown, and nothing is tried again', async () => {
  const clock = manualClock(0)
  let count = 0
  giveBackIdleMemory(clock, {
    busyShare: () => 0,
    residentBytes: () => 180 * mb + count * 100 * mb,
    collect: async () => {
      count++
      throw new Error('Inspector is not available')
    },
  })
  for (let looks = 0; looks < 4; looks++) await clock.advance(everyMs)
  assert.equal(count, 1)
})

test('a process that collects holds nothing that is over', async () => {
  const memory = memoryOfProcess()
  let waste: object[] | null = Array.from({ length: 300_000 }, (_, n) => ({ text: `${n}` }))
  const held = process.memoryUsage().heapUsed
  assert.equal(waste.length, 300_000)
  waste = null
  await memory.collect()
  assert.ok(process.memoryUsage().heapUsed < held - 10 * mb)
})

test('a thread that computes is busy, and one that waits is not', async () => {
  const memory = memoryOfProcess()
  const until = performance.now() + 50
  while (performance.now() < until);
  await new Promise(resolve => setImmediate(resolve))
  const computing = memory.busyShare()
  await new Promise(resolve => setTimeout(resolve, 200))
  assert.ok(memory.busyShare() < computing)
})
