/**
 * Verifying what a webhook posts: the Standard Webhooks scheme, HMAC-SHA256 over
 * `id.timestamp.body`, with the Web Crypto API, so that it also runs at the edge. The body must be
 * verified as it came: parse it afterwards, or take what `verifyWebhook` returns.
 */
import type { EventType } from './generated.ts'

/** What is posted. Fields of `data` are there where they mean something. */
export interface WebhookEvent {
  readonly type: EventType
  /** ISO 8601. */
  readonly timestamp: string
  readonly data: {
    readonly email_id: string
    /** The same as the `webhook-id` header: drop what you have seen. */
    readonly event_id: string
    readonly recipient?: string
    readonly provider?: string
    readonly mx?: string
    readonly smtp_code?: string
    readonly smtp_response?: string
    readonly explanation?: string
    readonly tags?: Readonly<Record<string, string>>
    readonly metadata?: Readonly<Record<string, string>>
    /** Of a test key, or asked for by hand. */
    readonly test?: boolean
    readonly [field: string]: unknown
  }
}

/** The notification is not to be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface VerifyOptions {
  /** How far its time may be from ours; default 300. */
  readonly toleranceSeconds?: number | undefined
  /** Unix time in seconds; default: now. */
  readonly now?: number | undefined
}

type HeaderValue = string | readonly string[] | undefined
/** Of `fetch`, of Node's http, or a plain object; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, HeaderValue>>

/** Returns the notification, or throws WebhookVerificationError. */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  checkTime(timestamp, options)
  const encoder = new TextEncoder()
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const head = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const key = await importKey(secret)
  for (const entry of signatures.split(' ')) {
    const [version, value] = entry.split(',')
    const signature = version === 'v1' && value ? fromBase64(value) : null
    // `verify` compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
    }
  }
  throw new WebhookVerificationError('No signature fits the secret and the body.')
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value.join(' ') : value
  if (typeof text === 'string' && text !== '') return text
  throw new WebhookVerificationError(`The header ${name} is missing.`)
}

function checkTime(timestamp: string, { toleranceSeconds = 300, now }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('The header webhook-timestamp is no time.')
  }
  const distance = Math.abs((now ?? Date.now() / 1000) - Number(timestamp))
  if (distance <= toleranceSeconds) return
  throw new WebhookVerificationError(`The notification is ${Math.round(distance)} s away from now.`)
}

function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0) {
    throw new TypeError('The secret must be whsec_ followed by base64.')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), char => char.charCodeAt(0))
  } catch {
    return null
  }
}
