/**
 * Ids are UUIDv7 (RFC 9562 §5.7): time-ordered, so that new rows land at the right edge of every
 * index and tables can be partitioned by range of the id. Inside the program and the database an id
 * is the plain uuid; a prefix is put on at the border of the API (`show`) and taken off (`read`).
 */
import { assert } from './assert.ts'

/** What an id names, as its prefix in the public API (docs/contract.md#ids). */
export const prefixes = [
  'msg',
  'evt',
  'whk',
  'sup',
  'dom',
  'key',
  'prj',
  'acc',
  'req',
  'con',
  'seg',
  'cmp',
  'seq',
  'top',
  'tpl',
  'blk',
  'frm',
  'imp',
  'fil',
  'enr',
  'cns',
  'att',
  'usr',
  'ses',
  'pky',
  'inv',
  'ntc',
  'nod',
  'ord',
  'bil',
  'dif',
  'aud',
  'hld',
  'idn',
  'src',
] as const
export type Prefix = (typeof prefixes)[number]

/** A uuid in its canonical text form, lower case, with dashes. */
export type Uuid = string

export interface IdSource {
  /** The next id; within one process each is greater than the one before. */
  next(): Uuid
}

/**
 * Makes ids from a clock (ms since 1970) and a source of random bytes. The 12 bits behind the
 * time count upwards within a millisecond, so that `accepted` sorts before `queued`.
 */
export function idSource(now: () => number, bytes: (n: number) => Uint8Array): IdSource {
  let lastMs = 0
  let count = 0
  return {
    next() {
      const nowMs = now()
      if (nowMs > lastMs) {
        lastMs = nowMs
        count = 0
      } else if (++count > 0xfff) {
        // The counter is full, or the clock went back: stay ahead of what was handed out.
        lastMs++
        count = 0
      }
      return uuidOf(lastMs, count, bytes(8))
    },
  }
}

/** As text in one piece: what is put together from pieces is copied at its first reading. */
const uuidText = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1')
let uuidTextMs = 0

function uuidOf(ms: number, count: number, random: Uint8Array): Uuid {
  if (ms !== uuidTextMs) {
    uuidText.write(floorId(ms).slice(0, 13), 'latin1')
    uuidTextMs = ms
  }
  writeHex(0x70 | (count >> 8), 14)
  writeHex(count & 0xff, 16)
  writeHex((random[0]! & 0x3f) | 0x80, 19)
  writeHex(random[1]!, 21)
  for (let i = 2; i < 8; i++) writeHex(random[i]!, 20 + 2 * i)
  return uuidText.toString('latin1')
}

const digits = Buffer.from('0123456789abcdef', 'latin1')

function writeHex(byte: number, at: number): void {
  uuidText[at] = digits[byte >> 4]!
  uuidText[at + 1] = digits[byte & 15]!
}

/** The id below all others (RFC 9562 §5.9). */
export const nilId = '00000000-0000-0000-0000-000000000000' as Uuid

/** The smallest id of a moment: the lower border of a partition, or of "created after". */
export function floorId(ms: number): Uuid {
  assert(ms >= 0 && ms < 2 ** 48, `floorId needs ms since 1970 within 48 bits, not ${ms}`)
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** Clocks of nodes may each be 2 s from the database's. */
const apartMs = 5_000

/** Ids of what follows lie from here on. */
export const followingFrom = (id: Uuid): Uuid => floorId(Math.max(0, timeOfId(id) - apartMs))

/** Ids of what was there at a moment lie below. */
export const knownBelow = (ms: number): Uuid => floorId(ms + apartMs)

/** When an id was made, in ms since 1970. */
export function timeOfId(id: Uuid): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The id as the API shows it, for example `msg_0192f0c1…` (32 hexadecimal digits). */
export function show(prefix: Prefix, id: Uuid): string {
  return `${prefix}_${id.replaceAll('-', '')}`
}

/** The uuid behind a public id, or null where the text is not an id of that kind. */
export function read(prefix: Prefix, text: string): Uuid | null {
  if (!text.startsWith(`${prefix}_`)) return null
  const digits = text.slice(prefix.length + 1)
  if (!/^[0-9a-f]{32}$/.test(digits)) return null
  return [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end)).join('-')
}
