/**
 * DANE for SMTP (RFC 7672): TLSA records, signed by DNSSEC, say which certificate or authority
 * an MX host has. Asked about only where the MX record and the addresses were secure themselves, so
 * that without a validating resolver nothing is asked, nothing stalls, and nothing changes (§2.1).
 * Certificates are matched on their DER bytes (RFC 6698 §2.1).
 */
import { createHash, X509Certificate } from 'node:crypto'
import type { Tlsa } from '#kernel/world/dns.ts'
import type { World } from '#kernel/world/world.ts'

export type Dane =
  /** No secure TLSA records: DANE has nothing to say. */
  | { readonly kind: 'none' }
  /** TLS is mandatory and one of these must match. */
  | { readonly kind: 'usable'; readonly records: readonly Tlsa[] }
  /** Records exist, but none that SMTP can use: TLS is mandatory, unauthenticated (§2.2). */
  | { readonly kind: 'unusable' }
  /** The answer was bogus or did not come: this host must not be used now (§2.1.1). */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface DaneHost {
  readonly mx: string
  /** MX record and addresses validated. */
  readonly secure: boolean
}

/** The TLSA records of one MX host. */
export async function daneFor(
  world: Pick<World, 'dns'>,
  host: DaneHost,
  port: number,
): Promise<Dane> {
  if (!host.secure) return { kind: 'none' }
  const answer = await world.dns.tlsa(`_${port}._tcp.${host.mx}`)
  switch (answer.kind) {
    case 'failure':
      return { kind: 'unknown', reason: answer.reason }
    case 'none':
    case 'nxdomain':
      return { kind: 'none' }
    case 'answer': {
      if (!answer.secure) return { kind: 'none' }
      const records = answer.records.filter(isUsable)
      return records.length > 0 ? { kind: 'usable', records } : { kind: 'unusable' }
    }
  }
}

/** DANE-TA(2) and DANE-EE(3) with known selectors and digests of the right size (§3.1.3). */
function isUsable({ usage, selector, matching, data }: Tlsa): boolean {
  const sizes: Record<number, number> = { 1: 32, 2: 64 }
  const rightSize = matching === 0 ? data.length > 0 : data.length === sizes[matching]
  return (usage === 2 || usage === 3) && selector <= 1 && rightSize
}

interface DaneCheck {
  readonly records: readonly Tlsa[]
  /** The peer's chain in DER, leaf first. */
  readonly chain: readonly Buffer[]
  /** Names of which the certificate must carry one, for DANE-TA (§3.2.2). */
  readonly names: readonly string[]
  /** Wall clock, ms. */
  readonly now: number
}

/** Whether the chain is what the records promise. Never throws for a stranger's bytes. */
export function daneMatches({ records, chain, names, now }: DaneCheck): boolean {
  const leaf = chain[0]
  if (!leaf) return false
  // DANE-EE: the key is the whole promise; names and dates do not count (RFC 7671 §5.1).
  const ofLeaf = records.filter(record => record.usage === 3)
  if (ofLeaf.some(record => matches(record, leaf))) return true
  const ofAuthority = records.filter(record => record.usage === 2)
  return ofAuthority.length > 0 && anchored(ofAuthority, chain, { names, now })
}

/** Whether the bytes that the record selects of a certificate are those it names. */
function matches({ selector, matching, data }: Tlsa, der: Buffer): boolean {
  const selected = selector === 0 ? der : publicKeyOf(der)
  if (selected === null) return false
  if (matching === 0) return selected.equals(data)
  return createHash(matching === 1 ? 'sha256' : 'sha512')
    .update(selected)
    .digest()
    .equals(data)
}

/** More than any real chain has. */
const maxSteps = 10

/** Walks from the leaf up by signatures until a certificate is one that the records name. */
function anchored(
  records: readonly Tlsa[],
  chain: readonly Buffer[],
  { names, now }: Pick<DaneCheck, 'names' | 'now'>,
): boolean {
  // A record may hold the whole authority, which servers then need not send (RFC 7671 §5.2.1).
  const held = records.filter(one => one.selector === 0 && one.matching === 0).map(one => one.data)
  const known = [...chain, ...held].map(certificate).filter(one => one !== null)
  const leaf = certificate(chain[0]!)
  if (!leaf || !names.some(name => leaf.checkHost(name, { subject: 'never' }) !== undefined)) {
    return false
  }
  let current = leaf
  for (let step = 0; step < maxSteps; step++) {
    if (now < Date.parse(current.validFrom) || now > Date.parse(current.validTo)) return false
    if (records.some(record => matches(record, current.raw))) return true
    const issuer = known.find(
      other => other.ca && !other.raw.equals(current.raw) && issued(other, current),
    )
    if (!issuer) return false
    current = issuer
  }
  return false
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  try {
    return subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
  } catch {
    return false
  }
}

function certificate(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

/**
 * SubjectPublicKeyInfo as it stands in the certificate (RFC 5280 §4.1): the bytes themselves, since
 * a key that is read and written again may come out in another encoding. Null if it is not there.
 */
function publicKeyOf(der: Buffer): Buffer | null {
  try {
    const signed = element(der, element(der, 0).content)
    let at = signed.content
    // The version is optional and tagged [0]; serial, algorithm, issuer, dates, subject follow.
    if (der[at] === 0xa0) at = element(der, at).end
    for (let field = 0; field < 5; field++) at = element(der, at).end
    const key = element(der, at)
    return key.end <= signed.end && der[at] === 0x30 ? der.subarray(at, key.end) : null
  } catch {
    return null
  }
}

/** Where the DER element at `at` has its content and its end; throws past the buffer's. */
function element(der: Buffer, at: number): { content: number; end: number } {
  const first = der.readUInt8(at + 1)
  const extra = first > 0x80 ? first - 0x80 : 0
  const length = extra === 0 ? first : der.readUIntBE(at + 2, extra)
  const content = at + 2 + extra
  if (content + length > der.length) throw new RangeError('DER element past the end')
  return { content, end: content + length }
}
