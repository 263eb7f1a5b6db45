/** Work that is due at once belongs to the loop of the process that makes it, if that has room. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it, type TestContext } from 'node:test'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { createLoop } from '#platform/queue/work.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const leaseMs = 60_000

interface Row {
  subject: string
  attempt: number
  held: boolean
  due_at: Date
}

const rows = (): Promise<Row[]> =>
  db.query<Row>('select subject, attempt, held, due_at from queue order by id')

let seed = 0
beforeEach(() => db.query('delete from queue'))

/** A loop that keeps what it is given until it is told to let go. */
async function startLoop(t: TestContext, { capacity = 10, older = 0 } = {}) {
  const world = fakeWorld({ db, seed: ++seed })
  const { projectId } = await makeProject(world)
  const taken: Entry[] = []
  const letGo: (() => void)[] = []
  const loop = createLoop(world, {
    kind: 'delivery',
    capacity,
    async handle(entries) {
      taken.push(...entries)
      await new Promise<void>(resolve => letGo.push(resolve))
    },
  })
  const make = async (
    count: number,
    { inMs = 0, fails = false, takesMs = 0 } = {},
  ): Promise<string[]> => {
    const subjects = Array.from({ length: count }, () => world.ids.next())
    const dueAt = world.clock.now() + inMs
    const made = db.transaction(async tx => {
      const work = subjects.map(subject => ({ subject, projectId, dueAt }))
      await enqueue(
        tx,
        world,
        work.map(one => ({ ...one, kind: 'delivery' as const })),
      )
      await world.clock.advance(takesMs)
      if (fails) throw new Error('on purpose')
    })
    if (fails) await assert.rejects(made, /on purpose/)
    else await made
    return subjects
  }
  const stop = async (): Promise<void> => {
    for (const go of letGo) go()
    await loop.stop(0)
  }
  const waiting = await make(older)
  loop.start()
  t.after(stop)
  // It takes nothing before it has looked for older work once.
  await until(() => taken.length === Math.min(older, capacity), 'the older work is claimed')
  if (older === 0) {
    // In hand right after its commit: no look is under way any more.
    for (let isTaking = false; !isTaking; ) {
      const [probe] = await make(1)
      isTaking = taken.some(one => one.subject === probe)
      await until(() => taken.some(one => one.subject === probe), 'it is in hand')
    }
    for (const go of letGo.splice(0)) go()
    await until(() => loop.inHand === 0, 'all places are free')
    taken.length = 0
    await db.query('delete from queue')
  }
  return { world, loop, taken, make, stop, waiting }
}

describe('Work that is due at once', () => {
  it('is claimed as it is made, and in hand after the commit', async t => {
    const { world, taken, make } = await startLoop(t)
    const subjects = await make(3)
    assert.deepEqual(
      taken.map(({ subject, attempt, tries, faults }) => [subject, attempt, tries, faults]),
      subjects.map(subject => [subject, 1, 0, 0]),
    )
    const due = new Date(world.clock.now() + leaseMs)
    assert.deepEqual(
      await rows(),
      subjects.map(subject => ({ subject, attempt: 1, held: true, due_at: due })),
    )
  })

  it('is nobody’s if its transaction fails', async t => {
    const { taken, make } = await startLoop(t)
    await make(3, { fails: true })
    assert.deepEqual([taken, await rows()], [[], []])
  })

  it('waits behind older work that there was no room for', async t => {
    const { taken, make, waiting } = await startLoop(t, { capacity: 2, older: 5 })
    assert.equal(taken.length, 2)
    await make(1)
    const left = (await rows()).filter(row => row.attempt === 0)
    assert.equal(left.length, 4)
    assert.deepEqual(new Set(taken.map(one => one.subject)).isSubsetOf(new Set(waiting)), true)
  })

  it('waits if it is more than there is room for', async t => {
    const { taken, make } = await startLoop(t, { capacity: 4 })
    await make(5)
    // Claimed in the usual way, as far as there is room.
    await until(() => taken.length === 4, 'what fits is claimed')
    const attempts = (await rows()).map(row => row.attempt)
    assert.deepEqual(attempts.toSorted(), [0, 1, 1, 1, 1])
  })

  for (const takesMs of [leaseMs / 2 + 1, leaseMs + 1]) {
    it(`is claimed in the usual way if its commit took ${takesMs / 1000} s of the lease`, async t => {
      const { world, taken, make } = await startLoop(t)
      const [subject] = await make(1, { takesMs })
      await until(() => taken.length > 0, 'it is claimed')
      assert.deepEqual(
        taken.map(one => [one.subject, one.attempt]),
        [[subject, 2]],
      )
      const [row] = await rows()
      assert.deepEqual([row!.attempt, row!.due_at.getTime() > world.clock.now()], [2, true])
    })
  }

  it('is given back if it is committed after the stop', async t => {
    const { world, taken, make, stop } = await startLoop(t)
    const before = world.clock.now()
    const late = db.transaction(async tx => {
      const work = {
        kind: 'delivery',
        subject: world.ids.next(),
        projectId: world.ids.next(),
      } as const
      await enqueue(tx, world, [{ ...work, dueAt: before }])
      await stop()
    })
    await late
    assert.equal(taken.length, 0)
    const isBack = async () => (await rows()).every(row => row.due_at.getTime() === before)
    for (let i = 0; i < 200 && !(await isBack()); i++) await new Promise(go => setTimeout(go, 10))
    assert.equal(await isBack(), true)
    assert.deepEqual(
      (await rows()).map(row => row.attempt),
      [1],
    )
    await make(1)
    assert.equal((await rows()).at(-1)!.attempt, 0, 'a loop that has ended takes nothing')
  })
})

describe('Work for later', () => {
  it('waits for its time', async t => {
    const { world, taken, make } = await startLoop(t)
    await make(1, { inMs: 1000 })
    assert.equal(taken.length, 0)
    const [row] = await rows()
    assert.deepEqual([row!.attempt, row!.held], [0, false])
    assert.equal(row!.due_at.getTime(), world.clock.now() + 1000)
  })
})

describe('Work in hand at the end of a stop', () => {
  it('is due at once: another loop claims it', async t => {
    const { world, loop, taken, make } = await startLoop(t)
    const [subject] = await make(1)
    await loop.stop(0)
    assert.equal(loop.inHand, 1, 'it has not let go')
    const next = createLoop(world, {
      kind: 'delivery',
      capacity: 10,
      handle: async entries => void taken.push(...entries),
    })
    assert.equal(await next.step(), 1)
    assert.deepEqual(
      taken.map(one => [one.subject, one.attempt]),
      [
        [subject, 1],
        [subject, 2],
      ],
    )
  })
})
