/** Reading what is to be a draft: shape and Liquid are judged when it is saved, names later. */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { languageTag } from '#kernel/base/language-tags.ts'
import type { Text } from '#kernel/base/languages.ts'
import { LiquidFault } from '#sending/content/liquid/ast.ts'
import { PartFault, type ReadLetter } from '#sending/content/liquid/render.ts'
import { checkWritten, readWritten } from '#sending/content/liquid/written.ts'
import { limits } from '#sending/intake/schema.ts'
import { checkedDesign, textsOf } from './design.ts'
import {
  type Draft,
  type GivenVariable,
  maxVariants,
  type Variable,
  type Variant,
} from './template.ts'
import { isOfType } from './values.ts'

interface DraftInput {
  readonly default_language?: string | null
  readonly variables?: readonly GivenVariable[] | null
  readonly variants?: Readonly<Record<string, Variant | null>> | null
  readonly layout_id?: string | null
}

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** The draft with what is given; null takes away. Throws Refusal. */
export function changedDraft(before: Draft, given: DraftInput): Draft {
  const variables: readonly GivenVariable[] =
    given.variables === undefined ? before.variables : (given.variables ?? [])
  checkVariables(variables)
  const variants = changedVariants(before.variants, given.variants)
  // The first that are written say in which language the template is at home.
  const isFirst = Object.keys(before.variants).length === 0
  const home =
    isFirst && variants[before.default_language] === undefined
      ? (Object.keys(variants)[0] ?? before.default_language)
      : before.default_language
  const language =
    given.default_language == null ? home : readTag(given.default_language, 'default_language')
  return {
    default_language: language,
    variables: variables.map(withoutNulls),
    variants,
    layout_id: given.layout_id === undefined ? before.layout_id : readLayoutId(given.layout_id),
  }
}

const readLayoutId = (text: string | null): Uuid | null => {
  if (text === null || text === '') return null
  const id = read('tpl', text)
  if (id !== null) return id
  throw refuse('layout_id', noLayout)
}

export const noLayout: Text = {
  en: 'There is no such layout.',
  pt: 'Não existe este layout.',
}

function withoutNulls<T extends object>(given: T): T {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as T
}

/** In canonical form. */
export function readTag(text: string, param: string): string {
  const tag = languageTag(text)
  if (tag !== null) return tag
  throw refuse(param, {
    en: 'Not a language tag, such as pt or en-GB.',
    pt: 'Não é uma etiqueta de idioma, como pt ou en-GB.',
  })
}

function changedVariants(
  before: Draft['variants'],
  given: DraftInput['variants'],
): Readonly<Record<string, Variant>> {
  if (given === undefined) return before
  const variants: Record<string, Variant> = given === null ? {} : { ...before }
  for (const [name, variant] of Object.entries(given ?? {})) {
    const tag = readTag(name, `variants.${name.slice(0, 40)}`)
    if (variant === null) delete variants[tag]
    else variants[tag] = checkedVariant(withoutNulls(variant), `variants.${name}`)
  }
  if (Object.keys(variants).length > maxVariants) {
    throw new Refusal('invalid_field', {
      why: {
        en: `A template has at most ${maxVariants} variants.`,
        pt: `Um modelo tem no máximo ${maxVariants} variantes.`,
      },
    })
  }
  return variants
}

/** Throws Refusal; `path` is before the names of its fields. */
function checkedVariant(variant: Variant, path: string): Variant {
  const bodies = (['html', 'mjml', 'design'] as const).filter(name => variant[name] !== undefined)
  if (bodies.length > 1) {
    throw refuse(`${path}.${bodies[1]!}`, {
      en: 'A variant has one of html, mjml and design.',
      pt: 'Uma variante tem um só entre html, mjml e design.',
    })
  }
  for (const name of ['html', 'mjml', 'text'] as const) {
    if (Buffer.byteLength(variant[name] || '') <= limits.bodyBytes) continue
    throw refuse(`${path}.${name}`, {
      en: '{param} holds at most 5 MB.',
      pt: '{param} tem no máximo 5 MB.',
    })
  }
  readParts(variant, path)
  if (variant.design === undefined) return variant
  const design = checkedDesign(variant.design, `${path}.design`)
  for (const [param, text] of textsOf(design, `${path}.design`)) readText(param, text)
  return { ...variant, design }
}

/** Throws Refusal with line and column. */
export function readText(param: string, text: string): void {
  try {
    checkWritten(text)
  } catch (error) {
    if (!(error instanceof LiquidFault)) throw error
    throw refuse(param, placedAt(error))
  }
}

const placedAt = ({ text, spot }: LiquidFault): Text => ({
  en: `${text.en} Line ${spot.line}, column ${spot.column}.`,
  pt: `${text.pt} Linha ${spot.line}, coluna ${spot.column}.`,
})

/** Its Liquid, read. Throws Refusal with line and column. */
function readParts({ subject, preheader, html, mjml, text }: Variant, path: string): ReadLetter {
  const isMjml = html === undefined && mjml !== undefined
  try {
    return readWritten({
      subject: subject ?? '',
      preheader: preheader ?? null,
      html: html ?? null,
      text: typeof text === 'string' ? text : isMjml ? mjml : null,
    })
  } catch (error) {
    if (!(error instanceof PartFault)) throw error
    const part = error.part === 'text' && isMjml ? 'mjml' : error.part
    throw refuse(`${path}.${part}`, placedAt(error.fault))
  }
}

const reserved = new Set([
  'contact',
  'event',
  'topic',
  'project',
  'unsubscribe_url',
  'preferences_url',
  'web_view_url',
  'today',
  'content',
  'forloop',
])

function checkVariables(
  variables: readonly GivenVariable[],
): asserts variables is readonly Variable[] {
  const seen = new Set<string>()
  for (const [n, { key, type, fallback, sample }] of variables.entries()) {
    if (reserved.has(key)) {
      throw refuse(`variables[${n}].key`, {
        en: `The name ${key} is taken.`,
        pt: `O nome ${key} já tem um significado.`,
      })
    }
    if (seen.has(key)) {
      throw refuse(`variables[${n}].key`, {
        en: `There are two variables ${key}.`,
        pt: `Há duas variáveis ${key}.`,
      })
    }
    seen.add(key)
    for (const [name, value] of [
      ['fallback', fallback],
      ['sample', sample],
    ] as const) {
      if (value === undefined || value === null || isOfType(type, value)) continue
      throw refuse(`variables[${n}].${name}`, {
        en: `It is not of type ${type}.`,
        pt: `Não é do tipo ${type}.`,
      })
    }
  }
}
