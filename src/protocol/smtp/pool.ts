/**
 * Sessions kept for the next email. All emails to the same servers, under the same TLS rule, from
 * the same source (the destination's key) share a *pool*: a line of waiting jobs and a few sessions
 * that pull from it, each at the moment of its final dot. A new connection is opened only while
 * more jobs wait than sessions are coming, up to the destination's and the node's limit, and no
 * more at a time than have been answered already: a silent server holds two, not all of the node's.
 *
 * A destination's sessions are *opening* (counted, not yet there), *busy* (inside `run`) or *idle*
 * (kept for `idleMs`, watched: a server that hangs up is noticed at once). A job whose session had
 * grown too old before a word was said about it goes back to the head of the line, once.
 *
 * Bulk mail waits in a line of its own. A session that is free takes what is transactional first,
 * and bulk has a part of a destination's sessions and of the node's only, so that the next
 * transactional email finds a connection or may open one; with a limit of one it gets the next that
 * is free. A message under way is finished, never cut. An owner of mail (a project) may have all of
 * the node's connections; a tenth more is for transactional mail of those who have few, whatever
 * servers the others' wait for.
 *
 * Jobs behind others (the destination's sessions are busy, or the node has no connection left for
 * it) have a limited *patience* and are then given back. While the destination's first session is
 * being opened they wait for that, as long as the servers' deadlines let it take, and have all
 * their patience after it. An opening that fails is the answer to all whom no session, and no other
 * opening that was begun for them or before them, may still serve.
 */
import type { Timer, World } from '#kernel/world/world.ts'
import { type SmtpSession, untriedOutcome } from './client.ts'
import type { Destination, PoolStatus } from './pool-destination.ts'
import { Lanes, type LaneUse } from './pool-lanes.ts'
import { abandon, Owners, type PendingConnection, TwoLines, type WaitingJob } from './pool-line.ts'
import type { NoSession, QueuedTransaction, Transaction, TransactionResult } from './verdict.ts'

/** Connections that a destination gets at a time before its servers have answered on as many. */
const firstOpenings = 2
/** After this many emails a session makes room for destinations that have no connection at all. */
const fairShare = 20
/** How long a connected destination waits after a failed opening before it tries one more. */
const openAgainMs = 10_000

type Outside = Pick<World, 'clock'>

/** What the destinations of this node share: the count of connections, and who lacks one. */
interface NodeConnections {
  readonly world: Outside
  readonly maxConnections: number
  /** The part of the connections that bulk may have, of a destination and of all. */
  readonly bulkShare: number
  readonly pools: Map<string, DestinationPool>
  readonly starving: Set<DestinationPool>
  /** Those with bulk only, while bulk has its part. */
  readonly starvingBulk: Set<DestinationPool>
  readonly owners: Owners
  readonly lanes: Lanes
  connections: number
  /** Connections opened for bulk, or whose last email was bulk. */
  bulk: number
  draining: boolean
  emptied: (() => void) | null
}

export class Pool {
  private readonly node: NodeConnections

  /** `maxConnections` is for the whole node, idle ones included; a tenth more for who has few. */
  constructor(world: Outside, maxConnections: number, bulkShare = 1) {
    this.node = {
      world,
      maxConnections,
      bulkShare,
      pools: new Map(),
      starving: new Set(),
      starvingBulk: new Set(),
      owners: new Owners(maxConnections),
      lanes: new Lanes(world.clock),
      connections: 0,
      bulk: 0,
      draining: false,
      emptied: null,
    }
  }

  /**
   * Sends one transaction over a shared session. Rejects only for our own faults (`beforeContent` or
   * `open` threw); `failed` when no connection could be opened.
   */
  send(
    destination: Destination,
    transaction: Transaction,
    { isBulk = false, owner = '' } = {},
  ): Promise<TransactionResult | NoSession> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingJob = {
        transaction,
        settle: resolve,
        fail: reject,
        answerFailed: resolve,
        since: this.node.world.clock.monotonic(),
        isBulk,
        owner,
        isReturned: false,
      }
      if (this.node.draining) return abandon(waiting)
      let pool = this.node.pools.get(destination.key)
      if (!pool) {
        pool = new DestinationPool(this.node, destination.key)
        this.node.pools.set(destination.key, pool)
      }
      pool.add(destination, waiting)
    })
  }

  /**
   * Ends: whoever waits is abandoned, whatever is under way may finish within `graceMs`, idle
   * sessions QUIT. Resolves when no connection is left or the grace is over (then they are dropped).
   */
  async drain(graceMs: number): Promise<void> {
    const { node } = this
    node.draining = true
    const pools = [...node.pools.values()]
    for (const pool of pools) pool.drain()
    if (node.connections === 0) return
    await new Promise<void>(resolve => {
      const timer = node.world.clock.timer(graceMs, resolve)
      node.emptied = () => {
        timer.cancel()
        resolve()
      }
    })
    for (const pool of pools) pool.drop()
  }

  /** Connections of a lane, those included that are being opened or closed. */
  openOf(lane: string): number {
    return this.node.lanes.openOf(lane)
  }

  /** The limit of a lane has changed: closes what is idle beyond it, or opens more. */
  laneChanged(lane: string): void {
    this.node.lanes.changed(lane)
  }

  status(): PoolStatus {
    const { connections, pools } = this.node
    return { connections, pools: [...pools.values()].map(pool => pool.status()) }
  }
}

