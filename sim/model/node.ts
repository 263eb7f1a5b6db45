/**
 * One process of Malote as mail goes through it: the main thread, the acceptor and the settlers with
 * their batches, the loop that claims, the pool of threads that sign. Sizes and waits are those of the
 * program, taken from where it has them.
 */

import { idleMs } from '#platform/queue/idle.ts'
import { maxClaimed } from '#platform/queue/work.ts'
import { maxSettled as maxPostsSettled } from '#platform/webhooks/settle.ts'
import { inHandPerConversation } from '#sending/delivery/deliver.ts'
import { hurriedMs, roundMs } from '#sending/delivery/rents.ts'
import { maxSettled, slots as settlerSlots } from '#sending/delivery/settle.ts'
import {
  inHandPerConnection,
  secondsInHand,
  secondsOfTurns,
  wellShare,
} from '#sending/delivery/shape.ts'
import { slots as acceptorSlots, maxRequests } from '#sending/intake/accept.ts'
import { flushAfterMs } from '#tenants/requests/request-log.ts'
import { nodeEnvironment } from '../../scripts/node.mjs'
import type { Chance } from '../world/random.ts'
import type { Database } from './database.ts'
import type { Email } from './email.ts'
import type { Parameters, PartCosts } from './parameters.ts'
import { answerMs, type Lane } from './receivers.ts'
import { Batches, type Cores, Places, Thread } from './servers.ts'
import type { Timeline } from './timeline.ts'

/** What of a delivery's cost in the database each of its transactions has (an estimate, whose sum is measured). */
const parts = { claim: 0.15, sent: 0.3, settled: 0.35, posted: 0.2 } as const
/** Of a main thread's time for a delivery, until the message is on its way. */
const beforeContent = 0.6

interface NodeWorld {
  readonly timeline: Timeline
  readonly database: Database
  readonly chance: Chance
  readonly costs: Parameters
  readonly queue: NodeQueue
  /** From the message to the answer to a webhook. */
  readonly postMs: number
  /** Ends an email's first try, a try, or all. */
  readonly told: {
    accepted(email: Email): void
    tried(email: Email): void
    settled(email: Email, deferred: boolean): void
    posted(email: Email): void
  }
}

/** What all nodes see of what waits. */
interface NodeQueue {
  add(email: Email): void
  /** Of lanes that have room, each in its turn. */
  take(count: number): readonly Email[]
  has(): boolean
}

export interface NodeSize {
  readonly conversations: number
  readonly connections: number
  /** Other nodes write to the same destinations: what is rented is looked at more often. */
  readonly isShared: boolean
}

export class MailNode {
  isAlive = true
  /** Of its thread and of those that sign. */
  cpuMs = 0
  readonly thread: Thread
  readonly conversations: Places
  readonly accepts: Batches<Email>
  readonly inHand = new Set<Email>()
  readonly #world: NodeWorld
  readonly #cores: Cores
  readonly #capacity: number
  readonly #connections: Places
  readonly #signers = new Places(Number(nodeEnvironment.UV_THREADPOOL_SIZE))
  readonly #sent: Batches<Email>
  readonly #settled: Batches<Email>
  readonly #posts: Batches<Email>
  #isClaiming = false
  #calls = 0

