/** A thread that reads one message (message-reader.ts) and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { type MessageReading, readHere } from './message-reader.ts'

const found = readHere(workerData as MessageReading)
// Of its own size: what is handed over is all of the memory behind it.
parentPort!.postMessage({ ...found, message: new Uint8Array(found.message) })
