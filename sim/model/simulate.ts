/**
 * One installation for a while: mail comes, is accepted, claimed, signed, handed over, settled and
 * told of; a database may be away meanwhile, a machine may die. The same seed gives the same figures.
 */
import { maxWaiting, patienceMs } from '#kernel/world/outage.ts'
import { mailDelayMs } from '#platform/queue/backoff.ts'
import { type Chance, createChance } from '../world/random.ts'
import { Database } from './database.ts'
import { type Email, newEmail } from './email.ts'
import { MailNode, type NodeSize } from './node.ts'
import type { Parameters } from './parameters.ts'
import { type Group, Lane, type LaneFigures } from './receivers.ts'
import { Cores, type LogSpeed } from './servers.ts'
import { Waits } from './tally.ts'
import { Timeline } from './timeline.ts'

export interface Setup {
  readonly seed: number
  readonly costs: Parameters
  /** How many processes each machine has. */
  readonly machines: readonly number[]
  readonly coresOfMachine: number
  /** 0: the database stands on the first machine. */
  readonly coresOfDatabase: number
  readonly node: NodeSize
  readonly roundTripMs: number
  readonly log: LogSpeed
  readonly groups: readonly Group[]
  /** Addresses that mail leaves from. */
  readonly addresses: number
  /** The part of the mail of each account. */
  readonly accounts: readonly number[]
  readonly postMs: number
  readonly leaseMs: number
  /** What measures stands on the first machine, too. */
  readonly isMeasured?: boolean
  readonly load: Load
  readonly events?: Events
}

/** Callers who wait for each answer, or mail that comes by itself. */
type Load =
  | { readonly callers: number; readonly emails: number }
  | {
      readonly perSecond: number
      readonly seconds: number
      /** One sender's, all at once on top. */
      readonly newsletter?: {
        readonly at: number
        readonly emails: number
        readonly seconds: number
      }
      /** How long it is watched after the last has come. */
      readonly afterSeconds: number
    }

interface Events {
  readonly failover?: { readonly at: number; readonly seconds: number }
  /** The last one; callers are sent to it until the balancer has noticed. */
  readonly death?: { readonly at: number; readonly noticedAfter: number }
}

export interface Outcome {
  readonly arrived: number
  readonly delivered: number
  /** Put off by receivers and not delivered yet. */
  readonly deferred: number
  /** Refused by receivers. */
  readonly givenUp: number
  /** Called and got no 202: asked to call again. */
  readonly turnedAway: number
  /** Accepted, and neither of these: they wait, or are under way. */
  readonly waiting: number
  /** Handed over by a process that died before it had written that down. */
  readonly uncertain: number
  readonly seconds: number
  readonly accepts: Waits
  readonly firstTries: Waits
  readonly longestQueue: number
  readonly conversations: number
  readonly transactions: number
  readonly logBytes: number
  /** Until the last email has come. */
  readonly logBytesThen: number
  /** Parts of what there is, from the first to the last email. */
  readonly use: Use
  readonly nodeCpuMs: number
  readonly databaseCpuMs: number
  readonly lanes: readonly LaneFigures[]
}

interface Use {
  readonly mainThread: number
  readonly nodeCores: number
  readonly databaseCores: number
  readonly hottestRow: number
}

export const simulate = (setup: Setup): Outcome => new Installation(setup).run()

class Installation {
  readonly #setup: Setup
  readonly #timeline = new Timeline()
  readonly #chance: Chance
  readonly #machines: Cores[]
  readonly #database: Database
  readonly #lanes: Lane[][]
  readonly #groupEnds: number[]
  readonly #accountEnds: number[]
  readonly #nodes: MailNode[] = []
  readonly #machineOf: number[] = []
  readonly #queues = new Map<Lane, Email[]>()
  readonly #counts = { arrived: 0, delivered: 0, givenUp: 0, turnedAway: 0, accepted: 0, posted: 0 }
  readonly #accepts = new Waits()
  readonly #firstTries = new Waits()
  readonly #deferred = new Set<Email>()
  readonly #callerOf = new Map<Email, number>()
  #isNoticed = false
  #use: Use = { mainThread: 0, nodeCores: 0, databaseCores: 0, hottestRow: 0 }
  #logBytesThen = 0
  #uncertain = 0
  #queued = 0
  #longestQueue = 0
  #peakTalking = 0
  #heldOutside = 0
  #next = 0
  #lastAt = 0
  #onAnswer: (email: Email) => void = () => {}

