/**
 * What the fairness bench stands on: a node with two projects, of which A has much waiting and B
 * sends single emails, and servers of every kind (fairness-sink.ts).
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { type Backlog, writeBacklog as writeBacklogOf } from '../test/support/backlog.ts'
import type { Zones } from '../test/support/dns-server.ts'
import { atEnd } from './leaving.ts'
import { html, text } from './letter.ts'
import { addProject, type Node, pause, startNode } from './node.ts'

export interface FairnessSink {
  readonly smtp: number
  readonly http: number
  /** Mails taken so far. */
  mails(): Promise<number>
  /** When a probe arrived; null after `timeoutMs`. */
  arrival(probe: string, timeoutMs: number): Promise<number | null>
  stop(): void
}

export async function startFairnessSink(): Promise<FairnessSink> {
  const file = path.join(import.meta.dirname, 'fairness-sink.ts')
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const arrivals = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  const counts: ((mails: number) => void)[] = []
  let began: (ports: { smtp: number; http: number }) => void
  const ports = new Promise<{ smtp: number; http: number }>(resolve => {
    began = resolve
  })
  createInterface({ input: child.stdout! }).on('line', line => {
    const said = JSON.parse(line)
    if ('smtp' in said) began(said)
    else if ('mails' in said) counts.shift()?.(said.mails)
    else {
      arrivals.set(said.probe, said.at)
      waiting.get(said.probe)?.(said.at)
    }
  })
  const end = atEnd(async () => void child.stdin!.end())
  return {
    ...(await ports),
    mails: () =>
      new Promise(resolve => {
        counts.push(resolve)
        child.stdin!.write('?\n')
      }),
    arrival: (probe, timeoutMs) =>
      new Promise(resolve => {
        const known = arrivals.get(probe)
        if (known !== undefined) return resolve(known)
        const timer = setTimeout(() => resolve(null), timeoutMs)
        waiting.set(probe, at => {
          clearTimeout(timer)
          resolve(at)
        })
      }),
    stop: () => void end(),
  }
}

export interface Sender {
  readonly projectId: Uuid
  readonly key: string
  readonly from: string
}

export interface Arrangement {
  /** A's projects; one unless said. */
  readonly senders?: number
  readonly zones?: Zones
  readonly settings?: Readonly<Record<string, string>>
  /** What A has waiting when the node starts. */
  readonly waiting?: (stage: {
    world: World
    senders: readonly Sender[]
    b: Sender
  }) => Promise<void>
}

export interface Stage {
  readonly node: Node
  readonly sink: FairnessSink
  readonly senders: readonly Sender[]
  readonly b: Sender
  stop(): Promise<void>
}

export async function arrange(of: (sink: FairnessSink) => Arrangement): Promise<Stage> {
  const sink = await startFairnessSink()
  const { senders: count = 1, ...more } = of(sink)
  const senders: Sender[] = []
  let b: Sender | undefined
  const node = await startNode(sink, 'api,deliver,webhooks', false, {
    zones: { 'b-dest.test': { A: ['127.0.0.1'] }, ...more.zones },
    settings: { MALOTE_RETRY_HOURS: '72', ...more.settings },
    async prepare(world) {
      await ensurePartitions(world)
      b = await addProject(world, 'project-b')
      for (let i = 0; i < count; i++) senders.push(await addProject(world, `project-a${i}`))
      await more.waiting?.({ world, senders, b })
    },
  })
  return {
    node,
    sink,
    senders,
    b: b!,
    async stop() {
      await node.stop()
      sink.stop()
    },
  }
}

export const writeBacklog = (world: World, backlog: Omit<Backlog, 'content'>): Promise<void> =>
  writeBacklogOf(world, { ...backlog, content: { html, text } })

export interface Probing {
  readonly tries: number
  /** Beyond it a probe counts as never arrived. */
  readonly patienceMs: number
  /** What is waited for before the next. */
  readonly awaited: 'arrival' | 'answer' | 'webhook'
}

export interface ProbeFigures {
  /** From the call to the arrival; infinite for what did not arrive. */
  readonly arrivedMs: readonly number[]
  readonly answeredMs: readonly number[]
}

/** B sends single emails, one after the other. */
export async function probe(stage: Stage, probing: Probing): Promise<ProbeFigures> {
  const { node, b, sink } = stage
  const arrivedMs: number[] = []
  const answeredMs: number[] = []
  for (let i = 0; i < probing.tries; i++) {
    const subject = `Probe ${i}`
    const begun = Date.now()
    const answer = await fetch(`http://127.0.0.1:${node.port}/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${b.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: b.from, to: ['ana@b-dest.test'], subject, text: 'Oi' }),
    })
    if (answer.status !== 202) throw new Error(`a probe was refused: ${await answer.text()}`)
    answeredMs.push(Date.now() - begun)
    const { id } = (await answer.json()) as { id: string }
    if (probing.awaited === 'answer') continue
    const name = probing.awaited === 'webhook' ? id : subject
    const at = await sink.arrival(name, probing.patienceMs)
    arrivedMs.push(at === null ? Number.POSITIVE_INFINITY : at - begun)
    // Who is not served in three tries is not served.
    if (arrivedMs.length >= 3 && arrivedMs.slice(-3).every(ms => ms === Number.POSITIVE_INFINITY))
      break
    await pause(50)
  }
  return { arrivedMs, answeredMs }
}
