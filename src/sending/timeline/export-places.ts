/**
 * How many exports run at a time. Each reads the log at the speed of its database, so a handful of
 * them takes a machine from everybody else: the next one is told to come back. Between two texts it
 * makes way for all else, and waits a moment where mail has come that somebody waits for. Whoever
 * takes nothing for a while is cut off, and much sooner where somebody waits for the place.
 */
import { Readable } from 'node:stream'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'

interface ExportPlaces {
  /**
   * The texts that a project (or an account) asked for as a stream, one in memory at a time, in a
   * place that is given back with its end. Throws `rate_limited` where there is none.
   */
  stream(ownerId: Uuid, texts: AsyncIterable<string>): Readable
}

const maxPerProject = 2
const maxPerNode = 4
const retryAfterSeconds = 10
const maxStallMs = 60_000
/** While all places are taken and somebody asks for one. */
const maxStallOfFullMs = 30_000

type Outside = Pick<World, 'clock' | 'runtime'>

export const exportPlaces: Part<ExportPlaces, Outside> = {
  name: 'export places',
  make: world => new Places(world),
}

interface Running {
  readonly ownerId: Uuid
  /** Since when its reader takes nothing; null: it waits for what the database says. */
  offeredAt: number | null
  readonly cutOff: () => void
}

class Places implements ExportPlaces {
  readonly #clock: Outside['clock']
  readonly #makeWay: () => Promise<void>
  readonly #running = new Set<Running>()

  constructor({ clock, runtime }: Outside) {
    const stretches = runtime.get(bulkStretches, { clock })
    this.#clock = clock
    this.#makeWay = async () => {
      await stretches.calm()
      await stretches.turn()
    }
  }

  stream(ownerId: Uuid, texts: AsyncIterable<string>): Readable {
    const own = [...this.#running].filter(one => one.ownerId === ownerId)
    if (own.length >= maxPerProject) throw tooMany()
    if (this.#running.size >= maxPerNode && !this.#makeRoom()) throw tooMany()
    const clock = this.#clock
    const running: Running = {
      ownerId,
      offeredAt: clock.monotonic(),
      cutOff: () => void stream.destroy(new Error('nobody took the export')),
    }
    let stall = clock.timer(maxStallMs, running.cutOff)
    const reader: Reader = {
      offered() {
        running.offeredAt = clock.monotonic()
        stall = clock.timer(maxStallMs, running.cutOff)
      },
      taken() {
        running.offeredAt = null
        stall.cancel()
      },
      makeWay: this.#makeWay,
    }
    const stream = Readable.from(watched(texts, reader), { highWaterMark: 1 })
    this.#running.add(running)
    return stream.once('close', () => {
      stall.cancel()
      this.#running.delete(running)
    })
  }

  /** By whoever has taken nothing for longest. */
  #makeRoom(): boolean {
    const since = ({ offeredAt }: Running) => offeredAt ?? Number.POSITIVE_INFINITY
    const [slowest] = [...this.#running].sort((a, b) => since(a) - since(b))
    if (this.#clock.monotonic() - since(slowest!) < maxStallOfFullMs) return false
    this.#running.delete(slowest!)
    slowest!.cutOff()
    return true
  }
}

interface Reader {
  readonly offered: () => void
  readonly taken: () => void
  readonly makeWay: () => Promise<void>
}

/** What the database takes is not the reader's time. */
async function* watched(texts: AsyncIterable<string>, reader: Reader): AsyncGenerator<string> {
  reader.taken()
  for await (const text of texts) {
    reader.offered()
    yield text
    reader.taken()
    await reader.makeWay()
  }
  // The end, too, is to be taken: what was taken last may still lie with the stream.
  reader.offered()
}

const tooMany = (): Refusal =>
  new Refusal('rate_limited', {
    why: {
      en: 'Other exports are still running. Repeat in {seconds} s.',
      pt: 'Outras exportações ainda estão em andamento. Repita em {seconds} s.',
    },
    values: { seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
