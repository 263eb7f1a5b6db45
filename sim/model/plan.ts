/**
 * What so many emails a day are to run on: the least that carries their peak with room to spare and
 * one machine dead. The simulation then says how that goes.
 */
import { readSettings } from '#kernel/base/config.ts'
import {
  accountShares,
  databaseFullAt,
  diskBytesPerMs,
  fullAt,
  keptBytes,
  loopbackMs,
  peakFactor,
  postMs,
  receivers,
  replayBytesPerMs,
  replayFullAt,
  roundTripMs,
  standbyMs,
  tlsFactor,
} from './assumptions.ts'
import type { Parameters } from './parameters.ts'
import type { Group } from './receivers.ts'
import type { Setup } from './simulate.ts'

export interface Plan {
  readonly perDay: number
  readonly peakPerSecond: number
  readonly cells: number
  /** Of each cell. */
  readonly machines: number
  readonly coresOfMachine: number
  readonly processesOfMachine: number
  /** 0: on the same machine as the one node. */
  readonly coresOfDatabase: number
  /** Primary and standbys. */
  readonly databases: number
  readonly addresses: number
  readonly connections: number
  readonly keptBytesPerDay: number
}

const daySeconds = 86_400
const settings = readSettings({})
export const conversations = settings.MALOTE_DELIVERY_CONCURRENCY
/** On a PostgreSQL of one's own, of all processes together. */
const connectionsOfMachine = settings.MALOTE_DATABASE_CONNECTIONS
export const leaseMs = settings.MALOTE_LEASE_SECONDS * 1_000
/** PostgreSQL's default. */
export const maxConnections = 100
/** A transaction for each email at the worst, and a quarter of one on a busy node. */
const transactionsPerEmail = 0.25

/** Ms of a main thread for each email, with TLS and DNS. */
const mainThreadMs = ({ accept, deliver }: Parameters): number =>
  accept.node.perEmail +
  deliver.node.perEmail * tlsFactor +
  (accept.node.perTransaction + deliver.node.perTransaction) * transactionsPerEmail

const databaseMs = ({ accept, deliver }: Parameters): number =>
  accept.database.perEmail +
  deliver.database.perEmail +
  (accept.database.perTransaction + deliver.database.perTransaction) * transactionsPerEmail

const logBytes = ({ accept, deliver }: Parameters): number =>
  accept.log.perEmail + deliver.log.perEmail

/** The least power of two that is enough. */
const coresFor = (needed: number): number => 2 ** Math.max(1, Math.ceil(Math.log2(needed)))

/** `coresOfDatabase`: where so many were too few in the simulation. */
export function planFor(perDay: number, costs: Parameters, coresOfDatabase = 0): Plan {
  const peakPerSecond = (perDay / daySeconds) * peakFactor
  const logPerSecond = peakPerSecond * logBytes(costs)
  // A fiftieth above the bar is no reason for one more.
  const cells = Math.max(
    1,
    Math.ceil(logPerSecond / (replayBytesPerMs * 1_000 * replayFullAt) - 0.02),
  )
  const ofCell = peakPerSecond / cells
  const base = {
    perDay,
    peakPerSecond,
    cells,
    addresses: addressesFor(ofCell, receivers()),
    keptBytesPerDay: perDay * keptBytes,
  }
  if (perDay <= 2e6) {
    const alone = { machines: 1, coresOfMachine: 2, processesOfMachine: 1 }
    return { ...base, ...alone, coresOfDatabase: 0, databases: 1, connections: 16 }
  }
  const talking = (ofCell * averageTalkMs()) / 1_000
  const processes = Math.max(
    (ofCell * mainThreadMs(costs)) / 1_000 / fullAt,
    talking / conversations / fullAt,
  )
  const processesOfMachine = processes > 4 ? 4 : 2
  // One may be dead.
  const machines = Math.max(2, Math.ceil(processes / processesOfMachine) + 1)
  return {
    ...base,
    machines,
    processesOfMachine,
    coresOfMachine: 2 * processesOfMachine,
    coresOfDatabase:
      coresOfDatabase || coresFor((ofCell * databaseMs(costs)) / 1_000 / databaseFullAt),
    databases: perDay <= 2e7 ? 2 : 3,
    connections: machines * connectionsOfMachine,
  }
}

/** Opening is shared by the emails of a connection. */
function averageTalkMs(): number {
  const groups = receivers()
  const sum = groups.reduce((all, one) => all + one.share, 0)
  return groups.reduce(
    (all, one) => all + (one.share / sum) * (meanAnswerMs(one) + one.openMs / one.messages + 40),
    0,
  )
}

const meanAnswerMs = ({ answerMs, spread }: Group): number => answerMs * Math.exp(spread ** 2 / 2)

/** What an address carries to a group, a second. */
const carriedBy = (group: Group): number =>
  group.perSecond > 0
    ? group.perSecond / 1.05
    : (group.connections * 1_000) / (meanAnswerMs(group) + group.openMs / group.messages + 40)

/** By the group that needs them, with a quarter more. */
function addressesFor(perSecond: number, groups: readonly Group[]): number {
  const needed = groups.map(group => (perSecond * group.share) / carriedBy(group))
  return Math.ceil(1.25 * Math.max(...needed))
}

/** One cell of it, as the simulation takes it. */
export function setupOf(plan: Plan, costs: Parameters): Omit<Setup, 'seed' | 'load'> {
  const { deliver } = costs
  const node = { ...deliver.node, perEmail: deliver.node.perEmail * tlsFactor }
  const isAlone = plan.coresOfDatabase === 0
  const connections = isAlone ? 8 : Math.floor(connectionsOfMachine / plan.processesOfMachine)
  return {
    costs: { ...costs, deliver: { ...deliver, node } },
    machines: Array.from({ length: plan.machines }, () => plan.processesOfMachine),
    coresOfMachine: plan.coresOfMachine,
    coresOfDatabase: plan.coresOfDatabase,
    node: { conversations, connections, isShared: !isAlone },
    roundTripMs: isAlone ? loopbackMs : roundTripMs,
    log: {
      flushMs: costs.flushMs,
      bytesPerMs: diskBytesPerMs,
      standbyMs: plan.databases > 1 ? standbyMs : 0,
    },
    groups: receivers(),
    addresses: plan.addresses,
    accounts: accountShares(10_000),
    postMs,
    leaseMs,
  }
}
