/**
 * MTA-STS (RFC 8461): a domain says over https which MX hosts are its own and that mail must reach
 * them over verified TLS. A policy is fetched when the id in the domain's TXT record changes, and
 * kept to its max_age: an attacker who suppresses DNS or https for a while cannot undo it (§10.2).
 * One cache per process, behind it a keeper (sts-keeper.ts) that outlives it and is shared by all.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import type { World } from '#kernel/world/world.ts'

type StsWorld = Pick<World, 'dns' | 'http' | 'clock'>

export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none'
  /** Host names, or `*.example.com` for exactly one label more. Lower case. */
  readonly mx: readonly string[]
  readonly maxAgeSeconds: number
}

export interface StsEntry {
  readonly policy: StsPolicy
  /** The id of the TXT record under which it was fetched. */
  readonly id: string
  /** Wall clock, ms. */
  readonly fetchedAt: number
}

/** Why there is no fresh policy although the domain announces one; for TLS reports (RFC 8460). */
interface StsTrouble {
  readonly kind: 'sts-policy-fetch-error' | 'sts-policy-invalid' | 'sts-webpki-invalid'
  readonly detail: string
}

export interface StsFinding {
  /** What binds now; null when the domain has no policy, or one of mode `none`. */
  readonly policy: StsPolicy | null
  readonly trouble?: StsTrouble
  /** The DNS did not say whether there is an announcement. */
  readonly unanswered?: true
}

export interface StsCache {
  readonly entries: Map<string, StsEntry>
  readonly inFlight: Map<string, Promise<StsFinding>>
  /** After a failed fetch nothing is fetched before this (wall clock, ms). */
  readonly restUntil: Map<string, { readonly until: number; readonly trouble: StsTrouble }>
  readonly keeper: StsKeeper
}

/** Where policies outlive the process, and where other nodes put theirs. */
export interface StsKeeper {
  /**
   * Called before every look. Puts into `entries` what is new, if it is time to. Rejects only while
   * nothing has ever been read: sending without what was promised would break the promise.
   */
  catchUp(entries: Map<string, StsEntry>): Promise<void>
  /** Never rejects. */
  save(domain: string, entry: StsEntry): Promise<void>
}

const forgetful: StsKeeper = { catchUp: async () => {}, save: async () => {} }

export function createStsCache(keeper = forgetful): StsCache {
  return { entries: new Map(), inFlight: new Map(), restUntil: new Map(), keeper }
}

/** RFC 8461 §3.3 suggests a minute; a slot of ours waits meanwhile. */
const fetchTimeoutMs = 20_000
const maxPolicyBytes = 64 * 1024
/** RFC 8461 §3.3: no more than one try in five minutes after a failure. */
const restMs = 5 * 60_000
/** A policy older than this is fetched again although its id is the same (§10.2), if that works. */
export const refreshMs = dayMs
const maxAgeSeconds = 31_557_600
export const maxEntries = 10_000

/** What the domain demands. Never says "unknown": without a policy mail flows. */
export async function stsPolicyFor(
  world: StsWorld,
  cache: StsCache,
  domain: string,
): Promise<StsFinding> {
  const running = cache.inFlight.get(domain)
  if (running) return running
  const started = look(world, cache, domain).finally(() => cache.inFlight.delete(domain))
  cache.inFlight.set(domain, started)
  return started
}

async function look(world: StsWorld, cache: StsCache, domain: string): Promise<StsFinding> {
  await cache.keeper.catchUp(cache.entries)
  const now = world.clock.now()
  const entry = unexpired(cache.entries.get(domain), now)
  const announcement = await askForAnnouncement(world, domain)
  const id = idIn(announcement)
  // No announcement, or none to be had: what was promised before still binds (§5.1).
  if (id === null) {
    const isUnanswered = announcement.kind === 'failure'
    return isUnanswered ? { ...bind(entry), unanswered: true } : bind(entry)
  }
  const stale = entry !== null && now - entry.fetchedAt > refreshMs
  if (entry?.id === id && !stale) return bind(entry)
  const rest = cache.restUntil.get(domain)
  if (rest && rest.until > now) return bind(entry, rest.trouble)

  const fetched = await fetchPolicy(world, domain)
  if ('kind' in fetched) {
    put(cache.restUntil, domain, { until: now + restMs, trouble: fetched })
    return bind(entry, fetched)
  }
  const fresh = { policy: fetched, id, fetchedAt: now }
  cache.restUntil.delete(domain)
  put(cache.entries, domain, fresh)
  await cache.keeper.save(domain, fresh)
  return bind(fresh)
}

