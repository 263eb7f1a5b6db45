/**
 * What a strike did, by what was answered, by the rows of the database and by the letters at the
 * receiver. Lost: acknowledged, and there is no row or no letter. Doubled: a second letter; it must
 * have an attempt that the timeline calls `uncertain`. Denied: "not processed" of what has a row.
 */
import { type Db, isDatabaseAway } from '#kernel/world/db.ts'
import { readLanded } from '../../crash/judged.ts'
import { pause } from '../../crash/nodes.ts'
import type { Probe } from './prober.ts'
import type { Stage } from './stage.ts'

export interface Judgement {
  readonly outageMs: number
  readonly posts: number
  readonly accepted: number
  readonly lost: readonly number[]
  /** Without a letter so far, and still waiting to be sent. */
  readonly late: readonly number[]
  readonly doubled: readonly number[]
  /** Of the doubled: what no open attempt explains. */
  readonly unexplained: readonly number[]
  /** Keys that became several emails. */
  readonly several: readonly number[]
  readonly denied: readonly number[]
  /** Without a key, and not accepted. */
  readonly refused: number
  /** What these were answered, and how often. */
  readonly answers: Readonly<Record<string, number>>
  /** Of these: there is a row, and the answer does not deny it. */
  readonly unclear: number
  /** With a key, and not accepted within a minute. */
  readonly impatient: number
}

/** What is known of emails by their X-id. */
export interface Ground {
  readonly rows: ReadonlyMap<number, number>
  readonly letters: ReadonlyMap<number, number>
  readonly uncertain: ReadonlyMap<number, number>
  /** What nodes have still to send. */
  readonly waiting: ReadonlyMap<number, number>
}

const isDenial = /not processed|não foi processada/

/** `from`, `to`: between which the strike lies; the probes were begun before `to`. */
export function judge(
  probes: readonly Probe[],
  { rows, letters, uncertain, waiting }: Ground,
  { from, to }: Span,
): Judgement {
  const own = probes.filter(one => one.begunAt >= from && one.begunAt <= to)
  const has = (where: ReadonlyMap<number, number>, { x }: Probe): number => where.get(x) ?? 0
  const accepted = own.filter(one => one.status === 202)
  const absent = accepted.filter(one => has(rows, one) === 0 || has(letters, one) === 0)
  const rest = own.filter(one => one.status !== 202)
  const refused = rest.filter(one => !one.hasKey)
  const doubled = own.filter(one => has(letters, one) > 1)
  const written = refused.filter(one => has(rows, one) > 0)
  const xs = (some: readonly Probe[]): number[] => some.map(one => one.x)
  return {
    outageMs: outageOf(probes, from, to),
    posts: own.length,
    accepted: accepted.length,
    lost: xs(absent.filter(one => has(rows, one) === 0 || has(waiting, one) === 0)),
    late: xs(absent.filter(one => has(rows, one) > 0 && has(waiting, one) > 0)),
    doubled: xs(doubled),
    unexplained: xs(doubled.filter(one => has(uncertain, one) < has(letters, one) - 1)),
    several: xs(own.filter(one => has(rows, one) > 1)),
    denied: xs(written.filter(one => isDenial.test(one.text))),
    refused: refused.length,
    answers: countedAnswers(refused),
    unclear: written.filter(one => !isDenial.test(one.text)).length,
    impatient: rest.filter(one => one.hasKey).length,
  }
}

function countedAnswers(refused: readonly Probe[]): Record<string, number> {
  const words = refused.map(({ status, text }) => {
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'of the balancer'
    return status === 0
      ? 'no answer'
      : `${status} ${code}${/not known|não se sabe/.test(text) ? ' (unknown)' : ''}`
  })
  return Object.fromEntries(
    [...Map.groupBy(words, one => one)].map(([word, all]) => [word, all.length]),
  )
}

/** The longest time in which nothing was accepted; what is still open at the end counts until then. */
function outageOf(probes: readonly Probe[], from: number, to: number): number {
  const times = probes
    .filter(one => one.status === 202 && one.endedAt! >= from && one.endedAt! <= to)
    .map(one => one.endedAt!)
    .sort((a, b) => a - b)
  const marks = [from, ...times, to]
  return Math.max(...marks.slice(1).map((at, i) => at - marks[i]!))
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** A node's mail waits for its leases when it dies, and for others on a machine that is busy. */
const landingMs = 900_000
const askingMs = 60_000

/** When nothing waits to be sent any more; what waits for longer is lost. */
export async function landed({ db, sinkLog }: Stage): Promise<Ground> {
  const deadline = Date.now() + landingMs
  for (;;) {
    const ground = await groundOf(db, sinkLog)
    if (ground.waiting.size === 0) return ground
    if (Date.now() > deadline) return { ...ground, waiting: new Map() }
    await pause(1_000)
  }
}

const xOf = `(e.metadata ->> 'x')::integer as x`

/** The letters last: what is on its way while the database is asked has one by then, or waits. */
export async function groundOf(db: Db, sinkLog: string): Promise<Ground> {
  const waiting = await countedBy(
    db,
    `select ${xOf}, count(*) from emails e where exists (
       select from queue q where q.project_id = e.project_id and q.subject = e.id
         and q.kind = 'delivery') group by 1`,
  )
  const rows = await countedBy(db, `select ${xOf}, count(*) from emails e group by 1`)
  const uncertain = await countedBy(
    db,
    `select ${xOf}, count(*)
     from emails e join events v on v.project_id = e.project_id and v.email_id = e.id
     where v.details ->> 'uncertain' = 'true' group by 1`,
  )
  const letters = Map.groupBy(await readLanded(sinkLog), one => one.x)
  return {
    waiting,
    rows,
    uncertain,
    letters: new Map([...letters].map(([x, all]) => [x, all.length])),
  }
}

/** A primary that steps down behind a strike ends the connection on which it is asked. */
async function countedBy(db: Db, statement: string): Promise<Map<number, number>> {
  const deadline = Date.now() + askingMs
  const ask = (): Promise<{ x: number; count: number }[]> =>
    db.query<{ x: number; count: number }>(statement).catch(async error => {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error
      await pause(1_000)
      return ask()
    })
  const found = await ask()
  return new Map(found.map(({ x, count }) => [x, Number(count)]))
}
