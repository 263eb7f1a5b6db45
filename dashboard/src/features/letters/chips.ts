/**
 * Values of a person in a text: kept as Liquid (`{{ contact.first_name | default: "you" }}`), shown
 * as a chip with the name that people have for it.
 */

const output = /\{\{-?\s*([\w.]+)\s*(?:\|\s*default:\s*("[^"]*"|'[^']*')\s*)?-?\}\}/

export interface Chip {
  readonly name: string
  readonly fallback: string
}

/** What a plain value is; null: more Liquid than a chip says, which stays as it is written. */
export function chipOf(liquid: string): Chip | null {
  const found = new RegExp(`^${output.source}$`).exec(liquid)
  return found ? { name: found[1]!, fallback: found[2]?.slice(1, -1) ?? '' } : null
}

/** A text cut at its values; the odd parts are Liquid. */
export const cutAtValues = (text: string): readonly string[] => text.split(/(\{\{.*?\}\})/s)

const tag = /(<(?:"[^"]*"|'[^']*'|[^'">])*>)/

/** HTML with an element of its own for each value that stands in its text. */
export const withChips = (html: string): string =>
  html
    .split(tag)
    .map((part, n) => (n % 2 === 1 ? part : chipped(part)))
    .join('')

const chipped = (text: string): string =>
  cutAtValues(text)
    .map((part, n) => {
      if (n % 2 === 0 || chipOf(decoded(part)) === null) return part
      return `<span data-liquid="${part.replaceAll('"', '&quot;')}"></span>`
    })
    .join('')

/** The other way round. */
export const withoutChips = (html: string): string =>
  html.replace(/<span data-liquid="([^"]*)"[^>]*>.*?<\/span>/gs, (_all, liquid: string) =>
    escaped(decoded(liquid)),
  )

const names: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#39': "'",
}

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp|#39);/g, (_all, name: string) => names[name]!)

/** As text of HTML, where quotes stay what they are. */
const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Lines as the one paragraph of an editor. */
export const htmlOfLines = (text: string): string =>
  `<p>${withChips(escaped(text)).replaceAll('\n', '<br>')}</p>`
