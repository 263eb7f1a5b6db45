/** The records of a file that has come, a few at a time, so that others are served between them. */
import { type LineShape, type RawRecord, type Skipping, splitRecords } from './split.ts'

/** A file that has come, in chunks. */
export interface FileChunks {
  readonly bytes: number
  /** null behind the last. */
  readonly read: (n: number) => Promise<Buffer | null>
  readonly breathe: () => Promise<void>
}

/** Of the first record. */
export interface RecordPlace {
  readonly byte: number
  readonly line: number
}

/** The columns are judged by so much of a file. */
const maxJudgedBytes = 64 * 1024 ** 2
const rowsAtOnce = 500
interface Reading extends RecordPlace {
  readonly delimiter: number | null
  readonly shape: LineShape | null
}

/** The records of a file, some at a time, as far as it is judged. */
export async function eachRecord(
  file: FileChunks,
  reading: Reading,
  take: (bytes: Buffer, records: readonly RawRecord[]) => void,
): Promise<void> {
  const of = Math.min(file.bytes, maxJudgedBytes)
  const { delimiter, shape } = reading
  let { line, byte } = reading
  let skipping: Skipping | null = null
  let pending = Buffer.alloc(0)
  let read = 0
  for (let n = 0; read < of; n++) {
    const chunk = await file.read(n)
    if (chunk === null) break
    read += chunk.length
    const fresh =
      byte >= read ? Buffer.alloc(0) : chunk.subarray(Math.max(0, byte - read + chunk.length))
    byte = Math.max(byte, read)
    pending = Buffer.concat([pending, fresh])
    const isEnd = read >= file.bytes
    for (;;) {
      const split = splitRecords(pending, {
        isEnd,
        delimiter,
        line,
        max: rowsAtOnce,
        skipping,
        shape,
      })
      take(pending, split.records)
      ;({ line, skipping } = split)
      pending = pending.subarray(split.next)
      if (split.next === 0 || pending.length === 0) break
      await file.breathe()
    }
  }
}
