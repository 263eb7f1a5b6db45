/** What a pool of sessions is told of the servers that it serves: who they are, how much they take. */
import type { OpeningResult } from './client.ts'

export interface Destination {
  /** Equal for emails that may share a connection: MX set, TLS rule, source address. */
  readonly key: string
  readonly limits: DestinationLimits
  /** What this destination has together with others of the same servers. */
  readonly lane?: SharedLane
  /** Finds an MX that answers; called whenever the pool needs one more connection. */
  open(): Promise<OpeningResult>
}

/** Limits of servers that hold whatever the TLS rule: asked at the moment when they are needed. */
export interface SharedLane {
  readonly key: string
  /** Connections at a time; may be none. */
  connections(): number
  /** How long until the next email may begin; 0: now. */
  waitMs(): number
  /** One has begun. */
  took(): void
  /** More connections would be opened than there may be. */
  isShort(): void
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

export interface PoolStatus {
  readonly connections: number
  readonly pools: readonly {
    readonly key: string
    readonly waiting: number
    readonly opening: number
    readonly busy: number
    readonly idle: number
  }[]
}
