/**
 * The html of a form, one for all places: our page, the pages of others, the dashboard's preview. It
 * says what a visitor agrees to, and carries a mark of those words, so that only words that were
 * really shown are kept as the proof of a consent.
 */
import { createHash } from 'node:crypto'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { type Language, languages } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import { namesIn } from '../contacts/fields/contact-fields.ts'
import type { PropertyTypes } from '../contacts/fields/property.ts'
import { type AskedField, type FilledIn, inputOf, typeOf } from './form-fields.ts'
import type { FormDefinition } from './store.ts'
import type { Say } from './words.ts'

/** In which words a form is written. */
export interface FormWords {
  readonly language: Language
  readonly say: Say
  /** Names of topics; one that has been deleted since is no choice. */
  readonly topics: ReadonlyMap<Uuid, string>
  readonly properties: PropertyTypes
}

/** What was sent already, and which of it is wrong. */
export interface Submission {
  readonly values: URLSearchParams
  readonly wrong: string | null
}

const markName = 'wording'

/** All that people see of a form but its button: without a required field nothing would be taken. */
export function formInside(
  definition: FormDefinition,
  words: FormWords,
  sent?: Submission,
): string[] {
  const { language, say, properties } = words
  const filled = (key: string): FilledIn => ({
    value: sent?.values.get(key) ?? '',
    isWrong: sent?.wrong === key,
  })
  const email = { key: 'email', label: {}, required: true }
  return [
    ...wordingParts(definition, language),
    inputOf(email, 'email', say('form_email'), filled('email')),
    ...definition.fields.map(field =>
      inputOf(
        field,
        typeOf(field.key, properties),
        labelOf(field, language, say),
        filled(field.key),
      ),
    ),
    ...topicChoices(definition, words, sent),
  ]
}

/** Boxes that are all empty send nothing: with this, it is known that there was a choice. */
const nothingChosen = '<input type="hidden" name="topic" value="">'

function topicChoices(
  { topics }: FormDefinition,
  { topics: names, say }: FormWords,
  sent?: Submission,
): string[] {
  if (topics.length < 2) return []
  const chosen = sent?.values.getAll('topic') ?? []
  const boxes = topics.flatMap(id => {
    const name = names.get(id)
    if (name === undefined) return []
    const value = show('top', id)
    const checked = chosen.includes(value) ? ' checked' : ''
    return [
      `<label><input type="checkbox" name="topic" value="${value}"${checked}> ${escaped(name)}</label>`,
    ]
  })
  const wrong = sent?.wrong === 'topic' ? ' aria-describedby="wrong"' : ''
  const legend = `<fieldset${wrong}><legend>${escaped(say('form_topics'))}</legend>`
  return [legend, nothingChosen, ...boxes, '</fieldset>']
}

/** What people call a field: as the form says, else as we do. */
export function labelOf(
  { key, label }: Pick<AskedField, 'key' | 'label'>,
  language: Language,
  say: Say,
): string {
  const own = namesIn('forms').find(name => name === key)
  const ours = own === undefined ? key.split('.').at(-1)! : say(`form_${own}`)
  return label[language] ?? label.pt ?? label.en ?? ours
}

export interface Wording {
  readonly text: string
  readonly language: Language
}

/** A text of a form's in the language asked for, else in the other; none where it is empty. */
export function paragraphsIn(text: FormDefinition['wording'], asked: Language): string[] {
  const paragraphs = [asked, ...languages].map(one => linesOf(text[one] ?? ''))
  return paragraphs.find(lines => lines.length > 0) ?? []
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** What a visitor agrees to, in the language in which there is a text. */
function wordingOf(
  { wording }: Pick<FormDefinition, 'wording'>,
  asked: Language,
): Wording | undefined {
  const language = ([asked, 'pt', 'en'] as const).find(one => (wording[one] ?? '') !== '')
  return language && { text: wording[language]!, language }
}

/** The words, and what says later that they stood here. */
export function wordingParts(
  definition: Pick<FormDefinition, 'wording'>,
  language: Language,
): string[] {
  const wording = wordingOf(definition, language)
  if (wording === undefined) return []
  return [
    `<p>${escaped(wording.text)}</p>`,
    `<input type="hidden" name="${markName}" value="${markOf(wording)}">`,
  ]
}

/** Changes with the words: a copy that shows earlier ones proves nothing about these. */
function markOf({ text, language }: Wording): string {
  return `${language}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}

/**
 * Which words were read before this was sent: `none` where the form has none; null where it has
 * some, and nothing says that they were shown.
 */
export function wordingRead(
  definition: Pick<FormDefinition, 'wording'>,
  values: URLSearchParams,
): Wording | 'none' | null {
  const all = languages.flatMap(language => wordingOf(definition, language) ?? [])
  if (all.length === 0) return 'none'
  const mark = values.get(markName)
  return all.find(one => markOf(one) === mark) ?? null
}

/** What the second page sends on of what was sent; the mark is its own. */
export const isSentOn = (name: string): boolean => name !== markName
