/**
 * Fields against their schema, strictly: nothing is coerced, nothing is stripped. One refusal, the
 * first: what is missing, then what is unknown, then the fields in the order of the schema.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { type ErrorCode, Refusal } from '#kernel/base/errors.ts'
import { type Path, showPath } from '#kernel/base/inspect.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger, isShorter } from '#kernel/base/text-length.ts'
import { dropNulls, type Schema, strict, withShared } from './schemas.ts'

/** Throws Refusal unless the value fits; takes null fields out of it. */
export type Validator = (value: unknown) => void

/** How a route may name the refusal of a list that is too long: `{ maxItems: 100, 'x-too-many': code }`. */
const tooMany = 'x-too-many'
/** No URL of ours is longer; each limit of a field is lower. */
const maxUrlLength = 64 * 1024

const ajv = new Ajv({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: false,
  discriminator: true,
  verbose: true,
  // What occurs several times is compiled once.
  inlineRefs: false,
})
ajv.addKeyword(tooMany)
boundLength('maxLength', isLonger)
boundLength('minLength', isShorter)
ajv.addKeyword('example')
ajv.addFormat('date-time', isMoment)
ajv.addFormat('uri', (text: string) => text.length <= maxUrlLength && URL.canParse(text))

/**
 * Ajv counts the characters of every text from the first to the last, however many there are. Its
 * error is told as Ajv tells its own.
 */
function boundLength(keyword: string, isBeyond: (text: string, limit: number) => boolean): void {
  ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'number',
    compile(limit: number) {
      const check: DataValidateFunction = (text: string): boolean => {
        if (!isBeyond(text, limit)) return true
        check.errors = [{ keyword, params: { limit } }]
        return false
      }
      return check
    },
  })
}

/** RFC 3339 §5.6 with an offset or Z, and a day that exists. */
function isMoment(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.exec(
    text,
  )
  if (!parts || Number.isNaN(Date.parse(text))) return false
  const [, year, month, day] = parts.map(Number)
  return day! <= new Date(Date.UTC(year!, month!, 0)).getUTCDate()
}

const validators = new WeakMap<object, Validator>()

/** Compiled when first asked, and once: all schemas together take longer than the rest of a start. */
export function compile(schema: object): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  let compiled: { readonly tight: Schema; readonly check: ValidateFunction } | undefined
  const validator: Validator = value => {
    if (compiled === undefined) {
      const tight = strict(schema)
      compiled = { tight, check: ajv.compile(withShared(tight)) }
    }
    const { tight, check } = compiled
    dropNulls(tight, value)
    if (check(value)) return
    throw refusalFor(telling(check.errors!), value)
  }
  validators.set(schema, validator)
  return validator
}

/**
 * Of a union that fits nowhere, the last error speaks for the whole; but where a value may only be
 * null besides, what is wrong is said of the value.
 */
function telling(errors: readonly ErrorObject[]): ErrorObject {
  const last = errors.at(-1)!
  if (last.keyword !== 'anyOf' || last.data === null) return last
  const members = last.schema as readonly { readonly type?: string }[]
  const nullAt = members.findIndex(({ type }) => type === 'null')
  if (members.length !== 2 || nullAt === -1) return last
  const ofNull = `${last.schemaPath}/${nullAt}/type`
  return errors.findLast(one => one !== last && one.schemaPath !== ofNull) ?? last
}

function refusalFor(error: ErrorObject, root: unknown): Refusal {
  const path = pathOf(error.instancePath, root)
  const { params, keyword } = error
  if (keyword === 'required') return refuse('missing_field', [...path, params.missingProperty])
  if (keyword === 'additionalProperties') {
    return refuse('invalid_field', [...path, params.additionalProperty], unknownField)
  }
  // An empty list where one is required: nothing was given (docs/contract.md#strict-input).
  if (keyword === 'minItems' && (error.data as unknown[]).length === 0) {
    return refuse('missing_field', path)
  }
  if (keyword === 'maxItems' && typeof error.parentSchema?.[tooMany] === 'string') {
    const count = (error.data as unknown[]).length
    return new Refusal(error.parentSchema[tooMany] as ErrorCode, { values: { count } })
  }
  return refuse('invalid_field', path, sentenceFor(error))
}

