/**
 * Reads a receiving server's reply: what it means for the address, whose side the cause is on,
 * whether to suppress, to count, to retry. The words come first, because servers put the wrong code
 * in front of the right words more often than the other way round; then the enhanced status code
 * (RFC 3463), then the reply code. The rules are data (`rules.ts`); the same function reads
 * live replies and the replies quoted in bounce reports.
 */

import type { Fault, VerdictClass } from './causes.ts'
import {
  type BounceClass,
  bounceClassOf,
  type Cause,
  type CauseFacts,
  causes,
  statusCauses,
} from './causes.ts'
import { holds, matchedChars, type Phrase, phrase, plainWords, type WordIndex } from './phrases.ts'
import type { Rule } from './rule.ts'
import { codeCauses, rules, stagesBeforeRecipient } from './rules.ts'

export interface ReplyWords {
  /** The three digits; null where only an enhanced code is known (some bounce reports). */
  readonly code: number | null
  /** `5.1.1`; null where the reply carries none. Ignored where its class contradicts the code. */
  readonly enhanced: string | null
  /** The words as received, with or without the codes in front. */
  readonly text: string
  /** What was answered: banner, ehlo, starttls, mail, rcpt, data, body, dot. */
  readonly stage?: string | undefined
}

export interface Classification {
  readonly class: VerdictClass
  readonly cause: Cause
  readonly fault: Fault
  /** Put the address on the suppression list at once (stream `all`). */
  readonly suppress: boolean
  /** What a bounce that ends with this reply is counted as. */
  readonly bounce: BounceClass
  readonly retry: 'no' | 'yes' | 'slow_down'
}

export function classify(reply: ReplyWords): Classification {
  const seen = look(reply)
  const found = rules.find((rule, i) => applies(rule, wordings[i]!, seen))?.cause
  const cause = found ?? byStatus(seen) ?? byCode(seen)
  return seen.permanent ? permanent(plausible(cause, seen), seen) : temporary(cause, seen)
}

/** Whether words tell of a sender that has given up, with whatever code. */
export function saysExpired(text: string): boolean {
  const words = plainWords(text.slice(0, matchedChars))
  return rules.some(
    (rule, i) => rule.cause === 'expired' && wordings[i]!.says.some(wanted => holds(words, wanted)),
  )
}

interface ReplyFacts {
  readonly permanent: boolean
  readonly code: number | null
  /** Subject and detail, `1.1`; null without one. */
  readonly status: string | null
  readonly words: WordIndex
  readonly raw: string
  readonly stage: string
}

function look(reply: ReplyWords): ReplyFacts {
  const text = reply.text.slice(0, matchedChars)
  const enhanced = reply.enhanced ?? enhancedIn(text)
  const digit = reply.code === null ? enhanced?.[0] : String(Math.floor(reply.code / 100))
  return {
    permanent: digit === '5',
    code: reply.code,
    // RFC 3463 §2 and RFC 2034 §4: a class digit that contradicts the code is not to be believed.
    status: enhanced && enhanced[0] === digit ? enhanced.slice(2) : null,
    words: plainWords(text),
    raw: withoutAddresses(text),
    stage: (reply.stage ?? '').toLowerCase(),
  }
}

/** `550 5.1.1 …`, `550-5.1.1`, `… (#5.1.1)`: an enhanced code that stands where servers put one. */
function enhancedIn(text: string): string | null {
  const match = /(?:^\s?|^\d\d\d[ -]|#)([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)
  return match ? match[1]! : null
}

/**
 * For names of blocklists and for scripts without blanks: of tokens with an @, which are somebody's
 * address and not a list, only what cannot be part of one stays.
 */
const withoutAddresses = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s/)
    .map(token => (token.includes('@') ? token.replace(/[!-~]+/g, ' ') : token))
    .join(' ')

interface Wording {
  readonly says: readonly Phrase[]
  readonly unless: readonly Phrase[]
}

const wordings: readonly Wording[] = rules.map(rule => ({
  says: (rule.says ?? []).map(phrase),
  unless: (rule.unless ?? []).map(phrase),
}))

function applies(rule: Rule, wording: Wording, seen: ReplyFacts): boolean {
  if (rule.code && !rule.code.includes(seen.code ?? 0)) return false
  if (rule.stage && !rule.stage.includes(seen.stage)) return false
  if (rule.status && !among(seen.status, rule.status)) return false
  if (rule.notStatus && among(seen.status, rule.notStatus)) return false
  if (!rule.says && !rule.raw) return true
  const said =
    wording.says.some(wanted => holds(seen.words, wanted)) ||
    (rule.raw?.some(name => seen.raw.includes(name)) ?? false)
  return said && !wording.unless.some(wanted => holds(seen.words, wanted))
}

const among = (status: string | null, list: readonly string[]): boolean =>
  status !== null && (list.includes(status) || list.includes(`${status.split('.', 1)[0]}.*`))

function byStatus({ status }: ReplyFacts): Cause | undefined {
  if (status === null) return undefined
  return statusCauses[status] ?? statusCauses[`${status.split('.', 1)[0]}.*`]
}

function byCode({ code, permanent }: ReplyFacts): Cause {
  return codeCauses[code ?? 0] ?? (permanent ? 'refused_unexplained' : 'deferred_unexplained')
}

/**
 * Before RCPT no server knows the recipient: what looks like a dead address there is the sender's.
 */
function plausible(cause: Cause, { stage }: ReplyFacts): Cause {
  if (causes[cause].class !== 'address_dead' || !stagesBeforeRecipient.includes(stage)) return cause
  return stage === 'mail' ? 'sender_refused' : 'conversation_refused'
}

function permanent(cause: Cause, { status }: ReplyFacts): Classification {
  const facts: CauseFacts = causes[cause]
  // 5.7.x is policy whatever its details and its words say of the mailbox (docs/contract.md#what-replies-mean).
  const group = status?.startsWith('7.') ? 'policy' : facts.class
  return {
    class: group,
    cause,
    fault: facts.fault,
    suppress: group === 'address_dead',
    bounce: group === 'policy' ? 'policy' : bounceClassOf(cause),
    retry: 'no',
  }
}

/** RFC 5321 §4.2.1: 4yz is worth another try, whatever the words say. */
function temporary(cause: Cause, { code, status }: ReplyFacts): Classification {
  const { fault, pace }: CauseFacts = causes[cause]
  // Decisions §3.8: 421, 450 and 4.7.x slow the whole group down, unless about one recipient.
  const asked = code === 421 || code === 450 || (status?.startsWith('7.') ?? false)
  return {
    class: 'temporary',
    cause,
    fault,
    suppress: false,
    bounce: 'soft',
    retry: pace === 'slow' || (pace === 'plain' && asked) ? 'slow_down' : 'yes',
  }
}
