/** What a loop has in hand: its leases, its room, and how it lets go. */
import assert from 'node:assert/strict'
import { beforeEach, it, type TestContext } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { DestinationDigest, Entry } from '#platform/queue/entry.ts'
import { Shares } from '#platform/queue/shares.ts'
import { postpone } from '#platform/queue/store.ts'
import { type Crowding, createLoop } from '#platform/queue/work.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
beforeEach(() => db.query('delete from queue'))

const kind = 'delivery'
const leaseMs = 60_000
const [slow, fast] = [destinationOf('slow.test'), destinationOf('fast.test')]

interface Options {
  readonly crowding?: Crowding
  /** Of an entry that is settled at once; others stay in hand. */
  readonly settle?: (entry: Entry) => Promise<boolean>
  readonly giveUp?: () => Promise<void>
}

function stage(t: TestContext, { crowding, settle, giveUp }: Options = {}) {
  const world = fakeWorld({ db })
  const taken: Entry[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const loop = createLoop(world, {
    kind,
    capacity: 40,
    ...(crowding ? { crowding } : {}),
    ...(giveUp ? { giveUp } : {}),
    async handle(entries, done) {
      taken.push(...entries)
      for (const entry of entries) if (await settle?.(entry)) done(entry)
      await over
    },
  })
  t.after(async () => {
    end()
    await loop.stop(0)
  })
  const projectId = world.ids.next()
  const add = async (count: number, destination: DestinationDigest = fast): Promise<Uuid[]> => {
    const subjects = Array.from({ length: count }, () => world.ids.next())
    const dueAt = world.clock.now()
    const work = subjects.map(subject => ({ kind, projectId, subject, destination, dueAt }))
    await db.transaction(tx => enqueue(tx, world, work))
    return subjects
  }
  const dueOf = async (subject: Uuid): Promise<number> => {
    const [row] = await db.query<{ due_at: Date }>('select due_at from queue where subject = $1', [
      subject,
    ])
    return row!.due_at.getTime()
  }
  return { world, loop, taken, add, dueOf }
}

it('work whose lease has run out is not begun once more by the process that has it in hand', async t => {
  const { world, loop, taken, add } = stage(t)
  await add(1)
  assert.equal(await loop.step(), 1)
  await world.clock.advance(leaseMs + 1)
  assert.equal(await loop.step(), 1, 'it is claimed anew')
  assert.equal(taken.length, 1)
})

it('a stop has its work let go before anybody else may have it', async t => {
  const dues: number[] = []
  const { world, loop, add, dueOf } = stage(t, {
    giveUp: async () => void dues.push(await dueOf(subject)),
  })
  loop.start()
  const [subject = ''] = (await add(1)) as [Uuid]
  await until(() => loop.inHand === 1, 'it is in hand')
  await loop.stop(0)
  assert.deepEqual(dues, [world.clock.now() + leaseMs], 'leased while it let go')
  assert.equal(await dueOf(subject as Uuid), world.clock.now())
})

it('leases of what is in hand are renewed; what was settled keeps its time, even that of the lease', async t => {
  const { world, loop, taken, add, dueOf } = stage(t, {
    settle: async entry => {
      if (entry.subject === kept) return false
      const dueAt = world.clock.now() + leaseMs
      await postpone(db, [{ id: entry.id, dueAt, tried: true }])
      return true
    },
  })
  let kept: Uuid | undefined
  loop.start()
  const begun = world.clock.now()
  const [settled] = await add(1)
  await until(() => taken.length === 1 && loop.inHand === 0, 'it is settled')
  kept = world.ids.next()
  const work = { kind, projectId: kept, subject: kept, dueAt: begun }
  await db.transaction(tx => enqueue(tx, world, [work]))
  await until(() => loop.inHand === 1, 'the other is in hand')
  await world.clock.advance(leaseMs / 3)
  for (let n = 0; n < 500 && (await dueOf(kept)) === begun + leaseMs; n++) await soon()
  assert.equal(await dueOf(kept), world.clock.now() + leaseMs)
  assert.equal(await dueOf(settled!), begun + leaseMs)
})

it('what its own unheard result has put back is not moved by the next renewal', async t => {
  const { world, loop, add, dueOf } = stage(t)
  loop.start()
  const begun = world.clock.now()
  const [unheard, witness] = await add(2)
  await until(() => loop.inHand === 2, 'both are in hand')
  const renewed = async () => {
    const before = await dueOf(witness!)
    await world.clock.advance(leaseMs / 3)
    for (let n = 0; n < 500 && (await dueOf(witness!)) === before; n++) await soon()
    assert.notEqual(await dueOf(witness!), before)
  }
  await renewed()
  // Between the first lease and the second.
  const dueAt = begun + leaseMs + 1_000
  await db.query('update queue set due_at = $2, held = false where subject = $1', [
    unheard,
    new Date(dueAt),
  ])
  await renewed()
  assert.equal(await dueOf(unheard!), dueAt)
})

/** One at a time at the slow one. */
function oneAtATime() {
  let busy = 0
  const count = (change: number) => (entry: Entry) => {
    if (entry.destination === slow) busy += change
  }
  const crowding: Crowding = {
    choose: () => (line, wanted) =>
      line.destination === slow ? Math.max(0, Math.min(wanted, 1 - busy)) : wanted,
    full: () => (busy > 0 ? [slow] : []),
    only: () => null,
    began: count(1),
    ended: count(-1),
  }
  return { crowding, busy: () => busy }
}

it('a destination has room again when its work is done', async t => {
  const { crowding, busy } = oneAtATime()
  const { world, loop, taken, add } = stage(t, {
    crowding,
    settle: async entry => {
      await db.query('delete from queue where id = $1', [entry.id])
      return true
    },
  })
  loop.start()
  await add(3, slow)
  for (let n = 0; n < 500 && taken.length < 3; n++) {
    await world.clock.advance(100)
    await soon()
  }
  assert.equal(taken.length, 3, 'one after the other')
  await until(() => busy() === 0, 'it is free')
})

it('new work does not overtake what its project has waiting', async t => {
  const { loop, taken, add } = stage(t, { crowding: oneAtATime().crowding })
  loop.start()
  await add(3, slow)
  await until(() => taken.length === 1, 'one is under way')
  const [late] = await add(1, fast)
  assert.ok(!taken.some(entry => entry.subject === late), 'it is not in hand with its commit')
  await until(() => taken.some(entry => entry.subject === late), 'it is claimed as all others')
})

it('a project that has one left in hand counts as one that has one', () => {
  const shares = new Shares(40)
  for (let n = 0; n < 28; n++) shares.begin(`other ${n % 7}` as Uuid)
  const mine = 'mine' as Uuid
  shares.begin(mine)
  assert.equal(shares.roomOf(mine), 3)
  shares.begin(mine)
  shares.end(mine)
  assert.equal(shares.roomOf(mine), 3)
})

const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))
