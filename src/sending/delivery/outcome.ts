/**
 * From what an attempt found to what is recorded: pure. A final answer ends the recipient; anything
 * else is retried by the schedule until the time is up, and then bounces with the last reply.
 */
import { hourMs, minuteMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { isAscii } from '#kernel/mail/domain-name.ts'
import { mailDelayMs } from '#platform/queue/backoff.ts'
import { bounceClassOf, type Cause } from '#protocol/replies/causes.ts'
import { classify } from '#protocol/replies/classify.ts'
import { classDetails, type EventDetails } from '../events/event.ts'
import type { NewEvent } from '../timeline/record.ts'

/** A server's words as the timeline keeps them. */
export interface KeptReply {
  readonly code: number
  readonly enhanced: string | null
  readonly text: string
}

/** What one attempt on one recipient came to. */
export type AttemptResult = RemoteHost &
  (
    | { readonly kind: 'delivered'; readonly words: KeptReply }
    /** A permanent refusal; `cause` where it is ours and not the server's to say. */
    | {
        readonly kind: 'refused'
        readonly words: KeptReply
        readonly stage?: string
        readonly cause?: Cause
      }
    | {
        readonly kind: 'deferred'
        readonly words?: KeptReply
        readonly stage?: string
        readonly cause?: Cause
        readonly uncertain?: boolean
      }
    /** Our own limits: not a try; come back at `until`. */
    | {
        readonly kind: 'held'
        readonly until: number
        readonly cause: Cause
        readonly tell: boolean
        /** We made it wait: the receiver's time begins anew. */
        readonly ours?: boolean
        /** Looked at again before `until`, which is what people are told. */
        readonly dueAt?: number
        /** The reply that slowed the destination down. */
        readonly words?: KeptReply
      }
    /** The send failed by itself: nothing was or will be handed over. */
    | { readonly kind: 'failed'; readonly reason: string }
    /** The lease was lost, or a fault of ours: write nothing, the lease brings it back. */
    | { readonly kind: 'abandoned' }
  )

export interface RemoteHost {
  readonly mx?: string
  readonly provider?: string
  readonly tls?: NonNullable<EventDetails['tls']>
  /** The source address of the try, for the next ones. */
  readonly leavesFrom?: Uuid
}

/** A copy to an address in ASCII needs SMTPUTF8 for one reason alone: its From (message.ts). */
export function whoseUtf8(found: AttemptResult, address: string): AttemptResult {
  if (found.kind !== 'refused' || found.words.enhanced !== '5.6.7' || !isAscii(address)) {
    return found
  }
  return { ...found, cause: 'sender_smtputf8' }
}

/** Which recipient, and how far its retries are. */
interface RecipientAttempt {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly n: number
  /** Tries before this one. */
  readonly tries: number
  readonly acceptedAt: number
}

/** When the receiver's time begins: what we held back ourselves does not count against it. */
export const countedFrom = (acceptedAt: number, queuedAt: number): number =>
  queuedAt > acceptedAt + minuteMs ? queuedAt : acceptedAt

/** What is recorded and what becomes of the queue entry. */
export interface Decision {
  readonly happening: NewEvent | null
  readonly next:
    | { readonly kind: 'done' }
    | {
        readonly kind: 'later'
        readonly dueAt: number
        readonly tried: boolean
        /** We made it wait: the receiver's time begins anew (queue/store.ts). */
        readonly ours?: boolean
        readonly fault?: boolean
        readonly leavesFrom?: Uuid
      }
}

/** Decides on a finding; null for an abandoned attempt, which leaves no trace. */
export function decide(
  subject: RecipientAttempt,
  finding: AttemptResult,
  time: { now: number; retryMs: number; jitter: number },
): Decision | null {
  const base = {
    projectId: subject.projectId,
    emailId: subject.emailId,
    n: subject.n,
    at: time.now,
  }
  const attempt = subject.tries + 1
  switch (finding.kind) {
    case 'abandoned':
      return null
    case 'delivered':
      return {
        happening: {
          ...base,
          type: 'delivered',
          details: { ...place(finding), ...said(finding.words), attempt },
        },
        next: { kind: 'done' },
      }
    case 'failed':
      return {
        happening: { ...base, type: 'failed', details: { reason: finding.reason, counts: false } },
        next: { kind: 'done' },
      }
    case 'refused':
      return { happening: refused(base, finding, attempt), next: { kind: 'done' } }
    case 'held':
      return decideHeld(subject, base, finding, time)
    case 'deferred':
      return decideDeferred(subject, base, finding, time)
  }
}

/** A first try is late after this: longer than a try takes by itself. */
const lateMs = hourMs

type Time = { readonly now: number; readonly retryMs: number; readonly jitter: number }

/** Our own limits are in the way: no attempt was made. */
function decideHeld(
  subject: RecipientAttempt,
  base: Base,
  finding: Extract<AttemptResult, { kind: 'held' }>,
  time: Time,
): Decision {
  if (finding.ours) return decideOurs(subject, base, finding, time)
  const endsAt = subject.acceptedAt + time.retryMs
  // Who has not been tried has the time from the first try on; that must come within as much again
  // where the receiver is not to be written to whenever it is looked at.
  const givesUpAt = subject.tries === 0 && time.now > endsAt ? endsAt + time.retryMs : endsAt
  const attempt = Math.max(subject.tries, 1)
  const mayGiveUp = subject.tries > 0 || finding.tell
  if (mayGiveUp && time.now > givesUpAt) {
    return { happening: givenUp(base, finding, attempt), next: { kind: 'done' } }
  }
  // What stands in the way may last longer than the mail: its end is looked at in time.
  const dueAt = mayGiveUp ? Math.min(finding.until, givesUpAt + 1) : finding.until
  const next = { kind: 'later', dueAt, tried: false } as const
  if (!finding.tell) return { happening: null, next }
  const details = {
    ...place(finding),
    ...said(finding.words),
    cause: finding.cause,
    slowed_until: iso(finding.until),
    attempt,
    next_attempt_at: iso(finding.until),
    gives_up_at: iso(givesUpAt),
  }
  return { happening: { ...base, type: 'deferred', details }, next }
}

/** What waits for us is never given up. */
function decideOurs(
  subject: RecipientAttempt,
  base: Base,
  finding: Extract<AttemptResult, { kind: 'held' }>,
  { retryMs }: Time,
): Decision {
  const { until, dueAt = until } = finding
  const next = { kind: 'later', dueAt, tried: false, ours: true } as const
  if (!finding.tell) return { happening: null, next }
  const details = {
    ...place(finding),
    cause: finding.cause,
    slowed_until: iso(until),
    attempt: Math.max(subject.tries, 1),
    next_attempt_at: iso(until),
    gives_up_at: iso(until + retryMs),
  }
  return { happening: { ...base, type: 'deferred', details }, next }
}

function decideDeferred(
  subject: RecipientAttempt,
  base: Base,
  finding: Extract<AttemptResult, { kind: 'deferred' }>,
  time: Time,
): Decision {
  const attempt = subject.tries + 1
  const dueAt = time.now + Math.round(mailDelayMs(attempt) * (1 + time.jitter))
  const endsAt = subject.acceptedAt + time.retryMs
  // So late a first try had nothing to do with this mail: too much for there, a node that was down.
  const isLate = attempt === 1 && time.now > subject.acceptedAt + lateMs
  const isOurs = isLate && dueAt <= time.now + time.retryMs
  const givesUpAt = isOurs ? dueAt + time.retryMs : endsAt
  if (dueAt > givesUpAt) {
    return { happening: givenUp(base, finding, attempt), next: { kind: 'done' } }
  }
  const details = {
    ...place(finding),
    ...said(finding.words),
    cause: causeOf(finding),
    ...(finding.uncertain ? { uncertain: true as const } : {}),
    attempt,
    next_attempt_at: iso(dueAt),
    gives_up_at: iso(givesUpAt),
  }
  return {
    happening: { ...base, type: 'deferred', details },
    next: {
      kind: 'later',
      dueAt,
      tried: true,
      ...(isOurs ? { ours: true } : {}),
      ...(finding.leavesFrom === undefined ? {} : { leavesFrom: finding.leavesFrom }),
    },
  }
}

type Waiting = AttemptResult & { kind: 'deferred' | 'held' }
type Rejection = AttemptResult & { kind: 'refused' }
type Base = Pick<NewEvent, 'projectId' | 'emailId' | 'n' | 'at'>

function refused(base: Base, finding: Rejection, attempt: number): NewEvent {
  const { words, stage } = finding
  const verdict = classify({ ...words, stage })
  return {
    ...base,
    type: 'bounced',
    details: {
      ...place(finding),
      ...said(words),
      cause: finding.cause ?? verdict.cause,
      attempt,
      ...classDetails(finding.cause ? bounceClassOf(finding.cause) : verdict.bounce),
    },
    ...(verdict.suppress ? { suppress: 'hard_bounce' as const } : {}),
  }
}

/** The time is up: one bounce with the last temporary reply (docs/contract.md#retries). */
function givenUp(base: Base, finding: Waiting, attempt: number): NewEvent {
  return {
    ...base,
    type: 'bounced',
    details: {
      ...place(finding),
      ...said(finding.words ?? { code: 0, enhanced: '4.4.7', text: '' }),
      cause: causeOf(finding),
      attempt,
      ...classDetails('soft'),
      ...(finding.kind === 'deferred' && finding.uncertain ? { uncertain: true } : {}),
    },
    ...(finding.words ? { softBounce: true } : {}),
  }
}

function causeOf(finding: Waiting & { readonly stage?: string }): Cause {
  if (finding.cause) return finding.cause
  if (!finding.words) return 'deferred_unexplained'
  return classify({ ...finding.words, stage: finding.stage }).cause
}

function place(finding: RemoteHost): EventDetails {
  return {
    ...(finding.mx === undefined ? {} : { mx: finding.mx }),
    ...(finding.provider === undefined ? {} : { provider: finding.provider }),
    ...(finding.tls === undefined ? {} : { tls: finding.tls }),
  }
}

/** `550 5.1.1` and the server's words; a code of 0 stands for "no server spoke". */
function said(words: KeptReply | undefined): EventDetails {
  if (!words) return {}
  const { code, enhanced, text } = words
  const spoken = code === 0 ? '' : `${code} `
  const codes = `${spoken}${enhanced ?? ''}`.trimEnd()
  return {
    ...(codes === '' ? {} : { smtp_code: codes }),
    ...(text === '' ? {} : { smtp_response: `${spoken}${text}` }),
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
