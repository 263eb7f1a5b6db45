/**
 * Whether a person's records are still what was once written, asked in the browser: each hash must be
 * that of the record's text and the hash before it, and fit its neighbours in the chain of the project.
 */
import type { Answer } from '../../api/calls.ts'

export type ConsentFile = Answer<'project.contacts.exportConsents'>
export type ChainState = 'whole' | 'broken' | 'unknown'

export async function chainStateOf({ records, neighbours }: ConsentFile): Promise<ChainState> {
  // Browsers offer hashes only to pages that came by https or from this machine.
  if (globalThis.crypto?.subtle === undefined) return 'unknown'
  const links = new Map([...neighbours, ...records].map(link => [link.seq, link]))
  for (const { seq, hash, previous_hash: previous, proof } of records) {
    if (hash === null || previous === null) return 'unknown'
    if ((await linkHash(previous, proof)) !== hash) return 'broken'
    const before = links.get(seq - 1)
    const after = links.get(seq + 1)
    if (before !== undefined && before.hash !== previous) return 'broken'
    if (after !== undefined && after.previous_hash !== hash) return 'broken'
  }
  return 'whole'
}

/** SHA-256 of what a PEM holds, in hexadecimal; null where this browser cannot make it here. */
export async function fingerprintOf(pem: string): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const text = atob(pem.replace(/-----[^-]+-----|\s/g, ''))
  return hexOf(Uint8Array.from(text, character => character.charCodeAt(0)))
}

async function linkHash(previous: string, proof: string): Promise<string> {
  const before = Uint8Array.from(previous.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  const text = new TextEncoder().encode(proof)
  const whole = new Uint8Array([...before, ...text])
  return hexOf(whole)
}

async function hexOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
