/** What a call with an Idempotency-Key is known by. */
import { createHash } from 'node:crypto'

/** What makes two requests the same: method, path and JSON, whatever the order of its keys. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  const canonical = body === undefined ? '' : JSON.stringify(body, sortedKeys)
  return createHash('sha256').update(`${method} ${path}\n`).update(canonical).digest()
}

/**
 * The same of a body that is a file. Whoever sends a form again has drawn another boundary for it
 * (RFC 2046 §5.1.1), which says nothing.
 */
export function fingerprintOfFile(
  path: string,
  { type, name, bytes }: { readonly type: string; readonly name: string; readonly bytes: Buffer },
): Buffer {
  const boundary = /;\s*boundary="?([^";]{1,70})/i.exec(type)?.[1]?.trim()
  const hash = createHash('sha256').update(`POST ${path}\n${type.split(';')[0]}\n${name}\n`)
  if (boundary === undefined) return hash.update(bytes).digest()
  let from = 0
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, from)) {
    hash.update(bytes.subarray(from, at))
    from = at + boundary.length
  }
  return hash.update(bytes.subarray(from)).digest()
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** The same asked by who sees less of the answer: what others got is none for them. */
export const ofCutAnswer = (fingerprint: Buffer): Buffer =>
  createHash('sha256').update(fingerprint).update('cut short').digest()
