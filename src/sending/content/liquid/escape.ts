/** LetterValues as they may stand in each place of a letter: never as more than text. */
import type { Place } from './ast.ts'
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
const allowedSchemes = /^(https?:\/\/|mailto:|tel:)/i

/** A whole address, or its beginning; nothing where it leads elsewhere than a letter may. */
function urlStart(text: string): string {
  const url = text.replace(controls, '').trim()
  return allowedSchemes.test(url) ? escapedText(encodeLoose(url)) : ''
}

/** Encodes what no URL holds, and leaves what is encoded already. */
const encodeLoose = (text: string): string =>
  encodeURI(text.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1')

const ways: Readonly<Record<Place, (text: string) => string>> = {
  plain: text => text,
  header: text => text.replace(controls, ' '),
  text: escapedText,
  attribute: escapedText,
  url: urlStart,
  path: text => escapedText(encodeLoose(text.replace(controls, ''))),
  query: text => escapedText(encodeURIComponent(text.toWellFormed())),
  style: text => text.replace(/[^\p{L}\p{N}#%.,\s_-]/gu, ''),
}

/** A value never holds a mark of ours. */
export const escapeFor = (place: Place, text: string): string => ways[place](withoutMarks(text))
