/** What is made once for many: kept for a while, within a bound, and never where it failed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMadeOnce } from '#kernel/world/made-once.ts'

function stage() {
  let now = 0
  let count = 0
  const bounds = { keptMs: 1_000, maxKept: 3, maxWeight: 10, weigh: (text: string) => text.length }
  const kept = createMadeOnce({ ...bounds, clock: { monotonic: () => now } })
  const make = async (text: string) => {
    count++
    if (text === 'fault') throw new Error('fault')
    return text
  }
  return {
    get: (key: string, text = key) => kept.get(key, () => make(text)),
    made: () => count,
    turn: (ms: number) => (now += ms),
  }
}

describe('what is made once', () => {
  it('is made for all who ask at once, and anew when it is old', async () => {
    const { get, made, turn } = stage()
    assert.deepEqual(await Promise.all([get('a'), get('a'), get('a')]), ['a', 'a', 'a'])
    assert.equal(made(), 1)
    turn(999)
    assert.equal(await get('a', 'b'), 'a')
    turn(1)
    assert.equal(await get('a', 'b'), 'b')
    assert.equal(made(), 2)
  })

  it('is forgotten where others need the room, the longest unused first', async () => {
    const { get, made } = stage()
    for (const key of ['a', 'b', 'c', 'a', 'd']) await get(key)
    assert.equal(made(), 4)
    await get('a')
    assert.equal(made(), 4, 'it was asked for since')
    await get('b')
    assert.equal(made(), 5)
    await get('heavy', 'x'.repeat(10))
    await get('b')
    assert.equal(made(), 7, 'all others went for it')
    await get('heavier', 'x'.repeat(11))
    await get('heavier', 'x'.repeat(11))
    assert.equal(made(), 9, 'what is too heavy alone is not kept')
  })

  it('is tried again where it failed', async () => {
    const { get, made } = stage()
    await assert.rejects(get('a', 'fault'), /fault/)
    assert.equal(await get('a'), 'a')
    assert.equal(made(), 2)
  })
})
