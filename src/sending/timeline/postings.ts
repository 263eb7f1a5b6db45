/**
 * Which emails of a volume have which triples (triples.ts), as leaves: runs of entries in the order
 * of their triples, small enough to stay in the row itself. An entry is its triple (4 bytes), the
 * form and length of its postings (2), and these: nothing where all emails have it, a bit for each
 * email where many have it, else their numbers, each by its distance from the one before (LEB128).
 */
import { assert } from '#kernel/base/assert.ts'

/** Emails of a volume. */
export const volumeSize = 8_192

/** A row of a few hundred bytes is read for each triple and volume. */
const leafBytes = 500
/** Where so many have it, bits are shorter. */
const oneIn = 10

const headBytes = 6
const forms = { all: 0, bits: 1, numbers: 2 } as const

export interface IndexLeaf {
  /** The triple of its first entry. */
  readonly first: number
  readonly entries: Buffer
}

/** The postings of each triple, as they are gathered: numbers of emails, upwards. */
export type TriplePostings = Map<number, number[]>

/** One leaf after the other; whoever takes them may rest in between. */
export function* leavesOf(gathered: TriplePostings, emails: number): Generator<IndexLeaf> {
  assert(emails <= volumeSize, 'a volume has its size')
  const triples = [...gathered.keys()].sort((a, b) => a - b)
  let entries: Buffer[] = []
  let first = 0
  let size = 0
  for (const triple of triples) {
    const entry = entryOf(triple, gathered.get(triple)!, emails)
    if (entries.length === 0) first = triple
    entries.push(entry)
    size += entry.length
    if (size < leafBytes) continue
    yield { first, entries: Buffer.concat(entries) }
    entries = []
    size = 0
  }
  if (entries.length > 0) yield { first, entries: Buffer.concat(entries) }
}

function entryOf(triple: number, numbers: readonly number[], emails: number): Buffer {
  const form =
    numbers.length === emails ? 'all' : numbers.length > emails / oneIn ? 'bits' : 'numbers'
  const postings = { all: () => Buffer.alloc(0), bits, numbers: distances }[form](numbers, emails)
  const entry = Buffer.allocUnsafe(headBytes + postings.length)
  entry.writeUInt32BE(triple, 0)
  entry.writeUInt16BE((forms[form] << 14) | postings.length, 4)
  postings.copy(entry, headBytes)
  return entry
}

function bits(numbers: readonly number[], emails: number): Buffer {
  const found = Buffer.alloc(Math.ceil(emails / 8))
  for (const n of numbers) found[n >> 3]! |= 1 << (n & 7)
  return found
}

function distances(numbers: readonly number[]): Buffer {
  const found = Buffer.allocUnsafe(numbers.length * 2)
  let at = 0
  let last = -1
  for (const n of numbers) {
    let left = n - last - 1
    for (; left > 0x7f; left >>= 7) found[at++] = (left & 0x7f) | 0x80
    found[at++] = left
    last = n
  }
  return found.subarray(0, at)
}

/** Numbers of emails of a volume, a bit for each. */
export type EmailBits = Uint8Array

export const none = (): EmailBits => new Uint8Array(volumeSize / 8)
export const every = (): EmailBits => none().fill(0xff)

/** As many at a time as a number holds. */
const wordsOf = (bits: EmailBits): Uint32Array =>
  new Uint32Array(bits.buffer, bits.byteOffset, bits.length / 4)

/** Adds those of another. */
export function unite(into: EmailBits, other: EmailBits): void {
  const [to, from] = [wordsOf(into), wordsOf(other)]
  for (let i = 0; i < to.length; i++) to[i]! |= from[i]!
}

/** Leaves those that another has, too. */
export function intersect(into: EmailBits, other: EmailBits): void {
  const [to, from] = [wordsOf(into), wordsOf(other)]
  for (let i = 0; i < to.length; i++) to[i]! &= from[i]!
}

/** How many are in both. */
export function countBoth(one: EmailBits, other: EmailBits): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  let count = 0
  for (let i = 0; i < a.length; i++) {
    for (let left = a[i]! & b[i]!; left !== 0; left &= left - 1) count++
  }
  return count
}

/** Adds the emails of all entries of a leaf that lie in a range. */
export function addFrom(
  { entries }: Pick<IndexLeaf, 'entries'>,
  { from, to }: { readonly from: number; readonly to: number },
  found: EmailBits,
): void {
  for (let at = 0; at < entries.length; ) {
    const triple = entries.readUInt32BE(at)
    if (triple > to) return
    const head = entries.readUInt16BE(at + 4)
    const begin = at + headBytes
    at = begin + (head & 0x3fff)
    if (triple >= from) add(head >> 14, entries.subarray(begin, at), found)
  }
}

function add(form: number, postings: Buffer, found: EmailBits): void {
  if (form === forms.all) found.fill(0xff)
  else if (form === forms.bits) {
    for (let i = 0; i < postings.length; i++) found[i]! |= postings[i]!
  } else addDistances(postings, found)
}

function addDistances(postings: Buffer, found: EmailBits): void {
  let last = -1
  for (let i = 0; i < postings.length; ) {
    let distance = 0
    for (let shift = 0; ; shift += 7) {
      const byte = postings[i++]!
      distance |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    last += distance + 1
    found[last >> 3]! |= 1 << (last & 7)
  }
}

/** The numbers below a volume's count, downwards. */
export function numbersOf(found: EmailBits, emails: number): number[] {
  const numbers: number[] = []
  for (let byte = found.length - 1; byte >= 0; byte--) {
    if (found[byte] === 0) continue
    for (let bit = 7; bit >= 0; bit--) {
      const n = byte * 8 + bit
      if (n < emails && (found[byte]! & (1 << bit)) !== 0) numbers.push(n)
    }
  }
  return numbers
}
