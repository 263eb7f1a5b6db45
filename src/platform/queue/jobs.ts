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
  /** Runs every job that is due; returns their names. Tests turn it by hand. */
  step(): Promise<string[]>
  start(): void
  stop(): Promise<void>
}

const lookEveryMs = 10_000

export function createJobRunner(world: World, jobs: readonly PeriodicJob[]): JobRunner {
  const stopping = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  async function step(): Promise<string[]> {
    const ran: string[] = []
    for (const job of jobs) {
      if (stopping.signal.aborted) break
      const now = world.clock.now()
      if (!(await takeJob(world.db, job.name, now, now - job.everyMs))) continue
      try {
        await job.run(world)
        ran.push(job.name)
      } catch (error) {
        world.log.error(
          { job: job.name, error: String(error), stack: (error as Error).stack },
          'job failed',
        )
      }
    }
    return ran
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await step().catch(error => world.log.warn({ error: String(error) }, 'jobs not looked at'))
      await world.clock.sleep(lookEveryMs, stopping.signal).catch(() => undefined)
    }
  }

  return {
    step,
    start() {
      ended = run()
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
