/**
 * Sessions kept for the next email. All emails to the same servers, under the same TLS rule, from
 * the same source (the destination's key) share a *lane*: a line of waiting jobs and a few
 * sessions that pull from it, each at the moment of its final dot. A new connection is opened only
 * while more jobs wait than sessions are coming, up to the lane's and the node's limit, and no more
 * at a time than have been answered already: a silent server holds two, not all of the node's.
 *
 * A lane's sessions are *opening* (counted, not yet there), *busy* (inside `run`) or *idle* (kept
 * for `idleMs`, watched: a server that hangs up is noticed at once). A job whose session had grown
 * too old before a word was said about it goes back to the head of the line, once.
 *
 * Jobs behind others (the lane's sessions are busy, or the node has no connection left for it) have
 * a limited *patience* and are then given back. While the lane's first session is being opened they
 * wait for that, as long as the servers' deadlines let it take, and have all their patience after
 * it. An opening that fails is the answer to all whom no session, and no other opening that was
 * begun for them or before them, may still serve.
 */
import type { Timer, World } from '#kernel/world/world.ts'
import { type OpeningResult, type SmtpSession, untriedOutcome } from './client.ts'
import type { Failed, QueuedTransaction, Transaction, TransactionResult } from './verdict.ts'

export interface Destination {
  /** Equal for emails that may share a connection: MX set, TLS rule, source address. */
  readonly key: string
  readonly limits: DestinationLimits
  /** Finds an MX that answers; called whenever the lane needs one more connection. */
  open(): Promise<OpeningResult>
}

export interface DestinationLimits {
  /** Connections at a time. */
  readonly connections: number
  /** Emails over one connection. */
  readonly messages: number
  /** How long an unused connection is kept. */
  readonly idleMs: number
  /** How long an email waits behind others before it is given back as `busy`. */
  readonly patienceMs: number
}

export const usualLimits: DestinationLimits = {
  connections: 10,
  messages: 100,
  idleMs: 5_000,
  patienceMs: 60_000,
}

/** Connections that a lane opens at a time before its servers have answered on as many. */
const firstOpenings = 2
/** After this many emails a session makes room for lanes that have no connection at all. */
const fairShare = 20
/** How long a lane that is connected waits after a failed opening before it tries one more. */
const openAgainMs = 10_000

interface PoolStatus {
  readonly connections: number
  readonly lanes: readonly {
    readonly key: string
    readonly waiting: number
    readonly opening: number
    readonly busy: number
    readonly idle: number
  }[]
}

type Outside = Pick<World, 'clock'>

/** What the lanes share: the count of connections, and who lacks one. */
interface House {
  readonly world: Outside
  readonly maxConnections: number
  readonly lanes: Map<string, Lane>
  readonly starving: Set<Lane>
  connections: number
  draining: boolean
  emptied: (() => void) | null
}

export class Pool {
  private readonly house: House

  /** `maxConnections` is for the whole node, idle ones included. */
  constructor(world: Outside, maxConnections: number) {
    this.house = {
      world,
      maxConnections,
      lanes: new Map(),
      starving: new Set(),
      connections: 0,
      draining: false,
      emptied: null,
    }
  }

  /**
   * Sends one transaction over a shared session. Rejects only for our own faults (`beforeDot` or
   * `open` threw); `failed` when no connection could be opened.
   */
  send(destination: Destination, transaction: Transaction): Promise<TransactionResult | Failed> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        transaction,
        settle: resolve,
        fail: reject,
        answerFailed: resolve,
        since: this.house.world.clock.monotonic(),
        isReturned: false,
      }
      if (this.house.draining) return abandon(waiting)
      let lane = this.house.lanes.get(destination.key)
      if (!lane) {
        lane = new Lane(this.house, destination.key)
        this.house.lanes.set(destination.key, lane)
      }
      lane.add(destination, waiting)
    })
  }

  /**
   * Ends: whoever waits is abandoned, whatever is under way may finish within `graceMs`, idle
   * sessions QUIT. Resolves when no connection is left or the grace is over (then they are dropped).
   */
  async drain(graceMs: number): Promise<void> {
    const { house } = this
    house.draining = true
    const lanes = [...house.lanes.values()]
    for (const lane of lanes) lane.drain()
    if (house.connections === 0) return
    await new Promise<void>(resolve => {
      const timer = house.world.clock.timer(graceMs, resolve)
      house.emptied = () => {
        timer.cancel()
        resolve()
      }
    })
    for (const lane of lanes) lane.drop()
  }

  status(): PoolStatus {
    const { connections, lanes } = this.house
    return { connections, lanes: [...lanes.values()].map(lane => lane.status()) }
  }
}

