/** The thread that reads large messages (message-reader.ts). */
import { parentPort } from 'node:worker_threads'
import { type MessageReading, readHere } from './message-reader.ts'

parentPort!.on('message', (asked: MessageReading) => {
  const found = readHere(asked)
  // Of its own size: what is handed over is all of the memory behind it.
  parentPort!.postMessage({ ...found, message: new Uint8Array(found.message) })
})
parentPort!.postMessage('ready')
