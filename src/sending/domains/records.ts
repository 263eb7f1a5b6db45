/**
 * The DNS records that a sending domain publishes, and what a look at DNS says of each. DKIM (RSA)
 * and the return path are required; the rest is shown because it helps
 * (docs/contract.md#what-verifies-a-domain).
 */
import { getDomain } from 'tldts'
import { publishesKey } from '#kernel/mail/dkim-record.ts'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import type { World } from '#kernel/world/world.ts'
import { includesUs, mechanismOf } from './spf-merge.ts'
import { findSpfNotice, isSpf, type SpfNotice } from './spf-notice.ts'
import type { Checks, Domain, RecordStatus } from './store.ts'

type RecordPurpose = 'dkim' | 'return_path' | 'spf' | 'dmarc' | 'tracking' | 'claim'

export interface DnsRecord {
  /** Its key in `Checks`. */
  readonly key: string
  readonly purpose: RecordPurpose
  readonly type: 'TXT' | 'CNAME' | 'MX'
  /** Full domain name. */
  readonly name: string
  readonly value: string
  /** What is right as well, where it is there already. */
  readonly also?: string
  readonly priority?: number
  readonly ttl: number
  readonly required: boolean
}

const ttl = 3600

/** Everything to publish for a domain, required first. */
export function recordsOf(
  world: Pick<World, 'settings'>,
  domain: Pick<Domain, 'name' | 'keys' | 'return_path' | 'tracking'> &
    Partial<Pick<Domain, 'led_to'>>,
): DnsRecord[] {
  const { MALOTE_RETURN_PATH_DOMAIN: bounceHost, MALOTE_BASE_URL: baseUrl } = world.settings
  const keys = domain.keys
    .filter(key => key.state !== 'retired')
    .map(
      (key): DnsRecord => ({
        key: `dkim:${key.selector}`,
        purpose: 'dkim',
        type: 'TXT',
        name: `${key.selector}._domainkey.${domain.name}`,
        value: key.dns_value,
        ttl,
        required: key.algorithm === 'rsa' && key.state === 'active',
      }),
    )
  return [
    ...keys,
    {
      key: 'return_path',
      purpose: 'return_path',
      type: 'CNAME',
      name: domain.return_path,
      value: bounceHost,
      ...(domain.led_to == null ? {} : { also: domain.led_to }),
      ttl,
      required: true,
    },
    {
      key: 'spf',
      purpose: 'spf',
      type: 'TXT',
      name: domain.name,
      value: `v=spf1 include:${bounceHost} ~all`,
      ttl,
      required: false,
    },
    {
      key: 'dmarc',
      purpose: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain.name}`,
      value: 'v=DMARC1; p=none',
      ttl,
      required: false,
    },
    {
      key: 'tracking',
      purpose: 'tracking',
      type: 'CNAME',
      name: domain.tracking,
      value: new URL(baseUrl).hostname,
      ttl,
      required: false,
    },
  ]
}

export interface RecordCheck {
  readonly status: RecordStatus
  readonly found?: readonly string[]
  /** Of a verified SPF record: why receivers use none of it all the same. */
  readonly notice?: SpfNotice
  /** DNS could not be asked: says nothing about the record. */
  readonly unknown?: true
}

/** Whoever has just corrected a record must not be told what was there before. */
const fresh = { fresh: true } as const

/** Looks up one record. */
export async function lookUp(world: Pick<World, 'dns'>, record: DnsRecord): Promise<RecordCheck> {
  switch (record.purpose) {
    case 'dkim':
      // Receivers may take any of several keys, or none (RFC 6376 §3.6.2.2).
      return judgeSet(await world.dns.txt(record.name, fresh), found =>
        publishesKey(found, record.value),
      )
    case 'return_path':
    case 'tracking':
      return judgeHosts(world, record)
    case 'spf':
      return judgeSenders(world, record)
    case 'claim':
      return judge(await world.dns.txt(record.name, fresh), found => found.trim() === record.value)
    case 'dmarc':
      return judgeDmarc(world, record)
  }
}

/** Two of them are a permanent error (RFC 7208 §4.5). */
async function judgeSenders(world: Pick<World, 'dns'>, record: DnsRecord): Promise<RecordCheck> {
  const answer = await world.dns.txt(record.name, fresh)
  const check = judgeSet(answer, found => includesUs(found, record.value), isSpf)
  const [found] = check.found ?? []
  if (check.status !== 'verified' || found === undefined) return check
  const ours = mechanismOf(record.value).slice('include:'.length)
  const notice = await findSpfNotice(world.dns, found, ours)
  return notice === null ? check : { ...check, notice }
}

const isDmarc = (found: string): boolean => /^v=DMARC1\s*(;|$)/i.test(found)

/**
 * Its own policy, else that of the organisation, which holds for its subdomains (RFC 7489 §6.6.3).
 * Two policies at a name are none.
 */
async function judgeDmarc(world: Pick<World, 'dns'>, record: DnsRecord): Promise<RecordCheck> {
  const answer = await world.dns.txt(record.name, fresh)
  const own = judge(answer, isDmarc)
  if (own.found && own.found.filter(isDmarc).length > 0) return judgeSet(answer, isDmarc, isDmarc)
  const organisation = getDomain(record.name.slice('_dmarc.'.length), { allowPrivateDomains: true })
  const above = `_dmarc.${organisation}`
  if (own.unknown || organisation === null || above === record.name) return own
  const theirs = judgeSet(await world.dns.txt(above, fresh), isDmarc, isDmarc)
  return theirs.status === 'verified' ? theirs : own
}

/** What an answer says of a record: there, something else there, or not there. */
function judge(
  answer: DnsAnswer<string>,
  fits: (found: string) => boolean,
  concerns: (found: string) => boolean = () => true,
): RecordCheck {
  if (answer.kind === 'failure') return { status: 'pending', unknown: true }
  const found = answer.kind === 'answer' ? answer.records.filter(concerns) : []
  if (found.length === 0) return { status: 'pending' }
  return { status: found.some(fits) ? 'verified' : 'mismatch', found }
}

/** The same of records of which there may be one: a second makes both void, whatever they say. */
function judgeSet(
  answer: DnsAnswer<string>,
  fits: (found: string) => boolean,
  concerns?: (found: string) => boolean,
): RecordCheck {
  const check = judge(answer, fits, concerns)
  return (check.found?.length ?? 0) > 1 ? { ...check, status: 'mismatch' } : check
}

/** Its own host, or that of the cell which the domain came from. */
async function judgeHosts(world: Pick<World, 'dns'>, record: DnsRecord): Promise<RecordCheck> {
  const check = await judgeHost(world, record)
  if (check.status === 'verified' || check.unknown || record.also === undefined) return check
  const former = await judgeHost(world, { ...record, value: record.also })
  return former.status === 'verified' || former.unknown ? former : check
}

/** A CNAME to our host; or, where a provider flattens it, the same MX or addresses as ours. */
async function judgeHost(world: Pick<World, 'dns'>, record: DnsRecord): Promise<RecordCheck> {
  const direct = judge(await world.dns.cname(record.name, fresh), found => found === record.value)
  if (direct.status === 'mismatch' && (await leadsTo(world, direct.found?.[0], record.value))) {
    return { ...direct, status: 'verified' }
  }
  if (direct.status !== 'pending' || direct.unknown) return direct
  const kind = record.purpose === 'return_path' ? mxNames : addresses
  const [theirs, ours] = await Promise.all([kind(world, record.name), kind(world, record.value)])
  if (theirs === null || ours === null) return { status: 'pending', unknown: true }
  if (theirs.length === 0) return { status: 'pending' }
  const isOurs = (one: string): boolean => ours.includes(one) || one === record.value
  // Mail goes to any MX host, so each of them must be ours; addresses may come by turns.
  const same = record.purpose === 'return_path' ? theirs.every(isOurs) : theirs.some(isOurs)
  return { status: same ? 'verified' : 'mismatch', found: theirs }
}

/** Aliases of aliases that are followed; resolvers follow some more. */
const maxAliases = 4

/** Whether one alias behind the other ends at our host (RFC 1034 §3.6.2). */
async function leadsTo(
  world: Pick<World, 'dns'>,
  first: string | undefined,
  ours: string,
): Promise<boolean> {
  let name = first
  for (let n = 0; n < maxAliases && name !== undefined; n++) {
    if (name === ours) return true
    const answer = await world.dns.cname(name, fresh)
    name = answer.kind === 'answer' ? answer.records[0] : undefined
  }
  return name === ours
}

async function mxNames(world: Pick<World, 'dns'>, name: string): Promise<string[] | null> {
  const answer = await world.dns.mx(name, fresh)
  if (answer.kind === 'failure') return null
  return answer.kind === 'answer' ? answer.records.map(one => one.exchange) : []
}

async function addresses(world: Pick<World, 'dns'>, name: string): Promise<string[] | null> {
  const answer = await world.dns.a(name, fresh)
  if (answer.kind === 'failure') return null
  return answer.kind === 'answer' ? [...answer.records] : []
}

/** Looks at all records; what DNS could not answer keeps its last state. */
export async function lookAtAll(
  world: Pick<World, 'dns' | 'settings'>,
  domain: Domain,
): Promise<{
  checks: Checks
  complete: boolean
  unknown: boolean
  /** What DNS did not answer about. */
  unanswered: readonly DnsRecord[]
}> {
  const records = recordsOf(world, domain)
  const found = await Promise.all(records.map(record => lookUp(world, record)))
  const checks: Record<string, Checks[string]> = {}
  for (const [i, record] of records.entries()) {
    const { unknown, ...check } = found[i]!
    const before = domain.checks[record.key]
    if (unknown && before) checks[record.key] = before
    else checks[record.key] = check
  }
  const required = records.filter(record => record.required)
  return {
    checks,
    complete: required.every(record => checks[record.key]?.status === 'verified'),
    unknown: found.some((one, i) => one.unknown === true && records[i]!.required),
    unanswered: records.filter((_, i) => found[i]!.unknown === true),
  }
}