function bind(entry: StsEntry | null, trouble?: StsTrouble): StsFinding {
  const policy = entry && entry.policy.mode !== 'none' ? entry.policy : null
  return trouble ? { policy, trouble } : { policy }
}

function unexpired(entry: StsEntry | undefined, now: number): StsEntry | null {
  if (!entry) return null
  return entry.fetchedAt + entry.policy.maxAgeSeconds * 1000 > now ? entry : null
}

/** The oldest goes when there is no more room. */
export function put<T>(map: Map<string, T>, domain: string, value: T): void {
  map.delete(domain)
  map.set(domain, value)
  if (map.size > maxEntries) map.delete(map.keys().next().value!)
}

/** The id of the one `v=STSv1` record; null for none, several or a malformed one (§3.1). */
export async function announcedId(world: StsWorld, domain: string): Promise<string | null> {
  return idIn(await askForAnnouncement(world, domain))
}

const askForAnnouncement = (world: StsWorld, domain: string): Promise<DnsAnswer<string>> =>
  world.dns.txt(`_mta-sts.${domain}`)

function idIn(answer: DnsAnswer<string>): string | null {
  if (answer.kind !== 'answer') return null
  const ours = answer.records.filter(record => /^v=STSv1[ \t]*(;|$)/.test(record))
  if (ours.length !== 1) return null
  for (const part of ours[0]!.split(';')) {
    const [name = '', value = ''] = part.split('=').map(text => text.trim())
    if (name === 'id') return /^[A-Za-z0-9]{1,32}$/.test(value) ? value : null
  }
  return null
}

export async function fetchPolicy(
  world: StsWorld,
  domain: string,
): Promise<StsPolicy | StsTrouble> {
  const result = await world.http.request({
    method: 'GET',
    url: `https://mta-sts.${domain}/.well-known/mta-sts.txt`,
    headers: { accept: 'text/plain' },
    timeoutMs: fetchTimeoutMs,
    maxAnswerBytes: maxPolicyBytes,
  })
  const unfetched = (detail: string): StsTrouble => ({ kind: 'sts-policy-fetch-error', detail })
  if (result.kind === 'failure') {
    if (result.reason !== 'tls') return unfetched(result.message)
    return { kind: 'sts-webpki-invalid', detail: result.message }
  }
  // Redirects count as failures (§3.3), as does everything else that is not 200.
  if (result.status !== 200) return unfetched(`HTTP status ${result.status}`)
  if (result.truncated) return unfetched('the policy is larger than 64 KB')
  // §3.2: a web server that lets strangers store files would not let them choose this.
  if (!/^text\/plain\s*(;|$)/i.test(result.headers['content-type'] ?? '')) {
    return { kind: 'sts-policy-invalid', detail: 'the policy is not text/plain' }
  }
  const policy = parseStsPolicy(result.body.toString('utf8'))
  return policy ?? { kind: 'sts-policy-invalid', detail: 'the policy cannot be understood' }
}

/** Reads a policy file (§3.2); null if it cannot be one. */
export function parseStsPolicy(text: string): StsPolicy | null {
  const first = new Map<string, string>()
  const mx: string[] = []
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) {
      if (line.trim() !== '') return null
      continue
    }
    const name = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    if (name === 'mx') mx.push(value.toLowerCase().replace(/\.$/, ''))
    else if (!first.has(name)) first.set(name, value)
  }
  const mode = first.get('mode')
  const age = first.get('max_age') ?? ''
  if (first.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null
  if (mode !== 'none' && mx.length === 0) return null
  if (!mx.every(isPattern)) return null
  return { mode, mx, maxAgeSeconds: Math.min(Number(age), maxAgeSeconds) }
}

const isPattern = (pattern: string): boolean =>
  pattern.length <= 255 && /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(pattern)

/** Whether an MX host is one of the policy's (§4.1); a wildcard stands for exactly one label. */
export function stsAllows(policy: StsPolicy, mx: string): boolean {
  const host = mx.toLowerCase()
  const parent = host.slice(host.indexOf('.') + 1)
  return policy.mx.some(pattern =>
    pattern.startsWith('*.') ? host.includes('.') && parent === pattern.slice(2) : pattern === host,
  )
}
