/** A node that drains takes nothing new, finishes what it has, and works again when it is told so. */
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { enqueue } from '#platform/queue/enqueue.ts'
import { createPresence, drainingOf, drainNode, listNodes } from '#platform/queue/nodes.ts'
import { createLoop } from '#platform/queue/work.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { until } from '../../support/until.ts'

const kind = 'delivery'

/** A node with one loop, and work that two nodes add. */
async function stage(t: TestContext) {
  let stop = async (): Promise<void> => {}
  const { db } = await testDatabase(t, { stopFirst: () => stop() })
  const world = fakeWorld({ db, seed: 1 })
  const elsewhere = fakeWorld({ db, seed: 2 })
  const { projectId } = await makeProject(elsewhere)
  const begun: string[] = []
  const finish: (() => void)[] = []
  const loop = createLoop(world, {
    kind,
    capacity: 10,
    async handle(entries, done) {
      for (const entry of entries) {
        begun.push(entry.subject)
        await new Promise<void>(resolve => finish.push(resolve))
        await db.query('delete from queue where id = $1', [entry.id])
        done(entry)
      }
    },
  })
  const presence = createPresence(world, 'here', () => ({
    state: () => ({ inHand: loop.inHand, lanes: [{ key: 'mx.a.test' }] }),
    rest: isResting => loop.rest(isResting),
  }))
  await presence.start()
  loop.start()
  stop = async () => {
    for (const end of finish) end()
    await Promise.all([loop.stop(0), presence.stop()])
  }
  const add = (by: typeof world) => {
    const subject = by.ids.next()
    const work = { kind, subject, projectId, dueAt: world.clock.now() }
    return by.db.transaction(tx => enqueue(tx, by, [work])).then(() => subject)
  }
  const here = async () => (await listNodes(world))[0]!
  const finishAll = () => {
    for (const end of finish.splice(0)) end()
  }
  return { world, elsewhere, presence, begun, add, here, finishAll }
}

it('A node that drains finishes what it has, takes nothing new, and can be told to work', async t => {
  const { world, elsewhere, presence, begun, add, here, finishAll } = await stage(t)
  /** Beats, until what it says holds. */
  const becomes = (state: string) =>
    until(async () => {
      await world.clock.advance(2_000)
      return drainingOf(await here()) === state
    }, `the node is ${state}`)

  const first = await add(world)
  await until(async () => begun.length === 1, 'the first is begun')
  assert.equal(drainingOf(await here()), 'none')
  await drainNode(world, presence.id, true)
  const since = (await here()).drainingSince
  await until(async () => {
    await world.clock.advance(10_000)
    return (await here()).isResting === true
  }, 'it says that it has heard of it')
  assert.equal(presence.isDraining(), true)
  assert.equal(drainingOf(await here()), 'draining')
  await drainNode(world, presence.id, true)
  assert.deepEqual((await here()).drainingSince, since)
  assert.deepEqual((await here()).lanes, [{ key: 'mx.a.test' }])

  const [own, others] = [await add(world), await add(elsewhere)]
  finishAll()
  await becomes('drained')
  assert.deepEqual(begun, [first])

  await drainNode(world, presence.id, false)
  await becomes('none')
  await until(async () => {
    finishAll()
    await world.clock.advance(1_000)
    return begun.length === 3
  }, 'what waited is taken')
  assert.deepEqual(begun.slice(1).toSorted(), [own, others].toSorted())
  assert.equal(presence.isDraining(), false)
  assert.equal(await drainNode(world, world.ids.next(), true), null)
})

it('A node whose clock is off claims nothing until it is right again, drained or not', async t => {
  const { world, presence, begun, add, here, finishAll } = await stage(t)
  const first = await add(world)
  await until(async () => begun.length === 1, 'the first is begun')
  await presence.tellClock(true)
  assert.equal((await here()).isClockOff, true)
  assert.equal(presence.isDraining(), false, 'a balancer sends it calls as before')
  const second = await add(world)
  await until(async () => {
    finishAll()
    await world.clock.advance(1_000)
    return (await here()).inHand === 0
  }, 'what was in hand is finished')
  await drainNode(world, presence.id, true)
  await until(async () => {
    await world.clock.advance(10_000)
    return presence.isDraining()
  }, 'it has heard that it is to drain')
  await presence.tellClock(false)
  assert.deepEqual([(await here()).isClockOff, (await here()).isResting], [false, true])
  assert.deepEqual(begun, [first])
  await drainNode(world, presence.id, false)
  await until(async () => {
    await world.clock.advance(10_000)
    return begun.length === 2
  }, 'what waited is taken')
  assert.equal(begun[1], second)
  await until(async () => {
    finishAll()
    await world.clock.advance(10_000)
    return (await here()).inHand === 0
  }, 'it is finished')
})
