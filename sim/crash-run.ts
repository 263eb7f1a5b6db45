/**
 * One crash run: two nodes over one PostgreSQL under load, hurt again and again, then left in peace
 * until the queue is empty, then counted. All of it real processes and loopback sockets; the only
 * thing that does not take its time is the wait for retries, which are brought forward.
 */
import { rm } from 'node:fs/promises'
import { realDb } from '../src/world/real-db.ts'
import { type Submitted, submit } from './crash-client.ts'
import { type Counts, count } from './crash-count.ts'
import { pause, type Victim } from './crash-nodes.ts'
import { type Aim, type Stage, setStage, silent } from './crash-stage.ts'

export interface CrashOptions {
  readonly emails: number
  readonly perSecond: number
  /** kill -9. */
  readonly kills: number
  /** SIGTERM. */
  readonly drains: number
  /** SIGSTOP for twice the lease, then SIGCONT. */
  readonly freezes: number
  readonly aim: Aim
  readonly leaseSeconds: number
  /** The sink answers a final dot after up to this long. */
  readonly sinkDelayMs: number
  readonly tell?: (progress: Progress) => void
}

export interface Progress {
  readonly phase: 'starting' | 'load' | 'draining' | 'counting'
  readonly accepted: number
  readonly emails: number
  readonly hurt: number
  readonly last: string
  readonly waiting?: number
}

export interface CrashReport extends Counts {
  /** How often each was hurt. */
  readonly hurt: Readonly<Record<string, number>>
  /** Of the SIGTERMs: how long the slowest took, and exit codes that were not 0. */
  readonly slowestDrainMs: number
  readonly badExits: readonly (number | null)[]
  readonly seconds: number
  /** Logs of the nodes and the sink; kept if anything was wrong. */
  readonly folder: string
}

const drainPatienceMs = 180_000
/** Runs it; everything started is stopped again, and the folder removed if all was well. */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const begun = performance.now()
  const { emails } = options
  options.tell?.({ phase: 'starting', accepted: 0, emails, hurt: 0, last: 'starting' })
  const stage = await setStage(options)
  const interrupted = (): void => void stage.strike().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const tally: Tally = { hurt: {}, slowestDrainMs: 0, badExits: [] }
  let isGood = false
  try {
    const submitted = await loadAndHurt(stage, options, tally)
    await drain(stage, options)
    options.tell?.(progress('counting', options, submitted, 'all is quiet'))
    const db = realDb({ address: stage.address, connections: 2, log: silent })
    const counts = await count(db, submitted, stage.sinkLog)
    await db.close()
    const seconds = (performance.now() - begun) / 1000
    const report: CrashReport = { ...counts, ...tally, seconds, folder: stage.folder }
    isGood = failuresOf(report, options).length === 0
    return report
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await stage.strike()
    if (isGood) await rm(stage.folder, { recursive: true, force: true })
  }
}

/** What a run must not show; empty if all is well. */
export function failuresOf(
  report: CrashReport,
  { aim, kills, freezes, drains }: CrashOptions,
): string[] {
  const failures: string[] = []
  const none = (what: string, found: readonly unknown[]): void => {
    if (found.length > 0)
      failures.push(`${what}: ${found.length} (${found.slice(0, 5).join(', ')})`)
  }
  none('lost', report.lost)
  none('unexpected', report.unexpected)
  none('duplicates that no open attempt explains', report.unexplained)
  none('duplicates whose bytes differ', report.different)
  none('keys with several emails', report.keysWithSeveral)
  none('broken rules of the database', report.brokenRules)
  none('answers that nobody promised', report.strange)
  none('drains that ended badly', report.badExits)
  if (report.notDelivered > 0) failures.push(`not delivered in the end: ${report.notDelivered}`)
  const isGentle = aim === 'database' || aim === 'api' || (drains > 0 && kills + freezes === 0)
  // A share says something only of a long run: kills in the rush after a kill of the database cost
  // a dozen copies at once.
  const isLong = report.accepted >= 10_000
  const most = isGentle
    ? 0
    : Math.min(report.openAttempts, isLong ? report.accepted * 0.005 : Infinity)
  if (report.duplicates > most) failures.push(`duplicates: ${report.duplicates}, at most ${most}`)
  if (report.slowestDrainMs > 30_000) failures.push(`a drain took ${report.slowestDrainMs} ms`)
  return failures
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

async function loadAndHurt(stage: Stage, options: CrashOptions, tally: Tally): Promise<Submitted> {
  let submitted: Submitted | undefined
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
      options.tell?.(progress('load', options, now, last, sum(tally)))
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
      if (submitted) options.tell?.(progress('load', options, submitted, last, sum(tally)))
    }
    return await submitting
  } catch (error) {
    isOver = true
    await submitting
    throw error
  }
}

async function untilAnswered(submitted: () => Submitted | undefined, due: number): Promise<void> {
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

/** Until the queue is empty. Retries that wait for their time are brought forward; leases are not. */
async function drain(stage: Stage, options: CrashOptions): Promise<void> {
  const db = realDb({ address: stage.address, connections: 2, log: silent })
  const deadline = performance.now() + drainPatienceMs
  try {
    for (;;) {
      const waiting = await hurry(db, options.leaseSeconds).catch(() => -1)
      if (waiting === 0) return
      options.tell?.({
        phase: 'draining',
        accepted: options.emails,
        emails: options.emails,
        hurt: 0,
        last: 'in peace',
        waiting,
      })
      if (performance.now() > deadline)
        throw new Error(`${waiting} entries remain; see ${stage.folder}`)
      await pause(500)
    }
  } finally {
    await db.close()
  }
}

async function hurry(db: ReturnType<typeof realDb>, leaseSeconds: number): Promise<number> {
  const now = Date.now()
  const leased = new Date(now + (leaseSeconds + 2) * 1000)
  await db.query(`update queue set due_at = $1 where kind = 'delivery' and due_at > $2`, [
    new Date(now),
    leased,
  ])
  const [row] = await db.query<{ waiting: number }>(
    `select count(*)::integer as waiting from queue where kind = 'delivery'`,
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
  phase: Progress['phase'],
  { emails }: CrashOptions,
  submitted: Submitted,
  last: string,
  hurt = 0,
): Progress {
  return { phase, accepted: submitted.accepted.size, emails, hurt, last }
}
