/**
 * Bounces written for people only, in dozens of dialects. What can be found without guessing is the
 * server's reply where one is quoted; the words themselves are then read by the same table as live
 * replies. Used for mail that came to a recipient's own return path, so whom it is about is known.
 */
import type { ReplyWords } from '#protocol/replies/classify.ts'

const maxChars = 32_768
const replyChars = 1000

/** What is said before the returned message begins, whose words prove nothing. */
function ownWords(text: string): string {
  const shown = text.slice(0, maxChars).replace(/\r\n?/g, '\n')
  const end = returned.exec(shown)?.index ?? shown.length
  return shown.slice(0, end)
}

const returned =
  /^[ \t>]*(?:--.*(?:original|returned|copy|headers|below|undelivered).*|received: |return-path: |message-id: |mime-version: |content-type: |(?:below|here|this) (?:is|line is) (?:a copy|this line).*)/im

/** The first reply that the text quotes, and where its words go on; null where it quotes none. */
export function quotedReply(text: string): ReplyWords | null {
  const found =
    /(?:^|[\s:<>"'(;])([45]\d\d)[ -]#?(?:([45]\.\d{1,3}\.\d{1,3})(?![.\d]))?/.exec(text) ?? null
  const bare = /(?:^|[\s(#])([45]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)
  if (!found) {
    return bare === null ? null : { code: null, enhanced: bare[1]!, text: words(text, bare.index) }
  }
  const code = Number(found[1])
  // Numbers such as a port or a count also stand before a blank: a reply code has words behind it.
  const enhanced = found[2] ?? (bare && bare[1]![0] === found[1]![0] ? bare[1]! : null)
  return { code, enhanced, text: words(text, found.index).replace(/^[\s:<>"'(;]/, '') }
}

/** From a place on: the rest of its paragraph, on one line. */
function words(text: string, from: number): string {
  const rest = text.slice(from, from + replyChars)
  const end = /\n[ \t]*\n/.exec(rest.trimStart())?.index ?? rest.length
  return rest.trimStart().slice(0, end).replace(/\s+/g, ' ').trim()
}

/**
 * The reply behind a bounce in prose; null where the text does not plainly say that the message was
 * refused. Without a quoted code only the words speak, as those of a refusal.
 */
export function replyInProse(text: string): ReplyWords | null {
  const own = ownWords(text)
  if (own.trim() === '') return null
  return quotedReply(own) ?? { code: 550, enhanced: null, text: own.slice(0, replyChars * 4) }
}
