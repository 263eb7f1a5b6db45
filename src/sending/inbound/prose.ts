/**
 * Bounces written for people only, in dozens of dialects. What can be found without guessing is the
 * server's reply where one is quoted; the words themselves are then read by the same table as live
 * replies. Used for mail that came to a recipient's own return path; where such a text tells of
 * several recipients, only what stands beside our address counts.
 */
import {
  type Classification,
  classify,
  type ReplyWords,
  saysExpired,
} from '#protocol/replies/classify.ts'
import { innerReply, leadingReply } from '#protocol/replies/quoted-reply.ts'
import { gaveUp, general, unreached } from '#protocol/replies/reported-reply.ts'

const maxChars = 32_768
const replyChars = 1000
/** Of a letter, read one by one. */
const maxParagraphs = 30
/** Said of one recipient among several. */
const maxPassageLines = 60

interface ProseReading {
  readonly reply: ReplyWords
  readonly verdict: Classification
  /** Not perhaps said of another recipient of the same report. */
  readonly isCertain: boolean
}

/**
 * What a bounce in prose says of an address; null where the text does not plainly say that the
 * message was refused.
 */
export function readProse(address: string, text: string): ProseReading | null {
  const own = ownWords(text)
  const others = namedIn(own).filter(name => name !== address.toLowerCase())
  const beside = others.length === 0 ? '' : passagesOn(address, own)
  if (beside !== '') {
    const found = readWords(beside)
    if (found !== null) return { ...found, isCertain: !isForwarded(address, own) }
  }
  const found = readWords(own)
  return found && { ...found, isCertain: others.length === 0 && !isForwarded(address, own) }
}

/** What a text that is not understood says of an address: beside it, else at its beginning. */
export function saidOf(address: string, text: string): string {
  const own = ownWords(text)
  return onOneLine(passagesOn(address, own) || own).slice(0, replyChars)
}

/**
 * `(expanded from <ours>)` (Postfix, Sendmail), `(generated from ours)` (Exim): what failed is an
 * address behind ours, which may go on to others as well.
 */
function isForwarded(address: string, text: string): boolean {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').replaceAll('from:', 'from')
  return [`<${address.toLowerCase()}>)`, `${address.toLowerCase()})`].some(name =>
    ['expanded', 'generated', 'forwarded', 'redirected'].some(how =>
      plain.includes(`${how} from ${name}`),
    ),
  )
}

/** What is said before the returned message begins, whose words prove nothing. */
export function ownWords(text: string): string {
  const shown = text.slice(0, maxChars).replace(/\r\n?/g, '\n')
  const end = returned.exec(shown)?.index ?? shown.length
  return shown.slice(0, end)
}

const returned =
  /^[ \t>]{0,12}(?:--.{0,99}(?:original|returned|copy|headers|below|undelivered)|received: |return-path: |message-id: |mime-version: |content-type: |(?:below|here|this) (?:is|line is) (?:a copy|this line))/im

