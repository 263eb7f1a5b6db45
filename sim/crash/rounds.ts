/**
 * One crash run: two nodes over one PostgreSQL under load, hurt again and again, then left in peace
 * until the queue is empty, then counted. All of it real processes and loopback sockets; the only
 * thing that does not take its time is the wait for retries, which are brought forward.
 */
import { rm } from 'node:fs/promises'
import type { Db } from '#kernel/world/db.ts'
import { realDb } from '#kernel/world/real/db.ts'
import type { Kind } from '#platform/queue/entry.ts'
import { type CrashOptions, type CrashReport, failuresOf } from './bars.ts'
import { type SubmittedEmails, submit } from './client.ts'
import { count } from './count.ts'
import { type KeyFigures, raceKeys } from './keys.ts'
import { pause, type Victim } from './nodes.ts'
import { type Stage, setStage, silent } from './stage.ts'

export interface Progress {
  readonly phase: 'starting' | 'load' | 'draining' | 'counting'
  readonly accepted: number
  readonly emails: number
  readonly hurt: number
  readonly last: string
  readonly waiting?: number
}

interface ToldOptions extends CrashOptions {
  readonly tell?: (progress: Progress) => void
}

const drainPatienceMs = 180_000
/** Runs it; everything started is stopped again, and the folder removed if all was well. */
export async function runCrash(options: ToldOptions): Promise<CrashReport> {
  const begun = performance.now()
  const { emails } = options
  options.tell?.({ phase: 'starting', accepted: 0, emails, hurt: 0, last: 'starting' })
  const stage = await setStage(options)
  const interrupted = (): void => void stage.strike().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const db = realDb({ address: stage.address, connections: 2, log: silent })
  const tally: Tally = { hurt: {}, slowestDrainMs: 0, badExits: [] }
  let isGood = false
  try {
    const retrying = hurryPosts(db)
    const load = options.keys ? race : loadAndHurt
    const [submitted, keys] = await load(stage, options, tally).finally(retrying.end)
    stage.receiver.calmDown()
    await drain({ db, folder: stage.folder }, options)
    options.tell?.(progress(options, submitted, { phase: 'counting', last: 'all is quiet' }))
    const { sinkLog, receiver } = stage
    const counts = await count(db, { submitted, sinkLog, heard: receiver.heard })
    const seconds = (performance.now() - begun) / 1000
    const report: CrashReport = {
      ...counts,
      ...(keys ? { keys } : {}),
      ...tally,
      seconds,
      folder: stage.folder,
    }
    isGood = failuresOf(report, options).length === 0
    return report
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await db.close()
    await stage.strike()
    if (isGood) await rm(stage.folder, { recursive: true, force: true })
  }
}

/** Deeds that follow the one before at once, as a failing machine does. */
const inRowShare = 0.15
const inRowMs = 1_500
/** The load goes on; if nothing is answered for this long, the installation has not come back. */
const stuckMs = 120_000

// Load and harm ----------------------------------------------------------------------------------

interface Tally {
  readonly hurt: Record<string, number>
  slowestDrainMs: number
  readonly badExits: (number | null)[]
}

type RoundLoad = readonly [SubmittedEmails, KeyFigures?]

/** Instead of the load: many ask for one key at once, and a node dies. */
async function race({ nodes, key }: Stage, options: ToldOptions, tally: Tally): Promise<RoundLoad> {
  return raceKeys({
    nodes: nodes.filter(node => node.takesCalls),
    key,
    rounds: options.keys ?? 0,
    tell(submitted, victim) {
      note(tally, victim)
      options.tell?.(
        progress(options, submitted, {
          phase: 'load',
          last: `kill -9 ${victim.name}`,
          hurt: sum(tally),
        }),
      )
    },
  })
}

