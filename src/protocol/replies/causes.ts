/**
 * Why a delivery attempt went as it did, as a closed list of keys. Delivery stores the key as
 * `cause` on the event, explanations are written per key, and the verdict on a server's reply is
 * read from the row here. A row says what a *permanent* (5xx) answer of this cause means; a 4xx
 * answer is always temporary, whatever it says (RFC 5321 §4.2.1). `statusCauses` is the registry
 * of enhanced status codes (RFC 3463, RFC 5248 and its updates), used where the words say nothing
 * plain.
 */

/** address_dead suppresses; policy stays outside the bounce rate; temporary is retried. */
export type VerdictClass = 'address_dead' | 'policy' | 'temporary' | 'other'

/**
 * What a bounce says of the address: `hard` that it is no good, `soft` that it may be good another
 * day (full, too large a mail, a receiver in trouble, retries that ran out), `policy` nothing.
 */
export type BounceClass = 'hard' | 'soft' | 'policy'

/** On whose side the cause lies, as far as the reply says it. */
export type Fault = 'recipient' | 'sender' | 'content' | 'receiver' | 'us' | 'unknown'

/**
 * How to go on after a temporary refusal: `plain` retries by the schedule and slows down where the
 * code asks for it, `slow` always slows the whole group down, `own` concerns this recipient only.
 */
type Pace = 'plain' | 'slow' | 'own'

export interface CauseFacts {
  readonly class: VerdictClass
  readonly fault: Fault
  readonly pace: Pace
}

const row = (verdict: VerdictClass, fault: Fault, pace: Pace = 'plain'): CauseFacts => ({
  class: verdict,
  fault,
  pace,
})

export const causes = {
  // The address or its domain takes no mail.
  unknown_user: row('address_dead', 'recipient', 'own'),
  unknown_domain: row('address_dead', 'recipient', 'own'),
  null_mx: row('address_dead', 'recipient', 'own'),
  moved: row('address_dead', 'recipient', 'own'),
  bad_address: row('address_dead', 'recipient', 'own'),

  // The recipient's mailbox, which may come back.
  mailbox_full: row('other', 'recipient', 'own'),
  mailbox_disabled: row('other', 'recipient', 'own'),
  mailbox_unavailable: row('other', 'recipient', 'own'),
  recipient_refused: row('other', 'recipient', 'own'),
  recipient_busy: row('other', 'recipient', 'own'),
  ambiguous_address: row('other', 'recipient', 'own'),
  restricted_recipient: row('policy', 'recipient', 'own'),
  unconfirmed_user: row('policy', 'unknown', 'own'),

  // The sender's address, domain set-up or rights.
  sender_refused: row('policy', 'sender'),
  sender_smtputf8: row('policy', 'sender'),
  spf: row('policy', 'sender'),
  dkim: row('policy', 'sender'),
  dmarc: row('policy', 'sender'),
  auth_failure: row('policy', 'sender'),
  relaying_denied: row('policy', 'receiver'),
  login_required: row('policy', 'us'),

  // This machine and its reputation.
  ptr_missing: row('policy', 'us', 'slow'),
  helo_refused: row('policy', 'us'),
  blocklisted: row('policy', 'us', 'slow'),
  low_reputation: row('policy', 'us', 'slow'),
  rate_limited: row('policy', 'us', 'slow'),
  too_many_connections: row('policy', 'us', 'slow'),
  too_many_recipients: row('other', 'us'),
  conversation_refused: row('policy', 'unknown'),

  // The message itself.
  spam_content: row('policy', 'content'),
  virus: row('policy', 'content'),
  attachment_refused: row('policy', 'content'),
  link_blocklisted: row('policy', 'content'),
  content_refused: row('policy', 'content'),
  not_compliant: row('policy', 'content'),
  content_format: row('other', 'content'),
  too_big: row('other', 'content'),

  // Refusals in general terms.
  blocked: row('policy', 'unknown', 'slow'),
  policy_other: row('policy', 'unknown'),

  // The receiving system.
  greylisted: row('policy', 'receiver', 'own'),
  receiver_error: row('other', 'receiver'),
  receiver_full: row('other', 'receiver'),
  receiver_unavailable: row('other', 'receiver'),
  no_mail_service: row('other', 'receiver'),
  no_mail_server: row('other', 'receiver'),
  mail_loop: row('other', 'receiver'),
  no_route: row('other', 'receiver'),
  expired: row('other', 'receiver'),
  tls_required: row('policy', 'unknown'),
  requiretls_name_unproven: row('policy', 'receiver', 'own'),
  requiretls_no_encryption: row('policy', 'receiver', 'own'),
  requiretls_certificate: row('policy', 'receiver', 'own'),
  requiretls_not_offered: row('policy', 'receiver', 'own'),
  requiretls_refused: row('policy', 'receiver', 'own'),
  requiretls_relay: row('policy', 'us', 'own'),
  protocol_error: row('other', 'unknown'),
  smtputf8_missing: row('other', 'receiver'),

  // Nothing plain was said.
  refused_unexplained: row('other', 'unknown'),
  deferred_unexplained: row('other', 'unknown'),

  // No server spoke, or we would not go on: stored by delivery itself.
  dns_failure: row('other', 'receiver'),
  domain_not_found_yet: row('other', 'recipient'),
  mx_internal: row('other', 'receiver'),
  connection_failed: row('other', 'receiver'),
  timeout: row('other', 'receiver'),
  connection_lost: row('other', 'receiver'),
  connection_lost_after_dot: row('other', 'unknown'),
  garbled_reply: row('other', 'receiver'),
  tls_failed: row('other', 'receiver'),
  tls_required_by_policy: row('other', 'receiver'),
  requiretls_undecided: row('other', 'receiver', 'own'),
  relay_failed: row('other', 'us'),
  slowed: row('other', 'unknown'),
  paused: row('other', 'sender'),
  warming_up: row('other', 'sender'),
  held_by_operator: row('other', 'us'),
  returned_by_operator: row('policy', 'us'),
  source_warming: row('other', 'us'),
  source_paused: row('other', 'us'),
  source_missing: row('other', 'us'),
  retries_exhausted: row('other', 'unknown'),
} as const satisfies Record<string, CauseFacts>

