/** What is wrong with a draft, and what is only worth saying. */

import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import type { Node } from '#sending/content/liquid/ast.ts'
import { maxChars } from '#sending/content/liquid/filters.ts'
import { type NameStep, namesIn } from '#sending/content/liquid/names.ts'
import type { ReadLetter } from '#sending/content/liquid/render.ts'
import { readPage } from '#sending/content/page.ts'
import { contactFieldNames } from '../contacts/fields/contact-fields.ts'
import { textsOf } from './design.ts'
import { bodyName } from './letters.ts'
import { likelyName } from './likely.ts'
import type { Draft, Variable, Variant, VersionLetters } from './template.ts'
import { unfinishedIn } from './unfinished.ts'

export interface Finding {
  readonly code: string
  readonly level: 'error' | 'warning' | 'info'
  readonly param?: string
  /** People whom it concerns. */
  readonly count?: number
  /** Some of those people, or links. */
  readonly sample?: readonly (string | { readonly contact_id: string; readonly email: string })[]
  readonly message: Text
}

/** The names of a contact that templates may print. */
const contactNames = ['email', ...contactFieldNames]
const plainNames = ['unsubscribe_url', 'preferences_url', 'web_view_url', 'today']
const objectNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['contact', contactNames],
  ['topic', ['name']],
  ['project', ['name', 'postal_address']],
])

/** What the project knows beside what a template declares. */
interface KnownNames {
  readonly properties: ReadonlySet<string>
  /** Those with a fallback of their own. */
  readonly withFallback: ReadonlySet<string>
}

/** People without a value for a name, such as first_name or properties.city. */
type CountWithout = (name: string) => Promise<number>

interface Judging {
  readonly draft: Draft
  readonly letters: ReadonlyMap<string, ReadLetter>
  /** What is read there, compiled and in its layout. */
  readonly sources: VersionLetters
  readonly known: KnownNames
  readonly countWithout: CountWithout
}

const parts = ['subject', 'preheader', 'html', 'text'] as const
const maxSubjectChars = 78
/** Gmail shows no more of a letter. */
const maxHtmlBytes = 102_400

/** What is wrong with the first name in a text that nobody knows; null: all are known. */
export function unknownNameIn(
  text: readonly Node[],
  { variables }: Pick<Draft, 'variables'>,
  properties: ReadonlySet<string>,
): Text | null {
  const about = { draft: { variables }, known: { properties } }
  const found = namesIn(text).find(one => !isKnown(one, about))
  return found === undefined ? null : unknownName(found.path.join('.'), about)
}

/** In the order of languages and parts. */
export async function findingsOf(judging: Judging): Promise<Finding[]> {
  const findings: Finding[] = []
  const bare = new Map<string, string>()
  for (const [language, letter] of judging.letters) {
    for (const part of parts) {
      for (const asked of namesIn(letter[part] ?? [])) {
        const { path, isBare, isLooped } = asked
        const name = part === 'html' ? bodyName(judging.draft.variants[language]!) : part
        const about = `variants.${language}.${name}`
        const param = placeOfName(judging.draft.variants[language]!, about, path)
        if (!isKnown(asked, judging)) findings.push(undeclared(path.join('.'), param, judging))
        else if (isLooped && isOtherThanList(path, judging))
          findings.push(noList(path.join('.'), param))
        else if (isBare && isOfContact(path, judging)) bare.set(nameOfContact(path), param)
      }
    }
    findings.push(...looksOf(language, judging))
    findings.push(...unfinishedIn(judging.draft.variants[language]!, `variants.${language}`))
  }
  for (const [name, param] of bare) {
    const count = await judging.countWithout(name)
    if (count > 0) findings.push(valueMissing(name, param, count))
  }
  return findings
}

/** Where names come from. */
interface Naming {
  readonly draft: Pick<Draft, 'variables'>
  readonly known: Pick<KnownNames, 'properties'>
}

type NameUse = Pick<ReturnType<typeof namesIn>[number], 'steps' | 'isBare'>

/** Whether there can be a value: what cannot have one is a mistake of the author, not of people. */
function isKnown({ steps, isBare }: NameUse, { draft, known }: Naming): boolean {
  const [root, next, ...rest] = steps
  const own = draft.variables.find(one => one.key === root)
  if (own !== undefined) return hasMember(own.type, steps.slice(1))
  // All of an event has no text.
  if (root === 'event') return next !== undefined || !isBare
  if (root === 'contact' && next === 'properties') {
    const [key, ...members] = rest
    return typeof key === 'string' && known.properties.has(key) && isOfList(members)
  }
  const members = objectNames.get(String(root))
  if (members === undefined) return next === undefined && plainNames.includes(String(root))
  return next !== undefined && members.includes(String(next)) && isOfText(rest)
}

/** A text has a size, and nothing else in it has a name. */
const isOfText = (steps: readonly NameStep[]): boolean =>
  steps.length === 0 || (steps.length === 1 && (steps[0] === 'size' || steps[0] === null))

/** A list has places, and its items may have names of their own. */
const isOfList = ([first, ...rest]: readonly NameStep[]): boolean =>
  first === undefined ||
  typeof first !== 'string' ||
  first === 'first' ||
  first === 'last' ||
  (first === 'size' && rest.length === 0)

function hasMember(type: Variable['type'], steps: readonly NameStep[]): boolean {
  if (type === 'list') return isOfList(steps)
  return type === 'number' || type === 'boolean' ? steps.length === 0 : isOfText(steps)
}

