/**
 * The mail log (docs/operating.md#the-mail-log): a line of the node's log for each attempt, for
 * whoever collects those of many programs. Off by default. An address is personal data that no
 * erasing reaches once it is in a log: without the operator's word there is its domain alone, and
 * nothing of what the server said but codes.
 */
import { show } from '#kernel/base/ids.ts'
import { traceIdOf } from '#kernel/base/trace-context.ts'
import { domainOf } from '#kernel/mail/address.ts'
import type { World } from '#kernel/world/world.ts'
import type { AttemptResult, Decision } from './outcome.ts'
import type { Delivery } from './store.ts'

/** What was made of one recipient. */
interface LoggedAttempt {
  readonly delivery: Delivery
  readonly finding: AttemptResult
  readonly decision: Decision
  readonly tookMs: number
}

/** Servers may say more; a line is to stay one that is read. */
const maxReplyChars = 500

/** Writes its line where the operator wants one. Where no attempt was made, there is none. */
export function logAttempt(world: World, attempt: LoggedAttempt): void {
  const { MALOTE_MAIL_LOG: wanted } = world.settings
  if (wanted === 'off' || !isEnd(attempt)) return
  world.log.info(
    lineOf(attempt, { now: world.clock.now(), hasAddress: wanted === 'addresses' }),
    'mail',
  )
}

/** Our own limits make nothing happen, until they have lasted for too long. */
const isEnd = ({ finding, decision: { happening, next } }: LoggedAttempt): boolean =>
  happening !== null && (finding.kind !== 'held' || next.kind === 'done')

function lineOf(
  { delivery, decision: { happening }, tookMs }: LoggedAttempt,
  { now, hasAddress }: { readonly now: number; readonly hasAddress: boolean },
): Record<string, unknown> {
  const { smtp_response: reply, ...details } = happening?.details ?? {}
  return {
    email: show('msg', delivery.emailId),
    project: show('prj', delivery.projectId),
    n: delivery.n,
    stream: delivery.stream,
    from: delivery.senderDomain,
    to: hasAddress ? delivery.address : domainOf(delivery.address),
    outcome: happening?.type,
    attempt: details.attempt,
    mx: details.mx,
    provider: details.provider,
    tls: details.tls,
    smtp_code: details.smtp_code,
    ...(hasAddress && reply !== undefined ? { smtp_response: reply.slice(0, maxReplyChars) } : {}),
    cause: details.cause,
    reason: details.reason,
    uncertain: details.uncertain,
    next_attempt_at: details.next_attempt_at,
    trace_id: delivery.trace == null ? undefined : traceIdOf(delivery.trace),
    took_ms: Math.round(tookMs),
    delay_ms: now - delivery.acceptedAt,
  }
}
