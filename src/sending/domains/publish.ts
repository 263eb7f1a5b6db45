/**
 * Publishing a domain's records at its DNS provider with a token of its owner. The token is used for
 * these calls and is in no log and no table. All or nothing: if a record is refused, those already
 * written are taken back. What stands there for others is kept: an SPF record is added to, a DMARC
 * record is left alone.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { publishesKey } from '#kernel/mail/dkim-record.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import { cloudflare } from './cloudflare.ts'
import { type DnsProvider, ProviderFailed, type PublishResult } from './dns-provider.ts'
import { type DnsRecord, lookUp } from './records.ts'
import { includesUs, withUs } from './spf-merge.ts'
import { isSpf } from './spf-notice.ts'

interface PublishRequest {
  readonly domain: string
  readonly records: readonly DnsRecord[]
  readonly token: string
  /** The field that held the token. */
  readonly param: string
}

type Outside = Pick<World, 'dns' | 'http' | 'log' | 'settings'>

/** Writes all records; returns how to take them back. Throws Refusal, and then nothing is left. */
export async function publish(
  world: Outside,
  publishing: PublishRequest,
): Promise<() => Promise<void>> {
  const { domain, records, token, param } = publishing
  // What is no header value is no token; the message must not show it.
  if (!/^[\x21-\x7e]{1,512}$/.test(token)) throw tokenRefused(domain, param)
  const provider = cloudflare(world, token)
  const undo: (() => Promise<void>)[] = []
  const takeBack = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: Error) =>
        world.log.warn({ domain, error: error.message }, 'a DNS record was not taken back'),
      )
    }
  }
  try {
    const zone = await provider.findZone(domain)
    if (zone === null)
      throw new Refusal('dns_zone_not_found', { param, values: { domain: inOwnLetters(domain) } })
    for (const record of records) {
      if (!(await isCovered(world, record))) await write(provider, zone, { record, undo })
    }
    return takeBack
  } catch (error) {
    await takeBack()
    throw error instanceof ProviderFailed ? refusalFor(error, publishing) : error
  }
}

/**
 * A DMARC policy of its own would take the place of the organisation's, which may be stricter; where
 * nobody can tell whether there is one, none is written.
 */
async function isCovered(world: Outside, record: DnsRecord): Promise<boolean> {
  if (record.purpose !== 'dmarc') return false
  const { status, unknown } = await lookUp(world, record)
  return status === 'verified' || unknown === true
}

interface Writing {
  readonly record: DnsRecord
  readonly undo: (() => Promise<void>)[]
}

async function write(
  provider: DnsProvider,
  zone: string,
  { record, undo }: Writing,
): Promise<void> {
  const { type, name, value, ttl } = record
  // A provider may give more than was asked for.
  const existing = (await provider.list(zone, name)).filter(
    one => one.type === type && one.name.toLowerCase() === name,
  )
  const step = stepFor(record, existing)
  switch (step.kind) {
    case 'keep':
      return
    case 'create': {
      const id = await provider.create(zone, { type, name, content: value, ttl })
      undo.push(() => provider.remove(zone, id))
      return
    }
    case 'replace': {
      const { id, ...before } = step.before
      await provider.replace(zone, id, { ...before, content: step.content })
      undo.push(() => provider.replace(zone, id, before))
    }
  }
}

type Step =
  | { readonly kind: 'keep' }
  | { readonly kind: 'create' }
  | { readonly kind: 'replace'; readonly before: PublishResult; readonly content: string }

/** What is to be done about a record, given what is published under its name and type. */
function stepFor(record: DnsRecord, existing: readonly PublishResult[]): Step {
  const { value } = record
  switch (record.purpose) {
    case 'dkim': {
      if (existing.some(one => publishesKey(one.content, value))) return { kind: 'keep' }
      // Which of several is whose nobody here can tell: the check tells of them.
      if (existing.length > 1) return { kind: 'keep' }
      const before = existing[0]
      return before ? { kind: 'replace', before, content: value } : { kind: 'create' }
    }
    case 'return_path':
    case 'tracking': {
      const before = existing[0]
      if (!before) return { kind: 'create' }
      const isOurs = before.content.toLowerCase().replace(/\.$/, '') === value.toLowerCase()
      return isOurs ? { kind: 'keep' } : { kind: 'replace', before, content: value }
    }
    case 'spf':
      return spfStep(value, existing)
    case 'dmarc':
    case 'claim': {
      const start = value.split(/[;=]/)[0]!.toLowerCase()
      const isThere = existing.some(one => one.content.toLowerCase().startsWith(start))
      return isThere ? { kind: 'keep' } : { kind: 'create' }
    }
  }
}

/** A name has one SPF record (RFC 7208 §4.5): ours goes into it, before the word that ends it. */
function spfStep(value: string, existing: readonly PublishResult[]): Step {
  const all = existing.filter(one => isSpf(one.content))
  const before = all[0]
  if (!before) return { kind: 'create' }
  // Both are void until their owner has made one of them.
  if (all.length > 1) return { kind: 'keep' }
  return includesUs(before.content, value)
    ? { kind: 'keep' }
    : { kind: 'replace', before, content: withUs(before.content, value) }
}

function refusalFor({ kind, message }: ProviderFailed, { domain, param }: PublishRequest): Refusal {
  switch (kind) {
    case 'token':
      return tokenRefused(domain, param)
    case 'refused':
      return new Refusal('invalid_dns_token', { param, why: refusedRecord(message) })
    case 'unavailable':
      return new Refusal('internal_error', {
        why: {
          en: 'The DNS provider does not answer right now. Nothing was changed; try again.',
          pt: 'O provedor de DNS não está respondendo agora. Nada foi alterado; tente de novo.',
        },
      })
  }
}

const tokenRefused = (domain: string, param: string): Refusal =>
  new Refusal('invalid_dns_token', { param, values: { domain } })

const refusedRecord = (message: string): Text => ({
  en: `The DNS provider refused a record, and those written before it were taken back: ${message}`,
  pt: `O provedor de DNS recusou um registro, e os gravados antes dele foram desfeitos: ${message}`,
})
