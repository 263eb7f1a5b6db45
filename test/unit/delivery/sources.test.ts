/** What nodes choose from one table of source addresses, and how they share the places of a day. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { idSource, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { listSources } from '#sending/delivery/shown-sources.ts'
import {
  addSource,
  type NewSource,
  pauseSource,
  promoteSource,
  removeSource,
  resumeSource,
} from '#sending/delivery/source-admin.ts'
import type { SourceAsked, SourceChoice, Sources } from '#sending/delivery/sources.ts'
import { createSources } from '#sending/delivery/sources.ts'
import { createChance } from '../../../sim/world/random.ts'
import { testDatabase } from '../../support/database.ts'
import { defaultStartMs, type FakeWorld, fakeWorld, until } from '../../support/fake-world.ts'

const dayMs = 86_400_000
const delivered = { isTried: true, isDelivered: true, isSlow: false }
const untried = { isTried: false, isDelivered: false, isSlow: false }

async function stage(t: TestContext, startMs = defaultStartMs) {
  const real = (await testDatabase(t)).db
  let underWay = 0
  const counted = <T>(asked: Promise<T>): Promise<T> => {
    underWay++
    return asked.finally(() => underWay--)
  }
  const db: Db = {
    query: <Row>(text: string, values?: readonly unknown[]) =>
      counted(real.query<Row>(text, values)),
    transaction: work => counted(real.transaction(work)),
    close: () => real.close(),
  }
  const world = fakeWorld({ db, startMs })
  /** Second by second, each until the database has answered what was asked in it. */
  const pass = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n++) {
      await world.clock.advance(1_000)
      await until(() => underWay === 0, 'the database has answered')
    }
  }
  const add = (given: Partial<NewSource> & { address: string }) =>
    addSource(world, { hostname: `out${given.address.split('.').at(-1)}.test`, ...given })
  return { world, pass, add }
}

/** A node, with the addresses that are on its machine; all, unless given. */
function nodeOf(
  world: FakeWorld,
  n = 1,
  local?: readonly string[],
  streams = world.settings.MALOTE_STREAMS,
): Sources {
  const settings = { ...world.settings, MALOTE_STREAMS: streams }
  const ids = idSource(world.clock.now, createChance(n).bytes)
  const isLocal = async (address: string) => local?.includes(address) ?? true
  return createSources({ ...world, settings, ids, net: { ...world.net, isLocal } })
}

const asked = (world: World, more: Partial<SourceAsked> = {}): SourceAsked => ({
  projectId: '0192f0c1-0000-7000-8000-000000000001',
  stream: 'transactional',
  emailId: world.ids.next(),
  entry: { attempt: 1, tries: 0 },
  provider: 'provider_1',
  ...more,
})

const placeOf = (choice: SourceChoice): string =>
  choice.kind === 'go' ? (choice.source.address ?? 'system') : choice.kind

/** As many tries as there are, each delivered; where they left from. */
async function tryAll(world: World, node: Sources, count: number, more: Partial<SourceAsked> = {}) {
  const counts: Record<string, number> = {}
  for (let n = 0; n < count; n++) {
    const choice = await node.choose(asked(world, more))
    counts[placeOf(choice)] = (counts[placeOf(choice)] ?? 0) + 1
    if (choice.kind === 'go') node.ended(choice, delivered)
  }
  return counts
}

const providerIn = async (world: World, id: Uuid, provider = 'provider_1') => {
  const shown = (await listSources(world)).find(one => one.id.endsWith(id.replaceAll('-', '')))
  return shown!.per_provider.find(one => one.provider === provider)!
}

describe('a node without source addresses', () => {
  it('leaves the choice to the system and asks the database for nothing', async () => {
    const db = { query: () => assert.fail('nothing is asked') } as never
    const node = createSources(fakeWorld({ db }))
    assert.equal(node.see(0), null)
    const choice = node.choose(asked(fakeWorld({ db })))
    assert.ok(!(choice instanceof Promise) && choice.kind === 'go')
    assert.deepEqual([choice.id, choice.source.address], [null, undefined])
  })
})

