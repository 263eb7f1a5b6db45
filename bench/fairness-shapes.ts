/**
 * What one project can do to another, as data: what A has waiting when the node starts, or does
 * meanwhile, while B sends single emails. The names are those that the table prints.
 */
import { randomBytes } from 'node:crypto'
import type { World } from '#kernel/world/world.ts'
import { insertWebhook } from '#platform/webhooks/store.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import type { Zones } from '../test/support/dns-server.ts'
import {
  type Arrangement,
  type FairnessSink,
  type Sender,
  type Stage,
  writeBacklog,
} from './fairness-stage.ts'
import { pause } from './node.ts'
import { addPeople, asking, begins, happens, moves, publish } from './sequences.ts'

export interface Shape {
  readonly name: string
  readonly arrangement: (backlog: number, sink: Pick<FairnessSink, 'http'>) => Arrangement
  /** What is judged: an email's arrival, the answer to B's POST, or the webhook of B's email. */
  readonly judged?: 'arrival' | 'answer' | 'webhook'
  readonly barMs?: number
  /** What A does meanwhile; ends with the signal. */
  readonly meanwhile?: (stage: Stage, signal: AbortSignal) => Promise<void>
  /** Beside B's figure: A's own. */
  readonly isRateShown?: boolean
  readonly areClaimsCounted?: boolean
}

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}.test`)

/** Hosts of their own behind addresses of their own. */
const hosts = (domains: readonly string[], addressOf: (i: number) => string): Zones =>
  Object.fromEntries(domains.map((name, i) => [name, { A: [addressOf(i)] }]))

const quick = names(20, 'quick')
const manyQuick = names(50, 'quick')
const slow = names(50, 'slow')
const silent = names(200, 'silent')
const quickZones = hosts(manyQuick, i => `127.0.1.${i + 1}`)
const slowZones = hosts(slow, i => `127.10.0.${i + 1}`)
const silentZones = hosts(silent, i => `127.20.0.${i + 1}`)

const inTurn = (domains: readonly string[]) => (n: number) => domains[n % domains.length]!
/** One of a hundred to a silent host, the others to quick ones. */
const mixed = (n: number): string =>
  n % 100 === 0 ? silent[(n / 100) % silent.length]! : manyQuick[n % manyQuick.length]!

const backlogOf =
  (zones: Zones, domainOf: (n: number) => string, part = 1): Shape['arrangement'] =>
  backlog => ({
    zones,
    waiting: ({ world, senders: [a] }) =>
      writeBacklog(world, { sender: a!, count: Math.ceil(backlog * part), domainOf }),
  })

/** A project has twenty webhooks at most, each with an address of its own. */
const webhooksEach = 20

/** Posts that wait: each email makes two, for `accepted` and `queued`. */
function postsTo(addresses: readonly string[]): Shape['arrangement'] {
  return (backlog, sink) => ({
    senders: Math.ceil(addresses.length / webhooksEach),
    zones: quickZones,
    waiting: async ({ world, senders, b }) => {
      await addWebhook(world, b, `http://127.0.0.1:${sink.http}/b`)
      for (const [i, address] of addresses.entries()) {
        const sender = senders[Math.floor(i / webhooksEach)]!
        await addWebhook(world, sender, `http://${address}:${sink.http}/a`)
      }
      const perEmail = Math.min(webhooksEach, addresses.length)
      const count = Math.ceil(backlog / perEmail / senders.length)
      for (const sender of senders) {
        await writeBacklog(world, { sender, count, domainOf: inTurn(quick), isLater: true })
      }
    },
  })
}

async function addWebhook(world: World, { projectId }: Sender, url: string): Promise<void> {
  await insertWebhook(world.db, {
    projectId,
    id: world.ids.next(),
    url,
    events: ['queued'],
    secret: randomBytes(24),
    createdAt: world.clock.now(),
    madeBy: 'live',
  })
}

