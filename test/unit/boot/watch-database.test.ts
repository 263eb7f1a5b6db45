/** What a start refuses is looked at while the service runs, too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDatabase } from '#boot/watch-database.ts'
import type { Db } from '#kernel/world/db.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'
import { machineClock } from '../../support/real-clock.ts'

const everyMs = 10_000
const { db } = await testDatabase()

/** What is complained of, and what the service hears, by a clock so far ahead of the database's. */
async function lookedAt(...aheadMs: readonly number[]) {
  let looks = 0
  let ahead = 0
  const heard: boolean[] = []
  const counted: Db = {
    ...db,
    query: <Row>(text: string, values?: readonly unknown[]) =>
      db.query<Row>(text, values).finally(() => looks++),
  }
  const env = { MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const world = fakeWorld({ db: counted, env })
  const { clock } = world
  const now = () => machineClock.now() + ahead
  const watched = { ...world, clock: { ...clock, now, monotonic: machineClock.monotonic } }
  const stop = watchDatabase(watched, async isOff => void heard.push(isOff))
  for (const [n, by] of aheadMs.entries()) {
    ahead = by
    await clock.advance(everyMs)
    await until(() => looks >= 2 * (n + 1), 'the database was asked both questions')
    // A turn for what follows from the answers.
    await clock.advance(0)
  }
  stop()
  await clock.advance(10 * everyMs)
  assert.equal(looks, 2 * aheadMs.length, 'nobody asks once it is over')
  return { told: world.complaints, heard }
}

test('a clock that has gone astray since the start is told, and work is claimed no more', async () => {
  const { told, heard } = await lookedAt(90_000)
  assert.match(told[0] ?? '', /clock is [89]\d\.\d s behind this machine's/)
  assert.equal(told.length, 1)
  assert.deepEqual(heard, [true])
})

test('one that is right again is told at once, and one that stays wrong once a minute', async () => {
  const astray = Array.from({ length: 8 }, () => -3_000)
  const { told, heard } = await lookedAt(0, 1_000, ...astray, 0)
  assert.equal(told.length, 2)
  assert.deepEqual(heard, [true, false])
})

test('nothing is told of one that is right', async () => {
  assert.deepEqual(await lookedAt(0, 1_500, -1_500), { told: [], heard: [] })
})
