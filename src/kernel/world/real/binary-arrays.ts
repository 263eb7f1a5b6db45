/**
 * Array parameters in PostgreSQL's binary form. Everything hot is written by `unnest` of arrays
 * (group commit), and as text such an array is quoted, escaped and put together element by element
 * here, then taken apart again by the server: it was a fifth of what this process allocated. In
 * binary an element is its length and its bytes. The types are read off the statement's own casts
 * (`$3::uuid[]`); what has no cast or another type goes as text, as before.
 *
 * Form: array_recv and the types' own *_recv functions of PostgreSQL (src/backend/utils/adt).
 */
import { assert } from '../../base/assert.ts'

interface Codec {
  /** pg_type.dat */
  readonly oid: number
  /** Bytes that the value can take. */
  maxBytes(value: unknown): number
  /** Returns where it ends. */
  write(target: Buffer, value: unknown, at: number): number
}

const headerBytes = 20
const emptyHeaderBytes = 12
const lengthBytes = 4
const uuidBytes = 16
/** UTF-8 takes no more per UTF-16 unit. */
const maxBytesPerUnit = 3
/** 2000-01-01, where PostgreSQL's instants begin, in Unix milliseconds. */
const postgresEpochMs = 946_684_800_000
const wordSize = 0x1_0000_0000

const fixed = (
  oid: number,
  bytes: number,
  write: (target: Buffer, value: unknown, at: number) => number,
): Codec => ({ oid, maxBytes: () => bytes, write })

const text: Codec = {
  oid: 25,
  maxBytes: value => String(value).length * maxBytesPerUnit,
  write: (target, value, at) => at + target.write(String(value), at),
}

const codecs: Readonly<Record<string, Codec>> = {
  text,
  uuid: fixed(2950, uuidBytes, writeUuid),
  timestamptz: fixed(1184, 8, writeInstant),
  bigint: fixed(20, 8, (target, value, at) => writeInt64(target, value as number, at)),
  integer: fixed(23, 4, (target, value, at) => target.writeInt32BE(value as number, at)),
  smallint: fixed(21, 2, (target, value, at) => target.writeInt16BE(value as number, at)),
  bytea: {
    oid: 17,
    maxBytes: value => (value as Buffer).length,
    write: (target, value, at) => at + (value as Buffer).copy(target, at),
  },
  boolean: fixed(16, 1, (target, value, at) => target.writeUInt8(value === true ? 1 : 0, at)),
  /** A version byte, then the text, or its UTF-8 as it is. */
  jsonb: {
    oid: 3802,
    maxBytes: value => 1 + (value instanceof Uint8Array ? value.length : text.maxBytes(value)),
    write: writeJson,
  },
}

/** What the casts of a statement say about its parameters, by position (0 is `$1`). */
export function arrayTypes(statement: string): readonly (string | undefined)[] {
  const types: (string | undefined)[] = []
  for (const [, n, type] of statement.matchAll(/\$(\d+)::([a-z]+)\[\]/g)) {
    if (Object.hasOwn(codecs, type!)) types[Number(n) - 1] = type
  }
  return types
}

/** Where small arrays are put together; what is handed out is a copy of their exact size. */
let scratch = Buffer.allocUnsafeSlow(64 * 1024)
/** One large mail must not hold its room for ever. */
const maxKeptBytes = 4 * 1024 * 1024

/** One dimension, elements of `type` or null. */
export function binaryArray(type: string, values: readonly unknown[]): Buffer {
  const codec = codecs[type]
  assert(codec, `arrays of ${type} have no binary form here`)
  // By index: an iterator would make an object for each element.
  const { length } = values
  let maxBytes = headerBytes
  for (let i = 0; i < length; i++) {
    const value = values[i]
    maxBytes += lengthBytes + (value === null || value === undefined ? 0 : codec.maxBytes(value))
  }
  const target = maxBytes <= scratch.length ? scratch : Buffer.allocUnsafeSlow(maxBytes)
  if (maxBytes <= maxKeptBytes) scratch = target
  let hasNull: 0 | 1 = 0
  let at = headerBytes
  for (let i = 0; i < length; i++) {
    const value = values[i]
    if (value === null || value === undefined) {
      hasNull = 1
      at = target.writeInt32BE(-1, at)
    } else {
      const end = codec.write(target, value, at + lengthBytes)
      target.writeInt32BE(end - at - lengthBytes, at)
      at = end
    }
  }
  writeHeader(target, { oid: codec.oid, length, hasNull })
  const made = target.subarray(0, length === 0 ? emptyHeaderBytes : at)
  return target === scratch ? Buffer.from(made) : made
}

interface Header {
  readonly oid: number
  readonly length: number
  readonly hasNull: 0 | 1
}

/** Dimensions, whether there are nulls, the type; then the length and first index of each dimension. */
function writeHeader(target: Buffer, { oid, length, hasNull }: Header): void {
  target.writeInt32BE(length === 0 ? 0 : 1, 0)
  target.writeInt32BE(hasNull, 4)
  target.writeInt32BE(oid, 8)
  target.writeInt32BE(length, 12)
  target.writeInt32BE(1, 16)
}

function writeJson(target: Buffer, value: unknown, at: number): number {
  const start = target.writeUInt8(1, at)
  if (!(value instanceof Uint8Array)) return text.write(target, value, start)
  target.set(value, start)
  return start + value.length
}

function writeInt64(target: Buffer, value: number, at: number): number {
  assert(Number.isSafeInteger(value), 'this is no whole number')
  const high = Math.floor(value / wordSize)
  return target.writeUInt32BE(value - high * wordSize, target.writeInt32BE(high, at))
}

/** Microseconds; those of far centuries pass what a number holds exactly. */
function writeInstant(target: Buffer, value: unknown, at: number): number {
  const ms = (value as Date).getTime() - postgresEpochMs
  assert(Number.isSafeInteger(ms), 'this is no instant')
  if (Number.isSafeInteger(ms * 1000)) return writeInt64(target, ms * 1000, at)
  return target.writeBigInt64BE(BigInt(ms) * 1000n, at)
}

/** By hand: through the runtime's reader of hexadecimal it costs several times as much. */
function writeUuid(target: Buffer, value: unknown, at: number): number {
  const digits = value as string
  assert(digits.length === uuidLength, 'this is no uuid')
  let wrong = 0
  for (let i = 0; i < uuidBytes; i++) {
    const place = digitPlaces[i]!
    const high = digitOf(digits.charCodeAt(place))
    const low = digitOf(digits.charCodeAt(place + 1))
    wrong |= high | low
    target[at + i] = high * 16 + low
  }
  assert(wrong >= 0, 'this is no uuid')
  return at + uuidBytes
}

const uuidLength = 36
/** Where the digits of each byte begin; the dashes lie between (RFC 9562 §4). */
const digitPlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** What a character code stands for, -1 where it is no hexadecimal digit. */
const digitOf = (code: number): number => hexDigits[code] ?? -1

const hexDigits = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? -1 : digit
})
