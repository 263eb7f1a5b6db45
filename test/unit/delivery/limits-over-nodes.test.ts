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
import type { Db } from '#kernel/world/db.ts'
import type { Dns } from '#kernel/world/dns.ts'
import type { Connection } from '#kernel/world/net.ts'
import type { Clock, World } from '#kernel/world/world.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { type Attempter, createAttempter } from '#sending/delivery/attempt.ts'
import type { ComposedMessage } from '#sending/delivery/composed.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { createChance } from '../../../sim/world/random.ts'
import { fakeDns, fakeWorld } from '../../support/fake-world.ts'

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

/** The table of rents, with the rule of rents-store.ts: written where it is as it was read. */
function rentsInMemory(): Db {
  const rows = new Map<string, { lane: string; stamp: string; state: unknown }>()
  const answer = (text: string, values: readonly unknown[]): unknown[] => {
    const [lanes, read, stamps, states] = values as [
      string[],
      (string | null)[],
      string[],
      string[],
    ]
    if (text.startsWith('select lane')) return lanes.flatMap(lane => rows.get(lane) ?? [])
    if (!text.includes('limit_rents')) return []
    return lanes.flatMap((lane, i) => {
      if ((rows.get(lane)?.stamp ?? null) !== read[i]) return []
      rows.set(lane, { lane, stamp: stamps[i]!, state: JSON.parse(states[i]!) })
      return [{ lane }]
    })
  }
  const query = async (text: string, values: readonly unknown[] = []) => {
    await new Promise(resolve => setImmediate(resolve))
    return structuredClone(answer(text, values))
  }
  return { query, transaction: () => Promise.reject(new Error('none')), close() {} } as never
}

/** A server that answers every line; each way takes a time of its own. */
class Server {
  readonly begun: number[] = []
  readonly taken: number[] = []
  open = 0
  mostOpen = 0
  readonly #clock: Clock
  readonly #chance = createChance(11)

  constructor(clock: Clock) {
    this.#clock = clock
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
      say(verb === 'EHLO' ? '250-mx\r\n250 PIPELINING' : isContent ? '354 go' : '250 2.0.0 ok')
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

async function attempt(world: World, attempter: Attempter): Promise<string> {
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
    beforeDot: async () => true,
  })
  return kind
}

async function watch(t: TestContext, count: number) {
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
  const fake = fakeWorld({ db: rentsInMemory(), dns, env })
  const server = new Server(fake.clock)
  const net = { connect: async () => server.connect() }
  const nodes = Array.from({ length: count }, (_, n) => {
    const ids = idSource(fake.clock.now, createChance(n + 1).bytes)
    const world: World = { ...fake, net, ids }
    const setup = { secret: Buffer.alloc(16), capacity: 100, onRoom() {} }
    return { world, attempter: createAttempter(world, setup) }
  })
  const until = fake.clock.monotonic() + forMs
  const from = fake.clock.monotonic() + settledFromMs
  const kinds = new Set<string>()
  const keepSending = async ({ world, attempter }: (typeof nodes)[number]): Promise<void> => {
    while (fake.clock.monotonic() < until) {
      const kind = await attempt(world, attempter)
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
})