function refuse(code: 'missing_field' | 'invalid_field', path: Path, why?: Text): Refusal {
  const param = showPath(path)
  return new Refusal(code, {
    ...(param === '' ? {} : { param }),
    ...(why === undefined ? {} : { why: param === '' ? ofTheWhole(why) : why }),
  })
}

/** Where there is no field to name, the sentence is about the body. */
function ofTheWhole(why: Text): Text {
  return {
    en: why.en.replace('{param}', 'The body'),
    pt: why.pt.replace('{param}', 'O corpo'),
  }
}

/** A JSON pointer (RFC 6901) as a path; only the value tells a list from an object. */
function pathOf(pointer: string, root: unknown): (string | number)[] {
  const path: (string | number)[] = []
  let at = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(at) ? Number(name) : name)
    at = (at as Record<string, unknown>)[name]
  }
  return path
}

const unknownField: Text = {
  en: 'There is no field {param}.',
  pt: 'Não existe o campo {param}.',
}

const typeNames: Readonly<Record<string, Text>> = {
  string: { en: 'a text', pt: 'um texto' },
  integer: { en: 'a whole number', pt: 'um número inteiro' },
  number: { en: 'a number', pt: 'um número' },
  boolean: { en: 'true or false', pt: 'true ou false' },
  array: { en: 'a list', pt: 'uma lista' },
  object: { en: 'an object', pt: 'um objeto' },
}

const sentence = (en: string, pt: string): Text => ({ en, pt })

/** Exactly what is wrong. */
function sentenceFor({ keyword, params, schema }: ErrorObject): Text {
  const limit: unknown = params.limit
  switch (keyword) {
    case 'type': {
      const name = typeNames[String(params.type)]!
      return sentence(`{param} must be ${name.en}.`, `{param} deve ser ${name.pt}.`)
    }
    case 'enum':
    case 'const': {
      const list = [schema].flat().join(', ')
      return sentence(`{param} must be one of: ${list}.`, `{param} deve ser um destes: ${list}.`)
    }
    case 'minLength':
      return sentence(
        limit === 1
          ? '{param} must not be empty.'
          : `{param} must have at least ${limit} characters.`,
        limit === 1
          ? '{param} não pode ser vazio.'
          : `{param} deve ter pelo menos ${limit} caracteres.`,
      )
    case 'maxLength':
      return sentence(
        `{param} must have at most ${limit} characters.`,
        `{param} deve ter no máximo ${limit} caracteres.`,
      )
    case 'minItems':
      return sentence(
        `{param} must have at least ${limit} entries.`,
        `{param} deve ter pelo menos ${limit} itens.`,
      )
    case 'maxItems':
    case 'maxProperties':
      return sentence(
        `{param} must have at most ${limit} entries.`,
        `{param} deve ter no máximo ${limit} itens.`,
      )
    case 'minimum':
      return sentence(`{param} must be at least ${limit}.`, `{param} deve ser no mínimo ${limit}.`)
    case 'maximum':
      return sentence(`{param} must be at most ${limit}.`, `{param} deve ser no máximo ${limit}.`)
    case 'minProperties':
      return sentence('{param} must not be empty.', '{param} não pode ser vazio.')
    case 'uniqueItems':
      return sentence('{param} names an entry twice.', '{param} repete um item.')
    case 'format':
      return formatSentence(String(params.format))
    default:
      return sentence('The value of {param} is not valid.', 'O valor de {param} não é válido.')
  }
}

function formatSentence(format: string): Text {
  if (format === 'uri') return sentence('{param} must be a URL.', '{param} deve ser uma URL.')
  return sentence(
    '{param} must be a time such as 2026-01-31T12:00:00Z, with an offset or Z.',
    '{param} deve ser um horário como 2026-01-31T12:00:00Z, com deslocamento ou Z.',
  )
}
