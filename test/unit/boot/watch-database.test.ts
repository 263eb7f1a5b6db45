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

/** How far ahead of the database's the clock is, and how long the database takes to answer. */
type Moment = number | { readonly ahead: number; readonly took: number }

/** What is complained of, and what the service hears. */
async function lookedAt(...moments: readonly Moment[]) {
  let looks = 0
  let { ahead, took } = { ahead: 0, took: 0 }
  let waited = 0
  const heard: boolean[] = []
  const counted: Db = {
    ...db,
    query: <Row>(text: string, values?: readonly unknown[]) =>
      db.query<Row>(text, values).finally(() => {
        looks++
        waited += took
      }),
  }
  const env = { MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const world = fakeWorld({ db: counted, env })
  const { clock } = world
  const now = () => machineClock.now() + ahead
  const monotonic = () => machineClock.monotonic() + waited
  const watched = { ...world, clock: { ...clock, now, monotonic } }
  const stop = watchDatabase(watched, async isOff => void heard.push(isOff))
  for (const [n, moment] of moments.entries()) {
    ;({ ahead, took } = typeof moment === 'number' ? { ahead: moment, took: 0 } : moment)
    await clock.advance(everyMs)
    await until(() => looks >= 2 * (n + 1), 'the database was asked both questions')
    // A turn for what follows from the answers.
    await clock.advance(0)
  }
  stop()
  await clock.advance(10 * everyMs)
  assert.equal(looks, 2 * moments.length, 'nobody asks once it is over')
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

test('an answer that took long says nothing of the clock', async () => {
  const slow = (ahead: number) => ({ ahead, took: 6_000 })
  const { heard } = await lookedAt(slow(-3_000), -3_000, slow(-3_000), slow(0), 0)
  assert.deepEqual(heard, [true, false])
})

test('nothing is told of one that is right', async () => {
  assert.deepEqual(await lookedAt(0, 1_500, -1_500), { told: [], heard: [] })
})
