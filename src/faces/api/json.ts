/**
 * Reading JSON from strangers (RFC 8259). JSON.parse takes what must not get further: nesting that
 * overflows stacks, and what base/inspect.ts looks for. All of it is refused here, with the place
 * where it was found. So are more values than anybody has a use for, before they are made: parsing
 * never pauses, and 40 MB of `{},` would take 1.3 GB. And so is a name that an object has twice
 * (§4): readers differ on which of the two counts, so what one has checked another may never see.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { inspect, type Path, showPath } from '#kernel/base/inspect.ts'

const maxLevels = 64
/** The largest batch has some 80,000. */
const maxValues = 100_000
/** In one object: more make one that is slow to build, and no field of ours is named a thousandth time. */
const maxNames = 10_000
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value of a body; undefined where it is empty. Throws Refusal. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const names = weigh(bytes)
  const value = parse(decode(bytes))
  inspect(value)
  if (countNames(value) < names) throw repeated(findRepeated(bytes))
  return value
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
/** `[` and `]`; the braces are the same with this bit. */
const [opening, closing, braceBit] = [0x5b, 0x5d, 0x20]

/** Counts the values, and the levels they are on, without making any; returns how many have names. */
function weigh(bytes: Buffer): number {
  let names = 0
  let values = 1
  let level = 0
  /** Of the objects that are open, by their level. */
  const own: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = stringEnd(bytes, at + 1)
    else if (byte === comma) values++
    else if (byte === colon) {
      names++
      own[level] = (own[level] ?? 0) + 1
      if (own[level]! > maxNames) throw tooManyNames()
    } else if ((byte & ~braceBit) === opening) {
      values++
      if (++level > maxLevels) throw tooDeep()
      own[level] = 0
    } else if ((byte & ~braceBit) === closing) level--
    if (values > maxValues) throw tooMany()
  }
  return names
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

/** What is left of the names once the last of each has won. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members: unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : members.length
  return members.reduce<number>((sum, one) => sum + countNames(one), own)
}

/** Of an object: the names so far and the last of them; of an array: where it has come to. */
type Frame = { readonly names: Set<string>; at: string } | { readonly names: null; at: number }

/** Where the first repeated name stands, in what is known to be JSON. */
function findRepeated(bytes: Buffer): Path {
  const frames: Frame[] = []
  let text: readonly [from: number, to: number] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const frame = frames.at(-1)
    if (byte === quote) {
      const end = stringEnd(bytes, at + 1)
      text = [at, end + 1]
      at = end
    } else if (byte === opening) frames.push({ names: null, at: 0 })
    else if (byte === (opening | braceBit)) frames.push({ names: new Set(), at: '' })
    else if ((byte & ~braceBit) === closing) frames.pop()
    else if (byte === comma && frame?.names === null) frame.at++
    else if (byte === colon && frame?.names) {
      frame.at = JSON.parse(bytes.toString('utf8', ...text)) as string
      if (frame.names.has(frame.at)) break
      frame.names.add(frame.at)
    }
  }
  return frames.map(frame => frame.at)
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

function repeated(path: Path): Refusal {
  return new Refusal('invalid_field', {
    param: showPath(path),
    why: {
      en: 'The name {param} stands twice in its object.',
      pt: 'O nome {param} aparece duas vezes no seu objeto.',
    },
  })
}

const tooDeep = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body is nested more than ${maxLevels} levels deep.`,
      pt: `O corpo tem mais de ${maxLevels} níveis de aninhamento.`,
    },
  })

const tooManyNames = () =>
  new Refusal('invalid_json', {
    why: {
      en: `An object of the body has more than ${maxNames} names.`,
      pt: `Um objeto do corpo tem mais de ${maxNames} nomes.`,
    },
  })

const tooMany = () =>
  new Refusal('invalid_json', {
    why: {
      en: `The body holds more than ${maxValues} values.`,
      pt: `O corpo tem mais de ${maxValues} valores.`,
    },
  })
