/**
 * The inside of `npm run failover -- --cluster` (start.ts): strikes a cluster under load and says
 * after each, and in a table at the end, what a customer noticed and whether anything was lost.
 *
 *     node sim/failover/cluster/run.ts FOLDER --strikes N --seed N …      FOLDER/state is in memory
 */
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { optionsOf } from '../../../scripts/options.ts'
import { type Chance, createChance } from '../../world/random.ts'
import { changes } from './changes.ts'
import { type Ground, groundOf, judge, landed, type Span } from './judge.ts'
import { type Prober, startProber } from './prober.ts'
import { refusalOf, type Stage, setStage } from './stage.ts'
import { control, drawStrikes, type Strike, strikes } from './strikes.ts'
import { missesOf, type StrikeReport, tableOf } from './table.ts'

const { values, positionals } = optionsOf(import.meta.url, {
  allowPositionals: true,
  options: {
    strikes: { type: 'string', default: '24' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    nodes: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    control: { type: 'boolean', default: false },
    changes: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const leaseSeconds = 20

async function main(): Promise<number> {
  const folder = positionals[0]!
  const logs = path.join(folder, 'logs')
  mkdirSync(logs)
  const chance = createChance(values.seed)
  const drawn = drawStrikes(chance, Number(values.strikes), among())
  console.log(`seed ${values.seed}: ${drawn.length} strikes`)
  const stage = await setStage({
    state: path.join(folder, 'state'),
    logs,
    nodes: Number(values.nodes),
    isAsynchronous: values.control,
    leaseSeconds,
  })
  if (values.control) console.log(`A start says: ${await refusalOf(stage)}`)
  const prober = startProber(stage.way)
  await prober.accepted(0)
  const acts =
    values.changes && values.only === '' && !values.control ? [...drawn, ...changes] : drawn
  const { spans, broken } = await strikeAll(acts, { stage, prober, chance })
  await prober.stop()
  const ground = await landed(stage)
  const told = spans.map(span => reportOf(span, prober, ground))
  for (const line of tableOf(told)) console.log(line)
  if (values.control) return verdictOfControl(told)
  const misses = [...missesOf(told), ...broken]
  for (const miss of misses) console.log(`NOT MET  ${miss}`)
  if (misses.length === 0) console.log('Nothing that was acknowledged was lost.')
  return misses.length === 0 ? 0 : 1
}

/** A run that cannot see a loss proves nothing. */
function verdictOfControl(told: readonly StrikeReport[]): number {
  const lost = told.reduce((sum, one) => sum + one.lost.length, 0)
  console.log(
    lost > 0
      ? `The control has lost ${lost} acknowledged emails, as it must.`
      : 'NOT MET  the control has lost nothing, so this run proves nothing',
  )
  return lost > 0 ? 0 : 1
}

function among(): readonly Strike[] {
  if (values.control) return [control]
  if (values.only === '') return strikes
  const words = values.only.split(',')
  const found = strikes.filter(({ name }) => words.some(word => name.includes(word)))
  if (found.length > 0) return found
  throw new Error(`there is no such strike: ${strikes.map(({ name }) => name).join(', ')}`)
}

interface Site {
  readonly stage: Stage
  readonly prober: Prober
  readonly chance: Chance
}

interface StrikeSpan extends Span {
  readonly act: Strike
}

/** One after the other, whatever becomes of one. */
async function strikeAll(acts: readonly Strike[], site: Site) {
  const spans: StrikeSpan[] = []
  const broken: string[] = []
  for (const act of acts) {
    try {
      const span = await strike(act, site)
      spans.push(span)
      const ground = await groundOf(site.stage.db, site.stage.sinkLog)
      console.log(sentenceOf(reportOf(span, site.prober, ground)))
    } catch (error) {
      broken.push(`${act.name}: ${error instanceof Error ? error.message : String(error)}`)
      console.log(broken.at(-1))
    }
  }
  return { spans, broken }
}

async function strike(act: Strike, { stage, prober, chance }: Site): Promise<StrikeSpan> {
  await stage.database.healthy()
  const from = Date.now()
  await act.run(stage, chance)
  await prober.accepted(Date.now())
  await stage.database.healthy()
  const to = Date.now()
  await prober.answered(to)
  return { act, from, to }
}

function reportOf({ act, ...span }: StrikeSpan, { probes }: Prober, ground: Ground): StrikeReport {
  return { ...judge(probes, ground, span), kind: act.name, barSeconds: act.barSeconds }
}

function sentenceOf(told: StrikeReport): string {
  const { kind, outageMs, posts, accepted, lost, doubled, unexplained } = told
  const parts = [
    `${accepted} of ${posts} accepted, none for ${(outageMs / 1000).toFixed(1)} s`,
    `lost ${lost.length}, on their way ${told.late.length}`,
    `doubled ${doubled.length} (unexplained ${unexplained.length})`,
    `refused ${told.refused}${told.refused === 0 ? '' : ` ${JSON.stringify(told.answers)}`}`,
    `unclear ${told.unclear}`,
    `denied ${told.denied.length}`,
    `with a key and not accepted in a minute ${told.impatient}`,
  ]
  const at = new Date().toISOString().slice(11, 19)
  return `${at} load ${loadavg()[0]!.toFixed(0)}, ${kind}: ${parts.join(', ')}`
}

process.exit(await main())
