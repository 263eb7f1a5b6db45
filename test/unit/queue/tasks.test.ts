/** Long work in slices: it goes on where a dead node left it, beside everything else. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { createJobRunner } from '#platform/queue/jobs.ts'
import { createTaskLoop, type Task } from '#platform/queue/tasks.ts'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const rows = 300
const sliceSize = 10

/** Touches each row once, a slice at a time; how far it has come is in the rows. */
function touching(afterSlice: (slice: number) => void | Promise<void>): Task {
  let slices = 0
  return {
    kind: 'touching',
    capacity: 1,
    async runSlice(world) {
      const touched = await world.db.query(
        `update rows_to_touch set times = times + 1
         where n in (select n from rows_to_touch where times = 0 order by n limit $1) returning n`,
        [sliceSize],
      )
      await afterSlice(++slices)
      return touched.length === sliceSize
    },
  }
}

async function begin(t: TestContext) {
  const { world, projectId } = await startTestService(t)
  await world.db.query('create table rows_to_touch (n integer primary key, times integer not null)')
  await world.db.query('insert into rows_to_touch select n, 0 from generate_series(1, $1) n', [
    rows,
  ])
  const dueAt = world.clock.now()
  await world.db.transaction(tx =>
    enqueue(tx, world, [{ kind: 'touching', projectId, subject: projectId, dueAt }]),
  )
  return world
}

const entries = async (world: World): Promise<number> =>
  (await world.db.query(`select id from queue where kind = 'touching'`)).length

const timesOf = async (world: World): Promise<number[]> => {
  const all = await world.db.query<{ times: number }>('select distinct times from rows_to_touch')
  return all.map(row => row.times)
}

test('a task goes on where a stopped node left it, and ends', async t => {
  const world = await begin(t)
  let seen = 0
  const note = (slice: number): void => {
    seen = slice
  }
  const first = createTaskLoop(world, touching(note))
  first.start()
  await until(() => Promise.resolve(seen >= 5), 'some slices are done')
  await first.stop(2_000)
  assert.equal(await entries(world), 1)
  const half = seen
  assert.ok(half < rows / sliceSize, 'it was stopped in the middle')

  const second = createTaskLoop(world, touching(note))
  second.start()
  t.after(() => second.stop(1_000))
  await until(async () => (await entries(world)) === 0, 'the task ends')
  assert.deepEqual(await timesOf(world), [1])
  assert.ok(seen <= rows / sliceSize - half + 1, `only the rest was done: ${seen} slices`)
})

test('periodic jobs go on while a task is under way', async t => {
  const world = await begin(t)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isHeld = false
  const loop = createTaskLoop(
    world,
    touching(async () => {
      isHeld = true
      await held
    }),
  )
  loop.start()
  t.after(() => loop.stop(1_000))
  await until(() => Promise.resolve(isHeld), 'the task is under way')
  let ran = 0
  const runner = createJobRunner(world, [
    { name: 'small', everyMs: 1_000, run: async () => void ran++ },
  ])
  await runner.step()
  assert.equal(ran, 1)
  release()
  await until(async () => (await entries(world)) === 0, 'the task ends')
})

test('a task that fails is put back for later, and its fault is counted', async t => {
  const world = await begin(t)
  let failures = 0
  const loop = createTaskLoop(world, {
    kind: 'touching',
    capacity: 1,
    runSlice: () => {
      failures++
      throw new Error('a fault of ours')
    },
  })
  loop.start()
  t.after(() => loop.stop(1_000))
  const put = async () =>
    (
      await world.db.query<{ faults: number; held: boolean; due: Date }>(
        `select faults, held, due_at as due from queue where kind = 'touching'`,
      )
    )[0]!
  await until(async () => (await put()).faults === 1 && !(await put()).held, 'it is put back')
  assert.equal(failures, 1)
  assert.ok((await put()).due.getTime() > world.clock.now() + 1_000)
})
