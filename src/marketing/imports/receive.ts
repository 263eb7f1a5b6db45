/**
 * Taking a file off the wire: unpacked, put into chunks of one size in the database, looked at on the
 * way. Nothing of it is held in memory but the chunk in hand.
 */

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { FileEncoding } from './recognise.ts'
import { insertChunk } from './store.ts'

export const chunkBytes = 256 * 1024
const maxBytes = 2 * 1024 ** 3

interface Received {
  readonly bytes: number
  readonly encoding: FileEncoding
  /** The first chunk. */
  readonly head: Buffer
}

const notText = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'Content-Type',
    why: {
      en: 'The file is neither CSV nor NDJSON.',
      pt: 'O arquivo não é CSV nem NDJSON.',
    },
  })

const tooLarge = (): Refusal =>
  new Refusal('invalid_field', {
    why: { en: 'The file has more than 2 GB.', pt: 'O arquivo tem mais de 2 GB.' },
  })

/** Throws Refusal for what is no text or too long. */
export async function receive(
  world: Pick<World, 'db' | 'clock'>,
  key: ChunkKey,
  body: Readable,
  isPacked: boolean,
): Promise<Received> {
  const writer = new ChunkWriter(world, key)
  try {
    if (isPacked) await pipeline(body, createGunzip(), source => writer.take(source))
    else await writer.take(body)
  } catch (error) {
    body.resume()
    const { code } = error as { code?: string }
    throw code?.startsWith('Z_') ? notText() : error
  }
  return writer.end()
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

type Decoder = InstanceType<typeof TextDecoder>

class ChunkWriter {
  readonly #world: Pick<World, 'db' | 'clock'>
  readonly #key: ChunkKey
  #pending: Buffer[] = []
  #pendingBytes = 0
  #n = 0
  #bytes = 0
  #head = Buffer.alloc(0)
  #utf16: Decoder | null = null
  #isFirst = true
  /** Goes on as long as all of it is UTF-8. */
  #utf8: Decoder | null = new TextDecoder('utf-8', { fatal: true })

  constructor(world: Pick<World, 'db' | 'clock'>, key: ChunkKey) {
    this.#world = world
    this.#key = key
  }

  async take(source: AsyncIterable<unknown>): Promise<void> {
    for await (const piece of source) await this.#add(piece as Buffer)
  }

  async end(): Promise<Received> {
    if (this.#utf16 !== null) await this.#put(Buffer.from(this.#utf16.decode()))
    this.#judge(Buffer.alloc(0), false)
    await this.#flush(true)
    const narrow = this.#utf8 === null ? 'windows-1252' : 'utf-8'
    const encoding = this.#utf16 === null ? narrow : 'utf-16'
    return { bytes: this.#bytes, encoding, head: this.#head }
  }

  async #add(piece: Buffer): Promise<void> {
    if (this.#isFirst) {
      this.#isFirst = false
      const mark = piece.length >= 2 ? piece.readUInt16BE(0) : 0
      if (mark === 0xfffe) this.#utf16 = new TextDecoder('utf-16le')
      if (mark === 0xfeff) this.#utf16 = new TextDecoder('utf-16be')
    }
    await this.#put(
      this.#utf16 === null ? piece : Buffer.from(this.#utf16.decode(piece, { stream: true })),
    )
  }

  async #put(piece: Buffer): Promise<void> {
    // A spreadsheet's own format, a picture, an archive.
    if (piece.includes(0)) throw notText()
    this.#judge(piece, true)
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    this.#bytes += piece.length
    if (this.#bytes > maxBytes) throw tooLarge()
    if (this.#pendingBytes >= chunkBytes) await this.#flush(false)
  }

  #judge(piece: Buffer, hasMore: boolean): void {
    try {
      this.#utf8?.decode(piece, { stream: hasMore })
    } catch {
      this.#utf8 = null
    }
  }

  async #flush(isEnd: boolean): Promise<void> {
    let bytes = Buffer.concat(this.#pending)
    while (bytes.length >= chunkBytes || (isEnd && bytes.length > 0)) {
      const chunk = bytes.subarray(0, chunkBytes)
      if (this.#n === 0) this.#head = Buffer.from(chunk)
      const receiving = { by: this.#key.by, at: this.#world.clock.now() }
      const put = { n: this.#n++, data: chunk, receiving }
      if (!(await insertChunk(this.#world.db, this.#key, put))) throw isTaken()
      bytes = bytes.subarray(chunk.length)
    }
    this.#pending = bytes.length === 0 ? [] : [bytes]
    this.#pendingBytes = bytes.length
  }
}
