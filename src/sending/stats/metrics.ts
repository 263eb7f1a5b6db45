/**
 * What a monitoring system asks of a node, in Prometheus' text format 0.0.4: what became of email and
 * of posts, calls and how long they took, what waits in the queue, what this process uses. Nothing
 * names an account, a project or an address: the page needs no key.
 */
import { statfs } from 'node:fs/promises'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricValueWithName,
  Registry,
} from '@prometheus-io/client'
import type { World } from '#kernel/world/world.ts'
import { type CertificateCounts, certificateCounts } from '#platform/certificates/status.ts'
import { postCounter } from '#platform/webhooks/settle.ts'
import { unloggedCounter } from '#tenants/requests/request-log.ts'
import type { GroupStatus } from '../delivery/shape.ts'
import { eventCounter } from '../timeline/count.ts'
import { oldestWrite } from './oldest-write.ts'
import { type KindDepth, kindDepths, restsAfterCount } from './queue-store.ts'

/** One metric as the operator's page shows it. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
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

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const cacheTtlMs = 5_000

interface DatabaseState {
  readonly depths: readonly KindDepth[]
  readonly oldestWriteMs: number
  /** null: they do not come by themselves. */
  readonly certificates: CertificateCounts | null
}

type Outside = Pick<World, 'db' | 'clock' | 'log' | 'runtime' | 'settings' | 'siblings'>

/** What the processes of a service tell each other. */
const topic = 'metrics'

export function createMetrics(
  world: Outside,
  lanes: () => readonly GroupStatus[],
  /** Of this program. */
  version: () => Promise<string>,
): Metrics {
  const { siblings } = world
  /** Of the installation: the same, whichever process is asked. */
  const registry = new Registry()
  /** Of this process. */
  const own = siblings ? new Registry() : registry
  if (siblings) own.setDefaultLabels({ process: String(siblings.number) })
  const { calls, timings } = counted(world, own)
  const gauges = gaugesOf(registry, own)
  const startedAt = world.clock.now()
  const readState = stateReader(world)
  let isWatching = false

  function lookAtProcess(): void {
    // Watching the process takes timers of its own, which nobody has who does not ask.
    if (!isWatching) collectDefaultMetrics({ register: own })
    isWatching = true
    const now = world.clock.now()
    gauges.uptime.set((now - startedAt) / 1000)
    showLanes(gauges, lanes(), now)
  }

  async function lookAtAll(): Promise<void> {
    gauges.build.set({ version: await version(), node: process.version }, 1)
    const state = await readState()
    const now = world.clock.now()
    gauges.up.set(state === null ? 0 : 1)
    gauges.full.set(world.db.isFull === true ? 1 : 0)
    gauges.oldestWrite.set((state?.oldestWriteMs ?? 0) / 1000)
    showQueue(gauges, state?.depths ?? [], now)
    showCertificates(gauges, state?.certificates ?? null, now)
    await showDisk(gauges, world.settings.MALOTE_DATA_DIR)
  }

  siblings?.tell(topic, () => {
    lookAtProcess()
    return own.getMetricsAsJSON()
  })

  /** Of this process and of those beside it. */
  async function look(): Promise<Registry> {
    lookAtProcess()
    await lookAtAll()
    if (!siblings) return registry
    const others = (await siblings.ask(topic)).answers as MetricFamily[][]
    return together([await registry.getMetricsAsJSON(), await own.getMetricsAsJSON(), ...others])
  }

  return {
    observe({ route, status, durationMs }) {
      calls.inc({ route, status: String(status) })
      timings.observe({ route }, durationMs / 1000)
    },
    async families() {
      return (await (await look()).getMetricsAsJSON()).map(familyOf)
    },
    async text() {
      return (await look()).metrics()
    },
  }
}

/** What is counted as it happens. */
function counted(world: Outside, own: Registry) {
  for (const part of [eventCounter, postCounter, unloggedCounter]) {
    own.registerMetric(world.runtime.get(part, undefined))
  }
  const calls = new Counter({
    name: 'malote_http_requests_total',
    help: 'Answered calls of the public API.',
    labelNames: ['route', 'status'],
    registers: [own],
  })
  const timings = new Histogram({
    name: 'malote_http_request_duration_seconds',
    help: 'From the first header to the answer.',
    labelNames: ['route'],
    buckets,
    registers: [own],
  })
  return { calls, timings }
}

/**
 * Those of one name together. Nothing is summed, since each sample says its process: the figures of
 * one that falls would be missing in the sum, and come back as if all of them had happened anew.
 */
function together(tellings: readonly (readonly MetricFamily[])[]): Registry {
  const families = new Map<string, MetricFamily>()
  for (const told of tellings.flat()) {
    const before = families.get(told.name)?.values ?? []
    // What is no number does not go over a channel.
    const values = [...before, ...told.values.filter(one => Number.isFinite(one.value))]
    families.set(told.name, { ...told, values, aggregator: 'first' })
  }
  return Registry.aggregate([[...families.values()]])
}

/**
 * As of a few seconds ago, or minutes where very much waits: it reads the whole queue. null: the
 * database did not answer.
 */
