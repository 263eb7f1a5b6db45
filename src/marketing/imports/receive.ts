/**
 * Taking a file off the wire: unpacked, put into chunks of one size in the database, looked at on the
 * way. Nothing of it is held in memory but the chunk in hand, or a workbook, which is small.
 */

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { insertChunk } from './chunk-store.ts'
import { type FileEncoding, noText, Utf8Census, utf16Of, whyNoText } from './encoding.ts'
import { isArchive, maxWorkbookBytes, type ToCsv, workbookTooLarge } from './workbook.ts'

export const chunkBytes = 256 * 1024
const maxBytes = 2 * 1024 ** 3
/** Of all files that a project has here: they lie in the database until they were read. */
export const maxKeptBytes = 4 * 1024 ** 3
/** So much of a file says whether it is a text. */
const judgedBytes = 4_096

interface ReceivedFile {
  readonly bytes: number
  readonly encoding: FileEncoding
  /** Its encoding and delimiter are ours. */
  readonly isWorkbook: boolean
}

const notText = (why = noText): Refusal =>
  new Refusal('invalid_field', { param: 'Content-Type', why })

const tooLarge = (): Refusal =>
  new Refusal('invalid_field', {
    why: { en: 'The file has more than 2 GB.', pt: 'O arquivo tem mais de 2 GB.' },
  })

const tooMuch = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'file',
    why: {
      en: 'The files of the imports that wait or run have more than 4 GB together. Run or cancel one first.',
      pt: 'Os arquivos das importações em espera ou em andamento têm mais de 4 GB juntos. Execute ou cancele uma antes.',
    },
  })

/** Throws Refusal for what is no text or too long. */
export async function receive(
  world: Pick<World, 'db' | 'clock'>,
  key: ChunkKey,
  body: Readable,
  {
    isPacked,
    ...about
  }: {
    readonly isPacked: boolean
    /** As somebody said. */
    readonly encoding: FileEncoding | undefined
    /** In bytes, beside the files of other imports. */
    readonly room: number
    /** Makes CSV of a workbook; null where no table is awaited. */
    readonly toCsv: ToCsv | null
  },
): Promise<ReceivedFile> {
  const writer = new ChunkWriter(world, key, about)
  try {
    if (isPacked) await pipeline(body, createGunzip(), source => writer.take(source))
    else await writer.take(body)
    return await writer.end()
  } catch (error) {
    body.resume()
    const { code } = error as { code?: string }
    throw code?.startsWith('Z_') ? notText() : error
  } finally {
    writer.letGo()
  }
}

interface ChunkKey {
  readonly projectId: Uuid
  readonly id: Uuid
  /** This taking in, among others of the same file. */
  readonly by: Uuid
}

const isTaken = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'status',
    why: {
      en: 'The file is being sent by another call.',
      pt: 'O arquivo está sendo enviado por outra chamada.',
    },
  })

interface Workbook {
  pieces: Buffer[]
  bytes: number
  readonly letGo: () => void
}

const isTooLarge = ({ bytes }: Workbook): boolean => bytes > maxWorkbookBytes

type Decoder = InstanceType<typeof TextDecoder>

class ChunkWriter {
  readonly #world: Pick<World, 'db' | 'clock'>
  readonly #key: ChunkKey
  #pending: Buffer[] = []
  #pendingBytes = 0
  #n = 0
  #bytes = 0
  /** The first bytes, until there are enough to say what they are. */
  #first: Buffer | null = Buffer.alloc(0)
  #utf16: Decoder | null = null
  readonly #census = new Utf8Census()
  readonly #told: FileEncoding | undefined
  readonly #room: number
  readonly #toCsv: ToCsv | null
  /** Of a workbook, which can be read only as a whole. */
  #workbook: Workbook | null = null

  constructor(
    world: Pick<World, 'db' | 'clock'>,
    key: ChunkKey,
    about: {
      readonly encoding: FileEncoding | undefined
      readonly room: number
      readonly toCsv: ToCsv | null
    },
  ) {
    this.#world = world
    this.#key = key
    this.#told = about.encoding
    this.#room = about.room
    this.#toCsv = about.toCsv
  }