/** As it is counted: `first_name`, `properties.city`. */
const nameOfContact = ([, name = '', key = '']: readonly string[]): string =>
  name === 'properties' ? `${name}.${key}` : name

/** Of what is known, lists are among the properties of a contact and in events. */
function isOtherThanList([root, next]: readonly string[], { draft }: Judging): boolean {
  const own = draft.variables.find(one => one.key === root)
  if (own !== undefined) return next === undefined && own.type !== 'list'
  return root !== 'event' && !(root === 'contact' && next === 'properties')
}

/** Everybody has an address, and whoever has no value for a property gets its fallback. */
function isOfContact([root, ...rest]: readonly string[], { known }: Judging): boolean {
  if (root !== 'contact' || rest[0] === 'email') return false
  return rest[0] !== 'properties' || !known.withFallback.has(rest[1]!)
}

function unknownName(name: string, about: Naming): Text {
  const meant = likelyName(name, namesOf(about))
  return {
    en: `${name} is neither declared nor known.${meant === null ? '' : ` Did you mean ${meant}?`}`,
    pt: `${name} não foi declarado nem é conhecido.${meant === null ? '' : ` Você quis dizer ${meant}?`}`,
  }
}

/** All that a letter may print by its whole name. */
const namesOf = ({ draft, known }: Naming): readonly string[] => [
  ...[...objectNames].flatMap(([root, names]) => names.map(name => `${root}.${name}`)),
  ...[...known.properties].map(key => `contact.properties.${key}`),
  ...plainNames,
  ...draft.variables.map(({ key }) => key),
]

/** The block that prints a name, where it is written in blocks. */
function placeOfName({ design }: Variant, param: string, path: readonly string[]): string {
  if (design === undefined || !param.endsWith('.design')) return param
  const name = path.join('.')
  const found = textsOf(design, param).find(([, text]) => prints(text, name))
  return found?.[0] ?? param
}

/** Whether a text names it in its Liquid, as a whole. */
const prints = (text: string, name: string): boolean =>
  [...text.matchAll(/\{[{%].*?[}%]\}/gs)].some(([liquid]) =>
    [...liquid.matchAll(/[\w.]+/g)].some(([word]) => word === name),
  )

const undeclared = (name: string, param: string, about: Naming): Finding => ({
  code: 'variable_undeclared',
  level: 'error',
  param,
  message: unknownName(name, about),
})

const noList = (name: string, param: string): Finding => ({
  code: 'variable_undeclared',
  level: 'error',
  param,
  message: {
    en: `A loop goes over ${name}, which is not declared as a list.`,
    pt: `Um laço percorre ${name}, que não foi declarado como lista.`,
  },
})

const valueMissing = (name: string, param: string, count: number): Finding => ({
  code: 'value_missing',
  level: 'warning',
  param,
  count,
  message:
    count === 1
      ? {
          en: `One contact has no ${name}, and there is no fallback: it will not get the email.`,
          pt: `Um contato não tem ${name}, e não há alternativa: ele não vai receber.`,
        }
      : {
          en: `${count} contacts have no ${name}, and there is no fallback: they will not get it.`,
          pt: `${count} contatos não têm ${name}, e não há alternativa: eles não vão receber.`,
        },
})

const warning = (code: string, param: string, message: Text): Finding => ({
  code,
  level: 'warning',
  param,
  message,
})

const tooLong: Finding = {
  code: 'too_large',
  level: 'error',
  message: {
    en: 'A compiled email has at most 2 MB.',
    pt: 'Uma mensagem compilada tem no máximo 2 MB.',
  },
}

function looksOf(language: string, { draft, sources }: Judging): Finding[] {
  const variant = draft.variants[language]!
  const { subject = '', preheader = '', text } = variant
  const html = sources[language]?.html ?? ''
  const body = bodyName(variant)
  const path = `variants.${language}`
  const findings: Finding[] = html.length > maxChars ? [tooLong] : []
  const say = (code: string, part: string, en: string, pt: string): void => {
    findings.push(warning(code, `${path}.${part}`, { en, pt }))
  }
  if (subject.trim() === '') say('subject', 'subject', 'It has no subject.', 'Não tem assunto.')
  else if (isLonger(subject, maxSubjectChars))
    say('subject', 'subject', 'Long subjects are cut.', 'Assuntos longos são cortados.')
  if (/^\s*(re|fwd?|enc|res):/i.test(subject))
    say('subject', 'subject', 'It looks like an answer.', 'Parece uma resposta.')
  if (preheader.trim() === '')
    say('preheader', 'preheader', 'It has no preheader.', 'Não tem pré-cabeçalho.')
  if (text === false) say('text_missing', 'text', 'It has no text part.', 'Não tem parte em texto.')
  if (Buffer.byteLength(html) > maxHtmlBytes)
    say(
      'too_large',
      body,
      'Gmail cuts letters over 102,400 bytes.',
      'O Gmail corta mensagens acima de 102.400 bytes.',
    )
  const { images, words } = readPage(html)
  if (images.some(one => !one.hasAlt))
    say('image_alt', body, 'An image has no alt text.', 'Uma imagem não tem texto alternativo.')
  if (images.some(one => !one.hasSize))
    say('image_alt', body, 'An image has no size.', 'Uma imagem não tem tamanho.')
  // For who does not load images.
  if (images.length > 0 && !/[\p{L}\p{N}]{2}/u.test(words))
    say('image_alt', body, 'It is only an image.', 'É só uma imagem.')
  return findings
}
