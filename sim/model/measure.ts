/**
 * What the model is fitted from and held against: the real thing, by the stage of the benchmark. Every
 * figure is processor time or a count, which a busy machine changes little; time by the clock is told
 * beside what of the machine was to be had, and speed in RSA signatures of the same minutes.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Db } from '#kernel/world/db.ts'
import { median } from '../../bench/median.ts'
import {
  load,
  type Node,
  type OtherProcess,
  pause,
  type Sink,
  settled,
  startNode,
  startSink,
} from '../../bench/node.ts'
import { familySeconds } from '../../bench/processes.ts'

/** What a stretch of work took. */
export interface Sample {
  /** Accepting alone, delivering what waits, both at once, or nothing. */
  readonly what: 'accept' | 'deliver' | 'both' | 'idle'
  readonly nodes: number
  /** Calls at a time, of all nodes together. */
  readonly callers: number
  /** MALOTE_DELIVERY_CONCURRENCY. */
  readonly conversations: number
  readonly emails: number
  readonly seconds: number
  /** That wrote something. */
  readonly transactions: number
  readonly logBytes: number
  readonly nodeSeconds: number
  readonly databaseSeconds: number
  /** Of the load, the sink and this process. */
  readonly besideSeconds: number
  /** Cores that others on the machine left to all of these. */
  readonly cores: number
}

interface Reading {
  readonly at: number
  readonly transactions: number
  readonly logBytes: number
  readonly node: number
  readonly database: number
  readonly all: number
  readonly machineBusy: number
}

type Stage = Pick<Node, 'db' | 'postmaster'> & { readonly pids: readonly number[] }

async function read(stage: Stage): Promise<Reading> {
  const { db, postmaster, pids } = stage
  const counted = await counts(db)
  const [all, database, ...nodes] = await Promise.all(
    [process.pid, postmaster, ...pids].map(familySeconds),
  )
  const node = nodes.reduce((sum, one) => sum + one, 0)
  const machineBusy = busySeconds()
  return { at: performance.now(), ...counted, node, database: database!, all: all!, machineBusy }
}

/** Transactions that write have a number each; looking at the next one takes none. */
async function counts(db: Db): Promise<{ transactions: number; logBytes: number }> {
  const [row] = await db.query<{ transactions: number; logBytes: number }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions,
       (pg_current_wal_insert_lsn() - '0/0')::float8 as "logBytes"`,
  )
  return row!
}

/** Of all cores since the machine started, see proc(5). */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number)
  return (user! + nice! + system! + irq! + softirq! + steal!) / 100
}

type Workload = Pick<Sample, 'what' | 'nodes' | 'callers' | 'conversations' | 'emails'>

function between(asked: Workload, before: Reading, after: Reading): Sample {
  const seconds = (after.at - before.at) / 1000
  const nodeSeconds = after.node - before.node
  const databaseSeconds = after.database - before.database
  const ours = after.all - before.all
  const others = Math.max(0, after.machineBusy - before.machineBusy - ours)
  return {
    ...asked,
    seconds,
    transactions: after.transactions - before.transactions,
    logBytes: after.logBytes - before.logBytes,
    nodeSeconds,
    databaseSeconds,
    besideSeconds: Math.max(0, ours - nodeSeconds - databaseSeconds),
    cores: Math.max(0.1, cpus().length - others / seconds),
  }
}

interface PartSamples {
  readonly samples: readonly Sample[]
  readonly flushMs: number
}

/** Accepted without delivery, then delivered from the queue, then at rest; each by itself. */
export async function measureParts(
  callers: number,
  conversations: number,
  emails: number,
): Promise<PartSamples> {
  const sink = await startSink()
  const alone = { serviceSettings: { MALOTE_PROCESSES: '1' } }
  const node = await startNode(sink, 'api', true, alone)
  const of = { nodes: 1, callers, conversations, emails }
  const samples: Sample[] = []
  try {
    const flushMs = await measureCommit(node)
    // V8 has compiled what is hot by then, and these are delivered while the other node warms up.
    await load(node, callers, emails)
    const accepting = { ...node, pids: [node.pid] }
    const before = await read(accepting)
    await load(node, callers, emails, { first: emails })
    samples.push(between({ ...of, what: 'accept' }, before, await read(accepting)))
    const carrier = await node.join({
      MALOTE_ROLES: 'deliver,webhooks',
      MALOTE_DELIVERY_CONCURRENCY: String(conversations),
    })
    samples.push(await measureDelivery({ node, carrier, sink }, of))
    samples.push(await measureRest({ ...node, pids: [node.pid, carrier.pid] }, 2))
    return { samples, flushMs }
  } finally {
    await node.stop()
    sink.stop()
  }
}

const restMs = 6_000

async function measureRest(stage: Stage, nodes: number): Promise<Sample> {
  const before = await read(stage)
  await pause(restMs)
  const of = { what: 'idle', nodes, callers: 0, conversations: 0, emails: 0 } as const
  return between(of, before, await read(stage))
}

interface Delivering {
  readonly node: Node
  readonly carrier: OtherProcess
  readonly sink: Sink
}

/** From the moment at which the first half has gone. */
async function measureDelivery(
  { node, carrier, sink }: Delivering,
  of: Omit<Workload, 'what'>,
): Promise<Sample> {
  const total = 2 * of.emails
  let gone = 0
  for (let n = 0; gone < of.emails; n++) {
    if (n > 20_000) throw new Error(`only ${gone} of ${total} have gone`)
    await pause(10)
    const { mails, posts } = await sink.counts()
    gone = (mails + posts) / 2
  }
  const stage = { ...node, pids: [carrier.pid] }
  const before = await read(stage)
  await settled(sink, total)
  await pause(300)
  return between({ ...of, what: 'deliver', emails: total - gone }, before, await read(stage))
}

/** POST to webhook, by so many nodes that share the calls. */
export async function measureWhole(
  nodes: number,
  callers: number,
  emails: number,
): Promise<Sample> {
  const sink = await startSink()
  const alone = { serviceSettings: { MALOTE_PROCESSES: '1' } }
  const node = await startNode(sink, 'api,deliver,webhooks', true, alone)
  try {
    const all: OtherProcess[] = [node]
    while (all.length < nodes) all.push(await node.join({}))
    const round = async (first: number, each: number): Promise<void> => {
      await Promise.all(
        all.map((one, n) => load(one, callers / nodes, each, { first: first + n * each })),
      )
      await settled(sink, first + nodes * each)
    }
    // As many for each node as the parts were measured after.
    await round(0, emails)
    const stage = { ...node, pids: all.map(one => one.pid) }
    const before = await read(stage)
    await round(nodes * emails, emails / nodes)
    const of = { what: 'both', nodes, callers, conversations: 200, emails } as const
    return between(of, before, await read(stage))
  } finally {
    await node.stop()
    sink.stop()
  }
}

/** RSA-2048 signatures in a second of one core's time. */
export function measureSignatures(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const bytes = Buffer.alloc(512, 'm')
  for (let n = 0; n < 200; n++) sign('sha256', bytes, privateKey)
  const count = 1_500
  const before = process.cpuUsage()
  for (let n = 0; n < count; n++) sign('sha256', bytes, privateKey)
  const { user, system } = process.cpuUsage(before)
  return (count * 1e6) / (user + system)
}

/** What one who commits alone waits for, ms: the middle one of many. */
async function measureCommit({ db }: Pick<Node, 'db'>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < 300; n++) {
    const begun = performance.now()
    await db.query(`select pg_logical_emit_message(true, 'model', '')`)
    all.push(performance.now() - begun)
  }
  return median(all)
}
