/** What `GET /healthz` says of a node that cannot do its work (faces/api/health.ts). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { OwnTrouble } from '#faces/api/health.ts'
import { createApi } from '#faces/api/server.ts'
import type { Db } from '#kernel/world/db.ts'
import { createPresence } from '#platform/queue/nodes.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { until } from '../../support/until.ts'

async function health(
  t: TestContext,
  changed: Partial<Db> = {},
  ownTrouble: OwnTrouble = () => null,
) {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db: { ...db, ...changed } })
  const api = createApi(world, [], { ownTrouble })
  const said = async (url: string) => {
    const { statusCode, json } = await api.inject({ url })
    return `${statusCode} ${json().status}`
  }
  const answer = await said('/healthz')
  const ready = await said('/readyz')
  if (answer.startsWith('503 database')) {
    // Calls wait for a database that long, too.
    assert.equal(ready, '200 ok')
    await world.clock.advance(4_900)
    assert.equal(await said('/readyz'), '200 ok')
    await world.clock.advance(200)
    assert.equal(await said('/readyz'), answer)
  } else assert.equal(ready, answer)
  // A new process would not bring a database back.
  assert.equal(await said('/livez'), '200 ok')
  return { answer }
}

describe('The health of a node', () => {
  it('is good while the database answers and takes writes', async t => {
    assert.equal((await health(t)).answer, '200 ok')
  })

  it('is bad while statements wait over connections that are silent', async t => {
    assert.equal((await health(t, { isStalled: true })).answer, '503 database unavailable')
  })

  it('is bad while the database takes no writes', async t => {
    const query = (async () => [{ writable: false }]) as Db['query']
    assert.equal((await health(t, { query })).answer, '503 database takes no writes')
  })

  it('is bad while writes find no room on the disk of the database, and not ready at once', async t => {
    assert.equal((await health(t, { isFull: true })).answer, '503 disk full')
  })

  it('is not ready as soon as the database is known to have been away for as long', async t => {
    const { db } = await testDatabase(t)
    const api = createApi(fakeWorld({ db: { ...db, isStalled: true, awayForMs: 5_100 } }), [])
    assert.equal((await api.inject({ url: '/readyz' })).statusCode, 503)
  })

  it('is bad while its loops make no progress', async t => {
    assert.equal((await health(t, {}, () => 'no progress')).answer, '503 no progress')
  })

  it('is bad once it has been told to stop', async t => {
    assert.equal((await health(t, {}, () => 'stopping')).answer, '503 stopping')
  })
})

it('A node that cannot say that it is alive is late, until it can again', async t => {
  const { db } = await testDatabase(t)
  let isAway = false
  const query: Db['query'] = (text, values) =>
    isAway ? Promise.reject(new Error('away')) : db.query(text, values)
  const world = fakeWorld({ db: { ...db, query } })
  const presence = createPresence(world, 'node.test')
  await presence.start()
  const beats = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await world.clock.advance(10_000)
      await db.query('select pg_sleep(0.05)')
    }
  }
  await beats(2)
  assert.equal(presence.isLate(), false)
  isAway = true
  await beats(3)
  assert.equal(presence.isLate(), true)
  isAway = false
  await beats(1)
  // What it says is written when the database has time.
  await until(async () => !presence.isLate(), 'its being there')
  await presence.stop()
})