class DestinationPool {
  private readonly node: NodeConnections
  private readonly key: string
  private readonly line = new TwoLines()
  private readonly idle = new Map<SmtpSession, Timer>()
  private readonly busy = new Set<SmtpSession>()
  /** In the order of their beginning. */
  private readonly openings = new Set<PendingConnection>()
  /** Sessions whose last email was bulk, or that were opened for one. */
  private readonly bulkSessions = new Set<SmtpSession>()
  private readonly owners = new Map<SmtpSession, string>()
  /** Sessions beyond the node's connections: their owner's email goes before that of others. */
  private readonly spare = new WeakSet<SmtpSession>()
  private openNotBefore = Number.NEGATIVE_INFINITY
  /** When it last came to have a session again. */
  private connectedSince = Number.NEGATIVE_INFINITY
  private patience: Timer | null = null
  private destination: Destination | null = null
  private lane: LaneUse | null = null

  constructor(node: NodeConnections, key: string) {
    this.node = node
    this.key = key
  }

  private get isConnected(): boolean {
    return this.busy.size + this.idle.size > 0
  }

  private get connections(): number {
    return this.openings.size + this.busy.size + this.idle.size
  }

  add(destination: Destination, waiting: WaitingJob): void {
    // The latest limits count: shaping changes them while the pool lives.
    this.destination = destination
    if (destination.lane) this.lane ??= this.node.lanes.join(destination.lane, this)
    this.line.push(waiting)
    this.serve()
  }

  status(): PoolStatus['pools'][number] {
    const { key, openings, busy, idle } = this
    const counts = { opening: openings.size, busy: busy.size, idle: idle.size }
    return { key, waiting: this.line.length, ...counts }
  }

  /** How long until the next email may begin. */
  private get waitMs(): number {
    return this.lane?.waitMs ?? 0
  }

  /** Gives waiting jobs to idle sessions, then opens as many as are missing and allowed. */
  serve(): void {
    for (const session of this.idle.keys()) {
      if (this.line.length === 0) return
      if (this.waitMs > 0) break
      if (this.line.urgentLength === 0 && !this.mayCarryBulk(session)) continue
      this.idle.get(session)?.cancel()
      this.idle.delete(session)
      if (session.open) this.drive(session)
      else this.close(session)
    }
    // What is idle and waits for the lane's turn has a connection.
    const waiting = this.waitMs > 0 ? this.idle.size : 0
    while (this.line.length > this.openings.size + waiting) {
      // Whatever opens takes what is transactional first.
      const isBulk = this.line.urgentLength <= this.openings.size
      if (!this.mayOpen(isBulk)) break
      this.openOne(isBulk)
    }
    this.startPatience()
    if (this.line.length > 0 && this.idle.size > 0) this.lane?.awaitTurn(this)
  }

  get isEmpty(): boolean {
    return this.line.length === 0
  }

  /** Closes idle sessions that the lane's limit has no place for any more. */
  closeBeyond(): void {
    while (this.lane?.isBeyond && this.closeOneIdle());
  }

  private mayOpen(isBulk: boolean): boolean {
    const { node, destination } = this
    const mine = this.connections
    if (mine >= Math.max(1, destination!.limits.connections)) return false
    if (this.lane?.isFull) {
      if (mine === 0) this.lane.starve(this)
      return false
    }
    if (isBulk && this.bulkConnections >= this.bulkLimit) return false
    if (this.openings.size >= Math.max(firstOpenings, mine - this.openings.size)) return false
    if (mine > 0 && node.world.clock.monotonic() < this.openNotBefore) return false
    const isBulkFull = isBulk && node.bulk >= partOf(node.maxConnections, node.bulkShare)
    if (!isBulkFull && node.connections < node.maxConnections) return true
    if (mine > 0) return false
    if (this.spareOwner !== undefined) return true
    // Another destination's idle session makes room; when it is gone, `released` serves this one.
    const starving = isBulkFull ? node.starvingBulk : node.starving
    starving.add(this)
    for (const pool of node.pools.values()) if (pool.closeOneIdle(isBulkFull)) break
    return false
  }