describe('a node that has started', () => {
  it('hears of the first address and says that it is on its machine, before there is mail', async t => {
    const { world, add, pass } = await stage(t)
    const node = nodeOf(world)
    await node.start()
    await add({ address: '192.0.2.1', state: 'active' })
    await pass(1)
    assert.equal((await listSources(world))[0]!.local, true)
    assert.deepEqual(await tryAll(world, node, 3), { '192.0.2.1': 3 })
    await node.stop()
  })

  it('hears of it within a minute where a command has added it', async t => {
    const { world, add, pass } = await stage(t)
    const node = nodeOf({ ...world, signals: fakeWorld({ db: world.db }).signals })
    await node.start()
    await add({ address: '192.0.2.1', state: 'active' })
    await pass(2)
    assert.equal((await listSources(world))[0]!.local, false)
    await world.clock.advance(60_000)
    await pass(1)
    assert.equal((await listSources(world))[0]!.local, true)
    await node.stop()
  })
})

describe('an address that warms up', () => {
  it('has 50 recipients of a provider on its first day, over all nodes', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const [a, b] = [nodeOf(world, 1), nodeOf(world, 2)]
    await Promise.all([a.see(1), b.see(1)])
    const [one, other] = [await tryAll(world, a, 40), await tryAll(world, b, 40)]
    assert.ok(one['192.0.2.1']! + (other['192.0.2.1'] ?? 0) <= 50)
    // What the first still holds is given back once it is not used; the other may have it then.
    await pass(8)
    const later = await tryAll(world, b, 40)
    const all = one['192.0.2.1']! + (other['192.0.2.1'] ?? 0) + (later['192.0.2.1'] ?? 0)
    assert.equal(all, 50)
    assert.deepEqual(await tryAll(world, a, 1, { provider: 'provider_2' }), { '192.0.2.1': 1 })
    await pass(1)
    const shown = await providerIn(world, id)
    assert.deepEqual(
      [shown.today, shown.limit, shown.held_by, shown.next_at],
      [50, 50, 'stage', '2027-03-02T00:00:00.000Z'],
    )
    await Promise.all([a.stop(), b.stop()])
  })

  it('lets wait until the day is over, and has twice as many then', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const node = nodeOf(world)
    await node.see(1)
    assert.deepEqual(await tryAll(world, node, 50), { '192.0.2.1': 50 })
    await pass(1)
    const choice = await node.choose(asked(world))
    assert.ok(choice.kind === 'wait' && choice.cause === 'source_warming')
    assert.equal(choice.until, Date.parse('2027-03-02T00:00:00Z'))
    assert.ok(choice.dueAt < world.clock.now() + 61 * 60_000, 'a stage raised by hand is noticed')
    await world.clock.advance(dayMs)
    await pass(1)
    assert.equal((await tryAll(world, node, 120))['192.0.2.1'], 100)
    assert.equal((await providerIn(world, id)).stage, 2)
    await node.stop()
  })

  it('has no more on a day for what a node still holds of the day before', async t => {
    const { world, add, pass } = await stage(t, Date.parse('2027-03-01T23:59:58Z'))
    await add({ address: '192.0.2.1' })
    const [a, b] = [nodeOf(world, 1), nodeOf(world, 2)]
    await Promise.all([a.see(1), b.see(1)])
    assert.deepEqual(await tryAll(world, a, 1), { '192.0.2.1': 1 })
    await pass(3)
    assert.equal((await tryAll(world, b, 60))['192.0.2.1'], 50)
    assert.equal((await tryAll(world, a, 10))['192.0.2.1'], undefined)
    await Promise.all([a.stop(), b.stop()])
  })

  it('counts a recipient once, however often it is tried, and what was not tried not at all', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const node = nodeOf(world)
    await node.see(1)
    for (let n = 0; n < 80; n++) {
      const choice = await node.choose(asked(world))
      assert.ok(choice.kind === 'go')
      node.ended(choice, untried)
    }
    await tryAll(world, node, 50)
    await pass(1)
    const again = asked(world, { entry: { attempt: 2, tries: 1, leavesFrom: id } })
    assert.deepEqual(await tryAll(world, node, 30, again), { '192.0.2.1': 30 })
    await pass(1)
    assert.equal((await providerIn(world, id)).today, 50)
    await node.stop()
  })

  it('gives its mail to the others of the pool', async t => {
    const { world, add } = await stage(t)
    await add({ address: '192.0.2.1' })
    await add({ address: '192.0.2.2', state: 'active' })
    const node = nodeOf(world)
    await node.see(2)
    const counts = await tryAll(world, node, 300)
    assert.equal(counts['192.0.2.1'], 50)
    assert.equal(counts['192.0.2.2'], 250)
    await node.stop()
  })

  it('is taken further by hand at once, and is through after the tenth stage', async t => {
    const { world, add } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const node = nodeOf(world)
    await node.see(1)
    await tryAll(world, node, 60)
    await promoteSource(world, id)
    await node.see(2)
    assert.deepEqual((await tryAll(world, node, 60))['192.0.2.1'], 50)
    for (let n = 0; n < 9; n++) await promoteSource(world, id)
    const [shown] = await listSources(world)
    assert.deepEqual([shown!.state, shown!.stage, shown!.full_on], ['active', null, null])
    await assert.rejects(promoteSource(world, id), { code: 'invalid_field', param: 'state' })
    await node.see(11)
    assert.deepEqual(await tryAll(world, node, 500), { '192.0.2.1': 500 })
    await node.stop()
  })

  it('is taken further by hand from where the day before has brought it', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const node = nodeOf(world)
    await node.see(1)
    await tryAll(world, node, 30)
    await pass(1)
    await world.clock.advance(dayMs)
    await promoteSource(world, id)
    const shown = await providerIn(world, id)
    assert.deepEqual([shown.stage, shown.limit, shown.today, shown.kept_by], [3, 200, 0, null])
    await node.stop()
  })

  it('goes no further by a day of replies against it', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1' })
    const node = nodeOf(world)
    await node.see(1)
    for (let n = 0; n < 50; n++) {
      const choice = await node.choose(asked(world))
      assert.ok(choice.kind === 'go')
      node.ended(choice, n < 4 ? { ...delivered, isDelivered: false, isSlow: true } : delivered)
    }
    await world.clock.advance(dayMs)
    await pass(1)
    const shown = await providerIn(world, id)
    assert.deepEqual([shown.stage, shown.kept_by, shown.limit, shown.today], [1, 'results', 50, 0])
    await node.stop()
  })
})

