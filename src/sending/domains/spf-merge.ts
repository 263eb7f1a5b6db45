/**
 * The SPF record that a domain has, with ours put into it: a name has one (RFC 7208 §4.5), so a
 * second one beside it would make both void.
 */
import { isSpf } from './spf-notice.ts'

/** The word of our record that is about us: `include:…`. */
export const mechanismOf = (ours: string): string => ours.split(' ')[1]!.toLowerCase()

/** Whether a published record has the mechanism that ours is about. */
export function includesUs(found: string, ours: string): boolean {
  const mechanism = mechanismOf(ours)
  return found
    .toLowerCase()
    .split(/\s+/)
    .some(word => word.replace(/^\+/, '') === mechanism)
}

/** The published record with us in it, before the word that ends it; as it is where we are. */
export function withUs(found: string, ours: string): string {
  const words = found.trim().split(/\s+/)
  if (includesUs(found, ours)) return words.join(' ')
  const mechanism = mechanismOf(ours)
  // One that refuses us would be asked before (§4.6.2).
  const kept = words.filter(word => word.toLowerCase().replace(/^[-~?]/, '') !== mechanism)
  const last = kept.findIndex(word => /^([-+~?]?all$|redirect=)/i.test(word))
  return kept.toSpliced(last < 0 ? kept.length : last, 0, mechanism).join(' ')
}

/**
 * What the one published record is to be changed to; null where there is none, or several, of which
 * nobody here can tell whose is whose.
 */
export function mergedSpf(found: readonly string[], ours: string): string | null {
  const published = found.filter(isSpf)
  return published.length === 1 ? withUs(published[0]!, ours) : null
}
