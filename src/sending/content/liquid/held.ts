/**
 * Texts that a compiler of HTML must not touch, such as Liquid: each is held back, with a word in
 * its place that is a word in text, in addresses and in attributes alike, and put back afterwards.
 */

/** Liquid as it stands in a source. */
const liquid = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

export interface Held {
  /** A word that stands for a text. */
  hold(text: string): string
  /** A source with all of its Liquid held. */
  holdLiquid(source: string): string
  /** Whether a text begins with such a word. */
  isWord(text: string): boolean
  /** The texts in the places of their words. */
  restore(html: string): string
  /** Where in a source the first text stands whose word is not in the result; null: all are. */
  lost(source: string, html: string): number | null
}

/** For a source, in which none of the words stands by itself. */
export function createHeld(source: string): Held {
  const texts: string[] = []
  let prefix = 'lqh'
  while (source.includes(prefix)) prefix += 'h'
  const words = new RegExp(`${prefix}(\\d{1,7})z`, 'g')
  const hold = (text: string): string => `${prefix}${texts.push(text) - 1}z`
  // What is held may hold words of what was held before it.
  const restored = (html: string, below: number): string =>
    html.replace(words, (whole, digits) => {
      const n = Number(digits)
      return n < below ? restored(texts[n]!, n) : whole
    })
  return {
    hold,
    holdLiquid: given => given.replace(liquid, hold),
    isWord: text => text.startsWith(prefix),
    restore: html => restored(html, texts.length),
    lost(given, html) {
      const found = new Set([...html.matchAll(words)].map(([, n]) => Number(n)))
      const n = texts.findIndex((_, i) => !found.has(i))
      return n < 0 ? null : ([...given.matchAll(liquid)][n]?.index ?? 0)
    },
  }
}
