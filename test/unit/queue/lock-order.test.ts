/** Leases are renewed while results are settled: each locks many entries, and none may hang another. */
import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { ClaimToken } from '#platform/queue/entry.ts'
import { lockClaims, renewLeases } from '#platform/queue/store.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { waitersFor } from '../../support/locks.ts'

const { db } = await testDatabase()
const world = fakeWorld({ db })
const now = world.clock.now()
beforeEach(() => db.query('delete from queue'))

/** Three entries that are held, in order of their ids; they lie in the table the other way round. */
async function claimed(): Promise<ClaimToken[]> {
  const ids: Uuid[] = Array.from({ length: 3 }, () => world.ids.next()).sort()
  await db.query(
    `insert into queue (id, kind, project_id, subject, n, due_at, created_at, attempt, held)
     select id, 'delivery', id, id, 0, $2, $2, 1, true
     from unnest($1::uuid[]) with ordinality as t (id, n) order by n desc`,
    [ids, new Date(now)],
  )
  return ids.map(id => ({ id, attempt: 1 }))
}

/** Settles all, the first of its locks before `other` begins, the rest once that waits for it. */
async function settleBeside(tokens: readonly ClaimToken[], other: () => Promise<unknown>) {
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>()
  let tries = 0
  const settling = db.transaction(async tx => {
    tries++
    await lockClaims(tx, tokens.slice(0, 1))
    lock()
    await waiting
    return lockClaims(tx, tokens)
  })
  await locked
  const begun = other()
  while ((await waitersFor(db)) !== 1);
  wait()
  await Promise.all([settling, begun])
  assert.equal(tries, 1, 'the settlement met no deadlock')
}

it('Leases are renewed in the order in which settlements lock, whatever order they are named in', async () => {
  const tokens = await claimed()
  const leases = tokens.map(token => ({ ...token, from: now - 1, to: now + 1 }))
  await settleBeside(tokens, () => renewLeases(db, leases.reverse(), now + 60_000))
  const due = await db.query<{ due_at: Date }>('select distinct due_at from queue')
  assert.deepEqual(due, [{ due_at: new Date(now + 60_000) }])
})

it('Two settlements lock in one order', async () => {
  const tokens = await claimed()
  let tries = 0
  await settleBeside(tokens, () =>
    db.transaction(tx => {
      tries++
      return lockClaims(tx, tokens)
    }),
  )
  assert.equal(tries, 1)
})
