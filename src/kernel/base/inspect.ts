/**
 * What no value of a stranger's may hold, however it came, as JSON or in a message: NUL (PostgreSQL
 * refuses it), lone surrogates (they have no UTF-8), `__proto__`. Refused with the place where it was
 * found, once, where the values come in: behind that, the database would fail on them.
 */
import { Refusal } from './errors.ts'
import type { Text } from './languages.ts'

export type Path = readonly (string | number)[]

/** Throws Refusal for the first. How deep the value is nested is the caller's to bound. */
export function inspect(value: unknown, path: (string | number)[] = []): void {
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

/** `['emails', 2, 'to', 1]` as errors name it: `emails[2].to[1]`. */
export function showPath(path: Path): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? part : `.${part}`
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
