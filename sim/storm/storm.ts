/**
 * The storm: a simulated week of customers, hostile mail servers, failing receivers and deaths of
 * the program between any two awaits; then calm until nothing is waiting any more; then judgement.
 * Everything follows from the seed, so a bad one replays.
 */
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { audit } from '../audit/audit.ts'
import { noteOwedPosts } from '../audit/audit-webhooks.ts'
import type { Finding } from '../audit/case.ts'
import type { Ledger } from '../audit/ledger.ts'
import type { Records } from '../audit/records.ts'
import type { Chance } from '../world/random.ts'
import { createUniverse, type Trace, type Universe } from '../world/world.ts'
import { buy, type Lend, makeBuyers, selling } from './buyers.ts'
import { readFigures, runCampaign, tidyCampaigns } from './campaigns.ts'
import {
  burst,
  type Crowd,
  cancelSomething,
  makeCustomers,
  subscribe,
  suppressSomebody,
} from './customers.ts'
import type { KillPlan } from './life.ts'
import { makeMarketers, openMarket } from './marketers.ts'
import { livePeople, makeLists } from './people.ts'
import { type Program, signInPlace, startProgram } from './program.ts'
import { liveSequence, publishSequences, type Running, tidySequences } from './sequences.ts'

export interface StormOptions {
  readonly seed: number
  /** One connection to a fresh database. */
  readonly sql: Sql
  /** Emails in the week, about. */
  readonly emails?: number
  readonly trace?: Trace
  /** Called between the calm and the audit: the audit's own tests plant their faults here. */
  readonly tamper?: (storm: Records) => Promise<void>
}

interface Verdict {
  readonly seed: number
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<string, number>>
  /** Of everything that happened: equal for two runs of a seed. */
  readonly digest: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A Monday; the seed moves it by up to a year, across months and ends of years. */
const firstMs = Date.UTC(2026, 0, 5)
const weekMs = 7 * day
/** 72 h of retries after the last scheduled mail, and three days of webhook attempts. */
const calmMs = 9 * day

export async function storm(options: StormOptions): Promise<Verdict> {
  const { seed, sql } = options
  signInPlace()
  await noteOwedPosts(sql)
  const universe = createUniverse({
    seed,
    sql,
    startMs: firstMs + (Math.abs(seed * 7919) % 365) * day + ((seed * 104_729) % 86_400) * 1000,
    weatherMs: weekMs,
    settings: selling,
    ...(options.trace ? { trace: options.trace } : {}),
  })
  const ledger = await universe.time.run(runFaultSchedule(universe, sql, options.emails ?? 100))
  const left = await openWork(universe, sql)
  const records = { universe, ledger, sql, left }
  await options.tamper?.(records)
  return { seed, ...(await audit(records)) }
}

/** Of people on the customers' lists, at once. */
const deedsAMoment = 5
/** Of accounts that buy, soon after one another. */
const dealsAMoment = 3

/** The whole story, as an actor in virtual time. */
async function runFaultSchedule(universe: Universe, sql: Sql, emails: number): Promise<Ledger> {
  const { time, chance } = universe
  universe.database.conflictRate = 0.002
  const operator = universe.begin('operator')
  const ledger: Ledger = {
    projects: await makeCustomers(operator.world, 3),
    requests: [],
    suppressions: [],
    subscriptions: [],
    choices: [],
    buyers: await makeBuyers(operator.world, 2),
    deals: [],
    serverErrors: [],
    market: { marketers: [], deeds: [], campaigns: [], sequences: [], reports: [] },
  }
  const marketers = await makeMarketers(operator.world)
  operator.life.end()
  const nodes = new Nodes(universe)
  await nodes.start('north', 'api,deliver,webhooks,jobs')
  const crowd: Crowd = {
    universe,
    ledger,
    chance: chance.fork('customers'),
    call: one => nodes.call(one),
  }
  // With chances of their own, so that they move nobody else's.
  const buyers: Crowd = { ...crowd, chance: chance.fork('buyers') }
  const market: Crowd = { ...crowd, chance: chance.fork('marketers') }
  const lend: Lend = verb => nodes.lend(verb)
  const trade = (of: Crowd): Promise<void> => buy(of, lend)
  await subscribe(crowd)
  const lists = await makeLists(crowd)
  await openMarket(market, marketers)
  const paths = await publishSequences(market)
  void nodes.comeAndGo(time.now() + weekMs)
  const bursts = Math.max(4, Math.round(emails / 20))
  const running: Promise<void>[] = [
    advertise(market, nodes, { paths, count: Math.ceil(emails / 40) }),
  ]
  const endMs = time.now() + weekMs
  const size = Math.ceil(emails / bursts)
  const moments = Array.from({ length: bursts }, () =>
    Math.floor(crowd.chance.uniform() * weekMs),
  ).sort((a, b) => a - b)
  const beginMs = time.now()
  for (const moment of moments) {
    await time.sleep(beginMs + moment - time.now())
    running.push(burst(crowd, size))
    nodes.threaten()
    if (crowd.chance.happens(0.4)) running.push(later(universe, crowd, suppressSomebody))
    if (crowd.chance.happens(0.4)) running.push(later(universe, crowd, cancelSomething))
    for (let n = 0; n < deedsAMoment; n++) running.push(livePeople(crowd, lists))
    for (let n = 0; n < dealsAMoment; n++) running.push(later(universe, buyers, trade))
  }
  await Promise.all(running)
  await time.sleep(Math.max(0, endMs - time.now()))
  await nodes.calm()
  universe.trace(time.now(), 'the storm is over; what waits is worked off')
  const until = time.now() + calmMs
  while (time.now() < until) {
    const open = (await tidyCampaigns(market)) + (await tidySequences(market))
    if (open === 0 && (await openWork(universe, sql)) === 0) break
    await time.sleep(hour)
  }
  await readFigures(market)
  await nodes.stop()
  return ledger
}

/** Campaigns and hours of sequences, each with deaths about. */
async function advertise(
  crowd: Crowd,
  nodes: Nodes,
  { paths, count }: { readonly paths: readonly Running[]; readonly count: number },
): Promise<void> {
  const { chance, universe } = crowd
  const doings = [
    ...Array.from({ length: count }, () => () => runCampaign(crowd)),
    ...paths.map(path => () => liveSequence(crowd, path)),
  ]
  await Promise.all(
    doings.map(async doing => {
      await universe.time.sleep(Math.floor(chance.uniform() * weekMs))
      universe.time.after(chance.wait(minute / 2), () => nodes.threaten())
      await doing()
    }),
  )
}

async function later(
  universe: Universe,
  crowd: Crowd,
  act: (crowd: Crowd) => Promise<void>,
): Promise<void> {
  await universe.time.sleep(crowd.chance.wait(20 * minute))
  await act(crowd)
}

/** Counted outside of time, as an onlooker would. */
async function openWork(universe: Universe, sql: Sql): Promise<number> {
  const counted = sql.query<{ count: number }>('select count(*)::integer as count from queue')
  const [row] = await universe.time.hold(counted)
  return row!.count
}

/** Deaths by where they strike: every kind of await gets its share, the tender spots more. */
const places: readonly (readonly [RegExp, number])[] = [
  [/./, 300],
  [/./, 60],
  [/commit/, 4],
  [/after commit/, 3],
  [/after read/, 12],
  [/before write/, 8],
  [/after write/, 8],
  [/http/, 6],
  [/after query/, 30],
  [/after connect/, 3],
  [/statement/, 30],
  [/dns/, 8],
]

/** The nodes of the installation, with what befalls them. */
class Nodes {
  readonly #universe: Universe
  readonly #chance: Chance
  readonly #programs = new Map<string, Program>()
  #isStormy = true

