/** LetterValues as they may stand in each place of a letter: never as more than text. */
import type { Place } from './ast.ts'
import { encodeLoose, linkOf } from './link-value.ts'
import { withoutMarks } from './marks.ts'

/** Whole passes: a look at each mark by itself costs six times as much where there are many. */
export const escapedText = (text: string): string =>
  /[&<>"']/.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;')
    : text
const controls = /[\u0000-\u001f\u007f]+/g

const pathOf = (text: string): string => escapedText(encodeLoose(text.replace(controls, '')))

/** A link cannot begin with everything; what cannot be one has no value there. */
function urlStart(text: string): string | null {
  const url = linkOf(text)
  return url === null ? null : escapedText(url)
}

/** A colour as CSS writes it is whole, and holds nothing that ends its place. */
const colour = /^(?:rgb|hsl)a?\([\d\s.,%/-]{1,60}\)$/i

const ways: Readonly<Record<Place, (text: string) => string | null>> = {
  plain: text => text,
  header: text => text.replace(controls, ' '),
  text: escapedText,
  attribute: escapedText,
  url: urlStart,
  // A letter of before may have one: a single name, which ends no host and begins no path.
  host: text => (/^[\p{L}\p{N}-]{1,63}$/u.test(text) ? text : null),
  // Behind one slash a second would begin a host.
  root: text => pathOf(text.replace(/^[\s\\/\u0000-\u001f]+/, '')),
  path: pathOf,
  query: text => escapedText(encodeURIComponent(text.toWellFormed())),
  style: text => (colour.test(text.trim()) ? text : text.replace(/[^\p{L}\p{N}#%.,\s_-]/gu, '')),
}

/** null: it cannot stand there. A value never holds a mark of ours. */
export const escapeFor = (place: Place, text: string): string | null =>
  ways[place](withoutMarks(text))
