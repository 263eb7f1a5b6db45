/** What one machine with its own database carries, by its cores: as fast as callers go on calling. */
import { readSettings } from '#kernel/base/config.ts'
import { recipientDomains } from '../../bench/letter.ts'
import { planProcesses, processCount } from '../../src/boot/process-plan.ts'
import { diskBytesPerMs, loopbackMs } from './assumptions.ts'
import type { Parameters } from './parameters.ts'
import { conversations, leaseMs } from './plan.ts'
import { type Outcome, simulate } from './simulate.ts'

export interface MachineFigures {
  readonly cores: number
  readonly processes: number
  readonly perSecond: number
  /** Emails for each RSA signature that one core makes. */
  readonly perSignature: number
  readonly outcome: Outcome
}

const callersOfCore = 48
const emailsOfCore = 1_000
const memoryOfCore = 4 * 1024 ** 3

export function carriedBy(cores: number, costs: Parameters, seed: number): MachineFigures {
  const settings = readSettings({})
  const { MALOTE_DATABASE_CONNECTIONS: usual } = settings
  const machine = { cores, memoryBytes: cores * memoryOfCore }
  const processes = processCount(settings, machine, false)
  // Of these some have bulk mail for themselves, and answer no calls.
  const shares = planProcesses(settings, { count: processes, hasConnections: false })
  const ahead = shares.filter(one => one.MALOTE_STREAMS !== 'marketing')
  const connections = Number(ahead[0]!.MALOTE_DATABASE_CONNECTIONS ?? usual)
  const outcome = simulate({
    seed,
    costs,
    machines: [ahead.length],
    coresOfMachine: cores,
    coresOfDatabase: 0,
    node: { conversations, connections, isShared: ahead.length > 1 },
    roundTripMs: loopbackMs,
    log: { flushMs: costs.flushMs, bytesPerMs: diskBytesPerMs, standbyMs: 0 },
    groups: recipientDomains.map(name => ({ name, share: 1, ...quick })),
    addresses: 1,
    accounts: Array.from({ length: 100 }, () => 1),
    postMs: 1,
    leaseMs,
    load: { callers: callersOfCore * cores, emails: emailsOfCore * cores },
  })
  const perSecond = outcome.delivered / outcome.seconds
  return {
    cores,
    processes,
    perSecond,
    perSignature: perSecond / costs.signaturesPerSecond,
    outcome,
  }
}

/** Receivers that keep nobody waiting. */
const quick = {
  connections: 200,
  messages: 100,
  perSecond: 0,
  answerMs: 20,
  spread: 0.3,
  openMs: 20,
  deferred: 0,
  refused: 0,
}
