/**
 * What each part costs, from samples of the real thing: straight lines through what was taken by so
 * many emails in so many transactions. Only accepting alone, delivering alone and rest are looked at;
 * what nodes do that do both at once is left for the check.
 */

import type { Sample } from './measure.ts'
import type { Cost, Parameters, PartCosts } from './parameters.ts'

export interface Measurements {
  readonly signaturesPerSecond: number
  readonly flushMs: number
  readonly samples: readonly Sample[]
}

export function fit({ signaturesPerSecond, flushMs, samples }: Measurements): Parameters {
  const rest = restOf(samples.filter(one => one.what === 'idle'))
  const accept = partOf(samples, 'accept', rest)
  const whole = partOf(samples, 'deliver', rest)
  const signMs = 1_000 / signaturesPerSecond
  const node = { ...whole.node, perEmail: Math.max(0, whole.node.perEmail - signMs) }
  return { signaturesPerSecond, accept, deliver: { ...whole, node }, rest, flushMs }
}

type Rest = Parameters['rest']

/** A second of one node that has nothing to do. */
function restOf(samples: readonly Sample[]): Rest {
  const total = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, one) => sum + of(one), 0)
  const seconds = total(one => one.seconds * one.nodes)
  return {
    nodeMs: (total(one => one.nodeSeconds) * 1_000) / seconds,
    databaseMs: (total(one => one.databaseSeconds) * 1_000) / seconds,
    logBytes: total(one => one.logBytes) / seconds,
  }
}

function partOf(samples: readonly Sample[], what: Sample['what'], rest: Rest): PartCosts {
  const chosen = samples.filter(one => one.what === what)
  if (chosen.length < 2) throw new Error(`two samples of "${what}" are needed`)
  const less = (of: keyof Sample, scale: number, perSecond: number): Cost =>
    lineThrough(
      chosen.map(one => ({
        transactions: one.transactions,
        emails: one.emails,
        took: Math.max(0, Number(one[of]) * scale - perSecond * one.seconds * one.nodes),
      })),
    )
  const emails = chosen.reduce((sum, one) => sum + one.emails, 0)
  const besideMs = chosen.reduce((sum, one) => sum + one.besideSeconds * 1_000, 0) / emails
  return {
    node: less('nodeSeconds', 1_000, rest.nodeMs),
    database: less('databaseSeconds', 1_000, rest.databaseMs),
    log: less('logBytes', 1, rest.logBytes),
    besideMs,
  }
}

interface Point {
  readonly transactions: number
  readonly emails: number
  readonly took: number
}

/** Least squares of the relative error; no part of it is below zero. */
export function lineThrough(points: readonly Point[]): Cost {
  const scaled = points
    .filter(point => point.took > 0)
    .map(({ transactions, emails, took }) => ({ x: transactions / took, y: emails / took }))
  const sum = (of: (point: { x: number; y: number }) => number): number =>
    scaled.reduce((all, point) => all + of(point), 0)
  const [xx, xy, yy] = [sum(({ x }) => x * x), sum(({ x, y }) => x * y), sum(({ y }) => y * y)]
  const [x, y] = [sum(one => one.x), sum(one => one.y)]
  const divisor = xx * yy - xy * xy
  const perTransaction = divisor > 0 ? (x * yy - y * xy) / divisor : 0
  const perEmail = divisor > 0 ? (y * xx - x * xy) / divisor : y / yy
  if (perTransaction < 0) return { perTransaction: 0, perEmail: yy > 0 ? y / yy : 0 }
  if (perEmail < 0) return { perTransaction: xx > 0 ? x / xx : 0, perEmail: 0 }
  return { perTransaction, perEmail }
}

/** The same on a machine that signs faster or slower; what is counted in bytes stays. */
export function atSpeed(costs: Parameters, signaturesPerSecond: number): Parameters {
  const factor = costs.signaturesPerSecond / signaturesPerSecond
  const scaled = ({ perTransaction, perEmail }: Cost): Cost => ({
    perTransaction: perTransaction * factor,
    perEmail: perEmail * factor,
  })
  const part = (one: PartCosts): PartCosts => ({
    node: scaled(one.node),
    database: scaled(one.database),
    log: one.log,
    besideMs: one.besideMs * factor,
  })
  const { rest } = costs
  return {
    ...costs,
    signaturesPerSecond,
    accept: part(costs.accept),
    deliver: part(costs.deliver),
    rest: { ...rest, nodeMs: rest.nodeMs * factor, databaseMs: rest.databaseMs * factor },
  }
}
