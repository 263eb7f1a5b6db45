/**
 * A small World for tests of one module: time that only the test moves, seeded chance, the test's
 * real database, and an HTTP side, DNS side and the like that the test supplies. What is not
 * supplied throws when it is used.
 */

import { readSettings, type Settings } from '#kernel/base/config.ts'
import { idSource } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Dns, DnsAnswer } from '#kernel/world/dns.ts'
import { createHandoff } from '#kernel/world/handoff.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { Clock, Timer, World } from '#kernel/world/world.ts'
import { memoryFiles } from '../../sim/world/files.ts'
import { createChance } from '../../sim/world/random.ts'

export interface ManualClock extends Clock {
  /** Moves time forward, firing timers in their order; what they start gets a turn in between. */
  advance(ms: number): Promise<void>
}

export interface FakeWorld extends World {
  readonly clock: ManualClock
  /** What was logged as a warning or an error. */
  readonly complaints: readonly string[]
}

export interface FakeParts extends Partial<Pick<World, 'http' | 'dns' | 'net'>> {
  readonly db: Db
  readonly startMs?: number
  readonly seed?: number
  readonly env?: Readonly<Record<string, string>>
  readonly settings?: Settings
}

export const defaultStartMs = Date.parse('2027-03-01T12:00:00Z')

export function fakeWorld(parts: FakeParts): FakeWorld {
  const clock = manualClock(parts.startMs ?? defaultStartMs)
  const random = createChance(parts.seed ?? 42)
  const complaints: string[] = []
  const complain = (fields: object, message: string): void => {
    complaints.push(`${message} ${JSON.stringify(fields)}`)
  }
  return {
    clock,
    random,
    ids: idSource(clock.now, random.bytes),
    db: parts.db,
    dns: parts.dns ?? fakeDns({}),
    net: parts.net ?? { connect: () => Promise.reject(new Error('this test dials nothing')) },
    http: parts.http ?? { request: () => Promise.reject(new Error('this test posts nothing')) },
    files: memoryFiles(),
    log: { debug() {}, info() {}, warn: complain, error: complain },
    signals: fakeSignals(),
    handoff: createHandoff(),
    runtime: createRuntime(),
    settings: parts.settings ?? readSettings(parts.env ?? {}),
    complaints,
  }
}

interface Waiting {
  readonly atMs: number
  readonly order: number
  readonly then: () => void
}

export function manualClock(startMs: number): ManualClock {
  let now = startMs
  let order = 0
  let waiting: Waiting[] = []
  const timer = (ms: number, then: () => void): Timer => {
    const entry = { atMs: now + Math.max(0, ms), order: order++, then }
    waiting.push(entry)
    return {
      cancel: () => {
        waiting = waiting.filter(one => one !== entry)
      },
    }
  }
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const isOver = () => {
        set.cancel()
        reject(signal?.reason)
      }
      const set = timer(ms, () => {
        // A signal that outlives many sleeps is not to keep them all.
        signal?.removeEventListener('abort', isOver)
        resolve()
      })
      signal?.addEventListener('abort', isOver)
    })
  return {
    now: () => now,
    monotonic: () => now - startMs,
    sleep,
    timer,
    async advance(ms) {
      const until = now + ms
      for (;;) {
        await turn()
        const next = waiting
          .filter(one => one.atMs <= until)
          .sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0]
        if (!next) break
        waiting = waiting.filter(one => one !== next)
        now = Math.max(now, next.atMs)
        next.then()
      }
      now = until
      await turn()
    },
  }
}

/** Lets everything run that needs neither time nor the database. */
const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

/** Waits, over real turns of the event loop, until the condition holds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await turn()
  }
}

function fakeSignals(): World['signals'] {
  const listeners = new Map<string, Set<() => void>>()
  return {
    emit(name) {
      for (const then of listeners.get(name) ?? []) then()
    },
    on(name, then) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(then))
      return () => void set.delete(then)
    },
  }
}

/** A DNS that knows these names' addresses, v4 and v6 by their look; every other does not exist. */
export function fakeDns(addresses: Readonly<Record<string, readonly string[]>>): Dns {
  const unknown: DnsAnswer<never> = { kind: 'nxdomain', secure: false }
  const find = (name: string, wants: (address: string) => boolean): DnsAnswer<string> => {
    const records = addresses[name]?.filter(wants)
    if (!records) return unknown
    if (records.length === 0) return { kind: 'none', secure: false }
    return { kind: 'answer', records, ttlSeconds: 60, secure: false }
  }
  const isV6 = (address: string): boolean => address.includes(':')
  return {
    a: async name => find(name, address => !isV6(address)),
    aaaa: async name => find(name, isV6),
    mx: async () => unknown,
    txt: async () => unknown,
    cname: async () => unknown,
    tlsa: async () => unknown,
    ptr: async () => unknown,
  }
}