  constructor(universe: Universe) {
    this.#universe = universe
    this.#chance = universe.chance.fork('nodes')
  }

  async start(node: string, roles: string): Promise<void> {
    const program = await startProgram(this.#universe, node, roles)
    if (program === null) return void this.#revive(node, roles)
    this.#programs.set(node, program)
    program.life.onEnd(() => {
      if (this.#programs.get(node) === program) this.#programs.delete(node)
      if (program.life.death !== null) void this.#revive(node, roles)
    })
  }

  /** The supervisor starts it again, at once or after somebody has been called out of bed. */
  async #revive(node: string, roles: string): Promise<void> {
    const chance = this.#chance
    await this.#universe.time.sleep(
      chance.happens(0.7) ? chance.between(100, 10_000) : chance.between(1, 20) * minute,
    )
    if (!this.#programs.has(node)) await this.start(node, roles)
  }

  /** Arms deaths and freezes for the next seconds. */
  threaten(): void {
    const chance = this.#chance
    const { time } = this.#universe
    for (const program of this.#programs.values()) {
      if (!chance.happens(0.6)) continue
      const planned = planKill(chance)
      time.after(chance.between(0, 4000), () => this.#isStormy && program.life.killPlan(planned))
    }
    if (chance.happens(0.15)) {
      const [victim] = this.#programs.values()
      time.after(
        chance.between(0, 4000),
        () => this.#isStormy && victim?.life.freeze(chance.between(1, 240) * 1000),
      )
    }
  }

  /** Comings and goings of a second node, and orderly restarts, until the given moment. */
  async comeAndGo(until: number): Promise<void> {
    const { time } = this.#universe
    while (time.now() < until && this.#isStormy) {
      await time.sleep(this.#chance.wait(12 * hour))
      if (!this.#isStormy) return
      await this.#startOrStopSecond()
      await this.#maybeRestartFirst()
    }
  }

  async #startOrStopSecond(): Promise<void> {
    const second = this.#programs.get('south')
    if (!second) {
      const roles = this.#chance.pick(['deliver,webhooks', 'api,deliver,webhooks,jobs'])
      await this.start('south', roles)
    } else if (this.#chance.happens(0.6)) await second.stop()
  }

  async #maybeRestartFirst(): Promise<void> {
    const first = this.#programs.get('north')
    if (!first || !this.#chance.happens(0.2)) return
    await first.stop()
    if (!this.#programs.has('north')) await this.start('north', 'api,deliver,webhooks,jobs')
  }

  /** Null where no node takes calls. */
  async call(
    request: Parameters<Program['call']>[0],
  ): Promise<Awaited<ReturnType<Program['call']>>> {
    const able = [...this.#programs.values()].filter(one => one.takesCalls && one.life.isAlive)
    if (able.length === 0) return null
    return this.#chance.pick(able).call(request)
  }

  /** A verb on a node that lives; null where there is none, or where it dies before the end. */
  async lend<T>(verb: (world: World) => Promise<T>): Promise<T | null> {
    const able = [...this.#programs.values()].filter(one => one.takesCalls && one.life.isAlive)
    if (able.length === 0) return null
    return able[0]!.lend(verb)
  }

  /** No more deaths; one healthy node from here on. */
  async calm(): Promise<void> {
    this.#isStormy = false
    await this.stop()
    // A revival may be under way: wait until it is there, then start clean.
    await this.#universe.time.sleep(30 * minute)
    await this.stop()
    await this.start('north', 'api,deliver,webhooks,jobs')
  }

  async stop(): Promise<void> {
    for (const program of [...this.#programs.values()]) await program.stop()
  }
}

function planKill(chance: Chance): KillPlan {
  const [match, most] = chance.pick(places)
  return { match, steps: chance.between(1, most) }
}
