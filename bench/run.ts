/**
 * `npm run bench`: what Malote costs and carries on this machine, all of it durable. Each figure is
 * measured on a fresh installation with its own PostgreSQL, with the load generator and the sink in
 * processes of their own on the same cores. Medians over `--runs N` (default 3, of campaigns 1).
 * `--only NAME` measures only one part; `--only pages` asks a browser how soon the dashboard shows and
 * answers (with `--place report` only places named so), `--only lists` how soon its list of emails
 * does. `--spans` and `--mail-log` switch these on end to end. The service is what `npm start` starts here, unless MALOTE_PROCESSES says how many
 * processes it is; `--only processes` measures one and two by turns.
 *
 * `--peers` measures other servers and Malote beside each other instead (docs/benchmark.md): at most
 * `--runs` rounds, as many as fit in `--minutes N`, with what it finds as JSON lines in `--raw FILE`;
 * `--quick` does a small part of it in two minutes. `--peers --docs FILE` measures nothing: it writes
 * such a file into the pages, with tables and pictures.
 */
import { cpus } from 'node:os'
import { readSettings } from '#kernel/base/config.ts'
import { thisMachine } from '#kernel/world/real/machine.ts'
import type { World } from '#kernel/world/world.ts'
import { optionsOf } from '../scripts/options.ts'
import { processCount } from '../src/boot/process-plan.ts'
import { billing } from './billing.ts'
import { besideBar, campaigns, meanwhile } from './campaign-table.ts'
import { besideListmonk } from './campaigns.ts'
import { startCollector } from './collector.ts'
import { contacts } from './contacts.ts'
import { fairness } from './fairness.ts'
import { leave } from './leaving.ts'
import { lists } from './lists.ts'
import { median } from './median.ts'
import {
  carry,
  cpuSeconds,
  load,
  type Node,
  residentMb,
  settled,
  startNode,
  startSink,
  warmUp,
} from './node.ts'
import { oneClick } from './one-click.ts'
import { pages } from './pages.ts'
import { peersPart } from './peers/part.ts'
import { ask, questions, seed } from './reads.ts'
import { rendering } from './rendering.ts'
import { oneConnection } from './round-trip.ts'
import { indexSeed, search, searches, seedSearched } from './search.ts'
import { sequences } from './sequences.ts'
import { rsaPerSecond } from './signing.ts'
import { traffic } from './traffic.ts'
import { written, writtenPer } from './written.ts'

const { values: options } = optionsOf(import.meta.url, {
  options: {
    runs: { type: 'string' },
    accepts: { type: 'string', default: '20000' },
    mails: { type: 'string', default: '10000' },
    emails: { type: 'string', default: '1000000' },
    searched: { type: 'string', default: '5000000' },
    searches: { type: 'string', default: '300' },
    projects: { type: 'string', default: '100000' },
    waiting: { type: 'string', default: '1000000' },
    lines: { type: 'string', default: '1000000' },
    backlog: { type: 'string', default: '50000' },
    tries: { type: 'string', default: '20' },
    shape: { type: 'string', default: '' },
    contacts: { type: 'string', default: '1000000' },
    enrollments: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '1,2' },
    only: { type: 'string' },
    place: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    raw: { type: 'string' },
    docs: { type: 'string' },
    spans: { type: 'boolean', default: false },
    'mail-log': { type: 'boolean', default: false },
  },
})
/** A run of campaigns is minutes. */
const runs = Number(options.runs ?? (options.only === 'campaigns' ? 1 : 3))
/** Of the service, where a part does not say otherwise. */
const hasConnections = !!process.env.MALOTE_DATABASE_CONNECTIONS
const count = processCount(readSettings(process.env), thisMachine(), hasConnections)

/** Flushes of the write-ahead log so far. */
async function flushes(node: Node): Promise<number> {
  const [row] = await node.db.query<{ flushes: number }>(
    "select coalesce(sum(fsyncs), 0)::integer as flushes from pg_stat_io where object = 'wal'",
  )
  return row!.flushes
}

