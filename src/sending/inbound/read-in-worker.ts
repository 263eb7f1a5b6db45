/**
 * Reading reports without holding up everything else: anybody may send one, and a megabyte of odd
 * base64 takes a quarter of a second. What may take long is read in a thread of its own, one at a
 * time; what takes too long there is unreadable.
 */
import { runInWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { nothing, type Reply } from './answered.ts'
import { type ReceivedReport, readReport } from './report.ts'

/** Up to these a report is read in milliseconds, sooner than a thread is started. */
const lightBytes = 64 * 1024
const lightHeaderBytes = 16 * 1024
const lightLines = 3000
/** A report worth reading takes a tenth of a second; a machine may be much too busy. */
const limits = { maxMs: 10_000, maxHeapMb: 256 } as const

type ReadReport = typeof readReport

/** What report-worker.ts is given. */
export interface ReportWork {
  readonly raw: Uint8Array
  readonly toFeedback: boolean
  readonly original: Reply
}

export function createReader({ clock }: Pick<World, 'clock'>): ReadReport {
  const file = new URL('./report-worker.ts', import.meta.url)
  let last: Promise<unknown> = Promise.resolve()
  return async (raw, toFeedback, original = nothing) => {
    if (isLight(raw)) return readReport(raw, toFeedback, original)
    const work: ReportWork = { raw, toFeedback, original }
    const report = last.then(() => runInWorker<ReceivedReport>(clock, file, work, limits))
    last = report.catch(() => {})
    return (await report) ?? { kind: 'ignored', why: 'unreadable' }
  }
}

function isLight(raw: Buffer): boolean {
  if (raw.length > lightBytes) return false
  let lines = 0
  let at = 0
  let isHeader = true
  for (let end = raw.indexOf(10); end >= 0; end = raw.indexOf(10, at)) {
    if (end - at <= 1) isHeader = false
    if (++lines > lightLines || (isHeader && end > lightHeaderBytes)) return false
    at = end + 1
  }
  return !isHeader || raw.length <= lightHeaderBytes
}
