/** What the program that reads a workbook (workbook-process.ts) is told, and how it says how it ended. */
export interface AskedWorkbook {
  readonly delimiter: string
  /** Of all that is in it, and of the CSV. */
  readonly maxUnpackedBytes: number
  readonly maxEntries: number
}

/** By its exit code. Node itself uses those below 14. */
export const workbookEnds = { read: 0, broken: 20, large: 21, empty: 22 } as const