describe('an address that is paused', () => {
  it('sends nothing from any node within a second, and its mail goes by others or waits', async t => {
    const { world, add, pass } = await stage(t)
    const one = await add({ address: '192.0.2.1', state: 'active' })
    const other = await add({ address: '192.0.2.2', state: 'active' })
    const node = nodeOf(world)
    await node.see(2)
    assert.equal(Object.keys(await tryAll(world, node, 40)).length, 2)
    await pauseSource(world, one)
    await pass(1)
    assert.deepEqual(await tryAll(world, node, 40), { '192.0.2.2': 40 })
    const again = { entry: { attempt: 2, tries: 1, leavesFrom: one } }
    assert.deepEqual(await tryAll(world, node, 20, again), { '192.0.2.2': 20 })
    await pauseSource(world, other)
    await pass(1)
    const choice = await node.choose(asked(world))
    assert.ok(choice.kind === 'wait' && choice.cause === 'source_paused')
    assert.equal(choice.until, world.clock.now() + 4_000)
    const late = await node.choose(asked(world, { entry: { attempt: 12, tries: 0 } }))
    assert.ok(late.kind === 'wait' && late.until === world.clock.now() + 300_000)
    const [shown] = await listSources(world)
    assert.deepEqual([shown!.state, shown!.per_provider[0]!.held_by], ['paused', 'pause'])
    await resumeSource(world, one)
    await pass(1)
    assert.deepEqual(await tryAll(world, node, 20), { '192.0.2.1': 20 })
    await node.stop()
  })
})

