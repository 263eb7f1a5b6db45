/** Languages as people write them in tables: `pt_BR`, `Português`, `English (US)`. */

import { languageTag } from '#kernel/base/language-tags.ts'
import { fold } from '#kernel/mail/fold.ts'

const tags = [
  ...[
    'pt',
    'pt-BR',
    'pt-PT',
    'en',
    'en-US',
    'en-GB',
    'es',
    'es-ES',
    'es-MX',
    'es-AR',
    'fr',
    'fr-CA',
  ],
  ...[
    'de',
    'it',
    'nl',
    'ja',
    'zh',
    'ko',
    'ru',
    'pl',
    'sv',
    'da',
    'nb',
    'fi',
    'tr',
    'ar',
    'he',
    'uk',
  ],
]

const plainName = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

let byName: ReadonlyMap<string, string> | null = null

function names(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const tag of tags) {
    for (const spoken of new Set(['en', 'pt', 'es', 'fr', tag])) {
      const name = new Intl.DisplayNames([spoken], { type: 'language', fallback: 'none' }).of(tag)
      if (name !== undefined) found.set(plainName(name), tag)
      const base = new Intl.DisplayNames([spoken], {
        type: 'language',
        fallback: 'none',
        languageDisplay: 'standard',
      }).of(tag)
      if (base !== undefined) found.set(plainName(base), tag)
    }
  }
  found.set('portuguesdobrasil', 'pt-BR').set('portuguesbr', 'pt-BR').set('castellano', 'es')
  return found
}

const maxNameChars = 60

/** A language tag; the text itself where it names no language. */
export function spokenTag(text: string): string {
  if (text.length > maxNameChars) return text
  // POSIX locales have an underline and an encoding: pt_BR.UTF-8.
  const tag = languageTag(text.replace(/[.@].*$/, '').replaceAll('_', '-'))
  if (tag !== null) return tag
  byName ??= names()
  return byName.get(plainName(text)) ?? text
}