/** Ten batches a second, each of 100 emails to 50 recipients. */
async function batches({ node, senders: [a] }: Stage, signal: AbortSignal): Promise<void> {
  const emails = Array.from({ length: 100 }, (_, i) => ({
    from: a!.from,
    to: Array.from({ length: 50 }, (_, n) => `user${i}-${n}@quick${n % 20}.test`),
    subject: 'Batch',
    text: 'Oi',
  }))
  const body = JSON.stringify({ emails })
  const headers = { authorization: `Bearer ${a!.key}`, 'content-type': 'application/json' }
  const under = new Set<Promise<unknown>>()
  while (!signal.aborted) {
    // A client has only so many calls open at a time.
    if (under.size < 50) {
      const url = `http://127.0.0.1:${node.port}/v1/emails/batch`
      const call = fetch(url, { method: 'POST', headers, body, signal })
        .then(answer => answer.arrayBuffer())
        .catch(() => undefined)
        .finally(() => under.delete(call))
      under.add(call)
    }
    await pause(100)
  }
}

/** Thousands come into a sequence at once, again and again, and go all its steps. */
async function steps({ node, senders: [a] }: Stage, signal: AbortSignal): Promise<void> {
  const people = 5_000
  const ask = asking(node, a!.key)
  await addPeople(ask, people)
  const more = { from: a!.from, triggers: begins('began'), reentry: { mode: 'always' } }
  await publish(ask, 'Steps', { ...more, steps: moves() })
  while (!signal.aborted) await happens(ask, 'began', people)
}

const one = ['127.20.1.1']
const hundred = Array.from({ length: 100 }, (_, i) => `127.20.2.${i + 1}`)

export const shapes: readonly Shape[] = [
  { name: 'nobody else', arrangement: () => ({ zones: quickZones }) },
  {
    name: 'due to 20 fast domains',
    arrangement: backlogOf(quickZones, inTurn(quick)),
    isRateShown: true,
  },
  {
    name: 'marketing due to 20 fast domains',
    arrangement: backlog => ({
      zones: quickZones,
      async waiting({ world, senders: [a] }) {
        // Else nearly all of it waits for another day of the warm-up, and nothing is measured.
        await declareWarm(world, { projectId: a!.projectId, domain: a!.from.split('@')[1]! })
        await writeBacklog(world, {
          sender: a!,
          count: backlog,
          domainOf: inTurn(quick),
          stream: 'marketing',
        })
      },
    }),
    isRateShown: true,
  },
  {
    name: 'due to a domain that takes 0.5 s a reply',
    arrangement: backlogOf(slowZones, inTurn(slow.slice(0, 1))),
  },
  { name: 'due to 50 such domains', arrangement: backlogOf(slowZones, inTurn(slow)) },
  { name: 'due to 200 silent hosts', arrangement: backlogOf(silentZones, inTurn(silent)) },
  {
    name: '200 mails to 200 silent hosts',
    arrangement: () => ({
      zones: silentZones,
      waiting: ({ world, senders: [a] }) =>
        writeBacklog(world, { sender: a!, count: 200, domainOf: inTurn(silent) }),
    }),
  },
  {
    name: 'due to 50 fast domains',
    arrangement: backlogOf(quickZones, inTurn(manyQuick)),
    isRateShown: true,
  },
  {
    name: 'the same, 1 % of it to 200 silent hosts',
    arrangement: backlogOf({ ...quickZones, ...silentZones }, mixed),
    isRateShown: true,
  },
  {
    name: 'due to a provider limited to 20/s',
    arrangement: backlogOf(
      {
        'limited.test': { MX: ['10 mta.am0.yahoodns.net'] },
        'mta.am0.yahoodns.net': { A: ['127.0.2.1'] },
      },
      () => 'limited.test',
    ),
    areClaimsCounted: true,
  },
  {
    name: 'a tenth due to a domain without DNS',
    arrangement: backlogOf({ 'mute.test': 'timeout' }, () => 'mute.test', 0.1),
  },
  {
    name: '10 batches/s of 100 × 50 recipients',
    arrangement: () => ({ zones: quickZones, settings: { MALOTE_ROLES: 'api' } }),
    judged: 'answer',
    barMs: 100,
    meanwhile: batches,
  },
  {
    name: 'steps of sequences, 5,000 people at a time',
    arrangement: () => ({
      zones: quickZones,
      settings: { MALOTE_ROLES: 'api,deliver,webhooks,jobs' },
    }),
    meanwhile: steps,
  },
  { name: 'posts to a hung receiver', arrangement: postsTo(one), judged: 'webhook' },
  { name: 'posts to 100 hung receivers', arrangement: postsTo(hundred), judged: 'webhook' },
  {
    name: 'posts to one that answers 500',
    arrangement: postsTo(['127.30.1.1']),
    judged: 'webhook',
  },
]
