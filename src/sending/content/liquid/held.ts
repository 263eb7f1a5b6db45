/**
 * Texts that a compiler of HTML must not touch, such as Liquid: each is held back, with a word in
 * its place that is a word in text, in addresses and in attributes alike, and put back afterwards.
 */
import { createHash } from 'node:crypto'

interface TextSpan {
  readonly from: number
  readonly end: number
}

/** Liquid as it stands in a source. What nothing closes is looked for once, not from each opening. */
function liquidIn(source: string): readonly TextSpan[] {
  const found: TextSpan[] = []
  const unclosed = new Set<string>()
  const opening = /\{(?=([{%]))/g
  for (let open = opening.exec(source); open !== null; open = opening.exec(source)) {
    const close = open[1] === '{' ? '}}' : '%}'
    if (unclosed.has(close)) continue
    const at = source.indexOf(close, open.index + 2)
    if (at < 0) {
      unclosed.add(close)
      continue
    }
    found.push({ from: open.index, end: at + 2 })
    opening.lastIndex = at + 2
  }
  return found
}

export interface LiquidHolder {
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
export function createHeld(source: string): LiquidHolder {
  const texts: string[] = []
  // No source holds its own digest, and looking for what it does not hold may take long.
  const prefix = `lqh${createHash('sha256').update(source).digest('hex').slice(0, 20)}h`
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
    holdLiquid(given) {
      const out: string[] = []
      let at = 0
      for (const { from, end } of liquidIn(given)) {
        out.push(given.slice(at, from), hold(given.slice(from, end)))
        at = end
      }
      return [...out, given.slice(at)].join('')
    },
    isWord: text => text.startsWith(prefix),
    restore: html => restored(html, texts.length),
    lost(given, html) {
      const found = new Set([...html.matchAll(words)].map(([, n]) => Number(n)))
      const n = texts.findIndex((_, i) => !found.has(i))
      return n < 0 ? null : (liquidIn(given)[n]?.from ?? 0)
    },
  }
}