  /** Whose transactional email waits here, with so few connections that one more may be opened. */
  get spareOwner(): string | undefined {
    const { owners, connections } = this.node
    return this.line.firstOwner(owner => owners.mayExceed(owner, connections))
  }

  private get bulkLimit(): number {
    return partOf(this.destination!.limits.connections, this.node.bulkShare)
  }

  private get bulkConnections(): number {
    let opening = 0
    for (const one of this.openings) if (one.isBulk) opening++
    return opening + this.bulkSessions.size
  }

  private openOne(isBulk: boolean): void {
    const { node } = this
    const isSpare = node.connections >= node.maxConnections
    const owner = isSpare ? this.spareOwner! : this.line.ownerAt(this.openings.size)
    node.starving.delete(this)
    node.starvingBulk.delete(this)
    this.lane?.opened(this)
    node.connections++
    node.owners.count(owner, 1)
    if (isBulk) node.bulk++
    const begun = { since: node.world.clock.monotonic(), isBulk }
    const ended = (): void => {
      this.openings.delete(begun)
      if (isBulk) node.bulk--
    }
    this.openings.add(begun)
    this.destination!.open().then(
      opening => {
        ended()
        if (opening.kind !== 'open') return this.openFailed(owner, one => one.answerFailed(opening))
        this.owners.set(opening.session, owner)
        if (isSpare) this.spare.add(opening.session)
        if (isBulk) this.mark(opening.session, true)
        this.welcome(opening.session)
      },
      (error: unknown) => {
        ended()
        this.openFailed(owner, waiting => waiting.fail(error))
      },
    )
  }

  /** Counts a session among those of bulk, or no longer. */
  private mark(session: SmtpSession, isBulk: boolean): void {
    if (this.bulkSessions.has(session) === isBulk) return
    if (isBulk) this.bulkSessions.add(session)
    else this.bulkSessions.delete(session)
    this.node.bulk += isBulk ? 1 : -1
    if (!isBulk) serveStarving(this.node)
  }

  private welcome(session: SmtpSession): void {
    const { limits } = this.destination!
    session.maxTransactions = Math.min(session.maxTransactions, limits.messages)
    if (!this.isConnected) this.connectedSince = this.node.world.clock.monotonic()
    this.drive(session)
    this.serve()
  }

  private openFailed(owner: string, answer: (waiting: WaitingJob) => void): void {
    if (this.connections > 0) this.openNotBefore = this.node.world.clock.monotonic() + openAgainMs
    if (!this.isConnected) {
      // Connections opened long after this job arrived serve later jobs: counting them would
      // starve it.
      const [oldest] = this.openings
      const before =
        (oldest?.since ?? Number.POSITIVE_INFINITY) - this.destination!.limits.patienceMs
      while (this.line.oldest < before) answer(this.line.shiftOldest()!)
    }
    this.lane?.openFailed()
    this.released(owner)
  }

  /** Lets the session pull jobs until none is left for it, then keeps it or closes it. */
  private drive(session: SmtpSession): void {
    this.busy.add(session)
    void session.run(() => this.next(session)).then(() => this.rested(session))
  }

  private next(session: SmtpSession): QueuedTransaction | undefined {
    const { node } = this
    if (node.draining) return undefined
    if (this.lane?.isBeyond || (this.isWanted(session) && session.transactions >= fairShare)) {
      session.maxTransactions = session.transactions
      return undefined
    }
    if (this.waitMs > 0) return undefined
    const owner = this.spare.has(session) ? this.owners.get(session) : undefined
    const waiting = this.line.shift(this.mayCarryBulk(session), owner)
    if (waiting) this.mark(session, waiting.isBulk)
    if (waiting) this.lane?.took()
    return waiting && { ...waiting, settle: outcome => this.settle(waiting, outcome) }
  }

  /** Whether another destination without a connection waits for this one to go. */
  private isWanted(session: SmtpSession): boolean {
    return this.lane?.isWanted || isWanted(this.node, this.bulkSessions.has(session))
  }

