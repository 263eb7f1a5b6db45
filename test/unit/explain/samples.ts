/**
 * One event of every kind that can be explained, for the golden file and the checks on all of
 * them.
 */
import { type Cause, causes } from '#protocol/replies/causes.ts'
import {
  failures,
  machineReasons,
  ownExplanations,
  ownFailures,
  suppressionReasons,
} from '#sending/explain/explanations-own.ts'
import { requireTlsExplanations } from '#sending/explain/explanations-require-tls.ts'
import type { ExplainedEvent } from '#sending/explain/phrasing.ts'

export interface Sample {
  readonly title: string
  readonly event: ExplainedEvent
}

const recipient = 'maria@example.com.br'
const google = { recipient, provider: 'provider_1', mx: 'gmail-smtp-in.l.google.com' }
const plain = { recipient, provider: 'other', mx: 'mx.example.com.br' }
const retry = {
  attempt: 2,
  next_attempt_at: '2026-03-11T14:32:05.000Z',
  gives_up_at: '2026-03-14T14:10:00.000Z',
}
const refused = { smtp_code: '550', smtp_response: '550 Words of the server' }
const later = { smtp_code: '451', smtp_response: '451 Words of the server' }

const allCauses = Object.keys(causes) as Cause[]
/** What we find before a server is asked. */
const found: readonly Cause[] = (Object.keys(requireTlsExplanations) as Cause[]).filter(
  cause => cause !== 'requiretls_refused',
)
const isSaid = (cause: Cause): boolean => !isOwn(cause) && !found.includes(cause)
const isOwn = (cause: Cause): boolean => cause in ownExplanations
const temporaryOnly: readonly Cause[] = ['greylisted', 'deferred_unexplained']

/** Test samples grouped under the headings of the golden file. */
export function samples(): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>()
  groups.set('On the way', onTheWay())
  groups.set(
    'bounced: the server refused',
    allCauses
      .filter(cause => isSaid(cause) && ![...temporaryOnly, 'retries_exhausted'].includes(cause))
      .map(cause => ({ title: cause, event: { type: 'bounced', ...google, ...refused, cause } })),
  )
  groups.set('bounced: other ways', otherBounces())
  groups.set(
    'deferred: the server asked to try later',
    allCauses
      .filter(
        cause => isSaid(cause) && !['refused_unexplained', 'retries_exhausted'].includes(cause),
      )
      .map(cause => ({
        title: cause,
        event: { type: 'deferred', ...plain, ...later, ...retry, cause },
      })),
  )
  groups.set('deferred: no server spoke', ownDeferrals())
  groups.set('Withheld and stopped', withheld())
  groups.set('Afterwards', afterwards())
  return groups
}

function onTheWay(): Sample[] {
  const tls = ['dane', 'mta-sts', 'verified', 'unverified', 'none'] as const
  return [
    { title: 'accepted', event: { type: 'accepted' } },
    { title: 'queued', event: { type: 'queued' } },
    {
      title: 'queued, scheduled',
      event: { type: 'queued', scheduled_at: '2026-03-12T08:00:00.000Z' },
    },
    { title: 'sent', event: { type: 'sent', ...google, tls: 'verified' } },
    { title: 'sent, without details', event: { type: 'sent' } },
    ...tls.map((level, i) => ({
      title: `delivered, tls ${level}`,
      event: {
        type: 'delivered' as const,
        recipient,
        provider: `provider_${i + 2}`,
        mx: 'mx.example.com.br',
        smtp_code: '250 2.0.0',
        smtp_response: '250 2.0.0 OK',
        tls: level,
      },
    })),
    {
      title: 'delivered, provider_7',
      event: { type: 'delivered', recipient, provider: 'provider_7' },
    },
    { title: 'delivered, another server', event: { type: 'delivered', ...plain } },
    { title: 'cancelled', event: { type: 'cancelled', recipient } },
  ]
}

