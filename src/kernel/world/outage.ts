/**
 * What a call does while the database is away (a failover, a restart): it waits, some
 * seconds to read and half a minute to write, and is answered as if nothing had been. Only what has
 * certainly taken no effect is asked again. All who wait share one look at the database, and their
 * number is bounded; whoever finds no place, or waits in vain, gets the error of that try.
 */
import { type Db, isAnswerLost, isOutage } from './db.ts'
import { isDiskFull } from './room.ts'
import type { Part, Runtime } from './runtime.ts'
import type { World } from './world.ts'

/** Whether what is done may be done again whatever came of it. */
type Kind = 'reading' | 'writing'
type Outside = Pick<World, 'clock' | 'db'>
type OutageWorld = Outside & Pick<World, 'runtime'>

/** The contract's: a caller waits so long before the answer is 503. */
export const patienceMs: Readonly<Record<Kind, number>> = { reading: 5_000, writing: 30_000 }
/** Each holds a connection and what it has sent; with more, a node would rather say so. */
export const maxWaiting = 2_000
const lookEveryMs = 100
/** Between two tries of one call; the database may answer and refuse this call alone. */
const firstRestMs = 20
const maxRestMs = 1_000

interface Outage {
  /** True once it may be over, false at the deadline (monotonic) or where too many wait. */
  untilOver(deadline: number): Promise<boolean>
}

const outage: Part<Outage, Outside> = { name: 'outage of the database', make: createOutage }

function createOutage(outside: Outside): Outage {
  const { clock, db } = impatient(outside)
  let waiting = 0
  let look: Promise<void> | null = null

  async function untilWritable(): Promise<void> {
    while (waiting > 0 && !(await isWritable(db).catch(() => false))) {
      await clock.sleep(lookEveryMs)
    }
  }

  return {
    async untilOver(deadline) {
      if (waiting >= maxWaiting) return false
      waiting++
      look ??= untilWritable().finally(() => {
        look = null
      })
      const late = Promise.withResolvers<boolean>()
      const timer = clock.timer(deadline - clock.monotonic(), () => late.resolve(false))
      try {
        return await Promise.race([look.then(() => true), late.promise])
      } finally {
        timer.cancel()
        waiting--
      }
    },
  }
}

/** Whether it takes writes: a standby answers, and takes none. */
export async function isWritable(db: Pick<Db, 'query'>): Promise<boolean> {
  const [row] = await db.query<{ writable: boolean }>(
    `select current_setting('transaction_read_only') = 'off' as writable`,
  )
  return row?.writable === true
}

/** Does the work, and does it again as often as the database was away and nothing came of it. */
export async function patiently<T>(
  world: OutageWorld,
  kind: Kind,
  work: () => T | Promise<T>,
): Promise<T> {
  const deadline = world.clock.monotonic() + patienceMs[kind]
  for (let restMs = firstRestMs; ; restMs = Math.min(2 * restMs, maxRestMs)) {
    try {
      return await work()
    } catch (error) {
      const isUndone = kind === 'reading' || !isAnswerLost(error)
      const mayRepeat = isOutage(error) && isUndone && !isDiskFull(error)
      if (!mayRepeat || world.clock.monotonic() + restMs >= deadline) throw error
      await world.clock.sleep(restMs)
      if (!(await world.runtime.get(outage, world).untilOver(deadline))) throw error
    }
  }
}

const plainDbs = new WeakMap<Db, Db>()
const patientWorlds = new WeakMap<World, Readonly<Record<Kind, World>>>()

/** The World for calls that wait. What a service makes once is made by those that do not. */
export function patientWorld(world: World, kind: Kind): World {
  const made = patientWorlds.get(world) ?? {
    reading: { ...world, db: patientDb(world, 'reading'), runtime: plainRuntime(world) },
    writing: { ...world, db: patientDb(world, 'writing'), runtime: plainRuntime(world) },
  }
  patientWorlds.set(world, made)
  return made[kind]
}

const plainRuntime = ({ runtime }: World): Runtime => ({
  get: (part, needs) => runtime.get(part, impatient(needs)),
})

/** A World, or what is needed of one, whose database fails at once. */
export function impatient<Needs>(world: Needs): Needs {
  const { db } = (world ?? {}) as { db?: Db }
  const plain = db && plainDbs.get(db)
  return plain ? { ...world, db: plain } : world
}

function patientDb(world: World, kind: Kind): Db {
  const { db } = world
  const patient: Db = {
    query: (text, values) => patiently(world, kind, () => db.query(text, values)),
    transaction: work => patiently(world, kind, () => db.transaction(work)),
    get isStalled() {
      return db.isStalled === true
    },
    get awayForMs() {
      return db.awayForMs ?? 0
    },
    get isFull() {
      return db.isFull === true
    },
    close: () => db.close(),
  }
  plainDbs.set(patient, db)
  return patient
}
