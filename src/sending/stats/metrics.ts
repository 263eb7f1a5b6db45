/**
 * What a monitoring system asks of a node, in Prometheus' text format 0.0.4: calls and how long they
 * took, what waits in the queue, what this process uses. Nothing names an account, a project or an
 * address: the page needs no key.
 */

import type { World } from '#kernel/world/world.ts'
import type { GroupStatus } from '../delivery/shape.ts'
import { oldestWrite } from './oldest-write.ts'
import { type KindDepth, kindDepths, restsAfterCount } from './queue-store.ts'

interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

interface Sample {
  /** Behind the family's name: `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One answer of the public API. */
export interface AnsweredCall {
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

export interface Metrics {
  /** Notes an answered call. */
  observe(answered: AnsweredCall): void
  families(): Promise<readonly Family[]>
  text(): Promise<string>
}

const bucketsMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const
const cacheTtlMs = 5_000

interface DatabaseState {
  readonly depths: readonly KindDepth[]
  readonly oldestWriteMs: number
}

interface Timing {
  readonly counts: number[]
  sum: number
  count: number
}

export function createMetrics(
  world: Pick<World, 'db' | 'clock' | 'log'>,
  lanes: () => readonly GroupStatus[],
): Metrics {
  const startedAt = world.clock.now()
  const calls = new Map<string, { route: string; status: string; count: number }>()
  const timings = new Map<string, Timing>()
  let state: DatabaseState = { depths: [], oldestWriteMs: 0 }
  let askAgainAt = Number.NEGATIVE_INFINITY

  /** As of a few seconds ago, or minutes where very much waits: it reads the whole queue. */
  async function currentState(): Promise<DatabaseState> {
    const now = world.clock.monotonic()
    if (now < askAgainAt) return state
    askAgainAt = Number.POSITIVE_INFINITY
    try {
      const depths = await kindDepths(world.db, new Date(world.clock.now()))
      state = { depths, oldestWriteMs: (await oldestWrite(world))?.ageMs ?? 0 }
    } finally {
      const tookMs = world.clock.monotonic() - now
      askAgainAt = now + Math.max(cacheTtlMs, tookMs * restsAfterCount)
    }
    return state
  }

  async function families(): Promise<readonly Family[]> {
    let isUp = 1
    const { depths, oldestWriteMs } = await currentState().catch(error => {
      world.log.warn({ error: String(error) }, 'the database could not be asked for the metrics')
      isUp = 0
      return { depths: [], oldestWriteMs: 0 }
    })
    return [
      gauge('malote_up', 'Whether the database answers.', isUp),
      gauge(
        'malote_uptime_seconds',
        'Since this node started.',
        (world.clock.now() - startedAt) / 1000,
      ),
      gauge(
        'malote_database_oldest_write_seconds',
        'For how long the oldest transaction that writes has been open; lists show nothing newer.',
        oldestWriteMs / 1000,
      ),
      ...queueFamilies(depths, world.clock.now()),
      ...laneFamilies(lanes(), world.clock.now()),
      callFamily([...calls.values()]),
      timingFamily(timings),
      ...processFamilies(),
    ]
  }

  return {
    observe({ route, status, durationMs }) {
      const key = `${route} ${status}`
      const call = calls.get(key) ?? { route, status: String(status), count: 0 }
      call.count++
      calls.set(key, call)
      const timing = timings.get(route) ?? { counts: bucketsMs.map(() => 0), sum: 0, count: 0 }
      timing.sum += durationMs / 1000
      timing.count++
      for (const [i, most] of bucketsMs.entries()) if (durationMs <= most) timing.counts[i]!++
      timings.set(route, timing)
    },
    families,
    text: async () => write(await families()),
  }
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ labels: {}, value }],
})

function queueFamilies(depths: readonly KindDepth[], now: number): Family[] {
  const of = (name: string, help: string, value: (depth: KindDepth) => number): Family => ({
    name,
    help,
    type: 'gauge',
    samples: depths.map(depth => ({ labels: { kind: depth.kind }, value: value(depth) })),
  })
  return [
    of('malote_queue_waiting', 'Entries in the queue.', depth => depth.waiting),
    of('malote_queue_due', 'Entries that could be worked on now.', depth => depth.due),
    of('malote_queue_oldest_due_seconds', 'For how long the oldest entry has been due.', depth =>
      Math.max(0, (now - depth.oldest.getTime()) / 1000),
    ),
  ]
}

function laneFamilies(lanes: readonly GroupStatus[], now: number): Family[] {
  const paused = lanes.filter(lane => lane.pausedUntil !== null && lane.pausedUntil > now)
  return [
    gauge('malote_destinations', 'Groups of receiving servers that this node knows.', lanes.length),
    gauge('malote_destinations_paused', 'Of those: paused by their own answers.', paused.length),
    gauge(
      'malote_destinations_slowed',
      'Of those: slowed down by their own answers.',
      lanes.filter(lane => lane.factor < 1).length,
    ),
    gauge(
      'malote_deliveries_in_hand',
      'Deliveries under way on this node.',
      lanes.reduce((sum, lane) => sum + lane.inHand, 0),
    ),
  ]
}

const callFamily = (
  calls: readonly { route: string; status: string; count: number }[],
): Family => ({
  name: 'malote_http_requests_total',
  help: 'Answered calls of the public API.',
  type: 'counter',
  samples: calls.map(({ route, status, count }) => ({ labels: { route, status }, value: count })),
})

const timingFamily = (timings: ReadonlyMap<string, Timing>): Family => ({
  name: 'malote_http_request_duration_seconds',
  help: 'From the first header to the answer.',
  type: 'histogram',
  samples: [...timings].flatMap(([route, { counts, sum, count }]) => [
    ...bucketsMs.map((most, i) => ({
      suffix: '_bucket',
      labels: { route, le: String(most / 1000) },
      value: counts[i]!,
    })),
    { suffix: '_bucket', labels: { route, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { route }, value: sum },
    { suffix: '_count', labels: { route }, value: count },
  ]),
})

function processFamilies(): Family[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_used_bytes', 'Of that: the heap in use.', heapUsed),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
  ]
}

function write(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ suffix = '', labels, value }) => `${name}${suffix}${braces(labels)} ${value}`,
        ),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n')
}

function braces(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${quoted(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const quoted = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
