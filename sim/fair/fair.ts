/**
 * One shape in simulated time: A has its mail waiting, B sends single emails at moments of its own,
 * and the judge holds what B waited against what the same seed makes it wait alone.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { insertWebhook } from '#platform/webhooks/store.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { writeBacklog } from '../../test/support/backlog.ts'
import type { Customer } from '../audit/customer.ts'
import { makeCustomers } from '../storm/customers.ts'
import { type Program, startProgram } from '../storm/program.ts'
import { createUniverse, type Trace, type Universe } from '../world/world.ts'
import { domainsOf, hookOfB, probed } from './places.ts'
import type { Shape } from './shapes.ts'

export interface FairFigures {
  /** From each call of B to what is judged; infinite for what did not come. */
  readonly waitsMs: readonly number[]
  /** A's mails that arrived meanwhile. */
  readonly ofA: number
  /** How often A's and B's entries were claimed, by each mail that arrived. */
  readonly claimsPerMail: number
}

interface Playing {
  readonly seed: number
  readonly sql: Sql
  readonly trace?: Trace
}

const startMs = Date.UTC(2026, 0, 7, 10)
const tries = 60
/** Unless said: B begins when all of A's first tries are under way, and takes its time. */
const usual = { settleMs: 120_000, meanMs: 2_000 }
/** What has not come by then does not come. */
const patienceMs = 60_000
const content = { html: '<p>Oi</p>', text: 'Oi' }

/** Plays a shape; all of it follows from the seed. */
export async function play(shape: Shape, { seed, sql, trace }: Playing): Promise<FairFigures> {
  const universe = createUniverse({
    seed,
    sql,
    startMs,
    weatherMs: 0,
    places: shape.places,
    ...(trace ? { trace } : {}),
  })
  return universe.time.run(tell(universe, shape, sql))
}

async function tell(universe: Universe, shape: Shape, sql: Sql): Promise<FairFigures> {
  const { time, internet } = universe
  const operator = universe.begin('operator')
  const b = await arrange(operator.world, shape)
  operator.life.end()
  const program = await startProgram(universe, 'node', 'api,deliver,webhooks')
  const { settleMs, meanMs } = shape.pace ?? usual
  await time.sleep(settleMs)
  const sent = await send(universe, program!, b, meanMs)
  await time.sleep(patienceMs)
  const arrived = shape.judged === 'webhook' ? hooksSeen(universe) : mailsSeen(universe)
  const [domainOfB] = domainsOf(probed)
  const ofA = internet.room.copies.filter(one => one.domain !== domainOfB).length
  const claims = await time.hold(
    sql.query<{ claims: number }>(
      `select coalesce(sum(attempt), 0)::integer as claims from queue where kind in ('delivery', 'bulk')`,
    ),
  )
  const mails = internet.room.copies.length
  await program!.stop()
  return {
    waitsMs: sent.map(({ at, name }) => (arrived.get(name) ?? Number.POSITIVE_INFINITY) - at),
    ofA,
    claimsPerMail: (claims[0]!.claims + mails) / mails,
  }
}

/** Makes A, with what it has waiting, and B. */
async function arrange(world: World, shape: Shape): Promise<Customer> {
  await ensurePartitions(world)
  const [a, b] = (await makeCustomers(world, 2)) as [Customer, Customer]
  if (shape.judged === 'webhook') await addWebhook(world, b, `https://${hookOfB}/b`)
  for (const url of shape.hooksOfA ?? []) await addWebhook(world, a, url)
  if (shape.waiting) {
    const { projectId, domain } = a
    // Else most of its marketing waits for another day, and nobody waits behind it.
    await declareWarm(world, { projectId: projectId as Uuid, domain })
    const sender = { projectId: projectId as Uuid, from: `hello@${domain}` }
    await writeBacklog(world, { sender, content, ...shape.waiting })
  }
  return b
}

async function addWebhook(world: World, { projectId }: Customer, url: string): Promise<void> {
  await insertWebhook(world.db, {
    projectId: projectId as Uuid,
    id: world.ids.next(),
    url,
    events: ['queued'],
    secret: Buffer.from(world.random.bytes(24)),
    createdAt: world.clock.now(),
    madeBy: 'live',
  })
}

interface SentMail {
  readonly at: number
  /** Of its subject, and of what a webhook says of it. */
  readonly name: string
}

/** Single emails, none waiting for the one before. */
async function send(
  { time, chance: all }: Universe,
  program: Program,
  b: Customer,
  meanMs: number,
): Promise<SentMail[]> {
  const chance = all.fork('B')
  const [domain] = domainsOf(probed)
  const sent: SentMail[] = []
  const calls: Promise<unknown>[] = []
  for (let n = 0; n < tries; n++) {
    await time.sleep(chance.wait(meanMs))
    const name = `Probe ${n}`
    sent.push({ at: time.now(), name })
    const body = {
      from: `hello@${b.domain}`,
      to: [`ana@${domain}`],
      subject: name,
      text: 'Oi',
      tags: { probe: String(n) },
    }
    calls.push(
      program.call({ method: 'POST', path: '/v1/emails', key: b.liveKey, body }).then(answer => {
        if (answer?.status !== 202) throw new Error(`a probe was refused: ${answer?.text}`)
      }),
    )
  }
  await Promise.all(calls)
  return sent
}

/** When each probe arrived first. */
function mailsSeen({ internet }: Universe): Map<string, number> {
  const seen = new Map<string, number>()
  for (const { message, at } of internet.room.copies) {
    const name = /^Subject: (Probe \d+)\r$/m.exec(message)?.[1]
    if (name !== undefined && !seen.has(name)) seen.set(name, at)
  }
  return seen
}

function hooksSeen({ internet }: Universe): Map<string, number> {
  const seen = new Map<string, number>()
  for (const { host, body, at, reached } of internet.posts) {
    const probe = /"probe":"(\d+)"/.exec(body)?.[1]
    if (host !== hookOfB || !reached || probe === undefined) continue
    if (!seen.has(`Probe ${probe}`)) seen.set(`Probe ${probe}`, at)
  }
  return seen
}
