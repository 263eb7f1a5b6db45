/** Nobody waits behind anybody: who gets what of a loop, however much the others have waiting. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it, type TestContext } from 'node:test'
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import {
  claimReady,
  makeReady,
  makeReadyInShares,
  surveyReady,
} from '#platform/queue/claim-store.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { DestinationDigest, Entry } from '#platform/queue/entry.ts'
import { Floor } from '#platform/queue/floor.ts'
import { Shares } from '#platform/queue/shares.ts'
import { takeTurns } from '#platform/queue/turns.ts'
import { type Crowding, createLoop } from '#platform/queue/work.ts'
import { testDatabase } from '../../support/database.ts'
import { type FakeWorld, fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
beforeEach(() => db.query('delete from queue'))

const kind = 'delivery'
const slow = destinationOf('slow.test')
const fast = destinationOf('fast.test')

async function add(
  world: FakeWorld,
  projectId: Uuid,
  { count = 1, destination = fast, inMs = 0 } = {},
): Promise<void> {
  const dueAt = world.clock.now() + inMs
  const work = Array.from({ length: count }, () => ({
    kind,
    projectId,
    subject: world.ids.next(),
    destination,
    dueAt,
  }))
  await db.transaction(tx => enqueue(tx, world, work))
}

/** A loop that keeps what it is given. */
function stage(t: TestContext, options: { capacity?: number; crowding?: Crowding } = {}) {
  const world = fakeWorld({ db })
  const taken: Entry[] = []
  const finish: (() => void)[] = []
  const loop = createLoop(world, {
    kind,
    capacity: options.capacity ?? 400,
    ...(options.crowding ? { crowding: options.crowding } : {}),
    async handle(entries, done) {
      taken.push(...entries)
      await new Promise<void>(resolve => finish.push(resolve))
      for (const entry of entries) done(entry)
    },
  })
  t.after(async () => {
    for (const go of finish) go()
    await loop.stop(0)
  })
  const countOf = (projectId: Uuid): number =>
    taken.filter(entry => entry.projectId === projectId).length
  return { world, loop, taken, finish, countOf }
}

describe('A loop among projects', () => {
  it('serves one that has little at once, whatever another has waiting', async t => {
    const { world, loop, countOf } = stage(t)
    const [a, b] = [world.ids.next(), world.ids.next()]
    await add(world, a, { count: 600 })
    await world.clock.advance(1)
    await add(world, b)
    await loop.step()
    assert.equal(countOf(b), 1)
    assert.ok(countOf(a) >= 100, `${countOf(a)} of the other`)
  })

  it('keeps room for others when one has filled all that it may have', async t => {
    const { world, loop, countOf } = stage(t)
    const [a, b] = [world.ids.next(), world.ids.next()]
    await add(world, a, { count: 900 })
    for (let i = 0; i < 6; i++) await loop.step()
    assert.equal(countOf(a), 300, 'three quarters of 400')
    await add(world, b, { count: 60 })
    for (let i = 0; i < 2; i++) await loop.step()
    assert.equal(countOf(b), 60)
  })

  it('goes on with a line that has more than one claim takes, however old it is', async t => {
    const { world, loop, countOf } = stage(t)
    const a = world.ids.next()
    await add(world, a, { count: 600, inMs: -10_000 })
    for (let i = 0; i < 2; i++) await loop.step()
    assert.equal(countOf(a), 300, 'all that it may have in hand')
  })

  it('takes new work of a project with nothing older at once, beside another that waits', async t => {
    const { world, loop, countOf } = stage(t)
    const [a, b] = [world.ids.next(), world.ids.next()]
    await add(world, a, { count: 900 })
    loop.start()
    await until(() => loop.inHand === 300, 'one has all that it may have')
    await add(world, b)
    assert.equal(countOf(b), 1, 'in hand right after its commit')
    await add(world, a)
    assert.equal(countOf(a), 300)
  })

  it('gives each of many the same, from wherever the last claim ended', async t => {
    const { world, loop, taken, finish } = stage(t)
    const projects = Array.from({ length: 150 }, () => world.ids.next())
    for (const projectId of projects) await add(world, projectId, { count: 12 })
    for (let i = 0; i < 6; i++) {
      await loop.step()
      for (const go of finish.splice(0)) go()
      await until(() => loop.inHand === 0, 'all is done')
    }
    const counts = projects.map(id => taken.filter(entry => entry.projectId === id).length)
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, `${counts}`)
    assert.ok(Math.min(...counts) > 0)
  })
})

