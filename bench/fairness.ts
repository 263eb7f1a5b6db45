/**
 * `npm run bench -- --only fairness`: what one project's mail, webhooks and requests cost another,
 * shape by shape (fairness-shapes.ts), each on a fresh node, beside the bar. `--backlog N` is how much A
 * has waiting (50,000), `--tries N` how many emails B sends, `--shape TEXT` only shapes so named.
 */
import { claimCosts } from './fairness-claims.ts'
import type { Row } from './fairness-row.ts'
import { type Shape, shapes } from './fairness-shapes.ts'
import { arrange, type ProbeFigures, probe, type Stage } from './fairness-stage.ts'
import { servedAlike } from './fairness-turns.ts'
import { pause } from './node.ts'

export interface FairnessOptions {
  readonly backlog: number
  readonly tries: number
  /** Only shapes whose name contains it. */
  readonly shape: string
}

/** Beside the control's median: p99 within a second, and within twice of it and 250 ms. */
const barMs = 1_000
const settleMs = 3_000
const patienceMs = 30_000
/** A's own mail is counted for so long: what goes to hosts that do not answer is put off in a burst. */
const rateMs = 45_000

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!

export async function fairness(options: FairnessOptions): Promise<void> {
  const wanted = (name: string): boolean => name.includes(options.shape)
  console.log(`A has ${options.backlog} waiting; B sends ${options.tries} single emails\n`)
  let idleP99 = Number.POSITIVE_INFINITY
  const rates = new Map<string, number>()
  for (const shape of shapes) {
    const isControl = shape === shapes[0]
    if (!isControl && !wanted(shape.name)) continue
    const found = await run(shape, options)
    if (isControl) idleP99 = quantile(found.probed.arrivedMs, 0.99)
    if (found.perSecond !== null) rates.set(shape.name, found.perSecond)
    tell(rowOf(shape, found, isControl ? null : idleP99))
    for (const row of sideRows(shape, found, rates)) tell(row)
  }
  if (wanted('projects')) tell(alike(await servedAlike(options.backlog)))
  if (wanted('claim')) for (const row of await claimCosts(options.backlog)) tell(row)
}

interface FairnessFigures {
  readonly probed: ProbeFigures
  /** A's mails a second meanwhile. */
  readonly perSecond: number | null
  readonly claimsPerMail: number | null
}

async function run(shape: Shape, options: FairnessOptions): Promise<FairnessFigures> {
  const stage = await arrange(sink => shape.arrangement(options.backlog, sink))
  const over = new AbortController()
  try {
    const meanwhile = shape.meanwhile?.(stage, over.signal)
    await pause(settleMs)
    const [mails, begun] = [await stage.sink.mails(), performance.now()]
    const probed = await probe(stage, {
      tries: options.tries,
      patienceMs,
      awaited: shape.judged ?? 'arrival',
    })
    const perSecond = shape.isRateShown
      ? await rate(stage, { mails: mails + probed.arrivedMs.length, begun })
      : null
    const claimsPerMail = shape.areClaimsCounted ? await claims(stage) : null
    over.abort()
    await meanwhile
    return { probed, perSecond, claimsPerMail }
  } finally {
    over.abort()
    await stage.stop()
  }
}

/** A's mails a second since then. */
async function rate({ sink }: Stage, { mails, begun }: Record<'mails' | 'begun', number>) {
  await pause(Math.max(0, begun + rateMs - performance.now()))
  return (((await sink.mails()) - mails) * 1000) / (performance.now() - begun)
}

/** How often entries were claimed, by each mail that was delivered. */
async function claims({ node, sink }: Stage): Promise<number> {
  const [row] = await node.db.query<{ claims: number }>(
    "select coalesce(sum(attempt), 0)::integer as claims from queue where kind = 'delivery'",
  )
  const mails = await sink.mails()
  return (row!.claims + mails) / mails
}

function rowOf(shape: Shape, { probed }: FairnessFigures, idleP99: number | null): Row {
  const values = shape.judged === 'answer' ? probed.answeredMs : probed.arrivedMs
  const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)]
  const figure = `p50 ${seconds(p50)}, p99 ${seconds(p99)}`
  if (idleP99 === null) return { name: shape.name, figure, bar: 'control', isMet: true }
  const isAgainstIdle = shape.judged === undefined
  const bar = shape.barMs ?? (isAgainstIdle ? Math.min(barMs, 2 * idleP99 + 250) : barMs)
  return { name: shape.name, figure, bar: `p99 ≤ ${seconds(bar)}`, isMet: p99 <= bar }
}

function sideRows(shape: Shape, found: FairnessFigures, rates: ReadonlyMap<string, number>): Row[] {
  const rows: Row[] = []
  if (found.claimsPerMail !== null) {
    const figure = `${found.claimsPerMail.toFixed(2)} claims per mail`
    rows.push({ name: '', figure, bar: '≤ 2', isMet: found.claimsPerMail <= 2 })
  }
  if (found.perSecond === null) return rows
  const without = rates.get('due to 50 fast domains')
  const isMixed = shape.name.startsWith('the same')
  const min = isMixed && without !== undefined ? without * 0.9 : 0
  const bar = min > 0 ? `≥ ${min.toFixed(0)}/s` : 'no bar'
  const figure = `A's own: ${found.perSecond.toFixed(0)}/s`
  rows.push({ name: '', figure, bar, isMet: found.perSecond >= min })
  return rows
}

function alike({ projects, min, max }: Awaited<ReturnType<typeof servedAlike>>): Row {
  const figure = `least ${min}, most ${max}`
  const isMet = min >= max * 0.9
  return { name: `${projects} projects, most and least served`, figure, bar: '≥ 90 %', isMet }
}

const seconds = (ms: number): string =>
  ms === Number.POSITIVE_INFINITY ? 'never' : `${(ms / 1000).toFixed(3)} s`

function tell({ name, figure, bar, isMet }: Row): void {
  console.log(`${isMet ? ' ' : '✗'} ${name.padEnd(42)} ${figure.padEnd(32)} ${bar}`)
}
