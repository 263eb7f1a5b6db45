/**
 * Texts as triples of letters, by which words are found in the middle of others: whatever has
 * `ana.souza` in it has `ana`, `na.`, `a.s` and so on. A triple is a number of 30 bits, ten for each
 * letter; letters beyond the 512th share numbers, which finds too much and never too little. What a
 * word ends with counts as a triple with nothing in the place of the missing letters, so that two
 * letters are a range of triples: all that begin with them. One letter says nothing: nearly every
 * text has it.
 */
import { fold } from '#kernel/mail/fold.ts'

const bits = 10
const shared = 1 << (bits - 1)
const maxTriple = 2 ** (3 * bits) - 1

/** As texts and what is looked for in them are compared; backslashes are of JSON, or may be. */
export function lettersOf(text: string): string {
  const folded = isPlain.test(text) ? text.toLowerCase() : fold(text).replaceAll('ς', 'σ')
  return folded.includes('\\') ? folded.replaceAll('\\', '') : folded
}

const isPlain = /^[ -~\n]*$/

const numberOf = (unit: number): number => (unit < shared ? unit : shared + (unit & (shared - 1)))

const isSpace = (unit: number): boolean =>
  unit <= 0x20 || (unit >= 0x7f && /\s/.test(String.fromCharCode(unit)))

/** Takes every triple of a text, some more than once. */
export function eachTriple(letters: string, take: (triple: number) => void): void {
  let first = 0
  let second = 0
  for (let i = 0; i <= letters.length + 1; i++) {
    const unit = i < letters.length ? letters.charCodeAt(i) : 0
    const third = isSpace(unit) ? 0 : numberOf(unit)
    if (first !== 0) {
      take((first << (2 * bits)) | (second << bits) | (second === 0 ? 0 : third))
    }
    first = second
    second = third
  }
}

/** Triples from one to another, both included. */
export interface TripleRange {
  readonly from: number
  readonly to: number
}

/** What a text has to have that holds these words; of a long one a part says enough, two or more. */
export function rangesOf(letters: string, max = maxRanges): TripleRange[] {
  const ranges = letters
    .split(/[\s\0]+/)
    .filter(part => part.length > 1)
    .flatMap(part => (part.length === 2 ? [pairRange(part)] : tripleRanges(part)))
  return spread(ranges, Math.max(2, Math.min(max, maxRanges)))
}

/** Of one word. */
const maxRanges = 10

function tripleRanges(part: string): TripleRange[] {
  return Array.from({ length: part.length - 2 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map(k => numberOf(part.charCodeAt(i + k)))
    const triple = (a! << (2 * bits)) | (b! << bits) | c!
    return { from: triple, to: triple }
  })
}

function pairRange(part: string): TripleRange {
  const [a, b] = [0, 1].map(k => numberOf(part.charCodeAt(k)))
  const ab = (a! << (2 * bits)) | (b! << bits)
  return { from: ab, to: ab + (1 << bits) - 1 }
}

/** So many of them, from all over. */
const spread = <One>(all: readonly One[], max: number): One[] =>
  all.length <= max
    ? [...all]
    : Array.from({ length: max }, (_, i) => all[Math.floor((i * (all.length - 1)) / (max - 1))]!)

/** In the place of all that an email says; no letter has the number 0, so it is below them. */
export const longMark = 0

/** A Message-ID as a whole, among the triples but above all of them (FNV-1a). */
export function messageIdMark(messageId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < messageId.length; i++) {
    hash = Math.imul(hash ^ messageId.charCodeAt(i), 0x01000193)
  }
  return maxTriple + 1 + (hash >>> 2)
}