function stateReader(world: Outside): () => Promise<DatabaseState | null> {
  let state: DatabaseState | null = { depths: [], oldestWriteMs: 0, certificates: null }
  let askAgainAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = world.clock.monotonic()
    if (now < askAgainAt) return state
    askAgainAt = Number.POSITIVE_INFINITY
    try {
      const depths = await kindDepths(world.db, new Date(world.clock.now()))
      const oldestWriteMs = (await oldestWrite(world))?.ageMs ?? 0
      state = { depths, oldestWriteMs, certificates: await certificateCounts(world) }
      const tookMs = world.clock.monotonic() - now
      askAgainAt = now + Math.max(cacheTtlMs, tookMs * restsAfterCount)
    } catch (error) {
      world.log.warn({ error: String(error) }, 'the database could not be asked for the metrics')
      // However long it took to fail, it is asked again soon, and is away until then.
      state = null
      askAgainAt = world.clock.monotonic() + cacheTtlMs
    }
    return state
  }
}

type Gauges = ReturnType<typeof gaugesOf>

function gaugesOf(registry: Registry, own: Registry) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name, help, labelNames, registers: [registry] })
  const ownGauge = (name: string, help: string) => new Gauge({ name, help, registers: [own] })
  return {
    build: gauge('malote_build_info', 'Always 1; what runs here.', ['version', 'node']),
    up: gauge('malote_up', 'Whether the database answers.'),
    full: gauge('malote_database_full', 'Whether writes find no room on the disk of the database.'),
    uptime: ownGauge('malote_uptime_seconds', 'Since this node started.'),
    oldestWrite: gauge(
      'malote_database_oldest_write_seconds',
      'For how long the oldest transaction that writes has been open; lists show nothing newer.',
    ),
    waiting: gauge('malote_queue_waiting', 'Entries in the queue.', ['kind']),
    due: gauge('malote_queue_due', 'Entries that could be worked on now.', ['kind']),
    oldestDue: gauge(
      'malote_queue_oldest_due_seconds',
      'For how long the oldest entry has been due.',
      ['kind'],
    ),
    destinations: ownGauge(
      'malote_destinations',
      'Groups of receiving servers that this node knows.',
    ),
    paused: ownGauge('malote_destinations_paused', 'Of those: paused by their own answers.'),
    slowed: ownGauge('malote_destinations_slowed', 'Of those: slowed down by their own answers.'),
    inHand: ownGauge('malote_deliveries_in_hand', 'Deliveries under way on this node.'),
    certificates: gauge(
      'malote_certificates',
      'Names with a certificate by ACME, by whether it holds, its renewal fails, or there is none that holds.',
      ['state'],
    ),
    certificateEnd: gauge(
      'malote_certificate_ends_seconds',
      'Until the first certificate by ACME ends.',
    ),
    diskFree: gauge('malote_disk_free_bytes', 'Free where the data folder is.'),
  }
}

function showQueue(gauges: Gauges, depths: readonly KindDepth[], now: number): void {
  for (const gauge of [gauges.waiting, gauges.due, gauges.oldestDue]) gauge.reset()
  for (const { kind, waiting, due, oldest } of depths) {
    gauges.waiting.set({ kind }, waiting)
    gauges.due.set({ kind }, due)
    gauges.oldestDue.set({ kind }, Math.max(0, (now - oldest.getTime()) / 1000))
  }
}

function showLanes(gauges: Gauges, lanes: readonly GroupStatus[], now: number): void {
  const paused = lanes.filter(lane => lane.pausedUntil !== null && lane.pausedUntil > now)
  gauges.destinations.set(lanes.length)
  gauges.paused.set(paused.length)
  gauges.slowed.set(lanes.filter(lane => lane.factor < 1).length)
  gauges.inHand.set(lanes.reduce((sum, lane) => sum + lane.inHand, 0))
}

/** Where they do not come by themselves there are none. */
function showCertificates(gauges: Gauges, counts: CertificateCounts | null, now: number): void {
  const endsAt = counts?.firstEndsAt ?? null
  if (endsAt === null) gauges.certificateEnd.remove()
  else gauges.certificateEnd.set((endsAt - now) / 1000)
  for (const state of ['good', 'failing', 'missing'] as const) {
    gauges.certificates.set({ state }, counts?.[state] ?? 0)
  }
}

/** A node on a database of its own may have no such folder: then nothing is said of it. */
async function showDisk({ diskFree }: Gauges, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: null, bsize: 0 }))
  if (bavail === null) diskFree.remove()
  else diskFree.set(bavail * bsize)
}

type MetricFamily = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

function familyOf({ name, help, type, values }: MetricFamily): Family {
  return {
    name,
    help,
    type: String(type),
    // Of what has not been measured yet there is no number.
    samples: values
      .filter(one => Number.isFinite(one.value))
      .map(one => {
        const { metricName = name } = one as Partial<MetricValueWithName<string>>
        const suffix = metricName.slice(name.length)
        // The types promise labels, but a sample without any may have none.
        const labels = Object.entries(one.labels ?? {}).map(([key, label]) => [key, String(label)])
        return {
          ...(suffix === '' ? {} : { suffix }),
          labels: Object.fromEntries(labels),
          value: one.value,
        }
      }),
  }
}