function otherBounces(): Sample[] {
  const bounced = { type: 'bounced', recipient } as const
  return [
    {
      title: 'null_mx, seen in DNS',
      event: {
        ...bounced,
        smtp_code: '556 5.1.10',
        smtp_response: '556 null MX',
        cause: 'null_mx',
      },
    },
    {
      title: 'unknown_domain, seen in DNS',
      event: { ...bounced, smtp_code: '550 5.1.2', cause: 'unknown_domain' },
    },
    {
      title: 'too_big, by the announced limit',
      event: { ...bounced, ...plain, smtp_code: '552 5.3.4', cause: 'too_big' },
    },
    {
      title: 'smtputf8_missing, as announced',
      event: { ...bounced, ...plain, smtp_code: '553 5.6.7', cause: 'smtputf8_missing' },
    },
    ...found.map(cause => ({
      title: `${cause}, as found`,
      event: { ...bounced, ...plain, smtp_code: '550 5.7.10', cause },
    })),
    {
      title: 'mail_loop to ourselves',
      event: { ...bounced, smtp_code: '554 5.4.6', cause: 'mail_loop' },
    },
    {
      title: 'reported later: unknown_user',
      event: { ...bounced, ...google, ...refused, late: true, cause: 'unknown_user' },
    },
    {
      title: 'time is up, last reply mailbox_full',
      event: {
        ...bounced,
        ...google,
        smtp_code: '452 4.2.2',
        smtp_response: '452 4.2.2 Over quota',
        attempt: 18,
        cause: 'mailbox_full',
      },
    },
    {
      title: 'time is up, cause retries_exhausted with a reply',
      event: {
        ...bounced,
        ...google,
        smtp_code: '421 4.7.28',
        smtp_response: '421 4.7.28 Slow',
        attempt: 18,
        cause: 'retries_exhausted',
      },
    },
    {
      title: 'time is up, last try timeout',
      event: { ...bounced, ...plain, attempt: 18, cause: 'timeout' },
    },
    {
      title: 'time is up, last try dns_failure',
      event: { ...bounced, attempt: 18, cause: 'dns_failure' },
    },
    {
      title: 'time is up, one try uncertain',
      event: { ...bounced, ...plain, attempt: 18, uncertain: true, cause: 'retries_exhausted' },
    },
    {
      title: 'time is up, nothing else known',
      event: { ...bounced, smtp_code: '4.4.7', cause: 'retries_exhausted' },
    },
    {
      title: 'no cause stored, code 550 5.1.1',
      event: { ...bounced, ...plain, smtp_code: '550 5.1.1', smtp_response: '550 5.1.1 No' },
    },
    {
      title: 'no cause stored, code 554 alone',
      event: { ...bounced, ...plain, smtp_code: '554', smtp_response: '554 No' },
    },
    { title: 'nothing at all', event: { type: 'bounced' } },
  ]
}

function ownDeferrals(): Sample[] {
  const own = Object.keys(ownExplanations) as Cause[]
  return [
    ...own.map(cause => ({
      title: cause,
      event: { type: 'deferred' as const, ...plain, ...retry, cause },
    })),
    {
      title: 'dns_failure, without a server',
      event: { type: 'deferred', recipient, ...retry, cause: 'dns_failure' },
    },
    {
      title: 'slowed, until known',
      event: {
        type: 'deferred',
        ...google,
        ...retry,
        cause: 'slowed',
        slowed_until: '2026-03-11T14:32:00.000Z',
      },
    },
    {
      title: 'uncertain with another cause',
      event: { type: 'deferred', ...plain, ...retry, uncertain: true, cause: 'timeout' },
    },
    { title: 'nothing at all', event: { type: 'deferred' } },
  ]
}

function withheld(): Sample[] {
  const failed = [
    ...Object.keys(failures),
    ...Object.keys(ownFailures),
    'blocklisted_link: bad.example',
    'a_reason_of_tomorrow',
  ]
  return [
    ...[...Object.keys(suppressionReasons), 'a_reason_of_tomorrow'].map(reason => ({
      title: `suppressed: ${reason}`,
      event: { type: 'suppressed' as const, recipient, reason },
    })),
    ...failed.map(reason => ({
      title: `failed: ${reason}`,
      event: { type: 'failed' as const, recipient, reason },
    })),
    { title: 'failed, nothing known', event: { type: 'failed' } },
  ]
}

function afterwards(): Sample[] {
  return [
    { title: 'complained', event: { type: 'complained', recipient, provider: 'provider_3' } },
    { title: 'opened', event: { type: 'opened', recipient } },
    { title: 'clicked', event: { type: 'clicked', recipient } },
    ...(['opened', 'clicked'] as const).flatMap(type =>
      Object.keys(machineReasons).map(machine_reason => ({
        title: `${type} by a machine: ${machine_reason}`,
        event: { type, recipient, machine: true, machine_reason },
      })),
    ),
    { title: 'opened by a machine', event: { type: 'opened', recipient, machine: true } },
  ]
}