  private mayCarryBulk(session: SmtpSession): boolean {
    if (this.bulkSessions.has(session)) return true
    const { node } = this
    const isRoom = node.bulk < partOf(node.maxConnections, node.bulkShare)
    return isRoom && this.bulkConnections < this.bulkLimit
  }

  private settle(waiting: WaitingJob, outcome: TransactionResult): void {
    if (!outcome.untried || waiting.isReturned || this.node.draining) {
      waiting.settle(outcome)
      return
    }
    waiting.isReturned = true
    this.line.unshift(waiting)
  }

  private rested(session: SmtpSession): void {
    this.busy.delete(session)
    if (!session.open || this.node.draining || this.lane?.isBeyond) {
      this.close(session)
      return
    }
    const isMore =
      this.line.urgentLength > 0 || (this.line.length > 0 && this.mayCarryBulk(session))
    if (isMore && this.waitMs === 0) {
      this.drive(session)
      return
    }
    if (!isMore && this.isWanted(session)) {
      this.close(session)
      return
    }
    const timer = this.node.world.clock.timer(this.destination!.limits.idleMs, () =>
      this.closeIdle(session),
    )
    this.idle.set(session, timer)
    session.watch(() => this.closeIdle(session))
    if (isMore) this.lane?.awaitTurn(this)
  }

  /** Closes the session if it is idle still: its timer went off, or the server spoke or left. */
  private closeIdle(session: SmtpSession): void {
    const timer = this.idle.get(session)
    if (!timer) return
    timer.cancel()
    this.idle.delete(session)
    this.close(session)
  }

  closeOneIdle(isBulkOnly = false): boolean {
    for (const session of this.idle.keys()) {
      if (isBulkOnly && !this.bulkSessions.has(session)) continue
      this.closeIdle(session)
      return true
    }
    return false
  }

  private close(session: SmtpSession): void {
    const { lane } = this
    lane?.closing()
    void session.quit().then(() => {
      this.mark(session, false)
      const owner = this.owners.get(session)!
      this.owners.delete(session)
      lane?.closed()
      this.released(owner)
    })
  }

  /** One connection fewer: whoever lacks one is served, and an empty pool goes. */
  private released(owner: string): void {
    const { node } = this
    node.connections--
    node.owners.count(owner, -1)
    serveStarving(node)
    if (this.line.length > 0) this.serve()
    else if (this.connections === 0) this.vanish()
    if (node.draining && node.connections === 0) node.emptied?.()
  }

  private vanish(): void {
    this.patience?.cancel()
    this.patience = null
    this.lane?.leave(this)
    this.lane = null
    this.node.starving.delete(this)
    this.node.starvingBulk.delete(this)
    if (this.node.pools.get(this.key) === this) this.node.pools.delete(this.key)
  }

  /** When the head's patience ends; it counts from the moment when somebody could be served. */
  private get patienceEndsAt(): number {
    const isConnecting = this.openings.size > 0 && !this.isConnected
    if (this.line.length === 0 || isConnecting) return Number.POSITIVE_INFINITY
    return Math.max(this.line.oldest, this.connectedSince) + this.destination!.limits.patienceMs
  }

  /** One timer for the line's head; whoever has waited too long is told so. */
  private startPatience(): void {
    const endsAt = this.patienceEndsAt
    if (this.patience || endsAt === Number.POSITIVE_INFINITY) return
    const { clock } = this.node.world
    this.patience = clock.timer(Math.max(1, endsAt - clock.monotonic()), () => {
      this.patience = null
      while (this.patienceEndsAt <= clock.monotonic()) {
        const waiting = this.line.shiftOldest()!
        waiting.settle(untriedOutcome(waiting.transaction, 'busy', null))
      }
      this.serve()
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

/** At least one: a limit of one is shared by both lines. */
const partOf = (limit: number, share: number): number => Math.max(1, Math.floor(limit * share))

/** Whether a destination without a connection waits for one of this kind to go. */
const isWanted = (node: NodeConnections, isBulk: boolean): boolean =>
  node.starving.size > 0 || (isBulk && node.starvingBulk.size > 0)

/** Serves a destination that lacks a connection, if there is room for what it has. */
function serveStarving(node: NodeConnections): void {
  const isBulkRoom = node.bulk < partOf(node.maxConnections, node.bulkShare)
  const [first] = node.starving.size > 0 || !isBulkRoom ? node.starving : node.starvingBulk
  const isFull = node.connections >= node.maxConnections
  const pool = isFull ? [...node.starving].find(one => one.spareOwner !== undefined) : first
  if (!pool) return
  node.starving.delete(pool)
  node.starvingBulk.delete(pool)
  pool.serve()
}
