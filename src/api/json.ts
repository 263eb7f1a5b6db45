/**
 * Reading JSON from strangers (RFC 8259). JSON.parse takes what must not get further: nesting that
 * overflows stacks, NUL (PostgreSQL refuses it), lone surrogates (they have no UTF-8), `__proto__`.
 * All of it is refused here, with the place where it was found. So are more values than anybody has
 * a use for, before they are made: parsing never pauses, and 40 MB of `{},` would take 1.3 GB.
 */
import { Refusal } from '../base/errors.ts'
import type { Text } from '../base/languages.ts'

const mostLevels = 64
/** The largest batch has some 80,000. */
const mostValues = 250_000
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type Path = readonly (string | number)[]

/** `['emails', 2, 'to', 1]` as errors name it: `emails[2].to[1]`. */
export function showPath(path: Path): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? part : `.${part}`
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** The value of a body; undefined where it is empty. Throws Refusal. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  weigh(bytes)
  const value = parse(decode(bytes))
  inspect(value, [])
  return value
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
/** `[` and `]`; the braces are the same with this bit. */
const [opening, closing, braceBit] = [0x5b, 0x5d, 0x20]

/** Counts the values, and the levels they are on, without making any. */
function weigh(bytes: Buffer): void {
  let values = 1
  let level = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = stringEnd(bytes, at + 1)
    else if (byte === comma) values++
    else if ((byte & ~braceBit) === opening) {
      values++
      if (++level > mostLevels) throw tooDeep()
    } else if ((byte & ~braceBit) === closing) level--
    if (values > mostValues) throw tooMany()
  }
}

/** Where a string's last quote is. Most have no backslash before it: those are passed in one step. */
function stringEnd(bytes: Buffer, from: number): number {
  const first = bytes.indexOf(quote, from)
  if (first < 0) return bytes.length
  if (bytes[first - 1] !== backslash) return first
  let at = from
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Refusal('invalid_json', {
      why: {
        en: 'The body is not valid JSON: it is not UTF-8.',
        pt: 'O corpo não é um JSON válido: não está em UTF-8.',
      },
    })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = /position (\d+)/.exec((error as Error).message)?.[1]
    if (place === undefined) throw new Refusal('invalid_json')
    throw new Refusal('invalid_json', {
      why: {
        en: `The body is not valid JSON: there is an error at character ${place}.`,
        pt: `O corpo não é um JSON válido: há um erro no caractere ${place}.`,
      },
    })
  }
}

function inspect(value: unknown, path: (string | number)[]): void {
  if (typeof value === 'string') inspectText(value, path)
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i)
      inspect(value[i], path)
      path.pop()
    }
    return
  }
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key]
    inspectText(key, path)
    path.push(key)
    if (isPoison(key, member)) throw refuse(path, poisoned)
    inspect(member, path)
    path.pop()
  }
}

function inspectText(text: string, path: Path): void {
  if (text.includes('\0')) throw refuse(path, withNul)
  if (!text.isWellFormed()) throw refuse(path, withSurrogate)
}

/** Keys by which a careless copy of the object would change what all objects inherit. */
function isPoison(key: string, member: unknown): boolean {
  if (key === '__proto__') return true
  const isObject = typeof member === 'object' && member !== null
  return key === 'constructor' && isObject && Object.hasOwn(member, 'prototype')
}

const poisoned: Text = {
  en: 'The name {param} is not allowed.',
  pt: 'O nome {param} não é permitido.',
}
const withNul: Text = {
  en: 'The text holds the character NUL, which is not allowed.',
  pt: 'O texto contém o caractere NUL, que não é permitido.',
}
const withSurrogate: Text = {
  en: 'The text holds half of a surrogate pair, which is not a character.',
  pt: 'O texto contém metade de um par substituto, que não é um caractere.',
}

function refuse(path: Path, why: Text): Refusal {
  const param = showPath(path).toWellFormed().replaceAll('\0', '')
  return new Refusal('invalid_field', { ...(param === '' ? {} : { param }), why })
}

const tooDeep = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body is nested more than ${mostLevels} levels deep.`,
      pt: `O corpo tem mais de ${mostLevels} níveis de aninhamento.`,
    },
  })

const tooMany = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body holds more than ${mostValues} values.`,
      pt: `O corpo tem mais de ${mostValues} valores.`,
    },
  })
