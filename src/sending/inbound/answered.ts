/**
 * A mail that comes back without what it repeats of the email that it answers: the subject behind
 * "Automatic reply:", the quoted body, the customer's own words about failed deliveries. None of
 * that says anything of this delivery, so no report is looked for in it.
 */
import { addressKey } from '#kernel/mail/address.ts'
import { addressOf } from './named.ts'
import { header, type Mail } from './read-mail.ts'

/** The emails to whose return paths a mail came, as far as they are kept. */
export interface Reply {
  /** Of the recipients that the tokens name. */
  readonly addresses: readonly string[]
  readonly subjects: readonly string[]
  /** What people read in them. */
  readonly text: string
}

export const nothing: Reply = { addresses: [], subjects: [], text: '' }

/** Who answers quotes what stands first. */
const maxOriginalChars = 64 * 1024
const maxMailChars = 64 * 1024
/** So many words in the same order are no coincidence, of a body and of a subject. */
const runLength = 5
const subjectRunLength = 3

/** The mail with only its own words in subject and text. */
export function withoutAnswered(mail: Mail, original: Reply): Mail {
  if (original.subjects.length === 0 && original.text === '') return mail
  const subject = ownSubject(header(mail, 'subject'), original.subjects)
  const known = [...original.subjects, original.text.slice(0, maxOriginalChars)].join('\n')
  return {
    ...mail,
    headers: mail.headers.map(one => (one.key === 'subject' ? { ...one, value: subject } : one)),
    text: withoutShared(mail.text.slice(0, maxMailChars), known),
  }
}

/** Whether its From is one whose mail is answered here: people and their programs, no mail system. */
export function isFromRecipient(mail: Mail, { addresses }: Reply): boolean {
  const from = addressOf(header(mail, 'from'))
  return from !== '' && addresses.some(one => addressKey(one) === addressKey(from))
}

function ownSubject(subject: string, originals: readonly string[]): string {
  let own = subject.replace(/\s+/g, ' ').trim()
  for (const original of originals) {
    const known = original.replace(/\s+/g, ' ').trim()
    // Answers put words of their own in front, and some cut what is long.
    if (known !== '' && own.toLowerCase().endsWith(known.toLowerCase())) {
      own = own.slice(0, own.length - known.length)
    }
    own = blanked(own, runsOf(wordsOf(known), subjectRunLength), subjectRunLength)
  }
  return own
}

function withoutShared(text: string, known: string): string {
  const sentences = new Set(known.split(/[\n.!?]/).map(sentenceKey))
  const own = text
    .split('\n')
    .map(line => {
      const key = sentenceKey(line)
      return key !== '' && sentences.has(key) ? '' : line
    })
    .join('\n')
  return blanked(own, runsOf(wordsOf(known), runLength), runLength)
}

interface Word {
  readonly word: string
  readonly at: number
  readonly end: number
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(match => ({
    word: match[0].toLowerCase(),
    at: match.index,
    end: match.index + match[0].length,
  }))

const sentenceKey = (line: string): string =>
  wordsOf(line)
    .map(({ word }) => word)
    .join(' ')

const runAt = (words: readonly Word[], from: number, length: number): string =>
  words
    .slice(from, from + length)
    .map(({ word }) => word)
    .join(' ')

function runsOf(words: readonly Word[], length: number): ReadonlySet<string> {
  const runs = new Set<string>()
  for (let from = 0; from + length <= words.length; from++) runs.add(runAt(words, from, length))
  return runs
}

/** The text with each run of words that is among the known ones replaced by blanks; lines stay. */
function blanked(text: string, known: ReadonlySet<string>, length: number): string {
  if (known.size === 0) return text
  const words = wordsOf(text)
  let own = ''
  let at = 0
  for (let from = 0; from + length <= words.length; from++) {
    if (!known.has(runAt(words, from, length))) continue
    const { end } = words[from + length - 1]!
    const begin = Math.max(at, words[from]!.at)
    own += text.slice(at, begin) + text.slice(begin, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return own + text.slice(at)
}