  constructor(world: NodeWorld, cores: Cores, size: NodeSize) {
    this.#world = world
    this.#cores = cores
    this.#capacity = size.conversations * inHandPerConversation
    this.thread = new Thread(cores)
    this.conversations = new Places(size.conversations)
    this.#connections = new Places(size.connections)
    const { accept, deliver } = world.costs
    const settler = { max: maxSettled, slots: settlerSlots }
    this.accepts = new Batches({ max: maxRequests, slots: acceptorSlots }, (emails, then) =>
      this.#write(accept, 1, emails, () => {
        this.#accepted(emails)
        then()
      }),
    )
    const settle =
      (part: number, each: (email: Email) => void) =>
      (emails: readonly Email[], then: () => void) =>
        this.#write(deliver, part, emails, () => {
          then()
          for (const email of emails) each(email)
        })
    this.#sent = new Batches(
      settler,
      settle(parts.sent, email => email.dot?.()),
    )
    this.#settled = new Batches(
      settler,
      settle(parts.settled, email => this.#ended(email)),
    )
    this.#posts = new Batches(
      { max: maxPostsSettled, slots: 1 },
      settle(parts.posted, email => world.told.posted(email)),
    )
    this.#lookAgain()
    this.#every(flushAfterMs, () => this.#calls > 0)
    this.#every(size.isShared ? hurriedMs : roundMs, () => this.inHand.size > 0)
  }

  /** What a node at work writes besides mail: the log of requests, and what it rents of limits. */
  #every(ms: number, isAtWork: () => boolean): void {
    this.#world.timeline.after(ms, () => {
      if (!this.isAlive) return
      if (isAtWork()) this.#write(this.#world.costs.accept, 0, [], () => this.#every(ms, isAtWork))
      else this.#every(ms, isAtWork)
    })
  }

  /** A call has come: it is read and checked, and written with those that came meanwhile. */
  accept(email: Email): void {
    this.#calls++
    this.#compute(this.#world.costs.accept.node.perEmail, () => {
      if (this.isAlive) this.accepts.add(email)
    })
  }

  /** Calls that have come and are not answered. */
  unanswered(): number {
    return this.#calls
  }

  #compute(ms: number, then: () => void): void {
    this.cpuMs += ms
    this.thread.use(ms, then)
  }

  /** Emails in hand are others' when their leases have run out; this process says nothing any more. */
  die(): readonly Email[] {
    this.isAlive = false
    this.#calls = 0
    const all = [...this.inHand]
    this.inHand.clear()
    for (const email of all) this.#letGo(email)
    return all
  }

  /** A transaction: of this thread some, of the database the rest. */
  #write(costs: PartCosts, part: number, emails: readonly Email[], then: () => void): void {
    const { database } = this.#world
    const { perTransaction, perEmail } = costs.database
    const work = {
      emails: emails.length,
      database: { perTransaction, perEmail: perEmail * part },
      log: { perTransaction: costs.log.perTransaction, perEmail: costs.log.perEmail * part },
      accounts: part === 1 ? [...new Set(emails.map(email => email.account))] : [],
    }
    this.#connections.enter(() =>
      this.#compute(costs.node.perTransaction, () =>
        database.transaction(work, () => {
          this.#connections.leave()
          if (this.isAlive) then()
        }),
      ),
    )
  }

  #accepted(emails: readonly Email[]): void {
    for (const email of emails) {
      this.#calls--
      this.#world.told.accepted(email)
      const isTaken =
        this.inHand.size < this.#capacity && email.lane.inHand < this.roomOf(email.lane)
      if (isTaken) this.#begin(email)
      else this.#world.queue.add(email)
    }
  }

  /** As roomOf in delivery/shape.ts, of a lane that is well. */
  roomOf({ group }: Lane): number {
    const { connections, perSecond } = group
    if (perSecond > 0) return Math.max(2, Math.ceil(perSecond * secondsOfTurns))
    const taken = (connections * 1_000) / Math.max(1, group.answerMs)
    const room = Math.ceil(connections * inHandPerConnection + taken * secondsInHand)
    return Math.min(Math.floor(this.#capacity * wellShare), room)
  }

  #lookAgain(): void {
    this.#world.timeline.after(idleMs, () => {
      if (!this.isAlive) return
      this.#claim()
      this.#lookAgain()
    })
  }

  #claim(): void {
    const { queue, costs, database } = this.#world
    const free = this.#capacity - this.inHand.size
    if (this.#isClaiming || free <= 0 || !queue.has() || database.isAway) return
    const emails = queue.take(Math.min(maxClaimed, free))
    if (emails.length === 0) return
    this.#isClaiming = true
    for (const { lane } of emails) lane.inHand++
    this.#write(costs.deliver, parts.claim, emails, () => {
      this.#isClaiming = false
      for (const email of emails) {
        email.lane.inHand--
        this.#begin(email)
      }
      this.#claim()
    })
  }

  #begin(email: Email): void {
    this.inHand.add(email)
    email.lane.inHand++
    const claim = ++email.claim
    const still = (act: () => void) => (): void => {
      if (this.isAlive && email.claim === claim) act()
    }
    email.lane.enter(() => {
      if (!this.isAlive || email.claim !== claim) return email.lane.leave()
      email.isTalking = true
      this.conversations.enter(() => {
        if (email.claim !== claim) return this.conversations.leave()
        email.hasConversation = true
        this.#converse(email, still)
      })
    })
  }

  #converse(email: Email, still: (act: () => void) => () => void): void {
    const { timeline, costs, chance, told } = this.#world
    const { lane } = email
    const openMs = lane.opens() ? lane.group.openMs : 0
    if (email.tries === 0) told.tried(email)
    email.tries++
    email.dot = still(() => {
      email.isHandedOver = true
      lane.handOver(
        still(() =>
          timeline.after(
            answerMs(lane.group, chance),
            still(() => {
              this.#hangUp(email)
              const rest = costs.deliver.node.perEmail * (1 - beforeContent)
              this.#compute(
                rest,
                still(() => this.#settled.add(email)),
              )
            }),
          ),
        ),
      )
    })
    const signMs = 1_000 / costs.signaturesPerSecond
    this.cpuMs += signMs
    this.#compute(
      costs.deliver.node.perEmail * beforeContent,
      still(() =>
        this.#signers.enter(() =>
          this.#cores.use(signMs, () => {
            this.#signers.leave()
            timeline.after(
              openMs,
              still(() => this.#sent.add(email)),
            )
          }),
        ),
      ),
    )
  }

  #hangUp(email: Email): void {
    if (email.hasConversation) this.conversations.leave()
    if (email.isTalking) email.lane.leave()
    email.hasConversation = false
    email.isTalking = false
  }

  #letGo(email: Email): void {
    this.#hangUp(email)
    email.lane.inHand--
    email.claim++
  }

  #ended(email: Email): void {
    if (!this.inHand.delete(email)) return
    const wasFull = this.inHand.size >= this.#capacity / 2
    this.#letGo(email)
    email.isHandedOver = false
    const { told, timeline, chance, postMs } = this.#world
    const { deferred, refused } = email.lane.group
    const isDeferred = email.tries === 1 && chance.happens(deferred)
    email.isRefused = !isDeferred && chance.happens(refused)
    told.settled(email, isDeferred)
    if (!isDeferred) timeline.after(postMs, () => this.isAlive && this.#posts.add(email))
    if (wasFull && this.inHand.size < this.#capacity / 2) this.#claim()
  }
}