  constructor(setup: Setup) {
    this.#setup = setup
    const { seed, coresOfMachine, coresOfDatabase, log, roundTripMs } = setup
    this.#chance = createChance(seed)
    this.#machines = setup.machines.map(() => new Cores(this.#timeline, coresOfMachine))
    const cores =
      coresOfDatabase === 0 ? this.#machines[0]! : new Cores(this.#timeline, coresOfDatabase)
    this.#database = new Database(this.#timeline, { cores, log, roundTripMs })
    this.#lanes = setup.groups.map(group =>
      Array.from({ length: setup.addresses }, (_, n) => new Lane(this.#timeline, group, n)),
    )
    this.#groupEnds = endsOf(setup.groups.map(group => group.share))
    this.#accountEnds = endsOf(setup.accounts)
    this.#startNodes()
  }

  #startNodes(): void {
    const { machines, costs, postMs, node } = this.#setup
    for (const [machine, processes] of machines.entries()) {
      for (let n = 0; n < processes; n++) {
        const world = {
          timeline: this.#timeline,
          database: this.#database,
          chance: this.#chance.fork(`node ${this.#nodes.length}`),
          costs,
          postMs,
          queue: this.#queue(),
          told: this.#told(),
        }
        this.#nodes.push(new MailNode(world, this.#machines[machine]!, node))
        this.#machineOf.push(machine)
      }
    }
  }

  run(): Outcome {
    const { load, events } = this.#setup
    const { failover, death } = events ?? {}
    if (failover) {
      this.#timeline.at(failover.at * 1_000, () => this.#database.away(failover.seconds * 1_000))
    }
    if (death) this.#timeline.at(death.at * 1_000, () => this.#kill(death.noticedAfter * 1_000))
    this.#rest()
    if ('callers' in load) this.#closed(load.callers, load.emails)
    else this.#open(load)
    return this.#outcome()
  }

  #closed(callers: number, emails: number): void {
    const call = (node: number): void => {
      if (this.#counts.arrived >= emails) return
      this.#measured(this.#setup.costs.accept.besideMs)
      this.#callerOf.set(this.#arrive(this.#nodes[node]!), node)
    }
    this.#onAnswer = email => {
      const node = this.#callerOf.get(email)
      this.#callerOf.delete(email)
      if (node !== undefined) call(node)
    }
    for (let n = 0; n < callers; n++) call(n % this.#nodes.length)
    this.#timeline.run(undefined, () => this.#counts.posted + this.#counts.givenUp >= emails)
    this.#lastAt = this.#timeline.now
    this.#look()
  }

