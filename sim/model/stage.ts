/** The runs of the real thing that the model is fitted from, and those that it is held against. */
import { median } from '../../bench/median.ts'
import { type Comparison, check } from './check.ts'
import type { Measurements } from './fit.ts'
import { measureParts, measureSignatures, measureWhole, type Sample } from './measure.ts'
import type { Parameters } from './parameters.ts'

/** Calls at a time and conversations: batches from the largest to single emails. */
const shapes = [
  [96, 200],
  [12, 24],
  [3, 6],
] as const
const callers = 96

interface Stage {
  readonly rounds: number
  readonly emails: number
  tell(line: string): void
}

export async function measureAll({ rounds, emails, tell }: Stage): Promise<Measurements> {
  const samples: Sample[] = []
  const speeds: number[] = []
  const flushes: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [callers, conversations] of shapes) {
      speeds.push(measureSignatures())
      const found = await measureParts(callers, conversations, emails)
      samples.push(...found.samples)
      flushes.push(found.flushMs)
      for (const one of found.samples) tell(shownSample(one))
    }
  }
  return { samples, signaturesPerSecond: median(speeds), flushMs: median(flushes) }
}

/** One, two and four nodes by turns; of the rounds of each the middle one. */
export async function checkAll(
  costs: Parameters,
  { rounds, emails, tell }: Stage,
): Promise<Comparison[]> {
  const found = new Map<number, Comparison[]>()
  for (let round = 0; round < rounds; round++) {
    for (const nodes of [1, 2, 4]) {
      const before = measureSignatures()
      const sample = await measureWhole(nodes, callers, emails)
      const speed = (before + measureSignatures()) / 2
      tell(shownSample(sample))
      found.set(nodes, [...(found.get(nodes) ?? []), check(costs, sample, speed)])
    }
  }
  return [...found.values()].map(middleOf)
}

/** The round whose speed was neither the best nor the worst answer of the model. */
function middleOf(rounds: readonly Comparison[]): Comparison {
  const ratio = ({ measures: [speed] }: Comparison): number => speed!.predicted / speed!.measured
  return rounds.toSorted((a, b) => ratio(a) - ratio(b))[rounds.length >> 1]!
}

const shownSample = (one: Sample): string =>
  `${one.what}, ${one.nodes} nodes, ${one.callers} callers: ${Math.round(one.emails)} emails, ` +
  `${one.seconds.toFixed(1)} s on ${one.cores.toFixed(2)} cores, ` +
  `${one.transactions} transactions, CPU s ${one.nodeSeconds.toFixed(2)} nodes, ` +
  `${one.databaseSeconds.toFixed(2)} database`
