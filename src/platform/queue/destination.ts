/** Digests of destinations: what a line of the queue is called by. */
import { type DestinationDigest, noDestination } from './entry.ts'

/** The digest of a domain, a webhook's id or whatever else work goes to: FNV-1a over its text. */
export function destinationOf(text: string): DestinationDigest {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  // FNV leaves the high bits of short texts alike; lines are read from a point drawn by chance.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  return hash === noDestination ? 1 : hash | 0
}
