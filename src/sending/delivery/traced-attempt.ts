/**
 * Spans of an attempt, and of what the email waited for before the first, where its caller traces it
 * (docs/operating.md#traces). Written down when it is over: nothing is passed on to a receiver.
 */
import { show } from '#kernel/base/ids.ts'
import { isSampled } from '#kernel/base/trace-context.ts'
import type { World } from '#kernel/world/world.ts'
import type { AttemptResult, Decision } from './outcome.ts'
import type { Delivery } from './store.ts'

interface TracedAttempt {
  readonly delivery: Delivery
  readonly finding: AttemptResult
  readonly decision: Decision
  /** Tries before this one. */
  readonly tries: number
  readonly tookMs: number
}

/** Where our own limits are in the way, there was no attempt. */
export function traceAttempt(world: World, attempt: TracedAttempt): void {
  const { delivery, finding } = attempt
  const { tracing } = world
  if (tracing === undefined || delivery.trace == null || !isSampled(delivery.trace)) return
  if (finding.kind === 'held' || finding.kind === 'abandoned') return
  const endsAt = world.clock.now()
  const at = endsAt - attempt.tookMs
  const about = aboutOf(delivery)
  const parent = delivery.trace
  if (attempt.tries === 0) {
    const waits = { name: 'queue', kind: 'internal', parent, at: delivery.acceptedAt } as const
    tracing.begin(waits).end({ at: Math.max(at, delivery.acceptedAt), attributes: about })
  }
  tracing.begin({ name: 'deliver', kind: 'client', parent, at }).end({
    at: endsAt,
    attributes: { ...about, ...foundOf(attempt) },
    fault: finding.kind === 'delivered' ? undefined : faultOf(attempt),
  })
}

const aboutOf = ({ emailId, projectId, n, stream }: Delivery) => ({
  'malote.email_id': show('msg', emailId),
  'malote.project_id': show('prj', projectId),
  'malote.recipient': n,
  'malote.stream': stream,
})

/** Nothing of a reply but its codes: servers repeat the address. */
function foundOf({ decision, tries }: TracedAttempt) {
  const { type, details = {} } = decision.happening ?? {}
  const [code] = details.smtp_code?.match(/^\d{3}/) ?? []
  return {
    'malote.outcome': type,
    'malote.attempt': tries + 1,
    'malote.provider': details.provider,
    'malote.tls': details.tls,
    'malote.smtp_code': details.smtp_code,
    'smtp.reply_code': code === undefined ? undefined : Number(code),
    'server.address': details.mx,
  }
}

const faultOf = ({ decision: { happening }, finding }: TracedAttempt): string =>
  happening?.details?.cause ?? happening?.details?.reason ?? finding.kind
