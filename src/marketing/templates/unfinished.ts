/**
 * What was left in a letter as the editor or a starting letter put it there: pictures without an
 * address, links that lead nowhere, words that ask to be replaced.
 */

import type { Text } from '#kernel/base/languages.ts'
import { languages } from '#kernel/base/languages.ts'
import { readPage } from '#sending/content/page.ts'
import { textsOf } from './design.ts'
import { startingLetters, startingVariant } from './starting-letters.ts'
import type { Variant } from './template.ts'

/** What a new block of the dashboard says (new-block.ts there), whole. */
export const firstWords: readonly string[] = [
  'A heading',
  'Um título',
  'Write here.',
  'Escreva aqui.',
  'Product',
  'Produto',
  'CODE10',
  'CODIGO10',
]

/** What starting letters have in square brackets. */
const prompts: ReadonlySet<string> = new Set(
  startingLetters.flatMap(letter =>
    languages.flatMap(language => {
      const { subject, preheader, design } = startingVariant(letter, language)
      const texts = textsOf(design, '').map(([, text]) => text)
      return [subject, preheader, ...texts].flatMap(text => text.match(/\[[^\]]+\]/g) ?? [])
    }),
  ),
)

/** The beginning of an address, and nothing else. */
const isNowhere = (address: string): boolean => /^https?:\/*$/i.test(address.trim())

const isMissing = (source: string): boolean => source.trim() === '' || isNowhere(source)

interface Leftover {
  readonly code: 'image_missing' | 'placeholder'
  readonly level: 'error'
  readonly param: string
  readonly message: Text
}

/** Of one language of a letter, in the order of its parts. `path`: such as `variants.pt`. */
export function unfinishedIn(
  { subject = '', preheader = '', design, html = '' }: Variant,
  path: string,
): Leftover[] {
  const lines: readonly (readonly [string, string])[] = [
    [`${path}.subject`, subject],
    [`${path}.preheader`, preheader],
  ]
  const texts = design === undefined ? [] : textsOf(design, `${path}.design`)
  const words = [...lines, ...texts].flatMap(([param, text]) => faultOf(param, text) ?? [])
  // Pictures in html stand at no member of their own.
  const htmls = texts.filter(([param]) => param.endsWith('.html'))
  const written = [...htmls, [`${path}.html`, html] as const]
  return [...words, ...written.flatMap(([param, text]) => faultsOfHtml(param, text))]
}

/** One picture is enough to find the others by. Of links in html, the pre-flight warns. */
function faultsOfHtml(param: string, html: string): Leftover[] {
  if (!/<img\b/i.test(html)) return []
  const isWithout = readPage(html).images.some(({ source }) => isMissing(source ?? ''))
  return isWithout ? [finding('image_missing', param, noPicture)] : []
}

function faultOf(param: string, text: string): Leftover | null {
  if (/\.(src|image)$/.test(param)) {
    return isMissing(text) ? finding('image_missing', param, noPicture) : null
  }
  if (/\.href$/.test(param)) return isNowhere(text) ? finding('placeholder', param, noLink) : null
  const words = text.replace(/<[^>]*>/g, '').trim()
  const left = firstWords.includes(words) ? words : promptIn(text)
  return left === undefined ? null : finding('placeholder', param, leftAs(left))
}

const promptIn = (text: string): string | undefined =>
  (text.match(/\[[^\]]+\]/g) ?? []).find(one => prompts.has(one))

const finding = (code: Leftover['code'], param: string, message: Text): Leftover => ({
  code,
  level: 'error',
  param,
  message,
})

const noPicture: Text = {
  en: 'A picture is not chosen yet.',
  pt: 'Falta escolher uma imagem.',
}
const noLink: Text = {
  en: 'A link leads nowhere yet.',
  pt: 'Um link ainda não leva a lugar nenhum.',
}
const leftAs = (words: string): Text => ({
  en: `“${words}” is still to be replaced.`,
  pt: `Falta trocar “${words}”.`,
})
