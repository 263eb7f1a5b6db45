/**
 * The parts of multipart/form-data (RFC 7578). Boundaries may be of any length that RFC 2046 §5.1.1
 * allows, from one character to seventy: what comes with Node takes none under twenty-seven.
 */
import { Busboy, type BusboyInstance } from '@fastify/busboy'

export interface FormParts {
  readonly texts: URLSearchParams
  /** By the names of their fields; the last of each. */
  readonly files: ReadonlyMap<string, Buffer>
  /** What they are called, where somebody says so. */
  readonly fileNames: ReadonlyMap<string, string>
}

interface FormLimits {
  readonly maxParts: number
  /** A field that is a file, whether or not it says so. */
  readonly fileField?: string
}

/** It is no such form, is broken off, or has more parts than it may. */
export class NotAForm extends Error {
  override readonly name = 'NotAForm'
  readonly hasTooMany: boolean

  constructor(message: string, { hasTooMany = false } = {}) {
    super(message)
    this.hasTooMany = hasTooMany
  }
}

/** Reads all of it. Throws NotAForm, and what the body throws. */
export async function readFormParts(
  contentType: string,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  limits: FormLimits,
): Promise<FormParts> {
  const texts = new URLSearchParams()
  const files = new Map<string, Buffer>()
  const fileNames = new Map<string, string>()
  const reader = open(contentType, limits)
  const end = new Promise<void>((resolve, reject) => {
    reader
      .on('field', (name, value) => texts.append(name, value))
      .on('file', (name, stream, fileName) => {
        if (fileName) fileNames.set(name, fileName)
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => files.set(name, Buffer.concat(pieces)))
      })
      .on('partsLimit', () => reject(new NotAForm('too many parts', { hasTooMany: true })))
      .on('error', error => reject(new NotAForm(String(error))))
      .on('finish', resolve)
  })
  // It may fail while the body is still on its way.
  end.catch(() => {})
  for await (const piece of body) {
    // Both, for a body of one piece is not to wait for the next turn, and a long one is to wait.
    if (!reader.write(piece)) await Promise.race([end, drained(reader)])
  }
  reader.end()
  await end
  return { texts, files, fileNames }
}

function open(contentType: string, { maxParts, fileField }: FormLimits): BusboyInstance {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) throw new NotAForm('another type')
  try {
    // Bodies are bounded where they are taken off the wire.
    const limits = { parts: maxParts, fieldNameSize: 1_000, fieldSize: Number.POSITIVE_INFINITY }
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      ...(fileField === undefined
        ? {}
        : {
            isPartAFile: (field?: string, _type?: string, fileName?: string) =>
              field === fileField || fileName !== undefined,
          }),
    })
  } catch (error) {
    throw new NotAForm(String(error))
  }
}

const drained = (reader: BusboyInstance): Promise<void> =>
  new Promise(resolve => reader.once('drain', () => resolve()))
