/** A form as plain html, to be copied into any page: no script is needed. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { PropertyTypes } from '../contacts/property.ts'
import { inputOf, typeOf } from './form-fields.ts'
import type { FormDefinition } from './store.ts'

export interface EmbedNames {
  readonly topics: ReadonlyMap<Uuid, string>
  readonly properties: PropertyTypes
}

/** All that the form asks for: without a required field nothing sent by it would be taken. */
export function embedOf(
  url: string,
  { fields: asked, topics }: FormDefinition,
  { topics: names, properties }: EmbedNames,
): string {
  const inputs = asked.map(field => {
    const text = field.label.pt ?? field.label.en ?? field.key.split('.').at(-1)!
    return inputOf(field, typeOf(field.key, properties), text)
  })
  const email = '<label>Email <input type="email" name="email" required></label>'
  const choices =
    topics.length < 2 ? [] : [nothingChosen, ...topics.map(id => choiceOf(id, names.get(id)))]
  return `<form method="post" accept-charset="utf-8" action="${url}">${email}${inputs.join('')}${choices.join('')}<button>OK</button></form>`
}

/** Boxes that are all empty send nothing: with this, it is known that there was a choice. */
export const nothingChosen = '<input type="hidden" name="topic" value="">'

/** One that has been deleted since is no choice. */
const choiceOf = (id: Uuid, name: string | undefined): string =>
  name === undefined
    ? ''
    : `<label><input type="checkbox" name="topic" value="${show('top', id)}"> ${escaped(name)}</label>`