/** Durable accepts over HTTP; nothing is delivered meanwhile. */
async function accepts(): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api', false)
  const total = Number(options.accepts)
  // Until V8 has compiled what is hot: a service runs longer than a few seconds.
  await load(node, 100, total)
  const flushed = await flushes(node)
  const writtenBefore = await written(node)
  const before = await cpuSeconds(node)
  const many = await load(node, 100, total)
  const after = await cpuSeconds(node)
  const flushedAfter = await flushes(node)
  const writtenAfter = await written(node)
  const one = await load(node, 1, 2_000)
  const rss = await residentMb(node.pid)
  await node.stop()
  sink.stop()
  if (many.refused + one.refused > 0) throw new Error(`${many.refused + one.refused} were refused`)
  return {
    'accepts/s, 100 connections': many.perSecond,
    'fsyncs per email': (flushedAfter - flushed) / total,
    'p99 ms': many.p99,
    'p50 ms': many.p50,
    'accepts/s, one caller': one.perSecond,
    'node µs per accept': ((after.node - before.node) / total) * 1e6,
    'database µs per accept': ((after.database - before.database) / total) * 1e6,
    ...writtenPer(total, writtenBefore, writtenAfter),
    'node peak MB': rss,
  }
}

/** POST → signed → SMTP to the sink → timeline settled → webhook posted. */
async function endToEnd(processes = String(count)): Promise<Record<string, number>> {
  const sink = await startSink()
  const collector = await startCollector()
  const serviceSettings = {
    MALOTE_PROCESSES: processes,
    ...(options.spans ? { MALOTE_OTLP_URL: collector.url } : {}),
    ...(options['mail-log'] ? { MALOTE_MAIL_LOG: 'domains', LOG_LEVEL: 'info' } : {}),
  }
  const node = await startNode(sink, 'api,deliver,webhooks', true, { serviceSettings })
  const total = Number(options.mails)
  const carried = await carry(node, sink, { warmUp, total })
  const { seconds, cpu } = carried
  const rss = await residentMb(node.pid)
  const counts = await sink.counts()
  await node.stop()
  sink.stop()
  collector.stop()
  if (options.spans && collector.batches === 0) throw new Error('no span has come')
  if (counts.different !== warmUp + total || counts.signed !== counts.mails) {
    throw new Error(`lost or without a signature: ${JSON.stringify(counts)}`)
  }
  return {
    'end to end emails/s': total / seconds,
    'CPU ms per email, node': (cpu.node / total) * 1000,
    'CPU ms per email, database': (cpu.database / total) * 1000,
    'CPU ms per email': ((cpu.node + cpu.database) / total) * 1000,
    ...writtenPer(total, carried.writtenBefore, carried.writtenAfter),
    'node peak MB': rss,
  }
}

/** The same by so many processes of one service, each in its turn. */
async function byProcesses(): Promise<Record<string, number>> {
  const found: [string, number][] = []
  for (const count of options.processes.split(',')) {
    for (const [figure, value] of Object.entries(await endToEnd(count))) {
      found.push([`${count}: ${figure}`, value])
    }
  }
  return Object.fromEntries(found)
}

/** One connection to a server far away: what the conversation costs, not the computing. */
async function roundTrip(): Promise<Record<string, number>> {
  return {
    'emails/s, one connection, 50 ms': await oneConnection({ roundTripMs: 50, emails: 100 }),
  }
}

const signingWall = (): Promise<Record<string, number>> =>
  Promise.resolve({ 'openssl RSA-2048 signatures/s': rsaPerSecond(3) })

/** The price of an email while many others wait for their time. */
async function growth(): Promise<Record<string, number>> {
  const few = await withWaiting(10_000)
  const many = await withWaiting(Number(options.waiting))
  return {
    'CPU ms per email, 10 k waiting': few.cpuMs,
    'CPU ms per email, 1 M waiting': many.cpuMs,
    ratio: many.cpuMs / few.cpuMs,
    'node MB, 1 M waiting': many.megabytes,
  }
}

async function withWaiting(waiting: number): Promise<{ cpuMs: number; megabytes: number }> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,deliver,webhooks', true)
  await node.db.query(
    `insert into queue (id, kind, project_id, subject, n, due_at, created_at)
     select gen_random_uuid(), 'delivery', $1, gen_random_uuid(), 0,
            $2::timestamptz + (i || ' ms')::interval, $3
     from generate_series(1, $4) as i`,
    [node.projectId, new Date(Date.now() + 3_600_000), new Date(), waiting],
  )
  await node.db.query('analyze queue')
  await load(node, 50, 500)
  await settled(sink, 500)
  const before = await cpuSeconds(node)
  await load(node, 100, 5_000)
  await settled(sink, 5_500)
  const after = await cpuSeconds(node)
  const megabytes = await residentMb(node.pid)
  await node.stop()
  sink.stop()
  return {
    cpuMs: ((after.node - before.node + after.database - before.database) / 5_000) * 1000,
    megabytes,
  }
}

