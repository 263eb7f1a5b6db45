/** The thread that makes and reads large messages (compose-beside.ts). */
import { parentPort } from 'node:worker_threads'
import { bodiesOfLetter } from '#kernel/mail/carry.ts'
import { compose, type WireMessage } from '#kernel/mail/compose.ts'
import { canonicalize } from '#kernel/mail/dkim.ts'
import { fileOf, type StoredAttachment } from '../events/email.ts'
import { carryInForm } from './carry-in-form.ts'
import type { AskedBeside, MessageBeside } from './compose-beside.ts'

type AskedMessage = Exclude<AskedBeside, { readonly kind: 'read' }>

/** It comes over as plain bytes. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function made(asked: AskedMessage): WireMessage {
  if (asked.kind === 'carry') {
    const message = asBuffer(asked.input.message)
    return carryInForm({ ...asked, input: { ...asked.input, message } })
  }
  const { input, packed } = asked
  const stored = packed === undefined ? [] : (JSON.parse(packed) as readonly StoredAttachment[])
  return compose({ ...input, attachments: stored.map(fileOf) })
}

function answerMessage(asked: AskedMessage): void {
  const composed = made(asked)
  const canonical = canonicalize(composed.bytes, composed.headerEnd)
  const message: MessageBeside = { ...composed, canonical }
  const { buffer, byteLength } = message.bytes
  const isAlone = buffer.byteLength === byteLength
  parentPort!.postMessage(message, isAlone ? [buffer as ArrayBuffer] : [])
}

parentPort!.on('message', (asked: AskedBeside) => {
  if (asked.kind === 'read') parentPort!.postMessage(bodiesOfLetter(asBuffer(asked.message)))
  else answerMessage(asked)
})
parentPort!.postMessage('ready')
