/** A day of so many emails: its peak, a failover in it, a machine that dies in it, and the walls. */
import { databaseFullAt, newsletterSeconds, replayBytesPerMs } from './assumptions.ts'
import type { Parameters } from './parameters.ts'
import { conversations, maxConnections, type Plan, planFor, setupOf } from './plan.ts'
import { type Outcome, type Setup, simulate } from './simulate.ts'

interface Wall {
  readonly name: WallName
  /** The part of it that the peak uses. */
  readonly use: number
}

export type WallName =
  | 'main threads'
  | 'cores of nodes'
  | 'cores of the database'
  | 'replay of the log'
  | 'conversations'
  | 'connections (of 100)'
  | 'limits per address'

export interface Day {
  readonly plan: Plan
  readonly peak: Outcome
  readonly failover: Outcome
  /** Null where there is one machine. */
  readonly death: Outcome | null
  /** The first one is what breaks first. */
  readonly walls: readonly Wall[]
}

const peakSeconds = 12
const failoverSeconds = 15
const noticedAfter = 5

const known = new Map<string, Outcome>()

/** Cells of two sizes of day may be the same: then it is the same run. */
function run(setup: Setup): Outcome {
  const key = JSON.stringify(setup)
  const found = known.get(key) ?? simulate(setup)
  known.set(key, found)
  return found
}

export function simulateDay(perDay: number, costs: Parameters, seed: number): Day {
  let plan = planFor(perDay, costs)
  let peak = atPeak(plan, costs, seed)
  // Batches are as large as the simulation finds them: what that costs the database is known after it.
  while (peak.use.databaseCores > databaseFullAt) {
    plan = planFor(perDay, costs, 2 * plan.coresOfDatabase)
    peak = atPeak(plan, costs, seed)
  }
  const perSecond = perSecondOf(plan)
  const setup = { ...setupOf(plan, costs), seed }
  const failover = run({
    ...setup,
    load: { perSecond, seconds: 5 + failoverSeconds, afterSeconds: 40 },
    events: { failover: { at: 2, seconds: failoverSeconds } },
  })
  const death =
    plan.machines === 1
      ? null
      : run({
          ...setup,
          load: { perSecond, seconds: 12, afterSeconds: 80 },
          events: { death: { at: 4, noticedAfter } },
        })
  return { plan, peak, failover, death, walls: wallsOf(plan, peak) }
}

const perSecondOf = ({ peakPerSecond, cells }: Plan): number => Math.round(peakPerSecond / cells)

function atPeak(plan: Plan, costs: Parameters, seed: number): Outcome {
  const perSecond = perSecondOf(plan)
  const emails = perSecond * newsletterSeconds
  const newsletter = { at: 2, emails, seconds: newsletterSeconds }
  const load = { perSecond, seconds: peakSeconds, newsletter, afterSeconds: 20 }
  return run({ ...setupOf(plan, costs), seed, load })
}

function wallsOf(plan: Plan, peak: Outcome): Wall[] {
  const { use, seconds } = peak
  const limited = peak.lanes.filter(lane => lane.perSecond > 0)
  const busiest = Math.max(0, ...limited.map(lane => lane.carried / seconds / lane.perSecond))
  const places = plan.machines * plan.processesOfMachine * conversations
  const all: Wall[] = [
    { name: 'main threads', use: use.mainThread },
    { name: 'cores of nodes', use: use.nodeCores },
    { name: 'cores of the database', use: use.databaseCores },
    { name: 'replay of the log', use: peak.logBytesThen / (seconds * 1_000 * replayBytesPerMs) },
    { name: 'conversations', use: peak.conversations / places },
    { name: 'connections (of 100)', use: plan.connections / maxConnections },
    { name: 'limits per address', use: busiest },
  ]
  return all.filter(one => one.use > 0).sort((a, b) => b.use - a.use)
}
