/** A server that is measured beside others: ours, or one that somebody else wrote. */
import type { Door } from './handing-in.ts'

export interface Peer {
  /** The servers behind the names that it is measured under. */
  readonly name: string
  /** Why it cannot run here; null if it can. */
  whyNot(): string | null
  /** Resolves once it greets. */
  start(wish: Wish): Promise<StartedPeer>
}

export interface Wish {
  /** For everything it writes; it is removed at the end. */
  readonly folder: string
  /** To take emails on, on 127.0.0.1. */
  readonly port: number
  /** Where all mail is to go, on 127.0.0.1. */
  readonly receiverPort: number
  /** What is written to. */
  readonly domains: readonly string[]
  /** To the receiver at a time. */
  readonly connections: number
  /** RSA-2048, PEM. */
  readonly privateKey: string
  /** Told how to end it as soon as there is something to end. */
  readonly onStart: (stop: () => Promise<void>) => void
}

export interface StartedPeer {
  readonly version: string
  /** Where that version came from. */
  readonly got: string
  /** How emails get in, by what the table calls it; more than one where it has several ways. */
  readonly doors: Readonly<Record<string, Door>>
  /** Of all its processes so far. */
  cpuSeconds(): Promise<number>
  /** `kill -9` of all of its processes at once, also of its database. */
  kill(): Promise<void>
  /** After a kill; resolves once it takes emails again. */
  restart(): Promise<void>
  /** Has what was put off tried now, by its own means. */
  hasten(): Promise<void>
  /** Emails, and what has to be told of them, that it has yet to do. */
  waiting(): Promise<number>
  /** How many of these emails it says may have been sent twice; null: it says it of none. */
  marked(numbers: readonly number[]): Promise<number | null>
}
