/**
 * The triples of the emails of one volume, as they are gathered for its leaves (postings.ts). An
 * email that says a lot, or more than the volume has room for, has one mark in their place, which
 * every search takes for a hit (sought.ts): so nobody's texts make a volume larger than memory, and
 * nothing is missed.
 */
import type { TriplePostings } from './postings.ts'
import { eachTriple, lettersOf, longMark, messageIdMark } from './triples.ts'

/** Of one email; a letter to fifty people, with tags, has fewer. */
export const maxLetters = 4_000

/** What a volume has room for: some hundred megabytes in memory. */
interface Room {
  readonly letters: number
  readonly triples: number
}

/** Usual mail has a third of the letters, and a thirtieth of the triples. */
const usualRoom: Room = { letters: 4_000_000, triples: 1_000_000 }

export class VolumeWords {
  readonly postings: TriplePostings = new Map()
  /** Of all emails so far. */
  letters = 0
  readonly #room: Room

  constructor(room: Room = usualRoom) {
    this.#room = room
  }

  /** Emails come by their numbers, upwards; of a text beyond `maxLetters` the rest may be missing. */
  add(n: number, said: string, messageId: string | null): void {
    if (messageId !== null) this.#note(messageIdMark(messageId), n)
    const { letters, triples } = this.#room
    if (said.length > maxLetters || this.letters >= letters || this.postings.size >= triples) {
      this.#note(longMark, n)
      return
    }
    const text = lettersOf(said)
    this.letters += text.length
    eachTriple(text, triple => this.#note(triple, n))
  }

  #note(triple: number, n: number): void {
    const numbers = this.postings.get(triple)
    if (numbers === undefined) this.postings.set(triple, [n])
    else if (numbers[numbers.length - 1] !== n) numbers.push(n)
  }
}