describe('A destination without room', () => {
  const without = (full: DestinationDigest): Crowding => ({
    choose: () => (line, wanted) => (line.destination === full ? 0 : wanted),
    full: () => [full],
    only: () => null,
    began() {},
    ended() {},
  })

  it('is not claimed, and holds up nothing else of its project', async t => {
    const { world, loop, taken } = stage(t, { crowding: without(slow) })
    const a = world.ids.next()
    await add(world, a, { count: 500, destination: slow })
    await world.clock.advance(1)
    await add(world, a, { count: 7, destination: fast })
    assert.equal(await loop.step(), 7)
    assert.deepEqual(new Set(taken.map(entry => entry.destination)), new Set([fast]))
    const [row] = await db.query<{ attempts: number }>(
      'select sum(attempt)::integer as attempts from queue where destination = $1',
      [slow],
    )
    assert.equal(row!.attempts, 0, 'what cannot go does not circulate')
  })

  it('is all that is left out where only some are asked for', async () => {
    const world = fakeWorld({ db })
    const a = world.ids.next()
    await add(world, a, { count: 2, destination: slow })
    await add(world, a, { count: 2, destination: fast })
    const survey = { kind, floor: 0, now: world.clock.now(), after: nilId, maxProjects: 10 }
    const asked = { ...survey, maxLines: 10, pivot: 0, full: [] }
    const found = await surveyReady(db, { ...asked, only: [fast] })
    assert.deepEqual(found, [{ projectId: a, destination: fast }])
    const all = await surveyReady(db, { ...asked, only: null })
    assert.equal(all.length, 2)
    const none = await surveyReady(db, { ...asked, full: [slow, fast], only: null })
    assert.deepEqual(none, [{ projectId: a, destination: null }])
  })
})

describe('Work for later', () => {
  it('is made ready when it comes due, and a lease when it has run out', async () => {
    const world = fakeWorld({ db })
    const a = world.ids.next()
    await add(world, a, { inMs: 1_000 })
    const window = () => ({ kind, floor: 0, now: world.clock.now() })
    assert.equal(await makeReady(db, window(), 10), 0)
    await world.clock.advance(1_000)
    assert.equal(await makeReady(db, window(), 10), 1)
    const leaseUntil = world.clock.now() + 60_000
    const lines = [{ projectId: a, destination: fast, limit: 5 }]
    const [entry] = await claimReady(db, { ...window(), leaseUntil, lines })
    assert.equal(entry!.attempt, 1)
    assert.deepEqual(await claimReady(db, { ...window(), leaseUntil, lines }), [])
    await world.clock.advance(60_000)
    assert.equal(await makeReady(db, window(), 10), 1)
    const [again] = await claimReady(db, { ...window(), leaseUntil: leaseUntil + 60_000, lines })
    assert.equal(again!.attempt, 2)
  })
})