describe('further tries', () => {
  it('leave from the address of the first, until that is removed', async t => {
    const { world, add, pass } = await stage(t)
    const ids = [await add({ address: '192.0.2.1', state: 'active' })]
    ids.push(await add({ address: '192.0.2.2', state: 'active' }))
    const node = nodeOf(world)
    await node.see(2)
    const again = { entry: { attempt: 2, tries: 1, leavesFrom: ids[0]! } }
    assert.deepEqual(await tryAll(world, node, 40, again), { '192.0.2.1': 40 })
    await removeSource(world, ids[0]!)
    await pass(1)
    assert.deepEqual(await tryAll(world, node, 20, again), { '192.0.2.2': 20 })
    await removeSource(world, ids[1]!)
    await pass(1)
    assert.deepEqual(await tryAll(world, node, 5, again), { system: 5 })
    await node.stop()
  })

  it('are left to the node whose machine has the address', async t => {
    const { world, add } = await stage(t)
    const id = await add({ address: '192.0.2.1', state: 'active' })
    await add({ address: '192.0.2.2', state: 'active' })
    const [a, b] = [nodeOf(world, 1, ['192.0.2.1']), nodeOf(world, 2, ['192.0.2.2'])]
    await a.see(2)
    await b.see(2)
    assert.deepEqual(await tryAll(world, a, 20), { '192.0.2.1': 20 })
    assert.deepEqual(await tryAll(world, b, 20), { '192.0.2.2': 20 })
    const again = { entry: { attempt: 2, tries: 1, leavesFrom: id } }
    assert.deepEqual(await tryAll(world, b, 5, again), { soon: 5 })
    const refused = { entry: { attempt: 13, tries: 1, leavesFrom: id } }
    assert.deepEqual(await tryAll(world, b, 5, refused), { '192.0.2.2': 5 }, 'not for ever')
    await Promise.all([a.stop(), b.stop()])
  })

  it('and first ones wait with a cause while the one node that has the address drains', async t => {
    const { world, add, pass } = await stage(t)
    const id = await add({ address: '192.0.2.1', state: 'active' })
    const [a, b] = [nodeOf(world, 1), nodeOf(world, 2, [])]
    await a.see(1)
    await b.see(1)
    const again = { entry: { attempt: 2, tries: 1, leavesFrom: id } }
    const minutes = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await world.clock.advance(60_000)
        await pass(2)
      }
    }
    assert.deepEqual(await tryAll(world, b, 2), { soon: 2 })
    assert.deepEqual(await tryAll(world, b, 2, again), { soon: 2 })
    a.rest(true)
    await minutes(4)
    for (const more of [{}, again]) {
      const choice = await b.choose(asked(world, more))
      assert.ok(choice.kind === 'wait' && choice.cause === 'source_missing')
      assert.equal(choice.dueAt, world.clock.now() + 4_000)
    }
    const late = await b.choose(asked(world, { entry: { attempt: 12, tries: 0 } }))
    assert.ok(late.kind === 'wait' && late.dueAt === world.clock.now() + 300_000)
    assert.equal((await listSources(world))[0]!.local, true, 'it is on a machine all the same')
    a.rest(false)
    await pass(1)
    await minutes(1)
    assert.deepEqual(await tryAll(world, b, 2), { soon: 2 })
    await Promise.all([a.stop(), b.stop()])
  })

  it('and first ones are left to nodes that send such mail only', async t => {
    const { world, add, pass } = await stage(t)
    await add({ address: '192.0.2.1', state: 'active' })
    const [a, b] = [nodeOf(world, 1, undefined, ['marketing']), nodeOf(world, 2, [])]
    await a.see(1)
    await b.see(1)
    assert.deepEqual(await tryAll(world, b, 2, { stream: 'marketing' }), { soon: 2 })
    assert.deepEqual(await tryAll(world, b, 2), { wait: 2 })
    // A node of an earlier release says of none which mail it sends.
    await a.stop()
    await world.db.query('update source_addresses set marketing_at = null')
    await world.clock.advance(60_000)
    await pass(2)
    assert.deepEqual(await tryAll(world, b, 2), { soon: 2 })
    await b.stop()
  })

  it('and first ones wait where no machine has the address', async t => {
    const { world, add } = await stage(t)
    await add({ address: '192.0.2.1', state: 'active' })
    const node = nodeOf(world, 1, [])
    await node.see(1)
    const choice = await node.choose(asked(world))
    assert.ok(choice.kind === 'wait' && choice.cause === 'source_missing')
    assert.equal((await listSources(world))[0]!.local, false)
    await node.stop()
  })
})
