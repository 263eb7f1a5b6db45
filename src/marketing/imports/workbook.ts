/**
 * A workbook of a spreadsheet program (XLSX, ISO/IEC 29500) as the CSV that its first sheet would be,
 * which then goes the way of every file. A process of its own reads it, within bounds of size, memory
 * and time: a workbook is an archive, and a small one may unpack to anything or ask for any memory.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { createTurns, type InTurn } from '#kernel/base/turns.ts'
import { runInProcess } from '#kernel/world/child-process.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { archiveMark } from './encoding.ts'
import { type AskedWorkbook, workbookEnds } from './workbook-ends.ts'

const megabyte = 1024 ** 2
/** 200,000 people with five columns have 6 MB; whoever has more saves them as CSV, read as it comes. */
export const maxWorkbookBytes = 20 * megabyte
const maxUnpackedBytes = 150 * megabyte
const maxEntries = 1_000
/** At the same time, in one process: one is read as a whole, and its reader may have a gigabyte. */
const maxReading = 2
/** At the same time, in one process, whether they still come or are read. */
const maxHeld = 4
/** 5 million cells take 8 s and 600 MB; a busy machine takes longer. */
const limits = { maxMs: 120_000, maxHeapMb: 768 } as const

interface Hands {
  readonly holders: Set<Uuid>
  readonly inTurn: InTurn
}

const hands: Part<Hands, object> = {
  name: 'workbooks',
  make: () => ({ holders: new Set(), inTurn: createTurns(maxReading) }),
}

/** What makes CSV of the workbooks of a project. */
export interface ToCsv {
  /** Before any of it is kept in memory; calls back when it is no longer. Throws Refusal. */
  hold(): () => void
  /** Lets go of the pieces, and gives the CSV as it is made. Throws Refusal of `file`. */
  write(pieces: Buffer[], put: (csv: Buffer) => Promise<void>): Promise<void>
}

export function toCsvFor(
  { runtime, clock }: Pick<World, 'runtime' | 'clock'>,
  projectId: Uuid,
  delimiter: string,
): ToCsv {
  const { holders, inTurn } = runtime.get(hands, {})
  const asked: AskedWorkbook = { delimiter, maxUnpackedBytes, maxEntries }
  return {
    hold() {
      if (holders.has(projectId) || holders.size >= maxHeld) throw busy()
      holders.add(projectId)
      return () => void holders.delete(projectId)
    },
    write: (given, take) =>
      inTurn(async () => {
        const file = new URL('./workbook-process.ts', import.meta.url)
        const args = [JSON.stringify(asked)]
        const end = await runInProcess(clock, file, { ...limits, args, given, take })
        if (end.kind !== 'ended') throw refused(whyNot[end.kind === 'late' ? 'late' : 'large'])
        mustHaveRead(end.code)
      }),
  }
}

/** Throws Refusal; and Error where the program could not even be started. */
function mustHaveRead(code: number): void {
  if (code === workbookEnds.read) return
  for (const why of ['broken', 'large', 'empty'] as const) {
    if (code === workbookEnds[why]) throw refused(whyNot[why])
  }
  throw new Error(`the program that reads workbooks has ended with ${code}`)
}

export const workbookTooLarge = (): Refusal => refused(whyNot.large)

const refused = (why: Text): Refusal => new Refusal('invalid_field', { param: 'file', why })

const busy = (): Refusal =>
  new Refusal('service_unavailable', {
    why: {
      en: 'Other workbooks are being read right now. Repeat it after the seconds of Retry-After, or save the sheet as CSV and send that.',
      pt: 'Outras pastas de trabalho estão sendo lidas agora. Repita após os segundos de Retry-After, ou salve a planilha como CSV e envie esse.',
    },
    headers: { 'Retry-After': '10' },
  })

const whyNot: Readonly<Record<'broken' | 'large' | 'empty' | 'late', Text>> = {
  broken: {
    en: 'The file is no workbook that can be read. Save it as XLSX or CSV and send that.',
    pt: 'O arquivo não é uma pasta de trabalho legível. Salve como XLSX ou CSV e envie esse.',
  },
  large: {
    en: 'The workbook is too large: at most 20 MB, 150 MB unpacked, and 5 million cells (its rows by its columns). Save its sheet as CSV and send that.',
    pt: 'A pasta de trabalho é grande demais: no máximo 20 MB, 150 MB descompactada e 5 milhões de células (linhas vezes colunas). Salve a planilha como CSV e envie esse.',
  },
  empty: {
    en: 'The first sheet of the workbook is empty.',
    pt: 'A primeira planilha da pasta de trabalho está vazia.',
  },
  late: {
    en: 'The workbook takes too long to read. Save its sheet as CSV and send that.',
    pt: 'A pasta de trabalho demora demais para ser lida. Salve a planilha como CSV e envie esse.',
  },
}

export const isArchive = (first: Buffer): boolean =>
  first.toString('hex', 0, archiveMark.length / 2) === archiveMark
