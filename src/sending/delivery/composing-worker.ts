/** The thread that composes large messages (compose-beside.ts). */
import { parentPort } from 'node:worker_threads'
import { compose } from '#kernel/mail/compose.ts'
import { canonicalize } from '#kernel/mail/dkim.ts'
import { fileOf, type StoredAttachment } from '../events/email.ts'
import type { AskedMessage, MessageBeside } from './compose-beside.ts'

function found({ input, packed }: AskedMessage): MessageBeside {
  const stored = packed === undefined ? [] : (JSON.parse(packed) as readonly StoredAttachment[])
  const composed = compose({ ...input, attachments: stored.map(fileOf) })
  return { ...composed, canonical: canonicalize(composed.bytes, composed.headerEnd) }
}

parentPort!.on('message', (asked: AskedMessage) => {
  const message = found(asked)
  const { buffer, byteLength } = message.bytes
  const isAlone = buffer.byteLength === byteLength
  parentPort!.postMessage(message, isAlone ? [buffer as ArrayBuffer] : [])
})
parentPort!.postMessage('ready')
