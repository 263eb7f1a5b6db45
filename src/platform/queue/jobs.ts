/**
 * Periodic work: partitions, retention, re-checks, trust. Every node looks; the one that moves a
 * job's time forward runs it. A job is short, may be run again after a crash, and never holds a
 * transaction open for long (lists stop below the oldest running one).
 */
import type { World } from '#kernel/world/world.ts'
import { takeJob } from './jobs-store.ts'

export interface PeriodicJob {
  readonly name: string
  readonly everyMs: number
  readonly run: (world: World) => Promise<void>
}

interface JobRunner {
  /** Runs every job that is due; returns the names of those that are done. Tests turn it by hand. */
  step(): Promise<string[]>
  start(): void
  /** Begins none while it rests; what is under way goes on. */
  rest(isResting: boolean): void
  /** Begins no more, and waits for what is under way at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}

const lookEveryMs = 10_000
/** The others wait no longer for one job: DNS servers that say nothing may hold it for an hour. */
const patienceMs = 5_000

export function createJobRunner(world: World, jobs: readonly PeriodicJob[]): JobRunner {
  const stopping = new AbortController()
  let isResting = false
  const underWay = new Map<string, Promise<boolean>>()
  let ended: Promise<void> = Promise.resolve()

  async function step(): Promise<string[]> {
    const ran: string[] = []
    for (const job of jobs) {
      if (stopping.signal.aborted) break
      if (underWay.has(job.name)) continue
      const now = world.clock.now()
      if (!(await takeJob(world.db, job.name, now, now - job.everyMs))) continue
      const running = runJob(job).finally(() => underWay.delete(job.name))
      underWay.set(job.name, running)
      const { promise: late, resolve } = Promise.withResolvers<boolean>()
      const patience = world.clock.timer(patienceMs, () => resolve(false))
      if (await Promise.race([running, late])) ran.push(job.name)
      patience.cancel()
    }
    return ran
  }

  async function runJob(job: PeriodicJob): Promise<boolean> {
    try {
      await job.run(world)
      return true
    } catch (error) {
      world.log.error(
        { job: job.name, error: String(error), stack: (error as Error).stack },
        'job failed',
      )
      return false
    }
  }

  const look = () =>
    step().catch(error => world.log.warn({ error: String(error) }, 'jobs not looked at'))

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!isResting) await look()
      await world.clock.sleep(lookEveryMs, stopping.signal).catch(() => undefined)
    }
  }

  return {
    step,
    start() {
      ended = run()
    },
    rest(resting) {
      isResting = resting
    },
    async stop(graceMs) {
      stopping.abort()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const grace = world.clock.timer(graceMs, resolve)
      await Promise.race([ended.then(() => Promise.all(underWay.values())), late])
      grace.cancel()
    },
  }
}
