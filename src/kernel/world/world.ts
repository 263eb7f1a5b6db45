/**
 * The outside of the program, as interfaces: time, chance, DNS, sockets, HTTP, files, database, log.
 * Everything else in `src` is either pure or takes what it needs from here, so that weeks of mail
 * against a hostile internet can be simulated in seconds (`sim/` builds the other World).
 */

import type { KeyPairKeyObjectResult } from 'node:crypto'
import type { Settings } from '../base/config.ts'
import type { IdSource } from '../base/ids.ts'
import type { Db } from './db.ts'
import type { Dns } from './dns.ts'
import type { FileStore } from './files.ts'
import type { Handoff } from './handoff.ts'
import type { Http } from './http.ts'
import type { Net } from './net.ts'
import type { Runtime } from './runtime.ts'
import type { Siblings } from './siblings.ts'
import type { Tracing } from './tracing.ts'

export interface World {
  readonly clock: Clock
  readonly random: Random
  readonly ids: IdSource
  readonly db: Db
  /** Of what is unique over cells; absent where there is one. */
  readonly directory?: Db
  readonly dns: Dns
  readonly net: Net
  readonly http: Http
  readonly files: FileStore
  readonly log: Log
  readonly signals: Signals
  readonly handoff: Handoff
  readonly runtime: Runtime
  /** Absent where the service is one process. */
  readonly siblings?: Siblings
  readonly settings: Settings
  /** Only where the operator wants spans. */
  readonly tracing?: Tracing
}

export interface Clock {
  /** Wall clock, ms since 1970, UTC. */
  now(): number
  /** Never goes back; ms from an arbitrary start. For measuring and for deadlines. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason if aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back once after `ms` unless cancelled. */
  timer(ms: number, then: () => void): Timer
  /** Only where it is not everybody's: the clock of a project's test mode. */
  readonly own?: OwnTime
}

/** How a clock of its own lies beside the queue, whose moments are everybody's. */
interface OwnTime {
  /** Everybody's time. */
  real(): number
  /** The World with everybody's time. */
  readonly everybodys: World
  /** Where work that is due at a moment of this clock stands in the queue. */
  place(kind: string, dueAt: number): PlacedWork
}

interface PlacedWork {
  readonly kind: string
  readonly dueAt: number
  /** What work of the kind goes to; absent: as it says itself. */
  readonly destination?: number
}

export interface Timer {
  cancel(): void
  /** A process that has nothing else to do need not live for it. */
  unref?(): void
}

export interface Random {
  /** Unpredictable bytes (the simulation's are seeded). */
  bytes(count: number): Buffer
  /** A number in [0, 1). */
  uniform(): number
  /** A new pair to sign with. RSA has 2048 bits, and takes a thread for a tenth of a second or more. */
  keyPair(type: 'rsa' | 'ed25519'): Promise<KeyPairKeyObjectResult>
}

/** One line per event, with ids; never a key, a secret or a body. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}
export type LogFields = Readonly<Record<string, unknown>>

/**
 * Wakes a loop of the same process early (a mail was just accepted). Losing one is harmless: every
 * loop also looks at the database on its own.
 */
export interface Signals {
  emit(name: string): void
  /** Returns the function that ends the subscription. */
  on(name: string, then: () => void): () => void
}