/** A job in line. */
interface Waiting extends QueuedTransaction {
  readonly since: number
  answerFailed(failed: Failed): void
  /** It has been given back once by a session that had grown too old. */
  isReturned: boolean
}

function abandon({ transaction, settle }: QueuedTransaction): void {
  const verdicts = transaction.recipients.map(() => ({ kind: 'abandoned' }) as const)
  settle({ kind: 'done', verdicts, transcript: [], untried: true, peer: null })
}

class Lane {
  private readonly house: House
  private readonly key: string
  private readonly line = new Line()
  private readonly idle = new Map<SmtpSession, Timer>()
  private readonly busy = new Set<SmtpSession>()
  /** In the order of their beginning. */
  private readonly openings = new Set<{ readonly since: number }>()
  private openNotBefore = Number.NEGATIVE_INFINITY
  /** When it last came to have a session again. */
  private connectedSince = Number.NEGATIVE_INFINITY
  private patience: Timer | null = null
  private destination: Destination | null = null

  constructor(house: House, key: string) {
    this.house = house
    this.key = key
  }

  private get isConnected(): boolean {
    return this.busy.size + this.idle.size > 0
  }

  private get connections(): number {
    return this.openings.size + this.busy.size + this.idle.size
  }

  add(destination: Destination, waiting: Waiting): void {
    // The latest limits count: shaping changes them while the lane lives.
    this.destination = destination
    this.line.push(waiting)
    this.serve()
  }

  status(): PoolStatus['lanes'][number] {
    const { key, openings, busy, idle } = this
    const counts = { opening: openings.size, busy: busy.size, idle: idle.size }
    return { key, waiting: this.line.length, ...counts }
  }

  /** Gives waiting jobs to idle sessions, then opens as many as are missing and allowed. */
  serve(): void {
    for (const session of this.idle.keys()) {
      if (this.line.length === 0) return
      this.idle.get(session)?.cancel()
      this.idle.delete(session)
      if (session.open) this.drive(session)
      else this.close(session)
    }
    while (this.line.length > this.openings.size && this.mayOpen()) this.openOne()
    this.startPatience()
  }

  private mayOpen(): boolean {
    const { house, destination } = this
    const mine = this.connections
    if (mine >= Math.max(1, destination!.limits.connections)) return false
    if (this.openings.size >= Math.max(firstOpenings, mine - this.openings.size)) return false
    if (mine > 0 && house.world.clock.monotonic() < this.openNotBefore) return false
    if (house.connections < house.maxConnections) return true
    if (mine > 0) return false
    // Another lane's idle session makes room; when it is gone, `released` serves this lane.
    house.starving.add(this)
    for (const lane of house.lanes.values()) if (lane.closeOneIdle()) break
    return false
  }

  private openOne(): void {
    this.house.starving.delete(this)
    this.house.connections++
    const begun = { since: this.house.world.clock.monotonic() }
    this.openings.add(begun)
    this.destination!.open().then(
      opening => {
        this.openings.delete(begun)
        if (opening.kind === 'open') this.welcome(opening.session)
        else this.openFailed(waiting => waiting.answerFailed(opening))
      },
      (error: unknown) => {
        this.openings.delete(begun)
        this.openFailed(waiting => waiting.fail(error))
      },
    )
  }

  private welcome(session: SmtpSession): void {
    const { limits } = this.destination!
    session.maxTransactions = Math.min(session.maxTransactions, limits.messages)
    if (!this.isConnected) this.connectedSince = this.house.world.clock.monotonic()
    this.drive(session)
    this.serve()
  }

  private openFailed(answer: (waiting: Waiting) => void): void {
    if (this.connections > 0) this.openNotBefore = this.house.world.clock.monotonic() + openAgainMs
    if (!this.isConnected) {
      // Connections opened long after this job arrived serve later jobs: counting them would
      // starve it.
      const [oldest] = this.openings
      const before =
        (oldest?.since ?? Number.POSITIVE_INFINITY) - this.destination!.limits.patienceMs
      while (this.line.head && this.line.head.since < before) answer(this.line.shift()!)
    }
    this.released()
  }

  /** Lets the session pull jobs until none is left for it, then keeps it or closes it. */
  private drive(session: SmtpSession): void {
    this.busy.add(session)
    void session.run(() => this.next(session)).then(() => this.rested(session))
  }

