/** Whose time it is that an export takes: the reader's, which has an end, or our database's. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const minute = 60_000

/** Exports of a node; the texts after the first of each come when `answer` is called. */
function stage() {
  const world = fakeWorld({ db: {} as Db })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  async function* texts(): AsyncGenerator<string> {
    yield 'one'
    await answered
    yield 'two'
  }
  const start = () => world.runtime.get(exportPlaces, world).stream(world.ids.next(), texts())
  return { clock: world.clock, answer, start }
}

describe('An export whose reader waits for the database', () => {
  it('goes on however long that takes', async () => {
    const { clock, answer, start } = stage()
    const taken = start().toArray()
    await clock.advance(10 * minute)
    answer()
    await clock.advance(1)
    assert.deepEqual(await taken, ['one', 'two'])
  })

  it('does not make room for others; one whose reader takes nothing does', async () => {
    const { clock, answer, start } = stage()
    const taken = [1, 2, 3, 4].map(() => start().toArray())
    await clock.advance(minute / 2)
    assert.throws(start, { code: 'rate_limited' })
    answer()
    await clock.advance(1)
    for (const texts of await Promise.all(taken)) assert.deepEqual(texts, ['one', 'two'])
  })
})

describe('Between two texts of an export', () => {
  /** How many texts were asked for, of an export that is read as fast as it goes. */
  function reading(isUrgent: boolean) {
    const world = fakeWorld({ db: {} as Db })
    let asked = 0
    async function* texts(): AsyncGenerator<string> {
      for (; asked < 5; ) yield String(++asked)
    }
    if (isUrgent) world.runtime.get(bulkStretches, world).noteUrgent()
    const stream = world.runtime.get(exportPlaces, world).stream(world.ids.next(), texts())
    return { clock: world.clock, taken: stream.toArray(), asked: () => asked }
  }

  it('all that waits has its turn', async () => {
    const { clock, taken, asked } = reading(false)
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(asked(), 1)
    await clock.advance(1)
    assert.equal((await taken).length, 5)
  })

  it('mail that somebody waits for goes first, and keeps nobody for ever', async () => {
    const { clock, taken, asked } = reading(true)
    await clock.advance(20)
    assert.equal(asked(), 1)
    await clock.advance(60)
    assert.equal((await taken).length, 5)
  })
})

describe('An export that nobody reads', () => {
  for (const [when, read] of [
    ['from the beginning', 0],
    ['after the first text', 1],
    ['after the last', 2],
  ] as const) {
    it(`is cut off after a minute: ${when}`, async () => {
      const { clock, answer, start } = stage()
      answer()
      const stream = start()
      let seen = 0
      if (read > 0) {
        stream.on('data', () => {
          if (++seen === read) stream.pause()
        })
      }
      await clock.advance(minute / 2)
      assert.deepEqual([seen, stream.destroyed], [read, false])
      const cut = once(stream, 'error')
      await clock.advance(minute / 2)
      assert.match(String((await cut)[0]), /nobody took the export/)
    })
  }
})
