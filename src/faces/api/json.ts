/**
 * Reading JSON from strangers (RFC 8259). JSON.parse takes what must not get further: nesting that
 * overflows stacks, and what base/inspect.ts looks for. All of it is refused here, with the place
 * where it was found. So are more values than anybody has a use for, before they are made: parsing
 * never pauses, and 40 MB of `{},` would take 1.3 GB.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { inspect } from '#kernel/base/inspect.ts'

const maxLevels = 64
/** The largest batch has some 80,000. */
const maxValues = 250_000
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value of a body; undefined where it is empty. Throws Refusal. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  weigh(bytes)
  const value = parse(decode(bytes))
  inspect(value)
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
      if (++level > maxLevels) throw tooDeep()
    } else if ((byte & ~braceBit) === closing) level--
    if (values > maxValues) throw tooMany()
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

const tooDeep = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body is nested more than ${maxLevels} levels deep.`,
      pt: `O corpo tem mais de ${maxLevels} níveis de aninhamento.`,
    },
  })

const tooMany = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body holds more than ${maxValues} values.`,
      pt: `O corpo tem mais de ${maxValues} valores.`,
    },
  })
