/**
 * Signatures by the Standard Webhooks scheme: HMAC-SHA256 (RFC 2104) over `id.timestamp.body`, one
 * `v1,…` entry per secret, so that receivers may change secrets without losing a notification.
 */
import { createHmac } from 'node:crypto'
import { secretKey } from '#kernel/base/secret-key.ts'
import type { World } from '#kernel/world/world.ts'
import type { WebhookForm } from './store.ts'

const prefix = 'whsec_'
/** 192 bits: the scheme asks for 24 to 64 bytes. */
const secretBytes = 24

export const newSecret = (world: Pick<World, 'random'>): Buffer => world.random.bytes(secretBytes)

/** The secret as its owner sees it, once. */
export const showSecret = (secret: Buffer): string => prefix + secret.toString('base64')

interface SignedHeaders {
  /** The public id of the event. */
  readonly id: string
  /** Unix time in seconds. */
  readonly timestamp: number
  readonly body: string
}

/** The headers that identify and sign one attempt; Resend's have the names of Svix, which signs alike. */
export function signedHeaders(
  message: SignedHeaders,
  secrets: readonly Buffer[],
  form: WebhookForm = null,
): Record<string, string> {
  const prefix = form === 'resend' ? 'svix' : 'webhook'
  return {
    [`${prefix}-id`]: message.id,
    [`${prefix}-timestamp`]: String(message.timestamp),
    [`${prefix}-signature`]: secrets.map(secret => signature(message, secret)).join(' '),
  }
}

function signature(message: SignedHeaders, secret: Buffer): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`
  return `v1,${hmac(secret, content).toString('base64')}`
}

export const hmac = (key: Buffer, content: string | Buffer): Buffer =>
  createHmac('sha256', secretKey(key)).update(content).digest()