  #open(load: Extract<Load, { perSecond: number }>): void {
    const { perSecond, seconds, newsletter, afterSeconds } = load
    const chance = this.#chance.fork('arrivals')
    const next = (): void => {
      this.#timeline.after(chance.wait(1_000 / perSecond), () => {
        if (this.#timeline.now > seconds * 1_000) return
        this.#arrive(this.#balanced())
        next()
      })
    }
    next()
    if (newsletter) {
      for (let n = 0; n < newsletter.emails; n++) {
        const at = newsletter.at + (n / newsletter.emails) * newsletter.seconds
        this.#timeline.at(at * 1_000, () => this.#arrive(this.#balanced(), 0))
      }
    }
    this.#lastAt = seconds * 1_000
    this.#timeline.run(this.#lastAt)
    this.#look()
    this.#timeline.run(this.#lastAt + afterSeconds * 1_000)
  }

  /** By turns, as a balancer does; one that is dead has its turn until that is noticed. */
  #balanced(): MailNode {
    const nodes = this.#isNoticed ? this.#nodes.filter(node => node.isAlive) : this.#nodes
    return nodes[this.#next++ % nodes.length]!
  }

  #arrive(node: MailNode, account = pickOf(this.#accountEnds, this.#chance)): Email {
    const group = pickOf(this.#groupEnds, this.#chance)
    const lane = this.#chance.pick(this.#lanes[group]!)
    const email = newEmail(this.#timeline.now, account, lane)
    this.#counts.arrived++
    if (!node.isAlive) this.#turnAway(email)
    else if (!this.#database.isAway) node.accept(email)
    else this.#hold(node, email)
    return email
  }

  /** A call waits so long for a database that is away (world/outage.ts), so many of them on a node. */
  #hold(node: MailNode, email: Email): void {
    const places = maxWaiting * this.#nodes.length
    if (this.#heldOutside >= places) {
      this.#turnAway(email)
      return
    }
    this.#heldOutside++
    let isOver = false
    const end = (then: () => void) => (): void => {
      if (isOver) return
      isOver = true
      this.#heldOutside--
      then()
    }
    this.#timeline.after(
      patienceMs.writing,
      end(() => this.#turnAway(email)),
    )
    this.#database.whenBack(end(() => (node.isAlive ? node.accept(email) : this.#turnAway(email))))
  }

  #turnAway(email: Email): void {
    this.#counts.turnedAway++
    this.#onAnswer(email)
  }

  /** The last machine: what its processes had in hand comes back when the leases have run out. */
  #kill(noticedMs: number): void {
    const last = this.#machines.length - 1
    const { leaseMs } = this.#setup
    for (const [n, node] of this.#nodes.entries()) {
      if (this.#machineOf[n] !== last) continue
      this.#counts.turnedAway += node.unanswered()
      for (const email of node.die()) {
        if (email.isHandedOver) this.#uncertain++
        email.isHandedOver = false
        this.#timeline.after(leaseMs, () => this.#enqueue(email))
      }
    }
    this.#timeline.after(noticedMs, () => {
      this.#isNoticed = true
    })
  }

  /** Every node looks at the database now and then, whatever it has to do. */
  #rest(): void {
    const { databaseMs, nodeMs } = this.#setup.costs.rest
    const look = (): void => {
      for (const [n, node] of this.#nodes.entries()) {
        if (!node.isAlive) continue
        this.#database.cores.use(databaseMs, () => {})
        this.#machines[this.#machineOf[n]!]!.use(nodeMs, () => {})
      }
      this.#timeline.after(1_000, look)
    }
    look()
  }

  #measured(ms: number): void {
    if (this.#setup.isMeasured) this.#machines[0]!.use(ms, () => {})
  }

  #enqueue(email: Email): void {
    const line = this.#queues.get(email.lane) ?? []
    this.#queues.set(email.lane, line)
    line.push(email)
    this.#queued++
    this.#longestQueue = Math.max(this.#longestQueue, this.#queued)
  }

  #queue() {
    return {
      add: (email: Email) => this.#enqueue(email),
      take: (count: number) => this.#take(count),
      has: () => this.#queued > 0,
    }
  }

  #take(count: number): Email[] {
    const taken: Email[] = []
    const asked = this.#nodes[0]!
    // Those that had their turn go to the end of the line.
    for (const [lane, line] of [...this.#queues]) {
      if (taken.length >= count) break
      const from = Math.min(line.length, asked.roomOf(lane) - lane.inHand, count - taken.length)
      if (from <= 0) continue
      taken.push(...line.slice(0, from))
      this.#queued -= from
      this.#queues.delete(lane)
      if (from < line.length) this.#queues.set(lane, line.slice(from))
    }
    return taken
  }

  #told() {
    const counts = this.#counts
    return {
      accepted: (email: Email): void => {
        counts.accepted++
        this.#accepts.add(this.#timeline.now - email.arrivedAt)
        this.#onAnswer(email)
      },
      tried: (email: Email): void => {
        this.#firstTries.add(this.#timeline.now - email.arrivedAt)
        const talking = this.#nodes.reduce((sum, node) => sum + node.conversations.taken, 0)
        this.#peakTalking = Math.max(this.#peakTalking, talking)
      },
      settled: (email: Email, isDeferred: boolean): void => {
        this.#measured(this.#setup.costs.deliver.besideMs)
        this.#deferred.delete(email)
        if (isDeferred) {
          this.#deferred.add(email)
          this.#timeline.after(mailDelayMs(email.tries), () => this.#enqueue(email))
        } else if (email.isRefused) counts.givenUp++
        else counts.delivered++
      },
      posted: (email: Email): void => {
        if (!email.isRefused) counts.posted++
      },
    }
  }

  /** Until now, which is when the last email has come. */
  #look(): void {
    const ms = Math.max(1, this.#timeline.now)
    const { cores, log, locks } = this.#database
    const ofNodes = this.#machines.reduce((sum, one) => sum + one.busyMs, 0)
    const ofThreads = this.#nodes.reduce((sum, one) => sum + one.thread.busyMs, 0)
    this.#use = {
      mainThread: ofThreads / this.#nodes.length / ms,
      nodeCores: ofNodes / (this.#machines.length * this.#setup.coresOfMachine) / ms,
      databaseCores: this.#setup.coresOfDatabase > 0 ? cores.busyMs / cores.count / ms : 0,
      hottestRow: locks.hottestMs / ms,
    }
    this.#logBytesThen = log.bytes
  }

  #outcome(): Outcome {
    const { arrived, delivered, givenUp, turnedAway, accepted } = this.#counts
    const database = this.#database
    return {
      arrived,
      delivered,
      deferred: this.#deferred.size,
      givenUp,
      turnedAway,
      waiting: accepted - delivered - givenUp - this.#deferred.size + this.#unansweredNow(),
      uncertain: this.#uncertain,
      seconds: this.#lastAt / 1_000,
      accepts: this.#accepts,
      firstTries: this.#firstTries,
      longestQueue: this.#longestQueue,
      conversations: this.#peakTalking,
      transactions: database.transactions,
      logBytes: database.log.bytes,
      logBytesThen: this.#logBytesThen,
      use: this.#use,
      nodeCpuMs: this.#nodes.reduce((sum, one) => sum + one.cpuMs, 0),
      databaseCpuMs: database.cpuMs,
      lanes: this.#lanes.flat().map(lane => lane.figures()),
    }
  }

  #unansweredNow(): number {
    return this.#heldOutside + this.#nodes.reduce((sum, node) => sum + node.unanswered(), 0)
  }
}

/** Sums of parts, for picking one by chance. */
function endsOf(parts: readonly number[]): number[] {
  let sum = 0
  return parts.map(part => (sum += part))
}

function pickOf(ends: readonly number[], chance: Chance): number {
  const sought = chance.uniform() * ends.at(-1)!
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! > sought) high = middle
    else low = middle + 1
  }
  return low
}
