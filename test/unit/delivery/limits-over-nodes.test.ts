/**
 * The limits of a group, as its server sees them: several nodes over one table of rents, each with
 * as much mail as it may have in hand, a network that delays every line by up to 40 ms, and a
 * server that notes when each message came and who is connected. Time is turned by the test.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { idSource, type Uuid } from '#kernel/base/ids.ts'
import type { Dns } from '#kernel/world/dns.ts'
import type { Connection } from '#kernel/world/net.ts'
import type { Clock, World } from '#kernel/world/world.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { type Attempter, createAttempter } from '#sending/delivery/attempt.ts'
import type { ComposedMessage } from '#sending/delivery/composed.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { createChance } from '../../../sim/world/random.ts'
import { fakeDns, fakeWorld } from '../../support/fake-world.ts'
import { rentsInMemory } from './rents-in-memory.ts'

const perSecond = 20
const connections = 5
const forMs = 40_000
/** From then on every node has its part. */
const settledFromMs = 10_000
const unevenMs = 40

const folder = mkdtempSync(path.join(tmpdir(), 'malote-limits-'))
const shapingFile = path.join(folder, 'shaping.json')
const groups = ['1', '2', '3', '4', '5', '6', '7'].map(n => `provider_${n}`)
const limits = { connections, messages: 100, per_second: perSecond }
after(() => rmSync(folder, { recursive: true }))
writeFileSync(
  shapingFile,
  JSON.stringify(Object.fromEntries([...groups, 'other'].map(name => [name, limits]))),
)

