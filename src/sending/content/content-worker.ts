/** The thread that looks through large contents (content-check.ts). */
import { parentPort } from 'node:worker_threads'
import { type ScannedText, scanContent } from './content-scan.ts'

parentPort!.on('message', (asked: ScannedText) => parentPort!.postMessage(scanContent(asked)))
parentPort!.postMessage('ready')
