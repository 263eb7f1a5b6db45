/** A thread that reads one report (read-in-worker.ts) and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ReportWork } from './read-in-worker.ts'
import { readReport } from './report.ts'

const { raw, toFeedback, original } = workerData as ReportWork
parentPort!.postMessage(await readReport(Buffer.from(raw), toFeedback, original))
