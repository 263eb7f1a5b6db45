/**
 * Spoils inputs as a fuzzer does: a few small changes at random places, with the words of the format
 * and pieces of other inputs, and repetitions, which find what costs more than its length. The same
 * chance makes the same changes.
 */
import type { Chance } from '../../../sim/world/random.ts'

export interface Soil {
  /** What has been worth keeping so far. */
  readonly inputs: readonly Buffer[]
  /** Pieces of the format. */
  readonly words: readonly Buffer[]
  readonly maxBytes: number
}

/** Bytes that mean something to some parser. */
const telling = Buffer.from(
  '\0\t\n\r !"#%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\x7f\x80\xbf\xc3\xe2\xff',
  'latin1',
)
const maxChanges = 6
/** Repeats are at most two to the power of it; each power is as likely. */
const maxDoublings = 11
const numbers = ['0', '-1', '1', '255', '256', '65535', '65536', '2147483648', '4294967296', '1e9']
const letters = ['é', 'ß', 'İ', '\u0301', '\u200d', '\u202e', '\ufeff', '\uffff', '😀', '。', '＠']

export function mutate(chance: Chance, soil: Soil): Buffer {
  let input = chosen(chance, soil.inputs)
  for (let left = chance.between(1, maxChanges); left > 0; left--) {
    input = chance.pick(changes)(input, chance, soil)
  }
  return input.length > soil.maxBytes ? input.subarray(0, soil.maxBytes) : input
}

/** Half of the time one of the newest, which lead on; of two the shorter, which is quicker. */
function chosen(chance: Chance, inputs: readonly Buffer[]): Buffer {
  const newest = Math.max(1, Math.ceil(inputs.length / 4))
  const from = chance.happens(0.5) ? inputs.length - newest : 0
  const one = inputs[chance.between(from, inputs.length - 1)]!
  const other = inputs[chance.between(from, inputs.length - 1)]!
  return one.length < other.length ? one : other
}

type Change = (input: Buffer, chance: Chance, soil: Soil) => Buffer

/** A stretch of the input, mostly a short one. */
function stretch(input: Buffer, chance: Chance): [from: number, to: number] {
  const from = chance.integer(input.length + 1)
  const most = chance.happens(0.7) ? 16 : input.length
  return [from, Math.min(input.length, from + chance.integer(most + 1))]
}

const replaced = (input: Buffer, from: number, to: number, by: Buffer): Buffer =>
  Buffer.concat([input.subarray(0, from), by, input.subarray(to)])

const setByte = (input: Buffer, chance: Chance, change: (byte: number) => number): Buffer => {
  if (input.length === 0) return Buffer.of(change(0))
  const copy = Buffer.from(input)
  const at = chance.integer(copy.length)
  copy[at] = change(copy[at]!)
  return copy
}

const changes: readonly Change[] = [
  (input, chance) => setByte(input, chance, byte => byte ^ (1 << chance.integer(8))),
  (input, chance) => setByte(input, chance, () => chance.pick([...telling])),
  (input, chance) => replaced(input, ...stretch(input, chance), Buffer.alloc(0)),
  (input, chance) => {
    const at = chance.integer(input.length + 1)
    return replaced(input, at, at, chance.bytes(chance.between(1, 4)) as Buffer)
  },
  (input, chance) => {
    const at = chance.integer(input.length + 1)
    return replaced(input, at, at, Buffer.from(chance.pick(letters)))
  },
  // A word of the format, put in or in the place of something.
  (input, chance, { words }) => {
    if (words.length === 0) return input
    const at = chance.integer(input.length + 1)
    return replaced(input, at, at, chance.pick(words))
  },
  (input, chance, { words }) =>
    words.length === 0 ? input : replaced(input, ...stretch(input, chance), chance.pick(words)),
  // Repetition: of a stretch or a word.
  (input, chance, { maxBytes, words }) => {
    const [from, to] = stretch(input, chance)
    const piece =
      words.length > 0 && chance.happens(0.4) ? chance.pick(words) : input.subarray(from, to)
    if (piece.length === 0) return input
    const times = chance.between(2, 1 << chance.between(2, maxDoublings))
    const repeated = Buffer.alloc(Math.min(maxBytes, piece.length * times), piece)
    return replaced(input, from, from, repeated)
  },
  // A piece of another input, or its end.
  (input, chance, { inputs }) => {
    const other = chance.pick(inputs)
    return replaced(input, ...stretch(input, chance), other.subarray(...stretch(other, chance)))
  },
  (input, chance, { inputs }) => {
    const other = chance.pick(inputs)
    const head = input.subarray(0, chance.integer(input.length + 1))
    return Buffer.concat([head, other.subarray(chance.integer(other.length + 1))])
  },
  (input, chance) => {
    const text = input.toString('latin1')
    const found = [...text.matchAll(/\d+/g)]
    if (found.length === 0) return input
    const number = chance.pick(found)
    const by = Buffer.from(chance.pick(numbers))
    return replaced(input, number.index, number.index + number[0].length, by)
  },
  (input, chance) => {
    const [from, to] = stretch(input, chance)
    const text = input.toString('latin1', from, to)
    const turned = chance.happens(0.5) ? text.toUpperCase() : text.toLowerCase()
    return replaced(input, from, to, Buffer.from(turned, 'latin1'))
  },
  // Line ends of the other kind.
  (input, chance) => {
    const text = input.toString('latin1')
    const turned = chance.happens(0.5)
      ? text.replace(/\r?\n/g, '\r\n')
      : text.replace(/\r\n/g, chance.pick(['\n', '\r']))
    return Buffer.from(turned, 'latin1')
  },
]
