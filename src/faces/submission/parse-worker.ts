/** A thread that parses one message (parse-in-worker.ts) and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { parseHere } from './parse.ts'

parentPort!.postMessage(await parseHere(Buffer.from(workerData as Uint8Array)))