describe('What comes due', () => {
  /** Claims and finishes until so many are taken. */
  async function take({ loop, taken, finish }: ReturnType<typeof stage>, count: number) {
    while (taken.length < count) {
      await loop.step()
      for (const go of finish.splice(0)) go()
      await until(() => loop.inHand === 0, 'all is done')
    }
  }

  it('is served alike, whoever of many was due a moment before', async t => {
    const staged = stage(t)
    const projects = Array.from({ length: 20 }, () => staged.world.ids.next())
    for (const [n, projectId] of projects.entries()) {
      await add(staged.world, projectId, { count: 1_000, inMs: 1_000 + n })
    }
    await staged.world.clock.advance(2_000)
    await take(staged, 10_000)
    const counts = projects.map(staged.countOf)
    assert.ok(Math.min(...counts) >= 0.9 * Math.max(...counts), `${counts}`)
  })

  it('does not wait for what another has scheduled before, nor do tries that come round', async t => {
    const staged = stage(t)
    const { world, countOf, loop } = staged
    const [a, b, c] = [world.ids.next(), world.ids.next(), world.ids.next()]
    await add(world, a, { count: 8_000, inMs: 1_000 })
    await add(world, b, { count: 20, inMs: 1_300 })
    await add(world, c, { count: 20, inMs: 1_300 })
    await db.query('update queue set tries = 1, attempt = 1 where project_id = $1', [c])
    await world.clock.advance(1_000)
    await loop.step()
    assert.ok(countOf(a) > 0)
    await world.clock.advance(300)
    for (const go of staged.finish.splice(0)) go()
    await loop.step()
    assert.deepEqual([countOf(b), countOf(c)], [20, 20])
    await take(staged, 8_040)
    assert.deepEqual([a, b, c].map(countOf), [8_000, 20, 20])
  })

  it('is a lease that has run out as well, whatever has come due before it', async t => {
    const staged = stage(t)
    const { world, countOf, loop } = staged
    const [a, b] = [world.ids.next(), world.ids.next()]
    await add(world, a, { count: 3_000, inMs: 1_000 })
    await add(world, b, { inMs: 1_500 })
    await db.query('update queue set held = true, attempt = 1 where project_id = $1', [b])
    await world.clock.advance(2_000)
    await loop.step()
    assert.equal(countOf(b), 1)
  })

  it('is shared by pages where very many projects have something waiting', async () => {
    const world = fakeWorld({ db })
    const projects = Array.from({ length: 5 }, () => world.ids.next()).sort()
    for (const projectId of projects) await add(world, projectId, { count: 8, inMs: 1_000 })
    await add(world, projects[4]!, { count: 90, inMs: 1_000 })
    await world.clock.advance(1_000)
    const now = world.clock.now()
    const sharing = { kind, floor: 0, now, maxProjects: 3, max: 12, maxOfProject: 10 }
    const first = await makeReadyInShares(db, { ...sharing, after: nilId })
    assert.deepEqual(first, { last: projects[2], isCut: true })
    const second = await makeReadyInShares(db, { ...sharing, after: first.last! })
    assert.deepEqual(second, { last: null, isCut: true })
    const rows = await db.query<{ count: number }>(
      `select (count(*) filter (where ready))::integer as count from queue
       group by project_id order by project_id`,
    )
    assert.deepEqual(
      rows.map(row => row.count),
      [4, 4, 4, 6, 6],
    )
    const little = { ...sharing, maxProjects: 10, max: 1_000, maxOfProject: 200 }
    const rest = await makeReadyInShares(db, { ...little, after: nilId })
    assert.deepEqual(rest, { last: null, isCut: false })
  })
})

describe('The shares of a loop', () => {
  it('leave a quarter to those that have less than an equal share', () => {
    const shares = new Shares(100)
    assert.equal(shares.roomOf('a'), 75)
    for (let i = 0; i < 75; i++) shares.begin('a')
    assert.equal(shares.roomOf('a'), 0)
    assert.equal(shares.roomOf('b'), 19)
    for (let i = 0; i < 19; i++) shares.begin('b')
    assert.equal(shares.roomOf('b'), 0)
    assert.equal(shares.roomOf('c'), 5, 'of the reserve, too, some is left for the next')
    for (let i = 0; i < 5; i++) shares.begin('c')
    assert.equal(shares.roomOf('d'), 1)
    shares.begin('d')
    assert.equal(shares.roomOf('e'), 0, 'nothing is left')
    for (let i = 0; i < 75; i++) shares.end('a')
    assert.equal(shares.roomOf('a'), 50)
    assert.equal(shares.free, 75)
  })
})

describe('Many projects that write to one destination', () => {
  it('are served alike where it has little room', async t => {
    const crowding: Crowding = {
      choose: () => {
        let room = 10
        return (_, wanted) => {
          const got = Math.min(room, wanted)
          room -= got
          return got
        }
      },
      full: () => [],
      only: () => null,
      began() {},
      ended() {},
    }
    const { world, loop, countOf } = stage(t, { crowding })
    const projects = Array.from({ length: 30 }, () => world.ids.next())
    for (const projectId of projects) await add(world, projectId, { count: 10 })
    await world.clock.advance(1)
    for (let i = 0; i < 15; i++) await loop.step()
    const counts = projects.map(countOf)
    assert.equal(
      counts.reduce((sum, one) => sum + one, 0),
      150,
    )
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 7, `${counts}`)
  })
})

