/**
 * Spans by OpenTelemetry's packages, to a collector that speaks OTLP over HTTP. They are loaded where
 * MALOTE_OTLP_URL is set and nowhere else. Ended spans wait in memory, up to a number, and go in
 * batches; a collector that is away costs them, said once.
 */
import type { Context, SpanContext, SpanKind } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Settings } from '../../base/config.ts'
import { type KeptTrace, keptTrace, openTrace } from '../../base/trace-context.ts'
import type { NewSpan, OpenSpan, Tracing } from '../tracing.ts'
import type { Log } from '../world.ts'

type TracingSettings = Pick<Settings, 'MALOTE_OTLP_URL' | 'MALOTE_OTLP_SHARE' | 'MALOTE_HOSTNAME'>

/** Ended and not sent yet: two seconds of a node that is at its limit; further ones are lost. */
const maxWaiting = 8_192
const maxBatch = 512
const restMs = 2_000
const exportTimeoutMs = 5_000
/** What the collector said, of which there may be pages. */
const maxWordsChars = 300

const load = async () => ({
  ...(await import('@opentelemetry/api')),
  ...(await import('@opentelemetry/exporter-trace-otlp-proto')),
  ...(await import('@opentelemetry/resources')),
  ...(await import('@opentelemetry/sdk-trace')),
})
type Packages = Awaited<ReturnType<typeof load>>

/** null: nobody wants them. */
export async function realTracing(
  settings: TracingSettings,
  log: Log,
  version: string,
): Promise<Tracing | null> {
  return settings.MALOTE_OTLP_URL === ''
    ? null
    : tracingBy(await load(), settings, { log, version })
}

function tracingBy(
  packages: Packages,
  settings: TracingSettings,
  { log, version }: { readonly log: Log; readonly version: string },
): Tracing {
  const exporter = watched(new packages.OTLPTraceExporter(exportTo(settings)), settings, log)
  const provider = new packages.TracerProvider({
    resource: resourceOf(packages, settings, version),
    sampler: new packages.ParentBasedSampler({
      root: new packages.TraceIdRatioBasedSampler(settings.MALOTE_OTLP_SHARE),
    }),
    spanProcessors: [
      new packages.BatchSpanProcessor({
        exporter,
        maxQueueSize: maxWaiting,
        maxExportBatchSize: maxBatch,
        scheduledDelayMillis: restMs,
        exportTimeoutMillis: 2 * exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('malote', version)
  const kinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
    server: packages.SpanKind.SERVER,
    client: packages.SpanKind.CLIENT,
    internal: packages.SpanKind.INTERNAL,
  }
  return {
    begin({ name, kind, parent, at }): OpenSpan {
      const options = { kind: kinds[kind], startTime: momentOf(at) }
      const span = tracer.startSpan(name, options, below(packages, parent))
      return {
        trace: span.isRecording() ? traceOf(span.spanContext(), parent) : parent,
        end({ at: endsAt, attributes, fault }) {
          span.setAttributes(attributes)
          if (fault !== undefined) {
            span.setStatus({ code: packages.SpanStatusCode.ERROR, message: fault })
          }
          span.end(momentOf(endsAt))
        },
      }
    },
    async close(graceMs) {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, graceMs)
      await Promise.race([provider.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}

/** Headers, such as a key, come by OTEL_EXPORTER_OTLP_HEADERS: the package reads it. */
function exportTo({ MALOTE_OTLP_URL: base }: TracingSettings) {
  const url = /\/v1\/traces\/?$/.test(base) ? base : `${base.replace(/\/+$/, '')}/v1/traces`
  return { url, timeoutMillis: exportTimeoutMs, keepAlive: true }
}

/** What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say goes before what we say. */
const resourceOf = (packages: Packages, settings: TracingSettings, version: string) =>
  packages
    .defaultResource()
    .merge(
      packages.resourceFromAttributes({
        'service.name': 'malote',
        'service.version': version,
        'service.instance.id': `${settings.MALOTE_HOSTNAME}:${process.pid}`,
      }),
    )
    .merge(packages.detectResources({ detectors: [packages.envDetector] }))

/** Milliseconds with fractions as seconds and nanoseconds. */
const momentOf = (ms: number): [number, number] => {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)]
}

function below(
  { ROOT_CONTEXT, createTraceState, trace }: Packages,
  parent: KeptTrace | null,
): Context {
  const known = parent === null ? null : openTrace(parent)
  if (known === null) return ROOT_CONTEXT
  const { traceId, spanId, flags, state } = known
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: flags,
    isRemote: true,
    ...(state === null ? {} : { traceState: createTraceState(state) }),
  })
}

/** The flags and `tracestate` stay the caller's. */
function traceOf(
  { traceId, spanId, traceFlags }: SpanContext,
  parent: KeptTrace | null,
): KeptTrace {
  const known = parent === null ? null : openTrace(parent)
  return keptTrace({
    traceId,
    spanId,
    flags: known?.flags ?? traceFlags,
    state: known?.state ?? null,
  })
}

/** Says once that the collector is away, and once that it is back. */
function watched(
  exporter: SpanExporter,
  { MALOTE_OTLP_URL: url }: TracingSettings,
  log: Log,
): SpanExporter {
  const { host } = new URL(url)
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const hasFailed = result.code !== 0
        if (hasFailed && !isAway) {
          const error = String(result.error ?? 'no answer').slice(0, maxWordsChars)
          log.warn({ host, error }, 'traces cannot be sent; they are lost until they can')
        } else if (!hasFailed && isAway) log.info({ host }, 'traces are sent again')
        isAway = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
