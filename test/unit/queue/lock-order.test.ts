/** Leases are renewed while results are settled: both lock many entries, and neither may hang the other. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { lockClaims, renewLeases } from '#platform/queue/store.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

it('Leases are renewed in the order in which settlements lock, whatever order they are named in', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  const now = world.clock.now()
  const ids: Uuid[] = Array.from({ length: 3 }, () => world.ids.next()).sort()
  await db.query(
    `insert into queue (id, kind, project_id, subject, n, due_at, created_at, attempt, held)
     select id, 'delivery', id, id, 0, $2, $2, 1, true from unnest($1::uuid[]) id`,
    [ids, new Date(now)],
  )
  const leases = ids.map(id => ({ id, attempt: 1, from: now - 1, to: now + 1 }))
  const [first] = ids
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>()
  let tries = 0
  const settling = db.transaction(async tx => {
    tries++
    // The first of a settlement's locks, then all of them once the renewal waits for that one.
    await lockClaims(tx, [{ id: first!, attempt: 1 }])
    lock()
    await waiting
    return lockClaims(tx, leases)
  })
  await locked
  const renewing = renewLeases(db, [...leases].reverse(), now + 60_000)
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database()
       and wait_event_type = 'Lock'`,
    )
    if (row?.count === 1) break
  }
  wait()
  await Promise.all([settling, renewing])
  const due = await db.query<{ due_at: Date }>('select distinct due_at from queue')
  assert.deepEqual(due, [{ due_at: new Date(now + 60_000) }])
  assert.equal(tries, 1, 'the settlement met no deadlock')
})
