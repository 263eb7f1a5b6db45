/** A form as plain html, to be copied into any page: no script is needed. */
import { escaped } from '#kernel/routes/plain-page.ts'
import { type FormWords, formInside } from './form-html.ts'
import type { FormDefinition } from './store.ts'

export function embedOf(url: string, definition: FormDefinition, words: FormWords): string {
  const inside = formInside(definition, words).join('')
  const button = `<button>${escaped(words.say('form_button'))}</button>`
  return `<form method="post" accept-charset="utf-8" action="${url}">${inside}${button}</form>`
}
