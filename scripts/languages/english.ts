/** Whether a part of a Portuguese page was left in English. */
import { type Part, wordsOf } from './parts.ts'

/** Words without which there is hardly an English sentence, and that are none in Portuguese. */
const ofEnglish =
  /(?<![\p{L}_])(the|and|of|is|are|was|were|which|with|that|this|these|from|your|you|when|where|what|who|it|its|by|not|but|than|has|have|may|must|can|will|an|or)(?![\p{L}_])/iu

/** Names and titles may be English: of standards, of products, of what a page or server says. */
const quotes = /“[^”]*”|"[^"]*"|\*[^*]+\*/g

/** The word that gives it away; null: it is Portuguese, or nothing that people read. */
export function englishLeft(portuguese: Part, english: Part): string | null {
  if (portuguese.kind === 'sample') return null
  const words = wordsOf(portuguese).replaceAll(quotes, '')
  const found = ofEnglish.exec(words)
  if (found) return found[0]
  const isSame = portuguese.text === english.text && words.split(/\P{L}+/u).length > minSameWords
  return isSame ? portuguese.text.slice(0, 30) : null
}

/** Shorter ones may well be the same: names, units, code. */
const minSameWords = 6