/** Recipients as such reports list them: an address that a line begins with, or of an RCPT. */
function namedIn(text: string): string[] {
  const found = text.matchAll(
    /^(?:[ \t>*]{0,12}(?:[45]\d\d )?[<"'(]?|>>> RCPT TO: ?<)([\w.+=-]{1,64}@[\w.-]{1,255}\w)/gim,
  )
  return [...new Set([...found].map(match => match[1]!.toLowerCase()))]
}

/** The lines that name an address, each with what follows up to the next one's name. */
function passagesOn(address: string, text: string): string {
  const wanted = address.toLowerCase()
  if (wanted === '') return ''
  const passages: string[] = []
  let isOurs = false
  // A transcript goes on to the next host with another reply of its own.
  let said: string | undefined
  for (const line of text.split('\n')) {
    const code = /^[ \t<>]{0,8}([45]\d\d)[ -]/.exec(line)?.[1]
    if (line.toLowerCase().includes(wanted)) {
      isOurs = passages.length < maxPassageLines
      said = code
    } else if (/\w@\w/.test(line) || (said !== undefined && code !== undefined && code !== said)) {
      isOurs = false
    }
    if (isOurs) passages.push(line)
  }
  return passages.join('\n')
}

/** The first reply that a text quotes, else a bare enhanced code; null where it quotes neither. */
function quotedReply(text: string): ReplyWords | null {
  const quoted = firstReply(text)
  if (quoted) return innerReply(quoted.text) ?? quoted
  const bare = bareStatus(text)
  if (bare === null) return null
  return { code: null, enhanced: bare.status, text: paragraphAround(text, bare.at) }
}

function firstReply(text: string): ReplyWords | null {
  const found = /(?:^|[\s<>"'(;=#[]|:\s?)([45][0-5]\d)(?:[ -]|[,:] ?(?=[a-z]))/i.exec(text) ?? null
  if (!found) return null
  const at = found.index + found[0].indexOf(found[1]!)
  const reply = leadingReply(paragraphFrom(text, at))
  if (reply === null || reply.enhanced !== null) return reply
  const bare = bareStatus(text)
  return { ...reply, enhanced: bare?.status[0] === found[1]![0] ? bare!.status : null }
}

function bareStatus(text: string): { status: string; at: number } | null {
  const found = /(?:^|[\s(#])([45]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)
  return found && { status: found[1]!, at: found.index }
}

/** From a place on: the rest of its paragraph, on one line. */
function paragraphFrom(text: string, from: number): string {
  const rest = text.slice(from, from + replyChars).trimStart()
  const end = /\n[ \t]*\n/.exec(rest)?.index ?? rest.length
  return rest.slice(0, end).replace(/\s+/g, ' ').trim()
}

/** qmail and others put the code behind the words: `Sorry, no mailbox here by that name. (#5.1.1)`. */
function paragraphAround(text: string, at: number): string {
  const isBehind =
    /[(#]$/.test(text.slice(0, at + 2).trimEnd()) || /^.[\d.]+\)/.test(text.slice(at))
  if (!isBehind) return paragraphFrom(text, at)
  const before = text
    .slice(0, at)
    .split(/\n[ \t]*\n/)
    .at(-1)!
  return onOneLine(
    before.slice(-replyChars) + text.slice(at, at + replyChars).split(/\n[ \t]*\n/)[0]!,
  )
}

function readWords(own: string): Omit<ProseReading, 'isCertain'> | null {
  if (own.trim() === '') return null
  const quoted = quotedReply(own)
  const words = quoted?.text ?? onOneLine(own)
  const verdict = quoted && classify(quoted)
  // A server that knows no such user has refused, whatever the letter says of its own patience.
  if (saysExpired(words) || (!verdict?.suppress && saysExpired(onOneLine(own)))) {
    const reply = gaveUp(quoted, null, words)
    return { reply, verdict: classify(reply) }
  }
  // Words alone must at least say what is wrong, or this may be any letter from a machine.
  const isVague = quoted?.enhanced === null && verdict?.cause === 'refused_unexplained'
  if (quoted && verdict && !isVague) return { reply: quoted, verdict }
  return byWords(own)
}

/**
 * Without a quoted code only the words speak, as those of a refusal: first the paragraph that says
 * something definite, since letters are full of "your message" and "the sender".
 */
function byWords(text: string): Omit<ProseReading, 'isCertain'> | null {
  const paragraphs = text
    .split(/\n[ \t]*\n/)
    .slice(0, maxParagraphs)
    .map(onOneLine)
  const read = [...paragraphs, onOneLine(text)].map(wordsOf)
  const found = read.find(one => !general.has(one.verdict.cause)) ?? read.at(-1)!
  return found.verdict.cause === 'refused_unexplained' ? null : found
}

function wordsOf(text: string): Omit<ProseReading, 'isCertain'> {
  const reply = { code: null, enhanced: null, text }
  // Where no server spoke, nobody has refused for good.
  const verdict = classify({ ...reply, code: 550 })
  return {
    reply,
    verdict: unreached.has(verdict.cause) ? classify({ ...reply, code: 451 }) : verdict,
  }
}

const onOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, replyChars * 4)
