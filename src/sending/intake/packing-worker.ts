/** The thread that measures and packs large attachments (packed-files.ts). */
import { parentPort } from 'node:worker_threads'
import { base64Size } from '#kernel/mail/attachments.ts'
import type { StoredAttachment } from '../events/email.ts'
import type { PackedFiles } from './packed-files.ts'

parentPort!.on('message', (files: readonly StoredAttachment[]) => {
  const sizes = files.map(({ content }) => base64Size(content))
  // Of its exact size, with memory of its own, which can be given away.
  const json = new TextEncoder().encode(JSON.stringify(files))
  const packed: PackedFiles = { sizes, json }
  parentPort!.postMessage(packed, [json.buffer as ArrayBuffer])
})
parentPort!.postMessage('ready')
