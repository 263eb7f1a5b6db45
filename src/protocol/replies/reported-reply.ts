/**
 * From the fields of a bounce report (RFC 3464 §2.3.4 Status, §2.3.6 Diagnostic-Code) to the reply
 * that `classify` reads. The two may contradict each other, as the status is the reporter's choice:
 * the server's quoted reply wins (docs/contract.md#what-replies-mean), and the status is asked only
 * where the reply's own words and codes say nothing plain. A reporter that gave up after temporary
 * trouble was refused by nobody, whatever code it ends its report with.
 */
import { classify, type ReplyWords, saysExpired } from './classify.ts'
import { innerReply, leadingReply, leadingStatus } from './quoted-reply.ts'

const maxChars = 4_096
/** Delivery time expired (RFC 3463 §3.5). */
export const expired = '4.4.7'

export function reportedReply(status: string, diagnostic: string): ReplyWords {
  const { isSmtp, words } = typed(diagnostic)
  const field = /^\s?([245]\.\d{1,3}\.\d{1,3})/.exec(status)?.[1] ?? null
  const outer = isSmtp ? leadingReply(words) : null
  const own = isSmtp ? leadingStatus(words) : null
  const quoted = innerReply(words) ?? outer
  if ([field, own].some(isExpiry) || saysExpired(words)) return gaveUp(quoted, field, words)
  if (quoted === null) return withoutReply(own ?? field, words)
  if (quoted.enhanced !== null) return quoted
  // Enhanced codes of the relay's own words still say more than the code alone.
  const chosen = own ?? field
  // Tried again although refused for good: whoever did so knows that it was not.
  if (chosen?.startsWith('4')) return { code: null, enhanced: chosen, text: quoted.text }
  return saysPlainly(quoted) ? quoted : { ...quoted, enhanced: chosen }
}

/** Whether it is, or quotes, what a server answered; so is one that says nothing. */
export function holdsReply(diagnostic: string): boolean {
  const { isSmtp, words } = typed(diagnostic)
  return isSmtp || words.trim() === '' || innerReply(words) !== null
}

/** Where no server is quoted, nobody has refused for good what only could not be handed over. */
function withoutReply(status: string | null, words: string): ReplyWords {
  const reply = { code: null, enhanced: status, text: words }
  if (transient.test(status ?? '')) return { ...reply, enhanced: `4${status!.slice(1)}` }
  const isVague = status === null || status === '5.0.0'
  const { cause } = classify({ ...reply, code: 550, enhanced: null })
  return isVague && unreached.has(cause) ? { ...reply, enhanced: '4.4.0' } : reply
}

/** Causes of a server that could not be reached, or had no room. */
export const unreached: ReadonlySet<string> = new Set([
  'receiver_unavailable',
  'receiver_full',
  'no_route',
])

/** No answer, a bad connection, congestion: never for good, whoever says so (RFC 3463 §3.5). */
const transient = /^5\.4\.[125]$/

/** The last server's words, where there are any, as those of a temporary failure. */
export function gaveUp(quoted: ReplyWords | null, field: string | null, words: string): ReplyWords {
  if (quoted?.code && quoted.code < 500) return quoted
  return { code: null, enhanced: field?.startsWith('4') ? field : expired, text: words }
}

const isExpiry = (status: string | null): boolean => /^[45]\.4\.7$/.test(status ?? '')

/** RFC 3464 §2.3.6: only diagnostics of the type `smtp` are replies of a server. */
function typed(diagnostic: string): { isSmtp: boolean; words: string } {
  const type = /^\s?([\w-]{1,30})\s?;\s?/.exec(diagnostic)
  const words = diagnostic.slice(type?.[0].length ?? 0).slice(0, maxChars)
  return { isSmtp: type === null || /^(?:e?smtp|lmtp)$/i.test(type[1]!), words }
}

/** Whether the words themselves say what is wrong, more than their code alone and general refusals. */
function saysPlainly(quoted: ReplyWords): boolean {
  const { cause } = classify(quoted)
  return !general.has(cause) && cause !== classify({ ...quoted, text: '' }).cause
}

/** Causes that say no more than that it was refused. */
export const general: ReadonlySet<string> = new Set([
  'refused_unexplained',
  'deferred_unexplained',
  'recipient_refused',
  'mailbox_unavailable',
])
