/**
 * What is wrong in a line of a file, in the words of those who made the file: columns by their
 * headings, values as they stand in the cell. Codes and params stay as the API has them. Pure.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { isDate, type PropertyType } from '../contacts/fields/property.ts'
import { meantDomain } from './typos.ts'

const maxShownChars = 40
const cut = (text: string): string =>
  text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text

/** The headings of the fields that a line is read for. */
export type Headings = ReadonlyMap<string, string>

/** The same refusal for people: `properties.spent` is the heading of its column. */
export function inWordsOfFile(error: Refusal, headings: Headings, email: unknown): Refusal {
  const { code, param } = error
  if (param === undefined) return error
  if (code === 'missing_field' && param === 'email') {
    return new Refusal(code, {
      param,
      why: { en: 'Line without an email address.', pt: 'Linha sem e-mail.' },
    })
  }
  if (param === 'email') return badAddress(error, email)
  const heading = headings.get(param)
  if (heading === undefined || heading === param) return error
  const { en, pt } = error.text
  const named = (text: string): string => text.replaceAll(param, () => `“${cut(heading)}”`)
  return new Refusal(code, { param, why: { en: named(en), pt: named(pt) } })
}

function badAddress(error: Refusal, email: unknown): Refusal {
  const { code, param = 'email' } = error
  const isOne = typeof email === 'string' && email.split('@').length === 2
  // In a cell they are a remark of somebody's, and no comment of the grammar of addresses.
  const isRemarked = isOne && /[()]/.test(email)
  if (isRemarked) return new Refusal(code, { param, why: remarked })
  const why = isOne
    ? { en: `Invalid email. ${error.text.en}`, pt: `E-mail inválido. ${error.text.pt}` }
    : {
        en: 'Invalid email: the @ is missing, or there are two addresses in one cell.',
        pt: 'E-mail inválido: falta o @, ou há dois e-mails na mesma célula.',
      }
  return new Refusal(code, { param, why })
}

const remarked = {
  en: 'Invalid email: take out what stands in parentheses.',
  pt: 'E-mail inválido: tire o que está entre parênteses.',
}

/** A domain that looks mistyped; null: nothing looks wrong. The person is taken in all the same. */
export function mistyped(email: string): Refusal | null {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const meant = meantDomain(domain)
  if (meant === null) return null
  return new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: `Is the email right? ${cut(domain)} looks like ${meant}.`,
      pt: `O e-mail está certo? ${cut(domain)} parece ser ${meant}.`,
    },
  })
}

interface ReadCell {
  readonly type: PropertyType
  readonly field: string
  readonly heading: string
  /** As it stands there. */
  readonly cell: string
  /** As it was read. */
  readonly value: unknown
}

/** Why a cell is none of its column's type; null: it is. */
export function wrongCell({ type, field, heading, cell, value }: ReadCell): Refusal | null {
  const shown = `“${cut(heading)}”: ${cut(cell)}`
  const wrong = (en: string, pt: string): Refusal =>
    new Refusal('invalid_field', {
      param: field,
      why: { en: `${shown} ${en}.`, pt: `${shown} ${pt}.` },
    })
  switch (type) {
    case 'number':
      return typeof value === 'number' ? null : wrong('is not a number', 'não é um número')
    case 'boolean':
      return typeof value === 'boolean' ? null : wrong('is neither yes nor no', 'não é sim nem não')
    case 'date':
      if (isDate(value)) return null
      return value === cell
        ? wrong('is not a date', 'não é uma data')
        : wrong('is a day that does not exist', 'é um dia que não existe')
    default:
      return null
  }
}
