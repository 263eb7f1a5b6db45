/**
 * What a search asks of the triples of emails (triples.ts): whatever fits it fulfils this, and a few
 * others do, which are read and passed over.
 */
import type { EmailFilter } from './filter-store.ts'
import {
  addFrom,
  type EmailBits,
  every,
  type IndexLeaf,
  intersect,
  none,
  unite,
} from './postings.ts'
import { lettersOf, longMark, messageIdMark, rangesOf, type TripleRange } from './triples.ts'

export type WordQuery =
  | { readonly range: TripleRange }
  | { readonly all: readonly WordQuery[] }
  | { readonly any: readonly WordQuery[] }

/** What a whole search costs (`costOf`): more find no less. */
const maxCost = 24
/** Of two letters all triples are read that begin with them. */
const pairCost = 8

/** null: nothing can be said, as of words that are punctuation or one letter alone. */
export function soughtBy({
  subject,
  search,
}: Pick<EmailFilter, 'subject' | 'search'>): WordQuery | null {
  const parts: WordQuery[] = []
  if (search !== undefined) parts.push(bySearch(search))
  if (subject !== undefined) parts.push(says(subject))
  const sought: WordQuery = { all: parts }
  return isTelling(sought) ? { any: [isLong, sought] } : null
}

/** Of whoever says too much nothing else is known. */
const isLong: WordQuery = { range: { from: longMark, to: longMark } }

function bySearch({ messageId, words }: NonNullable<EmailFilter['search']>): WordQuery {
  const all: WordQuery[] = []
  let cost = 0
  // The longest come first, and say most.
  for (const { spellings } of words) {
    // All of them are asked for, each by a part of it.
    const each = Math.floor(maxCost / spellings.length)
    const any: WordQuery = { any: spellings.map(text => says(text, each)) }
    cost += costOf(any)
    if (all.length > 0 && cost > maxCost) break
    all.push(any)
  }
  if (messageId === undefined) return { all }
  const mark = messageIdMark(messageId)
  const named: WordQuery = { range: { from: mark, to: mark } }
  return { any: words.length === 0 ? [named] : [named, { all }] }
}

const says = (text: string, max?: number): WordQuery => ({
  all: rangesOf(lettersOf(text), max).map(range => ({ range })),
})

function isTelling(sought: WordQuery): boolean {
  if ('range' in sought) return true
  return 'all' in sought ? sought.all.some(isTelling) : sought.any.every(isTelling)
}

/** Each once: the spellings of a word have many in common. */
export function rangesIn(sought: WordQuery): TripleRange[] {
  const ranges = allRangesIn(sought)
  return [...new Map(ranges.map(one => [keyOf(one), one])).values()]
}

const allRangesIn = (sought: WordQuery): readonly TripleRange[] =>
  'range' in sought
    ? [sought.range]
    : ('all' in sought ? sought.all : sought.any).flatMap(allRangesIn)

export const keyOf = ({ from, to }: TripleRange): string => `${from} ${to}`

/** How much of each volume is read for it, in leaves, about. */
export const costOf = (sought: WordQuery): number =>
  rangesIn(sought).reduce((sum, { from, to }) => sum + (from === to ? 1 : pairCost), 0)

/** The emails of a volume that may fit, by those of its leaves that hold the ranges. */
export function foundIn(sought: WordQuery, leaves: readonly IndexLeaf[]): EmailBits {
  if ('range' in sought) {
    const found = none()
    for (const leaf of leavesOf(sought.range, leaves)) addFrom(leaf, sought.range, found)
    return found
  }
  if ('any' in sought) {
    const found = none()
    for (const one of sought.any) unite(found, foundIn(one, leaves))
    return found
  }
  const found = every()
  for (const one of sought.all) intersect(found, foundIn(one, leaves))
  return found
}

/** Those that begin within a range, and the last one before it: it may reach into it. */
function leavesOf({ from, to }: TripleRange, leaves: readonly IndexLeaf[]): readonly IndexLeaf[] {
  const before = Math.max(...leaves.map(({ first }) => (first <= from ? first : -1)))
  return leaves.filter(({ first }) => first <= to && first >= before)
}