async function loadAndHurt(stage: Stage, options: ToldOptions, tally: Tally): Promise<RoundLoad> {
  let submitted: SubmittedEmails | undefined
  let isOver = false
  let last = 'load begins'
  const submitting = submit({
    ports: stage.nodes.filter(node => node.takesCalls).map(node => node.port),
    key: stage.key,
    emails: options.emails,
    perSecond: options.perSecond,
    isOver: () => isOver,
    tell(now) {
      submitted = now
      options.tell?.(progress(options, now, { phase: 'load', last, hurt: sum(tally) }))
    },
  })
  const deeds = shuffled([
    ...Array<Deed>(options.kills).fill(kill),
    ...Array<Deed>(options.drains).fill(stopInOrder),
    ...Array<Deed>(options.freezes).fill(freeze),
  ])
  try {
    for (const [i, deed] of deeds.entries()) {
      // Spread over the emails rather than the seconds: a slow machine must not be hit while it is
      // down for ever; now and then it is, on purpose.
      const due = ((i + Math.random()) * options.emails) / (deeds.length + 1)
      const isInRow = i > 0 && Math.random() < inRowShare
      if (isInRow) await pause(Math.random() * inRowMs)
      else await untilAnswered(() => submitted, due)
      last = await deed(stage, options, tally)
      if (submitted)
        options.tell?.(progress(options, submitted, { phase: 'load', last, hurt: sum(tally) }))
    }
    return [await submitting]
  } catch (error) {
    isOver = true
    await submitting
    throw error
  }
}

async function untilAnswered(
  submitted: () => SubmittedEmails | undefined,
  due: number,
): Promise<void> {
  const deadline = performance.now() + stuckMs
  for (;;) {
    const now = submitted()
    if (now && now.accepted.size + now.unclear.size >= due) return
    if (performance.now() > deadline) throw new Error(`no progress for ${stuckMs / 1000} s`)
    await pause(20)
  }
}

type Deed = (stage: Stage, options: CrashOptions, tally: Tally) => Promise<string>

const kill: Deed = async (stage, _options, tally) => {
  const victim = pick(stage.victims)
  await victim.kill()
  note(tally, victim)
  return `kill -9 ${victim.name}`
}

const stopInOrder: Deed = async (stage, _options, tally) => {
  const node = pick(stage.nodes)
  // One that is only starting has nothing to drain.
  await node.ready()
  const { ms, code } = await node.drain()
  note(tally, node)
  tally.slowestDrainMs = Math.max(tally.slowestDrainMs, ms)
  if (code !== 0) tally.badExits.push(code)
  return `SIGTERM ${node.name}: ${Math.round(ms)} ms`
}

const freeze: Deed = async (stage, { leaseSeconds }, tally) => {
  const node = pick(stage.nodes)
  await node.freeze(leaseSeconds * 2_000)
  note(tally, node)
  return `froze ${node.name} for ${leaseSeconds * 2} s`
}

const queueKinds = ['delivery', 'bulk', 'webhook', 'bulk_webhook']

/** Until the queue is empty. Retries that wait for their time are brought forward; leases are not. */
async function drain(
  { db, folder }: { db: Db; folder: string },
  options: ToldOptions,
): Promise<void> {
  const deadline = performance.now() + drainPatienceMs
  for (;;) {
    const waiting = await hurry(db, queueKinds)
      .then(() => left(db))
      .catch(() => -1)
    if (waiting === 0) return
    options.tell?.({
      phase: 'draining',
      accepted: options.emails,
      emails: options.emails,
      hurt: 0,
      last: 'in peace',
      waiting,
    })
    if (performance.now() > deadline) throw new Error(`${waiting} entries remain; see ${folder}`)
    await pause(500)
  }
}

/** Posts are tried again while the harm goes on, rather than half a minute later. */
function hurryPosts(db: Db): { end(): Promise<void> } {
  let isOver = false
  const hurrying = (async () => {
    while (!isOver) {
      // The database may just be dead.
      await hurry(db, ['webhook', 'bulk_webhook']).catch(() => {})
      await pause(1_000)
    }
  })()
  return {
    end() {
      isOver = true
      return hurrying
    },
  }
}

async function hurry(db: Db, kinds: readonly Kind[]): Promise<void> {
  await db.query('update queue set due_at = $1 where kind = any($2) and due_at > $1 and not held', [
    new Date(),
    kinds,
  ])
}

async function left(db: Db): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(
    `select count(*)::integer as waiting from queue where kind in ('delivery', 'bulk', 'webhook', 'bulk_webhook')`,
  )
  return row!.waiting
}

// Small parts ------------------------------------------------------------------------------------

const sum = (tally: Tally): number => Object.values(tally.hurt).reduce((a, b) => a + b, 0)

function note(tally: Tally, victim: Victim): void {
  tally.hurt[victim.name] = (tally.hurt[victim.name] ?? 0) + 1
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)]!
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map(item => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function progress(
  { emails }: CrashOptions,
  submitted: SubmittedEmails,
  now: Pick<Progress, 'phase' | 'last'> & { readonly hurt?: number },
): Progress {
  return { accepted: submitted.accepted.size, emails, hurt: 0, ...now }
}
