/**
 * A workbook of a spreadsheet program (XLSX, ISO/IEC 29500) as the CSV that its first sheet would be,
 * which then goes the way of every file. Another thread reads it, within bounds of size, memory and
 * time: a workbook is an archive, and a small one may unpack to anything.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'

const megabyte = 1024 ** 2
/** 200,000 people with five columns have 6 MB; whoever has more saves them as CSV, read as it comes. */
export const maxWorkbookBytes = 20 * megabyte
const maxUnpackedBytes = 150 * megabyte
const maxEntries = 1_000

export interface AskedWorkbook {
  readonly bytes: ArrayBuffer
  readonly delimiter: string
  readonly maxUnpackedBytes: number
  readonly maxEntries: number
}

/** What the thread answers (workbook-worker.ts). */
export type ReadWorkbook =
  | { readonly kind: 'read'; readonly csv: Uint8Array }
  | { readonly kind: 'broken' | 'large' | 'empty' | 'absent' }

type Reader = (asked: AskedWorkbook, given: readonly ArrayBuffer[]) => Promise<ReadWorkbook | null>

const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 768, idleMs: 30_000 } as const

const reader: Part<Reader, Pick<World, 'clock'>> = {
  name: 'workbooks',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./workbook-worker.ts', import.meta.url), limits),
}

/** How a workbook begins, as every ZIP archive does (APPNOTE.TXT §4.3.7). */
export const isArchive = (first: Buffer): boolean => first.toString('hex', 0, 4) === '504b0304'

/** Throws Refusal of `file`. */
export async function csvOfWorkbook(
  { runtime, clock }: Pick<World, 'runtime' | 'clock'>,
  sent: Buffer,
  delimiter: string,
): Promise<Buffer> {
  const bytes = new Uint8Array(sent).buffer
  const asked = { bytes, delimiter, maxUnpackedBytes, maxEntries }
  const answer = await runtime.get(reader, { clock })(asked, [bytes])
  if (answer === null) throw refused(whyNot.large)
  if (answer.kind !== 'read') throw refused(whyNot[answer.kind])
  const { csv } = answer
  return Buffer.from(csv.buffer, csv.byteOffset, csv.length)
}

export const workbookTooLarge = (): Refusal => refused(whyNot.large)

const refused = (why: Text): Refusal => new Refusal('invalid_field', { param: 'file', why })

const whyNot: Readonly<Record<'broken' | 'large' | 'empty' | 'absent', Text>> = {
  broken: {
    en: 'The file is no workbook that can be read. Save it as XLSX or CSV and send that.',
    pt: 'O arquivo não é uma pasta de trabalho legível. Salve como XLSX ou CSV e envie esse.',
  },
  large: {
    en: 'The workbook is too large: at most 20 MB, and 150 MB unpacked. Save its sheet as CSV and send that.',
    pt: 'A pasta de trabalho é grande demais: no máximo 20 MB, e 150 MB descompactada. Salve a planilha como CSV e envie esse.',
  },
  empty: {
    en: 'The first sheet of the workbook is empty.',
    pt: 'A primeira planilha da pasta de trabalho está vazia.',
  },
  absent: {
    en: 'This installation cannot read workbooks (the optional package read-excel-file); save it as CSV and send that.',
    pt: 'Esta instalação não lê pastas de trabalho (o pacote opcional read-excel-file); salve como CSV e envie esse.',
  },
}
