/** What a start refuses is looked at while the service runs, too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDatabase } from '#boot/watch-database.ts'
import type { Db } from '#kernel/world/db.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'
import { machineClock } from '../../support/real-clock.ts'

const everyMs = 60_000
const { db } = await testDatabase()

/** What is complained of by a world whose clock is so far ahead of the database's. */
async function lookedAt(aheadMs: number) {
  let looks = 0
  const counted: Db = {
    ...db,
    query: <Row>(text: string, values?: readonly unknown[]) =>
      db.query<Row>(text, values).finally(() => looks++),
  }
  const env = { MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const world = fakeWorld({ db: counted, env })
  const { clock } = world
  const now = () => machineClock.now() + aheadMs
  const stop = watchDatabase({
    ...world,
    clock: { ...clock, now, monotonic: machineClock.monotonic },
  })
  await clock.advance(everyMs)
  await until(() => looks >= 2, 'the database was asked both questions')
  // A turn for what follows from the answers.
  await clock.advance(0)
  stop()
  await clock.advance(10 * everyMs)
  assert.equal(looks, 2, 'nobody asks once it is over')
  return world.complaints
}

test('a clock that has gone astray since the start is told', async () => {
  const [told, ...more] = await lookedAt(90_000)
  assert.match(told ?? '', /clock is [89]\d\.\d s behind this machine's/)
  assert.deepEqual(more, [])
})

test('nothing is told of one that is right', async () => {
  assert.deepEqual(await lookedAt(0), [])
})
