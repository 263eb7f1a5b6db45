/** What a call with an Idempotency-Key is known by. */
import { createHash } from 'node:crypto'

/** What makes two requests the same: method, path and JSON, whatever the order of its keys. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  const canonical = body === undefined ? '' : JSON.stringify(body, sortedKeys)
  return createHash('sha256').update(`${method} ${path}\n`).update(canonical).digest()
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** The same asked by who sees less of the answer: what others got is none for them. */
export const ofCutAnswer = (fingerprint: Buffer): Buffer =>
  createHash('sha256').update(fingerprint).update('cut short').digest()
