/**
 * One labelled mail against what the inbound server makes of it. Only what the recipient's timeline
 * would get is compared: the class of the failure, and whether the address is suppressed at once.
 */
import { createHash } from 'node:crypto'
import { type BounceReading, readBounce } from '#sending/inbound/bounce.ts'
import { type ReceivedReport, readReport } from '#sending/inbound/report.ts'

/** A row of `expected.json`, as far as it is used here. */
export interface LabelledMail {
  readonly file: string
  /** The mail system that wrote the report. */
  readonly family: string
  readonly kind: string
  readonly results: readonly Label[]
}

interface Label {
  readonly recipient?: string
  readonly action?: string
  readonly reason?: string
  readonly class: string
  readonly firm: boolean
  /** null: either is fine. */
  readonly suppress?: boolean | null
}

export interface Judgement {
  readonly file: string
  readonly recipient: string
  readonly expected: string
  readonly reason: string
  readonly read: string
  readonly why: string
  readonly firm: boolean
  readonly agrees: boolean
  readonly mustSuppress: boolean | null
  readonly suppressed: boolean
}

/** Actions that are no end (RFC 3464 §2.3.3): the timeline gets nothing. */
const unfinished = ['delayed', 'delivered', 'relayed', 'expanded']

/** Whether a mail system is in a part such as `1/2`; all mail of one system is in the same part. */
export function isInPart(family: string, part: string): boolean {
  const [one, of] = part.split('/').map(Number)
  return createHash('sha256').update(family).digest()[0]! % of! === one! - 1
}

export async function judge(mail: LabelledMail, raw: Buffer): Promise<Judgement[]> {
  if (mail.kind === 'arf') return []
  const report = await readReport(raw, false)
  return mail.results.map((label, i) => {
    const recipient = label.recipient ?? namedAt(report, i)
    const found = readBounce(recipient, report)
    const expected = isUnfinished(label, report) ? 'none' : label.class
    const read = found?.verdict.class ?? 'none'
    return {
      file: mail.file,
      recipient,
      expected,
      reason: label.reason ?? '',
      read,
      why: whyOf(report, found),
      firm: label.firm,
      agrees: read === expected,
      mustSuppress: label.suppress ?? null,
      suppressed: found?.isCertain === true && found.verdict.suppress,
    }
  })
}

/** The labels call a notice of a delay temporary; it is no end, so nothing must come of it. */
function isUnfinished(label: Label, report: ReceivedReport): boolean {
  if (unfinished.includes(label.action ?? '')) return true
  return label.class === 'temporary' && report.kind === 'ignored' && report.why === 'a delay'
}

/** Whom the report names where the label does not. */
function namedAt(report: ReceivedReport, i: number): string {
  if (report.kind !== 'status') return ''
  const one = report.recipients[i]
  return one === undefined ? '' : one.final || one.original
}

function whyOf(report: ReceivedReport, found: BounceReading | null): string {
  if (report.kind === 'ignored') return `ignored: ${report.why}`
  if (found === null) return `${report.kind} without a final failure`
  const { code, enhanced, text } = found.reply
  const said = text.replace(/\s+/g, ' ').slice(0, 300)
  return `${found.verdict.cause} in ${report.kind}: ${code ?? ''} ${enhanced ?? ''} "${said}"`
}

interface Tally {
  readonly table: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly firm: number
  readonly agreeing: number
  readonly dead: number
  readonly missed: readonly Judgement[]
  readonly alive: number
  readonly wrong: readonly Judgement[]
}

export function tally(all: readonly Judgement[]): Tally {
  const firm = all.filter(one => one.firm)
  const table: Record<string, Record<string, number>> = {}
  for (const { expected, read } of firm) {
    table[expected] ??= {}
    table[expected][read] = (table[expected][read] ?? 0) + 1
  }
  const dead = all.filter(one => one.mustSuppress === true)
  const alive = all.filter(one => one.mustSuppress === false)
  return {
    table,
    firm: firm.length,
    agreeing: firm.filter(one => one.agrees).length,
    dead: dead.length,
    missed: dead.filter(one => !one.suppressed),
    alive: alive.length,
    wrong: alive.filter(one => one.suppressed),
  }
}
