/** The places of a loop of tasks, which are few: no handful of projects has them for good. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it, type TestContext } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { createTaskLoop, type Task } from '#platform/queue/tasks.ts'
import { takeTurns } from '#platform/queue/turns.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
beforeEach(() => db.query('delete from queue'))

const capacity = 2

const isEmpty = async () => (await db.query('select from queue')).length === 0

/** A loop with two places, and the slices that it has begun, by project. */
function stage(t: TestContext, runSlice: (projectId: Uuid) => Promise<boolean>) {
  const world = fakeWorld({ db })
  const begun = new Map<Uuid, number>()
  const task: Task = {
    kind: 'long work',
    capacity,
    runSlice(_, { projectId }) {
      begun.set(projectId, (begun.get(projectId) ?? 0) + 1)
      return runSlice(projectId)
    },
  }
  const loop = createTaskLoop(world, task)
  t.after(() => loop.stop(0))
  return {
    world,
    loop,
    task,
    begun: (projectId: Uuid) => begun.get(projectId) ?? 0,
    async add(): Promise<Uuid> {
      const projectId = world.ids.next()
      const dueAt = world.clock.now()
      const work = { kind: task.kind, projectId, subject: projectId, dueAt }
      await db.transaction(tx => enqueue(tx, world, [work]))
      return projectId
    },
    /** Turns the loop, with time going on, until something is so. */
    async until(isSo: () => boolean | Promise<boolean>, what: string, ms = 100): Promise<void> {
      for (let turn = 0; !(await isSo()); turn++) {
        assert.ok(turn < 300, what)
        await world.clock.advance(ms)
        await loop.step()
      }
    },
    left: async (projectId: Uuid) =>
      (await db.query('select from queue where project_id = $1', [projectId])).length,
  }
}

describe('Long work of as many projects as there are places', () => {
  it('lets that of others in between, and goes on', async t => {
    const long = new Set<Uuid>()
    const { loop, add, begun, left, until } = stage(t, async projectId => long.has(projectId))
    for (let i = 0; i < capacity; i++) long.add(await add())
    await loop.step()
    const short = await add()
    assert.equal(await loop.step(), 0, 'all places are taken')
    await until(async () => (await left(short)) === 0, 'the others have their turn')
    const before = [...long].map(begun)
    const goesOn = (): boolean => [...long].every((one, i) => begun(one) > before[i]!)
    await until(goesOn, 'what is long goes on')
    long.clear()
    await until(isEmpty, 'and ends')
  })
})

describe('Work that hangs', () => {
  it('loses its place to others, is not begun a second time meanwhile, and ends', async t => {
    const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
    const hung = new Set<Uuid>()
    const { world, loop, add, begun, left, until } = stage(t, async projectId => {
      if (hung.has(projectId)) await open
      return false
    })
    for (let i = 0; i < capacity; i++) hung.add(await add())
    await loop.step()
    const other = await add()
    assert.equal(await loop.step(), 0, 'all places are taken')
    await until(async () => (await left(other)) === 0, 'the others have their turn', 5_000)
    for (let minute = 0; minute < 10; minute++) {
      await world.clock.advance(60_000)
      await loop.step()
    }
    for (const one of hung) assert.deepEqual([begun(one), await left(one)], [1, 1])
    letGo()
    await until(isEmpty, 'all is done', 30_000)
  })

  it('stays with its node while it goes on, which alone ends it', async t => {
    const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
    const { world, loop, task, add, begun } = stage(t, async () => {
      await open
      return false
    })
    const other = createTaskLoop({ ...world, runtime: createRuntime() }, task)
    const hung = [await add(), await add()]
    loop.start()
    const goOn = async (ms: number): Promise<void> => {
      await world.clock.advance(ms)
      // The database, which knows no clock of ours, has its time.
      await db.query('select pg_sleep(0.02)')
    }
    while (hung.some(one => begun(one) === 0)) await goOn(100)
    assert.equal(loop.inHand, capacity)
    for (let minutes = 0; minutes < 6; minutes += 1 / 6) {
      await goOn(10_000)
      assert.equal(await other.step(), 0, 'another node finds nothing to begin')
    }
    assert.equal(loop.inHand, capacity - 1, 'a place has been given away')
    const claims = await db.query('select attempt, held from queue')
    assert.deepEqual(
      claims,
      [1, 1].map(attempt => ({ attempt, held: true })),
    )
    letGo()
    for (let turn = 0; !(await isEmpty()); turn++) {
      assert.ok(turn < 100, 'all is done')
      await goOn(10)
    }
    assert.deepEqual(hung.map(begun), [1, 1])
  })
})

describe('A place that two projects wait for', () => {
  it('goes to the one that has had none yet', () => {
    const [before, anew] = ['a', 'b'] as Uuid[]
    const found = [before!, anew!].map(projectId => ({ projectId, destination: 0 }))
    const rooms = { total: 1, part: null, ofProject: () => 1, take: () => 1 }
    for (const had of [new Map([[before!, 5]]), new Map([[before!, 0]])]) {
      const { lines } = takeTurns(found, { ...rooms, had })
      assert.deepEqual(
        lines.map(one => one.projectId),
        [anew],
      )
    }
  })
})
