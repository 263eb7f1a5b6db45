/**
 * Money: whole cents everywhere inside, text with two digits after the point outside. Overage is
 * counted in millicents, a thousandth of a cent: at `p` cents per 1,000 recipients, one recipient
 * costs exactly `p` of them, so nothing is rounded before a bill is.
 */
import type { Text } from '#kernel/base/languages.ts'

export const millicentsPerCent = 1_000

/** The largest amount that is taken: 100,000,000.00. */
export const maxCents = 100_000_000_00

/** Cents of an amount as text with at most two digits after point or comma; null: no such amount. */
export function parseCents(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const [, whole, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return cents <= maxCents ? cents : null
}

/** `25.50` */
export function showAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** `0.04950`: what is spent before a bill rounds it. */
export const showExact = (millicents: number): string =>
  `${showAmount(Math.floor(millicents / millicentsPerCent))}${String(millicents % millicentsPerCent).padStart(3, '0')}`

/** Millicents as a bill shows them: up to the next cent. */
export const centsUp = (millicents: number): number => Math.ceil(millicents / millicentsPerCent)

const signs: Readonly<Record<string, string>> = { BRL: 'R$', USD: 'US$' }

/** `1,000` and `1.000`. */
export function number(value: number): Text {
  const grouped = (mark: string): string => String(value).replace(/\B(?=(\d{3})+$)/g, mark)
  return { en: grouped(','), pt: grouped('.') }
}

/** `US$ 12.50` and `US$ 12,50`. */
export function money(cents: number, currency: string): Text {
  const rest = String(cents % 100).padStart(2, '0')
  const whole = number(Math.floor(cents / 100))
  const sign = signs[currency] ?? currency
  return { en: `${sign} ${whole.en}.${rest}`, pt: `${sign} ${whole.pt},${rest}` }
}
