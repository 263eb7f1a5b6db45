/**
 * What volumes of the index of words (search-index.ts) have of a question: of the first ones all
 * that is asked is read, of the next ones what is rarest of it (rarest.ts), and the rest where that
 * finds something.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { type IndexLeaf, numbersOf } from './postings.ts'
import { rarestOf } from './rarest.ts'
import { costOf, foundIn, keyOf, rangesIn, type WordQuery } from './sought.ts'
import { type FoundVolume, type ListedVolume, selectLeaves } from './volumes-store.ts'

/** What is read of volumes at a time, in leaves, about: some megabytes. */
const maxCostAtOnce = 4_096
/** Of leaves that are gone through at a time on this thread: a millisecond. */
const bytesAtOnce = 200_000
/** What is rarest is seen in so many volumes at most: choosing takes a millisecond. */
const maxSamples = 8
/** Where more than one volume of so many is asked for the rest, it is chosen anew. */
const restedOneIn = 8

interface AskedVolume {
  readonly volume: ListedVolume
  /** null: it is not filled, or not any more. */
  readonly found: { readonly version: number; readonly numbers: readonly number[] } | null
}

export class VolumesAsked {
  readonly #db: Db
  readonly #sought: WordQuery
  readonly #turn: () => Promise<void>
  /** What is asked of a volume first. */
  #first: WordQuery
  #isToChoose = false
  #samples: (readonly IndexLeaf[])[] = []
  #bytes = 0

  constructor(db: Db, sought: WordQuery, turn: () => Promise<void>) {
    this.#db = db
    this.#sought = sought
    this.#first = sought
    this.#turn = turn
  }

  /** How many volumes can be asked at a time; to be looked at before each time. */
  affordable(): number {
    if (this.#isToChoose) this.#choose()
    return affordable(this.#first)
  }

  /** One after the other, as they come; the rest is read of those alone that are taken. */
  async *ask(volumes: readonly ListedVolume[]): AsyncGenerator<AskedVolume> {
    const first = this.#first
    const filled = volumes.filter(one => one.isFilled).map(one => one.id)
    const known = await selectLeaves(this.#db, filled, rangesIn(first))
    const open = first === this.#sought ? [] : await this.#mayHold(filled, known)
    const mayHold = new Set(open)
    let next = 0
    for (const volume of volumes) {
      const { id } = volume
      if (open[next] === id) {
        const some = open.slice(next, next + affordable(this.#sought))
        await this.#readRest(some, known)
        next += some.length
      }
      const one = known.get(id)
      const isNone = first !== this.#sought && !mayHold.has(id)
      if (one === undefined) yield { volume, found: null }
      else if (isNone) yield { volume, found: { version: one.version, numbers: [] } }
      else yield { volume, found: await this.#numbersIn(one) }
    }
    this.#isToChoose = first === this.#sought || open.length * restedOneIn > filled.length
  }

  /** Those in which what was asked first finds something. */
  async #mayHold(ids: readonly Uuid[], known: ReadonlyMap<Uuid, FoundVolume>): Promise<Uuid[]> {
    const open: Uuid[] = []
    for (const id of ids) {
      const volume = known.get(id)
      if (volume === undefined) continue
      await this.#rest(volume)
      const found = foundIn(this.#first, volume.leaves)
      if (numbersOf(found, volume.emails).length > 0) open.push(id)
    }
    return open
  }

  /** Adds what was not asked yet; takes out those that were emptied since, or filled anew. */
  async #readRest(ids: readonly Uuid[], known: Map<Uuid, FoundVolume>): Promise<void> {
    const asked = new Set(rangesIn(this.#first).map(keyOf))
    const rest = rangesIn(this.#sought).filter(range => !asked.has(keyOf(range)))
    const found = await selectLeaves(this.#db, ids, rest)
    for (const id of ids) {
      const { version, emails, leaves } = known.get(id)!
      const more = found.get(id)
      if (more?.version !== version) known.delete(id)
      else known.set(id, { version, emails, leaves: [...leaves, ...more.leaves] })
    }
  }

  async #numbersIn(volume: FoundVolume): Promise<NonNullable<AskedVolume['found']>> {
    await this.#rest(volume)
    const { version, emails, leaves } = volume
    this.#samples = [...this.#samples, leaves].slice(-maxSamples)
    return { version, numbers: numbersOf(foundIn(this.#sought, leaves), emails) }
  }

  #choose(): void {
    this.#isToChoose = false
    if (this.#samples.length === 0) return
    const rarest = rarestOf(this.#sought, this.#samples)
    this.#first = costOf(rarest) < costOf(this.#sought) ? rarest : this.#sought
  }

  /** Lets others have their turn where much was gone through since, the second time too. */
  async #rest({ leaves }: FoundVolume): Promise<void> {
    if (this.#bytes >= bytesAtOnce) {
      await this.#turn()
      this.#bytes = 0
    }
    this.#bytes += leaves.reduce((sum, one) => sum + one.entries.length, 0)
  }
}

const affordable = (query: WordQuery): number =>
  Math.max(1, Math.floor(maxCostAtOnce / costOf(query)))