  private next(session: SmtpSession): QueuedTransaction | undefined {
    if (this.house.draining) return undefined
    if (this.house.starving.size > 0 && session.transactions >= fairShare) {
      session.maxTransactions = session.transactions
      return undefined
    }
    const waiting = this.line.shift()
    return waiting && { ...waiting, settle: outcome => this.settle(waiting, outcome) }
  }

  private settle(waiting: Waiting, outcome: TransactionResult): void {
    if (!outcome.untried || waiting.isReturned || this.house.draining) {
      waiting.settle(outcome)
      return
    }
    waiting.isReturned = true
    this.line.unshift(waiting)
  }

  private rested(session: SmtpSession): void {
    this.busy.delete(session)
    if (!session.open || this.house.draining) {
      this.close(session)
      return
    }
    if (this.line.length > 0) {
      this.drive(session)
      return
    }
    if (this.house.starving.size > 0) {
      this.close(session)
      return
    }
    const timer = this.house.world.clock.timer(this.destination!.limits.idleMs, () =>
      this.closeIdle(session),
    )
    this.idle.set(session, timer)
    session.watch(() => this.closeIdle(session))
  }

  /** Closes the session if it is idle still: its timer went off, or the server spoke or left. */
  private closeIdle(session: SmtpSession): void {
    const timer = this.idle.get(session)
    if (!timer) return
    timer.cancel()
    this.idle.delete(session)
    this.close(session)
  }

  private closeOneIdle(): boolean {
    for (const session of this.idle.keys()) {
      this.closeIdle(session)
      return true
    }
    return false
  }

  private close(session: SmtpSession): void {
    void session.quit().then(() => this.released())
  }

  /** One connection fewer: whoever lacks one is served, and an empty lane goes. */
  private released(): void {
    const { house } = this
    house.connections--
    const [starving] = house.starving
    if (starving) {
      house.starving.delete(starving)
      starving.serve()
    }
    if (this.line.length > 0) this.serve()
    else if (this.connections === 0) this.vanish()
    if (house.draining && house.connections === 0) house.emptied?.()
  }

  private vanish(): void {
    this.patience?.cancel()
    this.patience = null
    this.house.starving.delete(this)
    if (this.house.lanes.get(this.key) === this) this.house.lanes.delete(this.key)
  }

  /** When the head's patience ends; it counts from the moment when somebody could be served. */
  private get patienceEndsAt(): number {
    const { head } = this.line
    const isConnecting = this.openings.size > 0 && !this.isConnected
    if (!head || isConnecting) return Number.POSITIVE_INFINITY
    return Math.max(head.since, this.connectedSince) + this.destination!.limits.patienceMs
  }

  /** One timer for the line's head; whoever has waited too long is told so. */
  private startPatience(): void {
    const endsAt = this.patienceEndsAt
    if (this.patience || endsAt === Number.POSITIVE_INFINITY) return
    const { clock } = this.house.world
    this.patience = clock.timer(Math.max(1, endsAt - clock.monotonic()), () => {
      this.patience = null
      while (this.patienceEndsAt <= clock.monotonic()) {
        const waiting = this.line.shift()!
        waiting.settle(untriedOutcome(waiting.transaction, 'busy', null))
      }
      this.startPatience()
      if (this.line.length === 0 && this.connections === 0) this.vanish()
    })
  }

  drain(): void {
    for (const waiting of this.line.takeAll()) abandon(waiting)
    while (this.closeOneIdle());
    if (this.openings.size + this.busy.size === 0) this.vanish()
  }

  drop(): void {
    for (const session of this.busy) session.drop()
  }
}

/** First in, first out, without moving the rest at every step. */
class Line {
  private items: Waiting[] = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  get head(): Waiting | undefined {
    return this.items[this.first]
  }

  push(waiting: Waiting): void {
    this.items.push(waiting)
  }

  unshift(waiting: Waiting): void {
    if (this.first > 0) this.items[--this.first] = waiting
    else this.items.unshift(waiting)
  }

  shift(): Waiting | undefined {
    const waiting = this.items[this.first]
    if (waiting === undefined) return undefined
    this.first++
    if (this.first === this.items.length || this.first > 1000) {
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return waiting
  }

  takeAll(): Waiting[] {
    const all = this.items.slice(this.first)
    this.items = []
    this.first = 0
    return all
  }
}
