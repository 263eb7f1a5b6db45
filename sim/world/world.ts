/**
 * A World made of nothing but a seed and a real database: virtual clock, seeded chance, simulated
 * internet. A universe holds what all lives of the program share; each life gets a World of its own
 * that falls silent when that life is over.
 */

import { readSettings, type Settings } from '#kernel/base/config.ts'
import { idSource } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { FileStore } from '#kernel/world/files.ts'
import { createHandoff } from '#kernel/world/handoff.ts'
import { realSignals } from '#kernel/world/real/clock.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { Clock, Log, LogFields, World } from '#kernel/world/world.ts'
import { createLife, type Life } from '../storm/life.ts'
import { createTime, type Time, type TimerOptions } from './clock.ts'
import { createSimDatabase, type SimDatabase } from './db.ts'
import { memoryFiles } from './files.ts'
import { createInternet, type Internet, type Places } from './internet.ts'
import { type Chance, createChance } from './random.ts'

export interface Universe {
  readonly time: Time
  readonly chance: Chance
  readonly internet: Internet
  readonly database: SimDatabase
  readonly lives: readonly Life[]
  readonly trace: Trace
  /** What the program logged as its own fault (log.error). */
  readonly faults: readonly { readonly life: Life; readonly text: string }[]
  /** Starts a life on a node: its World and the handle on its fate. */
  begin(node: string): { life: Life; world: World }
}

interface UniverseOptions {
  readonly seed: number
  readonly sql: Sql
  readonly startMs: number
  /** How long the weather lasts. */
  readonly weatherMs: number
  readonly trace?: Trace
  readonly settings?: Readonly<Record<string, string>>
  readonly places?: Places
}

/** Receives one readable line per happening, with its moment. */
export type Trace = (at: number, text: string) => void

/** Sleeps of these lengths are the program's polls: finding nothing, they need not be simulated. */
interface Polls {
  readonly [ms: number]: NonNullable<TimerOptions['lazy']>
}
/** queue/idle.ts: common look; queue/work.ts: renewal of leases; queue/jobs.ts: look at the jobs. */
const polls: Polls = { 250: 'poll', 20000: 'renewal', 10000: 'chore' }

/** A machine may be slow to look at its periodic jobs: every three hours do. */
const choreStretch = 1080

const simSettings: Readonly<Record<string, string>> = {
  MALOTE_HOSTNAME: 'mail.malote.example',
  MALOTE_BASE_URL: 'https://api.malote.example',
  MALOTE_SECRET: 'a secret of exactly no importance to anyone',
  MALOTE_TLSRPT: 'false',
  LOG_LEVEL: 'info',
}

export function createUniverse(options: UniverseOptions): Universe {
  const { seed, startMs, sql } = options
  const trace: Trace = options.trace ?? (() => {})
  const chance = createChance(seed)
  const database = createSimDatabase(sql, chance.fork('database'))
  const time = createTime(startMs, database)
  const internet = createInternet({
    time,
    chance: chance.fork('internet'),
    startMs,
    endMs: startMs + options.weatherMs,
    ...(options.places ? { places: options.places } : {}),
  })
  const settings = readSettings({ ...simSettings, ...options.settings })
  const files = memoryFiles()
  const lives: Life[] = []
  const faults: { life: Life; text: string }[] = []
  const skews = new Map<string, number>()

  return {
    time,
    chance,
    internet,
    database,
    lives,
    trace,
    faults,
    begin(node) {
      const id = lives.length + 1
      const own = chance.fork(`life ${id}`)
      const skewMs = skews.get(node) ?? own.between(-400, 400)
      skews.set(node, skewMs)
      const note = (text: string): void => trace(time.now(), text)
      const life = createLife({ id, name: `${node} (life ${id})`, skewMs, time, trace: note })
      lives.push(life)
      note(`${life.name} starts`)
      const log = createLog(life, (level, text) => {
        trace(time.now(), `${life.name} ${level}: ${text}`)
        if (level === 'error') faults.push({ life, text })
      })
      return { life, world: worldOf(life, own, { time, internet, database, settings, files, log }) }
    },
  }
}

interface Parts {
  readonly time: Time
  readonly internet: Internet
  readonly database: SimDatabase
  readonly settings: Settings
  /** They outlive a life. */
  readonly files: FileStore
  readonly log: Log
}

function worldOf(life: Life, random: Chance, parts: Parts): World {
  const clock = clockOf(life, parts.time)
  return {
    clock,
    random,
    ids: idSource(clock.now, random.bytes),
    db: parts.database.open(life),
    dns: parts.internet.dns(life),
    net: parts.internet.net(life),
    http: parts.internet.http(life),
    files: parts.files,
    log: parts.log,
    signals: realSignals(),
    handoff: createHandoff(),
    runtime: createRuntime(),
    settings: parts.settings,
  }
}

/** A World of one life, for tests that need no deaths. */
export function simWorld(options: UniverseOptions): { world: World; universe: Universe } {
  const universe = createUniverse(options)
  return { world: universe.begin('node').world, universe }
}

function clockOf(life: Life, time: Time): Clock {
  const set = (asked: number, then: () => void) => {
    const lazy = polls[asked]
    const ms = lazy === 'chore' ? asked * choreStretch : asked
    return time.after(ms, () => life.hand(then), { program: true, ...(lazy ? { lazy } : {}) })
  }
  return {
    now: () => time.now() + life.skewMs,
    monotonic: () => time.now() - life.bornAt,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (!life.isAlive) return
        if (signal?.aborted) return reject(signal.reason)
        const abort = (): void => {
          timer.cancel()
          reject(signal!.reason)
        }
        const timer = set(ms, () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        })
        signal?.addEventListener('abort', abort, { once: true })
      })
    },
    timer: (ms, then) => set(ms, then),
  }
}

function createLog(life: Life, write: (level: string, text: string) => void): Log {
  const at = (level: string) => (fields: LogFields, message: string) => {
    if (life.isAlive) write(level, `${message} ${JSON.stringify(fields)}`)
  }
  return { debug: () => {}, info: at('info'), warn: at('warn'), error: at('error') }
}
