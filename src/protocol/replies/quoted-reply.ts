/**
 * A server's reply inside other words. Relays put words of their own around it, one around the
 * other: `host mx.example said: 550 5.1.1 …` (Postfix), `… error … after RCPT TO: 550 …` (Exim),
 * `(reason: 550 …)` (Sendmail), `Remote host said: 550 …` (qmail), `Message expired -> 451 …`
 * (Exchange). The innermost is the one that a server on the way gave, so that counts.
 */
import type { ReplyWords } from './classify.ts'

const maxChars = 4_096
/** Between a word that announces a reply and the reply. */
const maxIntroduction = 24

/**
 * A refusal's code (RFC 5321 §4.2) with its words, or with an enhanced code (RFC 2034 §4) behind it.
 */
const code = /(?<![\d.])([45][0-5]\d)(?=[ -]+['"#]?(?:[45]\.\d{1,3}\.\d{1,3}|[^\s\d.,:;)]))/g
/** `limit reached: 500 messages a day` counts something. */
const counted =
  /^\d+[ -]+(?:messages?|e?-?mails?|recipients?|bytes|[kmg]i?b|users|connections|days?|hours?|minutes?|seconds?|times|attempts|per|in|of)\b/i

/** What announces that somebody else's words follow. */
const announcing: ReadonlySet<string> = new Set(
  (
    'said says saying was returned returns replied responded responds response reply answer ' +
    'answered reason error errors code got received message status'
  ).split(' '),
)

function isIntroduced(before: string): boolean {
  if (/[:;>'"“„«(=\]]$/.test(before.trimEnd())) return true
  const words = before.slice(lastDigit(before) + 1).toLowerCase()
  return words.split(/[^a-z]/).some(word => announcing.has(word))
}

/** The innermost reply that a text quotes behind its own words; null where it quotes none. */
export function innerReply(text: string): ReplyWords | null {
  const shown = text.slice(0, maxChars)
  let found = ''
  let at = -1
  for (const match of shown.matchAll(code)) {
    const before = shown.slice(Math.max(0, match.index - maxIntroduction), match.index)
    if (!isIntroduced(before) || counted.test(shown.slice(match.index, match.index + 30))) continue
    // Later lines of the same reply repeat its code (RFC 5321 §4.2.1).
    if (match[1] === found) continue
    found = match[1]!
    at = match.index
  }
  return at < 0 ? null : leadingReply(shown.slice(at))
}

function lastDigit(text: string): number {
  let at = text.length - 1
  while (at >= 0 && !/\d/.test(text[at]!)) at--
  return at
}

/** The reply that a text begins with; null where it begins with other words. */
export function leadingReply(text: string): ReplyWords | null {
  const found = /^([2-5]\d\d)(?![\d.])/.exec(text)
  if (!found) return null
  return { code: Number(found[1]), enhanced: enhancedAt(text), text }
}

/** `550 5.1.1`, `550-5.1.1`, `550 #5.1.1`, `550 '5.1.1`. */
const enhancedAt = (text: string): string | null =>
  /^(?:\d\d\d[ -]){0,2}[ ]?['"#(]{0,2}([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)?.[1] ?? null

/** The enhanced code that a text begins with, with or without a reply code in front. */
export const leadingStatus = enhancedAt