export type Cause = keyof typeof causes

/** Permanent refusals that are the state of a mailbox or a receiver, and not the address. */
const soft: ReadonlySet<Cause> = new Set([
  'mailbox_full',
  'recipient_busy',
  'too_big',
  'too_many_recipients',
  'receiver_error',
  'receiver_full',
  'receiver_unavailable',
  'mail_loop',
  'no_route',
  'expired',
])

/** What a permanent refusal of a cause is counted as. */
export const bounceClassOf = (cause: Cause): BounceClass =>
  soft.has(cause) ? 'soft' : causes[cause].class === 'policy' ? 'policy' : 'hard'

/** Whether a string read back from the database is a cause that this version knows. */
export const isCause = (text: string | null | undefined): text is Cause =>
  typeof text === 'string' && Object.hasOwn(causes, text)

/** Cause by subject and detail of an enhanced status code, without its class digit; `7.*` = any. */
export const statusCauses: Readonly<Record<string, Cause>> = {
  '1.0': 'unknown_user',
  '1.1': 'unknown_user',
  '1.2': 'unknown_domain',
  '1.3': 'bad_address',
  '1.4': 'ambiguous_address',
  '1.5': 'recipient_refused',
  '1.6': 'moved',
  '1.7': 'sender_refused',
  '1.8': 'sender_refused',
  '1.9': 'sender_refused',
  '1.10': 'null_mx',
  '1.351': 'recipient_refused',
  '1.*': 'recipient_refused',
  '2.0': 'mailbox_unavailable',
  '2.1': 'mailbox_disabled',
  '2.2': 'mailbox_full',
  '2.3': 'too_big',
  '2.4': 'recipient_refused',
  '2.121': 'recipient_busy',
  '2.122': 'recipient_busy',
  '2.*': 'mailbox_unavailable',
  '3.0': 'receiver_error',
  '3.1': 'receiver_full',
  '3.2': 'receiver_unavailable',
  '3.3': 'protocol_error',
  '3.4': 'too_big',
  '3.5': 'receiver_error',
  '3.*': 'receiver_error',
  '4.0': 'no_route',
  '4.1': 'receiver_unavailable',
  '4.2': 'connection_lost',
  '4.3': 'no_route',
  '4.4': 'no_route',
  '4.5': 'receiver_unavailable',
  '4.6': 'mail_loop',
  '4.7': 'expired',
  '4.14': 'mail_loop',
  '4.316': 'receiver_unavailable',
  '4.*': 'no_route',
  '5.3': 'too_many_recipients',
  '5.4': 'protocol_error',
  '5.6': 'content_format',
  '5.*': 'protocol_error',
  '6.7': 'smtputf8_missing',
  '6.9': 'smtputf8_missing',
  '6.*': 'content_format',
  '7.3': 'policy_other',
  '7.2': 'restricted_recipient',
  '7.8': 'login_required',
  '7.9': 'policy_other',
  '7.10': 'tls_required',
  '7.11': 'tls_required',
  '7.13': 'mailbox_disabled',
  '7.17': 'moved',
  '7.18': 'moved',
  '7.20': 'dkim',
  '7.21': 'dkim',
  '7.22': 'dkim',
  '7.23': 'spf',
  '7.24': 'spf',
  '7.25': 'ptr_missing',
  '7.26': 'auth_failure',
  '7.27': 'spf',
  '7.28': 'rate_limited',
  '7.29': 'tls_required',
  '7.30': 'dkim',
  '7.32': 'dmarc',
  '7.64': 'relaying_denied',
  '7.509': 'dmarc',
  '7.*': 'policy_other',
}
