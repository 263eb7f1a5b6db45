/**
 * The way through a project's emails in search of words, the newest first: volume by volume of their
 * index (search-index.ts), of which only what may fit is read; what is in none is looked through in
 * slices. It ends where a page is full, and after so many emails were looked at.
 */
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Position } from '#kernel/world/listed.ts'
import { VolumesAsked } from './asked-volumes.ts'
import type { MailOwner } from './read-store.ts'
import type { WordQuery } from './sought.ts'
import {
  idsOfNumbered,
  type ListedVolume,
  listVolumes,
  type NumberedEmail,
  sliceBelow,
} from './volumes-store.ts'

/** How many emails are looked at: a few first, since most words are found soon, then more. */
export interface Looks {
  readonly first: number
  readonly max: number
}

interface Walk<Email> {
  readonly db: Db
  readonly owner: MailOwner
  readonly before: Position
  /** Nothing that fits was written by an earlier transaction; null: not known. */
  readonly from: string | null
  readonly count: number
  readonly looks: Looks
  /** null: no index knows. */
  readonly sought: WordQuery | null
  /** Lets everything else that waits for this thread have its turn. */
  readonly turn: () => Promise<void>
  /** Up to so many of those that fit, below one place and behind another (null: to the end). */
  readonly readBetween: (
    between: { readonly before: Position; readonly after: Position | null },
    count: number,
  ) => Promise<readonly Email[]>
  /** The same of these alone. */
  readonly readAmong: (ids: readonly Uuid[], count: number) => Promise<readonly Email[]>
}

interface WordPage<Email> {
  readonly emails: readonly Email[]
  /** Older ones may fit as well, and were not looked at. */
  readonly isCut: boolean
}

/** How much more is looked at after each look that did not fill the page. */
const growth = 4
/** Volumes that are asked at a time. */
const volumesAtOnce = [2, 16, 128] as const
const maxVolumesAtOnce = 512
/** Emails whose ids are asked for at a time. */
const maxAmong = 2_000

/** Volumes may be emptied under a walk. */
const maxTries = 3

export async function walk<Email>(asked: Walk<Email>): Promise<WordPage<Email>> {
  for (let tries = 1; ; tries++) {
    const walker = new Walker(tries > maxTries ? { ...asked, sought: null } : asked)
    await walker.run()
    if (!walker.isStale) return { emails: walker.emails, isCut: walker.isCut }
  }
}

class Walker<Email> {
  readonly emails: Email[] = []
  isCut = false
  /** What was found was emptied before it was read. */
  isStale = false
  readonly #asked: Walk<Email>
  /** The last one that was not looked at stands here at the highest, at first before here. */
  #place: Position
  /** Just above it. */
  #before: Position
  #left: number
  #slice: number
  /** May fit, and are still to be read. */
  #waiting: NumberedEmail[] = []
  #among: number

  constructor(asked: Walk<Email>) {
    this.#asked = asked
    this.#place = asked.before
    this.#before = asked.before
    this.#left = asked.looks.max
    this.#slice = asked.looks.first
    this.#among = asked.count * 2
  }

  async run(): Promise<void> {
    const { db, owner, from, sought, turn } = this.#asked
    const asked = sought === null ? null : new VolumesAsked(db, sought, turn)
    for (let step = 0; asked !== null && !this.#isOver; step++) {
      const max = Math.min(volumesAtOnce[step] ?? maxVolumesAtOnce, asked.affordable())
      const volumes = await listVolumes(db, owner, { before: this.#place, from, max })
      if (volumes.length === 0) break
      // Most words are found among the newest, which lie in none yet.
      await this.#lookThrough(volumes[0]!.upto)
      await this.#ask(volumes, asked)
    }
    await this.#lookThrough(null)
  }

  get #isOver(): boolean {
    return this.isCut || this.isStale || this.emails.length >= this.#asked.count
  }

  async #ask(volumes: readonly ListedVolume[], asked: VolumesAsked): Promise<void> {
    if (this.#isOver) return
    for await (const { volume, found } of asked.ask(volumes)) {
      const { id, after, upto } = volume
      // One that was emptied meanwhile is looked through as one that is not filled yet.
      await this.#lookThrough(found === null ? after : upto)
      if (this.#isOver) return
      if (found === null) continue
      const { version, numbers } = found
      this.#waiting.push(...numbers.map(n => ({ volumeId: id, version, n })))
      this.#goTo(after)
      if (this.#waiting.length >= this.#among) await this.#readWaiting()
    }
    await this.#readWaiting()
  }

  async #readWaiting(): Promise<void> {
    const { db, count, readAmong } = this.#asked
    const waiting = this.#waiting
    this.#waiting = []
    for (let at = 0; at < waiting.length && !this.#isOver; ) {
      const some = waiting.slice(at, at + this.#among)
      const ids = await idsOfNumbered(db, some)
      if (ids.length < some.length) {
        this.isStale = true
        return
      }
      this.emails.push(...(await readAmong(ids, count - this.emails.length)))
      at += some.length
      this.#spend(some.length)
      this.#among = Math.min(maxAmong, this.#among * growth)
    }
  }

  /** What lies between where the walk is and another place, slice by slice. */
  async #lookThrough(after: Position | null): Promise<void> {
    // Of those that stand at the beginning of all there are none.
    if (this.#before.xid === '0') return
    if (after !== null && !isAbove(this.#before, justAbove(after))) return
    await this.#readWaiting()
    await this.#readSlices(after)
    if (after !== null && !this.#isOver) this.#goTo(after)
  }

  async #readSlices(after: Position | null): Promise<void> {
    const { db, owner, from, count, readBetween } = this.#asked
    while (!this.#isOver) {
      if (from !== null && BigInt(this.#before.xid) < BigInt(from)) return
      const size = Math.max(1, Math.min(this.#slice, this.#left))
      const { emails, beyond } = Number.isFinite(size)
        ? await sliceBelow(db, owner, { before: this.#before, after, size })
        : wholeSlice
      if (emails > 0 && this.#left <= 0) this.isCut = true
      if (emails === 0 || this.isCut) return
      const between = { before: this.#before, after: beyond ?? after }
      this.emails.push(...(await readBetween(between, count - this.emails.length)))
      this.#left -= emails
      if (beyond === null) return
      this.#goTo(beyond)
      this.#slice *= growth
    }
  }

  #goTo(place: Position): void {
    this.#place = place
    this.#before = justAbove(place)
  }

  #spend(looked: number): void {
    this.#left -= looked
    if (this.#left <= 0 && !this.#isOver) this.isCut = true
  }
}

/** Of all there are nobody asks how many. */
const wholeSlice = { emails: 1, beyond: null }

const isAbove = (one: Position, other: Position): boolean => {
  const [xid, otherXid] = [BigInt(one.xid), BigInt(other.xid)]
  return xid > otherXid || (xid === otherXid && one.id > other.id)
}

const maxId = 2n ** 128n - 1n

/** The place behind which a place is the first. */
function justAbove({ xid, id }: Position): Position {
  const number = BigInt(`0x${id.replaceAll('-', '')}`)
  if (number === maxId) return { xid: String(BigInt(xid) + 1n), id: nilId }
  const digits = (number + 1n).toString(16).padStart(32, '0')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits)!.slice(1)
  return { xid, id: parts.join('-') as Uuid }
}