describe('Turns', () => {
  const found = (projectId: Uuid, ...destinations: (number | null)[]) =>
    destinations.map(destination => ({ projectId, destination }))
  const rooms = (total: number, take = (_: unknown, wanted: number) => wanted) => ({
    total,
    part: null,
    had: new Map<Uuid, number>(),
    ofProject: () => total,
    take,
  })

  it('part a claim equally, and a project’s part over its lines', () => {
    const { lines, isCut, behind } = takeTurns(
      [...found('a', 1), ...found('b', 2, 3), ...found('c', null)],
      rooms(9),
    )
    assert.deepEqual(
      lines.map(line => [line.projectId, line.destination, line.limit]),
      [
        ['a', 1, 3],
        ['b', 2, 2],
        ['b', 3, 1],
      ],
    )
    assert.equal(isCut, false)
    assert.deepEqual([...behind], ['c'])
  })

  it('end where the claim is full, and say so', () => {
    const { lines, isCut, behind } = takeTurns(
      [...found('a', 1), ...found('b', 2), ...found('c', 3)],
      rooms(2),
    )
    assert.deepEqual(
      lines.map(line => line.projectId),
      ['a', 'b'],
    )
    assert.equal(isCut, true)
    assert.ok(behind.has('c'))
  })

  it('go first to whoever has had least', () => {
    const scarce = () => {
      let room = 3
      return (_: unknown, wanted: number) => {
        const got = Math.min(room, wanted)
        room -= got
        return got
      }
    }
    const had = new Map<Uuid, number>()
    const sums = new Map<Uuid, number>()
    for (let i = 0; i < 12; i++) {
      const projects = ['a', 'b', 'c', 'd']
      const turns = takeTurns(
        projects.flatMap(name => found(name, 1)),
        { ...rooms(8, scarce()), had },
      )
      for (const [name, amount] of turns.had) had.set(name, amount)
      for (const { projectId, limit } of turns.lines) {
        sums.set(projectId, (sums.get(projectId) ?? 0) + limit)
      }
    }
    assert.ok(
      [...sums.values()].every(sum => Math.abs(sum - 9) <= 1),
      `${[...sums.values()]}`,
    )
    const { lines } = takeTurns([...found('a', 1), ...found('new', 1)], {
      ...rooms(2, scarce()),
      had: new Map([['a', 1_000]]),
    })
    assert.deepEqual(
      lines.map(line => line.projectId),
      ['new', 'a'],
      'who comes anew goes first among equals, and has no claim to what others have had',
    )
  })

  it('are full as long as anything has room, however many lines have none', () => {
    const silent = new Set(Array.from({ length: 150 }, (_, n) => 1_000 + n))
    const fast = Array.from({ length: 50 }, (_, n) => n)
    // In the order in which a survey finds them there are many without room at either end.
    const all = [...silent].slice(0, 70).concat(fast, [...silent].slice(70))
    const asked: number[] = []
    const rooms12 = new Map(fast.map(line => [line, 12]))
    const { lines, isCut } = takeTurns(
      found('a', ...all),
      rooms(200, (line, wanted) => {
        const { destination } = line as { destination: number }
        asked.push(destination)
        const got = Math.min(wanted, rooms12.get(destination) ?? 0)
        rooms12.set(destination, (rooms12.get(destination) ?? 0) - got)
        return got
      }),
    )
    assert.equal(
      lines.reduce((sum, line) => sum + line.limit, 0),
      200,
    )
    assert.equal(isCut, true)
    assert.equal(new Set(lines.map(line => line.destination)).size, lines.length)
    assert.ok(
      lines.every(line => line.limit <= 12),
      'no more than there is room for',
    )
    assert.equal(asked.filter(line => silent.has(line)).length, 150, 'who has none is asked once')
  })

  it('go round what has no room', () => {
    const { lines } = takeTurns(
      found('a', 1, 2),
      rooms(10, (line, wanted) =>
        (line as { destination: number }).destination === 1 ? 2 : wanted,
      ),
    )
    assert.deepEqual(
      lines.map(line => [line.destination, line.limit, line.isShort]),
      [
        [1, 2, true],
        [2, 8, false],
      ],
    )
  })
})

describe('The floor', () => {
  it('rises with what was taken, a little behind, and is set back after some seconds', async () => {
    const { clock } = fakeWorld({ db })
    const floor = new Floor(clock)
    assert.equal(floor.current(), 0)
    const now = clock.now()
    floor.raise(now)
    assert.equal(floor.current(), now - 2_000)
    floor.raise(now - 1_000)
    assert.equal(floor.current(), now - 2_000, 'never falls by itself')
    await clock.advance(5_001)
    assert.equal(floor.current(), 0)
  })
})
