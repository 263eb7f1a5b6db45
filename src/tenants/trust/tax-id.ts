/**
 * Company tax ids as evidence of trust: the Brazilian CNPJ with its check digits, numeric or in the
 * alphanumeric form of 2026 (IN RFB 2.229/2024), and VAT numbers of the European Union by their
 * format (Council Directive 2006/112/EC art. 215 and the member states' rules).
 */
import { format, validate } from 'stdnum/lib/cjs/br/cnpj.js'
import { Refusal } from '#kernel/base/errors.ts'

/** Per country prefix: what follows it. Greece writes EL. */
const vatFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[0-9A-Z+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{10}01$/,
  SI: /^[1-9]\d{7}$/,
  SK: /^[1-9]\d{9}$/,
}

/** The tax id in its bare form, as it is stored; null where it is none. */
export function bareTaxId(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s./-]/g, '')
  if (isCnpj(bare)) return bare
  const vat = vatFormats[bare.slice(0, 2)]
  const rest = bare.slice(2)
  return vat?.test(rest) && /[1-9A-Z]/.test(rest) ? bare : null
}

/** Check digits alone let fourteen equal digits through that nobody has been given. */
function isCnpj(bare: string): boolean {
  return /^[0-9A-Z]{12}\d\d$/.test(bare) && !/^(.)\1{13}$/.test(bare) && validate(bare).isValid
}

/** A bare one as it is written: a CNPJ with its marks, all else as it is. */
export const writtenTaxId = (bare: string): string => (isCnpj(bare) ? format(bare) : bare)

/** The bare form; throws the refusal. */
export function readTaxId(text: string): string {
  const bare = bareTaxId(text)
  if (bare !== null) return bare
  throw new Refusal('invalid_field', {
    param: 'tax_id',
    why: {
      en: 'This is neither a CNPJ (the check digits must be right) nor an EU VAT number with its country, such as DE123456789.',
      pt: 'Isto não é um CNPJ (os dígitos verificadores precisam estar certos) nem um número de VAT da UE com o país, como DE123456789.',
    },
  })
}
