/**
 * What an attempt can be told of: the headers that it had, and the same notification for the
 * developer's own machine. Signatures are not kept, and none is made here: whoever reads this page
 * may not know the secret, and one that fits would be taken for ours by the real endpoint.
 */
import type { Attempt, Webhook } from '../../api/shapes.ts'

const agent = 'Malote-Webhooks/1.0'

type TimedPost = Pick<Attempt, 'event_id' | 'at'>

/** By whose words the body is in: Resend's webhooks have the header names of Svix. */
function prefixOf(body: string): string {
  try {
    return 'created_at' in JSON.parse(body) ? 'svix' : 'webhook'
  } catch {
    return 'webhook'
  }
}

/** Those that are the same as they were; the time is that at which it was signed, in seconds. */
export function headersOf({ event_id: id, at }: TimedPost, body: string): string {
  const prefix = prefixOf(body)
  return [
    'content-type: application/json',
    `user-agent: ${agent}`,
    `${prefix}-id: ${id}`,
    `${prefix}-timestamp: ${Math.floor(Date.parse(at) / 1000)}`,
  ].join('\n')
}

/** For a shell (POSIX): everything between single quotes is itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same path on the developer's own machine. */
function ownUrl(url: string): string {
  const { pathname, search } = new URL(url)
  return `http://localhost:3000${pathname}${search}`
}

interface Notification {
  readonly attempt: TimedPost
  readonly url: Webhook['url']
  /** Byte for byte, as it was posted. */
  readonly body: string
}

/** A script that posts it once more, signed anew with the secret that its reader has. */
export function curlOf({ attempt, url, body }: Notification): string {
  const prefix = prefixOf(body)
  return [
    `secret="\${MALOTE_WEBHOOK_SECRET:?whsec_…}"`,
    `id=${quoted(attempt.event_id)}`,
    'at=$(date +%s)',
    `body=${quoted(body)}`,
    `key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
    'signature=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)',
    `curl -X POST ${quoted(ownUrl(url))} \\`,
    `  -H 'content-type: application/json' -H ${quoted(`user-agent: ${agent}`)} \\`,
    `  -H "${prefix}-id: $id" -H "${prefix}-timestamp: $at" -H "${prefix}-signature: v1,$signature" \\`,
    '  --data-binary "$body"',
    '',
  ].join('\n')
}
