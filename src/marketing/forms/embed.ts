/** A form as plain html, to be copied into any page: no script is needed. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { FormDefinition } from './store.ts'

/** All that the form asks for: without a required field nothing sent by it would be taken. */
export function embedOf(
  url: string,
  { fields: asked, topics }: FormDefinition,
  names: ReadonlyMap<Uuid, string>,
): string {
  const inputs = asked.map(({ key, label, required }) => {
    const text = label.pt ?? label.en ?? key.split('.').at(-1)!
    const must = required ? ' required' : ''
    return `<label>${escaped(text)} <input type="text" name="${escaped(key)}"${must}></label>`
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
