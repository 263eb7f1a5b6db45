/** Whether nobody waited behind anybody: what B waited beside A, against what it waits alone. */
import type { FairFigures } from './fair.ts'
import type { Shape } from './shapes.ts'

/** All but one of a hundred: within a second, and within twice of the control's and 250 ms. */
const barMs = 1_000
const maxClaimsPerMail = 2

interface FairJudgement {
  readonly p50: number
  readonly p99: number
  readonly barMs: number
  readonly findings: readonly string[]
}

export function judge(shape: Shape, seen: FairFigures, alone: FairFigures): FairJudgement {
  const [p50, p99] = [quantile(seen.waitsMs, 0.5), quantile(seen.waitsMs, 0.99)]
  const bar = Math.min(barMs, 2 * quantile(alone.waitsMs, 0.99) + 250)
  const findings: string[] = []
  if (p99 > bar) findings.push(`B waits ${p99} ms, the bar is ${bar} ms`)
  if (seen.ofA < (shape.minOfA ?? 0)) {
    findings.push(`only ${seen.ofA} of A's mails arrived, the bar is ${shape.minOfA}`)
  }
  if (shape.areClaimsCounted && seen.claimsPerMail > maxClaimsPerMail) {
    findings.push(`${seen.claimsPerMail.toFixed(2)} claims for each mail that arrived`)
  }
  return { p50, p99, barMs: bar, findings }
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!