/** What customers and the dashboard ask for, among a million emails and five million events. */
async function reads(): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api', false)
  const seeded = await seed(node, Number(options.emails), done =>
    process.stderr.write(`\r${done} of ${options.emails} emails written`),
  )
  process.stderr.write('\n')
  const asked = questions(seeded)
  await ask(node, asked, 40)
  const found = await ask(node, asked, 1_000)
  await node.stop()
  sink.stop()
  return found
}

/** What people type into the search box, among the emails of one project. */
async function searching(): Promise<Record<string, number>> {
  const sink = await startSink()
  const worlds: World[] = []
  const prepare = (world: World) => Promise.resolve(void worlds.push(world))
  const node = await startNode(sink, 'api', false, { prepare })
  const seeded = await seedSearched(node, Number(options.searched), done =>
    process.stderr.write(`\r${done} of ${options.searched} emails written`),
  )
  process.stderr.write('\n')
  const cost = await indexSeed(worlds[0]!, node, seeded.count)
  const asked = searches(seeded)
  await search(node, asked, 10)
  const found = await search(node, asked, Number(options.searches))
  await node.stop()
  sink.stop()
  return { ...cost, ...found }
}

/** The job that counts traffic, among projects that rest. */
async function counting(): Promise<Record<string, number>> {
  const sink = await startSink()
  const worlds: World[] = []
  const prepare = (world: World) => Promise.resolve(void worlds.push(world))
  const node = await startNode(sink, 'api', false, { prepare })
  const found = await traffic(worlds[0]!, node, Number(options.projects))
  await node.stop()
  sink.stop()
  return found
}

function tell(results: readonly Record<string, number>[]): void {
  for (const figure of Object.keys(results[0]!)) {
    const all = results.map(result => result[figure]!)
    const digits = figure.endsWith('ratio') ? 3 : 2
    const range = `${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)}`
    const value = median(all)
    const bar = besideBar(figure, value)
    console.log(`${figure.padEnd(46)} ${value.toFixed(digits).padStart(12)}   (${range})${bar}`)
  }
}

/** People among many; `--lines`: of the file that is imported. */
async function people(): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,jobs', false)
  try {
    return await contacts(node, Number(options.lines))
  } finally {
    await node.stop()
    await sink.stop()
  }
}

const figures: Record<string, (run: number) => Promise<Record<string, number>>> = {
  accepts,
  endToEnd: () => endToEnd(),
  processes: byProcesses,
  growth,
  roundTrip,
  signingWall,
  rendering,
  reads,
  search: searching,
  traffic: counting,
  contacts: people,
  oneClick,
  billing: run => billing(Number(options.mails), run),
  campaigns: () => campaigns(Number(options.contacts)),
  meanwhile: () => meanwhile(Number(options.contacts)),
  sequences: () => sequences(Number(options.enrollments), Number(options.people)),
}
/** Takes minutes: only when asked for. */
const long = [
  'processes',
  'reads',
  'search',
  'traffic',
  'contacts',
  'oneClick',
  'billing',
  'campaigns',
  'meanwhile',
  'sequences',
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void leave().then(() => process.exit(130)))
}
if (options.peers || options.only === 'peers') {
  const isGood = await peersPart(options).finally(leave)
  process.exit(isGood ? 0 : 1)
}
const processes = count === 1 ? 'one process' : `${count} processes`
console.log(
  `Malote bench: ${cpus().length} cores, ${processes}, ${runs} runs, medians (least to most)`,
)
try {
  for (const [name, measure] of Object.entries(figures)) {
    if (options.only ? options.only !== name : long.includes(name)) continue
    const results: Record<string, number>[] = []
    for (let i = 0; i < runs; i++) results.push(await measure(i))
    tell(results)
    if (name === 'campaigns') console.log(besideListmonk)
  }
  if (options.only === 'fairness') {
    const { backlog, tries, shape } = options
    await fairness({ backlog: Number(backlog), tries: Number(tries), shape })
  }
  if (options.only === 'lists') await lists(Number(options.emails))
  if (options.only === 'pages') {
    await pages({ emails: Number(options.emails), runs, place: options.place })
  }
  if (!options.only) {
    console.log('Beside Postfix with OpenDKIM and Haraka, installed for the run: add -- --peers')
  }
} finally {
  await leave()
}
process.exit(0)
