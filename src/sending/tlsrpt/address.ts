/** Where a domain wants its TLS reports: the one `_smtp._tls` TXT record (RFC 8460 §3). */
import { parseAddress } from '#kernel/mail/address.ts'
import type { World } from '#kernel/world/world.ts'

export type ReportAddress =
  | { readonly kind: 'mailto'; readonly address: string }
  | { readonly kind: 'https'; readonly url: string }

type ReportAddresses =
  | { readonly kind: 'wanted'; readonly addresses: readonly ReportAddress[] }
  | { readonly kind: 'none' }
  /** The DNS could not tell. */
  | { readonly kind: 'unknown' }

/** A domain is no means to write to a list of strangers. */
const maxAddresses = 4
const maxUriLength = 1_000

export async function reportAddresses(
  { dns }: Pick<World, 'dns'>,
  domain: string,
): Promise<ReportAddresses> {
  const answer = await dns.txt(`_smtp._tls.${domain}`)
  if (answer.kind === 'failure') return { kind: 'unknown' }
  const records = answer.kind === 'answer' ? answer.records : []
  const ours = records.filter(record => /^v=TLSRPTv1[ \t]*;/.test(record))
  // Not one, but several: none of them counts.
  const addresses = ours.length === 1 ? parseRecord(ours[0]!) : []
  return addresses.length === 0 ? { kind: 'none' } : { kind: 'wanted', addresses }
}

function parseRecord(record: string): ReportAddress[] {
  for (const field of record.split(';').slice(1)) {
    const equals = field.indexOf('=')
    if (equals < 0 || field.slice(0, equals).trim() !== 'rua') continue
    const uris = field.slice(equals + 1).split(',')
    return uris.flatMap(uri => parseUri(uri.trim()) ?? []).slice(0, maxAddresses)
  }
  return []
}

/** Null for what is neither of the two schemes, or not well formed. */
function parseUri(uri: string): ReportAddress | null {
  if (uri.length > maxUriLength) return null
  const scheme = /^[a-z]+(?=:)/i.exec(uri)?.[0].toLowerCase()
  if (scheme === 'https') return URL.canParse(uri) ? { kind: 'https', url: uri } : null
  if (scheme !== 'mailto') return null
  const address = decoded(uri.slice('mailto:'.length).split('?')[0]!)
  const parsed = address === null ? null : parseAddress(address)
  if (!parsed?.ok || parsed.address.name !== undefined) return null
  return { kind: 'mailto', address: parsed.address.email }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
