/**
 * Sums as people do them by hand: exact, in tens. JavaScript's own are binary, where 1.1 times 3 is
 * 3.3000000000000003.
 */

/** `units` tenths of tenths: the value is units / 10 ** scale. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Digits beyond these are nobody's sum. */
const maxDigits = 100
/** Of a quotient that does not end. */
const quotientScale = 15

const form = /^([-+]?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([-+]?\d{1,3}))?$/i

/** As programs write a number; null: it is none, or longer than any sum. */
export function decimalOf(text: string): Decimal | null {
  const found = form.exec(text)
  if (found === null) return null
  const [, sign, whole = '', part = '', exponent = '0'] = found
  const units = BigInt(`${whole}${part}`) * (sign === '-' ? -1n : 1n)
  const scale = part.length - Number(exponent)
  return scale < 0 ? bounded(units * 10n ** BigInt(-scale), 0) : bounded(units, scale)
}

/** Without zeros at the end; null: too long. */
function bounded(units: bigint, scale: number): Decimal | null {
  let [short, rest] = [units, scale]
  while (rest > 0 && short % 10n === 0n) [short, rest] = [short / 10n, rest - 1]
  return String(short).length > maxDigits || rest > maxDigits ? null : { units: short, scale: rest }
}

const power = (scale: number): bigint => 10n ** BigInt(scale)

/** The units of both at one scale. */
function aligned(a: Decimal, b: Decimal): readonly [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * power(scale - a.scale), b.units * power(scale - b.scale), scale]
}

export function sum(a: Decimal, b: Decimal): Decimal | null {
  const [one, other, scale] = aligned(a, b)
  return bounded(one + other, scale)
}

export const difference = (a: Decimal, b: Decimal): Decimal | null =>
  sum(a, { ...b, units: -b.units })

export const product = (a: Decimal, b: Decimal): Decimal | null =>
  bounded(a.units * b.units, a.scale + b.scale)

/** null: by zero. */
export function quotient(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const [one, other] = aligned(a, b)
  return bounded(halfAway(one * power(quotientScale), other), quotientScale)
}

/** To so many digits behind the point, or before it; halves away from zero. */
export function rounded(a: Decimal, digits: number): Decimal | null {
  if (digits >= a.scale) return a
  const units = halfAway(a.units, power(a.scale - digits))
  return digits < 0 ? bounded(units * power(-digits), 0) : bounded(units, digits)
}

/** The whole number nearest to a quotient. */
function halfAway(a: bigint, b: bigint): bigint {
  const isNegative = a < 0n !== b < 0n
  const [above, below] = [a < 0n ? -a : a, b < 0n ? -b : b]
  const whole = (above * 2n + below) / (below * 2n)
  return isNegative ? -whole : whole
}

/** −1, 0 or 1. */
export function comparison(a: Decimal, b: Decimal): number {
  const [one, other] = aligned(a, b)
  return one === other ? 0 : one < other ? -1 : 1
}

export function textOfDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const at = digits.length - scale
  const part = scale === 0 ? '' : `.${digits.slice(at)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${part}`
}

/** A number where that says the same, else its digits. */
export function valueOfDecimal(decimal: Decimal): number | string {
  const text = textOfDecimal(decimal)
  const number = Number(text)
  return String(number) === text ? number : text
}