  async take(source: AsyncIterable<unknown>): Promise<void> {
    for await (const piece of source) await this.#add(piece as Buffer)
  }

  async end(): Promise<ReceivedFile> {
    if (this.#first !== null) await this.#begin(this.#first)
    if (this.#workbook !== null) return this.#endWorkbook(this.#workbook)
    if (this.#utf16 !== null) await this.#put(Buffer.from(this.#utf16.decode()))
    await this.#flush(true)
    const narrow = this.#told === 'windows-1252' ? this.#told : this.#narrow()
    const encoding = this.#utf16 === null ? narrow : 'utf-16'
    return { bytes: this.#bytes, encoding, isWorkbook: false }
  }

  /** Nothing of it is in memory any more. */
  letGo(): void {
    this.#workbook?.letGo()
  }

  async #endWorkbook(workbook: Workbook): Promise<ReceivedFile> {
    if (isTooLarge(workbook)) throw workbookTooLarge()
    await this.#toCsv!.write(workbook.pieces, csv => this.#put(csv))
    await this.#flush(true)
    return { bytes: this.#bytes, encoding: 'utf-8', isWorkbook: true }
  }

  async #add(piece: Buffer): Promise<void> {
    if (this.#workbook !== null) return this.#keep(this.#workbook, piece)
    if (this.#first === null) return this.#take(piece)
    this.#first = Buffer.concat([this.#first, piece])
    if (this.#first.length >= judgedBytes) await this.#begin(this.#first)
  }

  /** What is too large is read to its end and forgotten: whoever still sends hears no answer. */
  #keep(workbook: Workbook, piece: Buffer): void {
    workbook.bytes += piece.length
    if (workbook.bytes > maxBytes) throw tooLarge()
    if (isTooLarge(workbook)) workbook.pieces = []
    else workbook.pieces.push(piece)
  }

  async #begin(first: Buffer): Promise<void> {
    this.#first = null
    if (this.#toCsv !== null && isArchive(first)) {
      this.#workbook = { pieces: [], bytes: 0, letGo: this.#toCsv.hold() }
      return this.#keep(this.#workbook, first)
    }
    const judged = first.subarray(0, judgedBytes)
    const order = utf16Of(judged) ?? (this.#told === 'utf-16' ? 'utf-16le' : null)
    const why = order === null ? whyNoText(judged) : null
    if (why !== null) throw notText(why)
    if (order !== null) this.#utf16 = new TextDecoder(order)
    await this.#take(first)
  }

  #take(piece: Buffer): Promise<void> {
    return this.#put(
      this.#utf16 === null ? piece : Buffer.from(this.#utf16.decode(piece, { stream: true })),
    )
  }

  #narrow(): FileEncoding {
    return this.#told === 'utf-8' ? 'utf-8' : this.#census.judge()
  }

  async #put(piece: Buffer): Promise<void> {
    this.#census.take(piece)
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    this.#bytes += piece.length
    if (this.#bytes > maxBytes) throw tooLarge()
    if (this.#bytes > this.#room) throw tooMuch()
    if (this.#pendingBytes >= chunkBytes) await this.#flush(false)
  }

  async #flush(isEnd: boolean): Promise<void> {
    let bytes = Buffer.concat(this.#pending)
    while (bytes.length >= chunkBytes || (isEnd && bytes.length > 0)) {
      const chunk = bytes.subarray(0, chunkBytes)
      const receiving = { by: this.#key.by, at: this.#world.clock.now() }
      const put = { n: this.#n++, data: chunk, receiving }
      if (!(await insertChunk(this.#world.db, this.#key, put))) throw isTaken()
      bytes = bytes.subarray(chunk.length)
    }
    this.#pending = bytes.length === 0 ? [] : [bytes]
    this.#pendingBytes = bytes.length
  }
}
