/** The model held against nodes that accept and deliver at once, of which nothing was fitted. */
import { loadShaping } from '#sending/delivery/shaping.ts'
import { recipientDomains } from '../../bench/letter.ts'
import { diskBytesPerMs, loopbackMs } from './assumptions.ts'
import { atSpeed } from './fit.ts'
import type { Sample } from './measure.ts'
import type { Parameters } from './parameters.ts'
import { leaseMs } from './plan.ts'
import { type Outcome, simulate } from './simulate.ts'

interface Measure {
  readonly name: string
  readonly predicted: number
  readonly measured: number
}

export interface Comparison {
  readonly nodes: number
  /** What others on the machine left. */
  readonly cores: number
  readonly signaturesPerSecond: number
  readonly measures: readonly Measure[]
}

/** The issue's. */
export const bar = 0.15

export const isWithin = ({ predicted, measured }: Measure): boolean =>
  Math.abs(predicted / measured - 1) <= bar

export function check(costs: Parameters, sample: Sample, signaturesPerSecond: number): Comparison {
  const found = predict(atSpeed(costs, signaturesPerSecond), sample)
  const { emails, seconds, nodes, cores } = sample
  const idle = costs.rest
  const per = (amount: number, scale = 1): number => (amount * scale) / emails
  const restMs = (ms: number): number => ms * nodes * found.seconds
  return {
    nodes,
    cores,
    signaturesPerSecond,
    measures: [
      { name: 'emails/s', predicted: emails / found.seconds, measured: emails / seconds },
      {
        name: 'CPU ms per email, nodes',
        predicted: per(found.nodeCpuMs + restMs(idle.nodeMs)),
        measured: per(sample.nodeSeconds, 1_000),
      },
      {
        name: 'CPU ms per email, database',
        predicted: per(found.databaseCpuMs + restMs(idle.databaseMs)),
        measured: per(sample.databaseSeconds, 1_000),
      },
      {
        name: 'transactions per email',
        predicted: per(found.transactions),
        measured: per(sample.transactions),
      },
      {
        name: 'log bytes per email',
        predicted: per(found.logBytes + restMs(idle.logBytes)),
        measured: per(sample.logBytes),
      },
    ],
  }
}

/** The benchmark's own stage: all on one machine, one account, twenty destinations that answer at once. */
function predict(costs: Parameters, sample: Sample): Outcome {
  const { other } = loadShaping('')
  return simulate({
    seed: 1,
    costs,
    machines: [sample.nodes],
    coresOfMachine: sample.cores,
    coresOfDatabase: 0,
    node: { conversations: sample.conversations, connections: 16, isShared: sample.nodes > 1 },
    roundTripMs: loopbackMs,
    log: { flushMs: costs.flushMs, bytesPerMs: diskBytesPerMs, standbyMs: 0 },
    groups: recipientDomains.map(name => ({
      name,
      share: 1,
      ...other,
      answerMs: 0.1,
      spread: 0,
      openMs: 1,
      deferred: 0,
      refused: 0,
    })),
    addresses: 1,
    accounts: [1],
    postMs: 0.5,
    leaseMs,
    isMeasured: true,
    load: { callers: sample.callers, emails: sample.emails },
  })
}