/** Most of these moments in any second, wherever it begins. */
function mostInASecond(moments: readonly number[]): number {
  let most = 0
  let first = 0
  for (let last = 0; last < moments.length; last++) {
    while (moments[last]! - moments[first]! >= 1_000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** A server that answers every line; each way takes a time of its own. */
class Server {
  readonly begun: number[] = []
  readonly taken: number[] = []
  open = 0
  mostOpen = 0
  readonly #clock: Clock
  readonly #chance = createChance(11)
  readonly #dataMs: number

  /** `dataMs`: how long it takes to ask for a message's content. */
  constructor(clock: Clock, dataMs = 0) {
    this.#clock = clock
    this.#dataMs = dataMs
  }

  connect(): Connection {
    const chunks: (Buffer | null)[] = []
    let wake = (): void => {}
    let arrivesAt = 0
    let rest = ''
    let isContent = false
    let isOpen = true
    const say = (text: string | null): void => {
      chunks.push(text === null ? null : Buffer.from(`${text}\r\n`))
      wake()
    }
    const close = (): void => {
      if (isOpen) this.open--
      isOpen = false
    }
    const line = (text: string): void => {
      if (isContent && text !== '.') return
      const verb = isContent ? 'dot' : text.slice(0, 4)
      isContent = verb === 'DATA'
      if (verb === 'MAIL') this.begun.push(this.#clock.monotonic())
      if (verb === 'dot') this.taken.push(this.#clock.monotonic())
      if (verb === 'QUIT') close()
      if (isContent) this.#clock.timer(this.#dataMs, () => say('354 go'))
      else say(verb === 'EHLO' ? '250-mx\r\n250 PIPELINING' : '250 2.0.0 ok')
    }
    const arrive = (bytes: string): void => {
      rest += bytes
      for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
        line(rest.slice(0, at))
        rest = rest.slice(at + 2)
      }
    }
    this.open++
    this.mostOpen = Math.max(this.mostOpen, this.open)
    say('220 mx')
    return {
      remoteAddress: '192.0.2.1',
      read: async () => {
        if (chunks.length === 0) await new Promise<void>(resolve => (wake = resolve))
        return chunks.shift() ?? null
      },
      write: async bytes => {
        const now = this.#clock.monotonic()
        arrivesAt = Math.max(arrivesAt, now + this.#chance.uniform() * unevenMs)
        this.#clock.timer(arrivesAt - now, () => arrive(bytes.toString()))
      },
      startTls: () => Promise.reject(new Error('not offered')),
      end: () => say(null),
      destroy() {
        close()
        say(null)
      },
    }
  }
}

const body = [Buffer.from('Subject: hi\r\n\r\nhello\r\n')]

async function attempt(
  world: World,
  attempter: Attempter,
  commit: () => Promise<void> = async () => {},
): Promise<string> {
  const id = world.ids.next() as Uuid
  const delivery = {
    ...{ emailId: id, projectId: id, n: 0, address: 'ana@limited.example' },
    ...{ stream: 'transactional', addressees: { to: [] } },
  } as unknown as Delivery
  const { kind } = await attempter.attempt({
    delivery,
    entry: { id, projectId: id, subject: id, n: 0 } as Entry,
    returnPathHost: 'bounces.client.example',
    withMessage: (_group, use) =>
      use({ body, eightBit: false, utf8: false } as unknown as ComposedMessage),
    beforeContent: () => commit().then(() => true),
  })
  return kind
}

function stage(count: number, { db = rentsInMemory(), dataMs = 0 } = {}) {
  const env = {
    MALOTE_SHAPING_FILE: shapingFile,
    MALOTE_HOSTNAME: 'client.example',
    MALOTE_NETWORK_ALLOW: '192.0.2.0/24',
  }
  const records = [{ preference: 1, exchange: 'mx.limited.example' }]
  const dns: Dns = {
    ...fakeDns({ 'mx.limited.example': ['192.0.2.1'] }),
    mx: async () => ({ kind: 'answer', records, ttlSeconds: 60, secure: false }),
  }
  const fake = fakeWorld({ db, dns, env })
  const server = new Server(fake.clock, dataMs)
  const net = { connect: async () => server.connect() }
  const nodes = Array.from({ length: count }, (_, n) => {
    const ids = idSource(fake.clock.now, createChance(n + 1).bytes)
    const world: World = { ...fake, net, ids }
    const setup = { secret: Buffer.alloc(16), capacity: 100, onRoom() {} }
    return { world, attempter: createAttempter(world, setup) }
  })
  return { fake, server, nodes }
}

async function watch(t: TestContext, count: number, stallMs = 0) {
  const { fake, server, nodes } = stage(count)
  // Every five seconds the database holds all up for a while.
  const commit = async (): Promise<void> => {
    const since = (fake.clock.monotonic() + 2_500) % 5_000
    if (since < stallMs) await fake.clock.sleep(stallMs - since)
  }
  const until = fake.clock.monotonic() + forMs
  const from = fake.clock.monotonic() + settledFromMs
  const kinds = new Set<string>()
  const keepSending = async ({ world, attempter }: (typeof nodes)[number]): Promise<void> => {
    while (fake.clock.monotonic() < until) {
      const kind = await attempt(world, attempter, commit)
      // Those in hand at the end are given back.
      if (kind !== 'abandoned') kinds.add(kind)
      if (kind !== 'delivered') await fake.clock.sleep(2_000)
    }
  }
  const inHand = 6
  const sending = nodes.flatMap(node => Array.from({ length: inHand }, () => keepSending(node)))
  while (fake.clock.monotonic() < until) await fake.clock.advance(4)
  const seen = {
    begun: mostInASecond(server.begun),
    taken: mostInASecond(server.taken),
    open: server.mostOpen,
    perSecond: (server.taken.filter(at => at > from).length * 1_000) / (forMs - settledFromMs),
  }
  const closing = Promise.all(nodes.map(node => node.attempter.close(1_000)))
  let isClosed = false
  void Promise.all([closing, ...sending]).then(() => {
    isClosed = true
  })
  for (let turns = 0; !isClosed && turns < 20_000; turns++) await fake.clock.advance(20)
  assert.ok(isClosed, 'all nodes end')
  t.diagnostic(JSON.stringify(seen))
  assert.deepEqual(
    [...kinds].filter(kind => kind !== 'delivered' && kind !== 'held'),
    [],
  )
  return seen
}

describe('the limits of a group', () => {
  for (const count of [1, 4, 8]) {
    it(`hold in any second over ${count} nodes together, which come near them`, async t => {
      const seen = await watch(t, count)
      assert.ok(seen.begun <= perSecond, `${seen.begun} begun in a second`)
      assert.ok(seen.taken <= perSecond, `${seen.taken} taken in a second`)
      assert.ok(seen.open <= connections, `${seen.open} connections`)
      assert.ok(seen.perSecond >= perSecond * 0.85, `${seen.perSecond} a second`)
    })
  }

  it('hold where the database holds up what has had its turn', async t => {
    const seen = await watch(t, 2, 1_500)
    assert.ok(seen.taken <= perSecond, `${seen.taken} taken in a second`)
    assert.ok(seen.perSecond >= perSecond * 0.3, `${seen.perSecond} a second`)
  })
})

describe('an email', () => {
  it('is not taken for sent where the turn of its final dot does not come', async () => {
    const rents = rentsInMemory()
    let isAway = false
    const query: typeof rents.query = (...asked) =>
      isAway ? Promise.reject(new Error('away')) : rents.query(...asked)
    const { fake, server, nodes } = stage(1, { db: { ...rents, query }, dataMs: 15_000 })
    const [{ world, attempter }] = nodes as [(typeof nodes)[number]]
    let committed = 0
    const kind = attempt(world, attempter, async () => void committed++)
    await fake.clock.advance(1_000)
    isAway = true
    await fake.clock.advance(100_000)
    assert.equal(await kind, 'abandoned')
    assert.deepEqual([server.begun.length, server.taken.length, committed], [1, 0, 0])
  })

  it('goes where its lane has been forgotten while it waited for a part', async () => {
    const rents = rentsInMemory()
    const held = Promise.withResolvers<void>()
    const query: typeof rents.query = async (...asked) => {
      await held.promise
      return rents.query(...asked)
    }
    const { fake, nodes } = stage(1, { db: { ...rents, query } })
    const [{ world, attempter }] = nodes as [(typeof nodes)[number]]
    const kind = attempt(world, attempter)
    await fake.clock.advance(100)
    const isKnown = (): boolean => attempter.shaper.status().some(one => one.group.includes('mx'))
    assert.ok(isKnown())
    for (let n = 0; n < 20_000; n++) attempter.shaper.laneOf(`g${n}`, 'other')
    assert.ok(!isKnown())
    held.resolve()
    for (let turns = 0; turns < 250; turns++) await fake.clock.advance(20)
    assert.equal(await kind, 'delivered')
  })
})
