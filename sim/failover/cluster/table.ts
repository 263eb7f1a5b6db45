/** What a cluster run prints in the end, and whether its bars of loss are met. */
import type { Judgement } from './judge.ts'

export interface StrikeReport extends Judgement {
  readonly kind: string
  readonly barSeconds: number
}

const head = ['strike', 'times', 'p50 s', 'max s', 'bar s', 'lost', 'doubled', 'refused', 'unclear']

/** A row for each kind, and one for all. */
export function tableOf(told: readonly StrikeReport[]): string[] {
  const rows = [...Map.groupBy(told, one => one.kind)].map(([kind, same]) => {
    const outages = same.map(one => one.outageMs / 1000).sort((a, b) => a - b)
    const p50 = outages[Math.floor((outages.length - 1) / 2)]!
    const max = outages.at(-1)!
    const bar = same[0]!.barSeconds
    const isWithin = max <= bar
    const word = `${bar} ${isWithin ? '✔' : '✖'}`
    return [kind, `${same.length}`, p50.toFixed(1), max.toFixed(1), word, ...countsOf(same)]
  })
  return aligned([head, ...rows, ['all', `${told.length}`, '', '', '', ...countsOf(told)]])
}

const countsOf = (told: readonly StrikeReport[]): string[] => [
  `${sum(told, one => one.lost.length)}`,
  `${sum(told, one => one.doubled.length)}`,
  `${sum(told, one => one.refused)}`,
  `${sum(told, one => one.unclear)}`,
]

const sum = (told: readonly StrikeReport[], of: (one: StrikeReport) => number): number =>
  told.reduce((all, one) => all + of(one), 0)

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)))
  return rows.map(row =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  '),
  )
}

/** One in 400: what kills of nodes under load have cost (docs/scaling.md). */
const maxDoubledShare = 0.0025
/** A share says something of many emails only. */
const minForShare = 4_000

/** The bars of loss that were missed, as sentences. */
export function missesOf(told: readonly StrikeReport[]): string[] {
  const misses: string[] = []
  const none = (what: string, of: (one: StrikeReport) => readonly number[]): void => {
    for (const one of told) {
      if (of(one).length > 0)
        misses.push(`${one.kind}: ${what}: ${of(one).slice(0, 10).join(', ')}`)
    }
  }
  none('acknowledged and lost', one => one.lost)
  none('a second letter that no uncertain attempt explains', one => one.unexplained)
  none('one request, several emails', one => one.several)
  none('"not processed" of what is there', one => one.denied)
  const accepted = sum(told, one => one.accepted)
  const doubled = sum(told, one => one.doubled.length)
  if (accepted >= minForShare && doubled > accepted * maxDoubledShare) {
    misses.push(`doubled: ${doubled} of ${accepted}`)
  }
  return misses
}
