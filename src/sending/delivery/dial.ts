/**
 * Opening a connection for a route: which servers in which order, from which local address, with the
 * TLS that the recipients' domain demands, and the email itself (REQUIRETLS); or to the smart host,
 * where there is one.
 */
import { isIP } from 'node:net'
import { assert } from '#kernel/base/assert.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import type { World } from '#kernel/world/world.ts'
import type { BrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { connect, type OpeningResult } from '#protocol/smtp/client.ts'
import type { StsCache } from '#protocol/smtp/mta-sts.ts'
import type { SilentHosts } from '#protocol/smtp/silent-hosts.ts'
import { nobodyDemands, type TlsPolicy, tlsPolicyFor } from '#protocol/smtp/tls-policy.ts'
import type { DeferredRecipient, NoSession, TlsFault } from '#protocol/smtp/verdict.ts'
import type { TlsTally } from '../tlsrpt/tally.ts'
import { type Relay, relayHost } from './relay.ts'
import { fitting, ineligible, judgeRequired, nameFault, nearest } from './require-tls.ts'
import { type MxHost, type MxRoute, maxAddresses } from './route.ts'
import type { Source } from './source.ts'

export interface DialQuery {
  readonly world: World
  readonly stsCache: StsCache
  readonly brokenTls: BrokenOffers
  readonly brokenBdat: BrokenOffers
  readonly silentHosts: SilentHosts
  /** Null where nobody is to be told. */
  readonly tally: TlsTally | null
}

/** What each server of a route demands of the connection. */
export type Policies = ReadonlyMap<string, TlsPolicy>

export type Hosts = Extract<MxRoute, { kind: 'hosts' }>

export async function relayRoute(world: World, relay: Relay): Promise<MxRoute> {
  const host = await relayHost(world, relay)
  if (host === null) return { kind: 'unknown', reason: 'servfail', name: relay.host }
  return { kind: 'hosts', hosts: [host], group: `relay ${relay.host}:${relay.port}`, secure: false }
}

export async function policiesOf(
  context: DialQuery,
  domain: string,
  route: Hosts,
): Promise<Policies> {
  const policies = await Promise.all(
    route.hosts.map(host => tlsPolicyFor(context.world, { domain, host, cache: context.stsCache })),
  )
  return new Map(route.hosts.map((host, i) => [host.mx, policies[i]!]))
}

/** For mail that asks to be sent whatever the recipients' domain demands (RFC 8689 §5). */
export function noPolicies(route: Hosts): Policies {
  return new Map(route.hosts.map(host => [host.mx, nobodyDemands]))
}

/**
 * Emails that may share a connection: to the same set of servers. A domain with a policy of its own
 * keeps its connections to itself, so that nobody's policy binds or loosens another's (RFC 8461 §5).
 * So does mail with REQUIRETLS, as its servers are vouched for by its domain alone. Of a smart host
 * there are no policies.
 */
export function laneOf(
  domain: string,
  route: Hosts,
  policies: Policies,
  requireTls: boolean,
): string {
  if (requireTls) return `${route.group} ${policies.size === 0 ? '' : domain} requiretls`
  // Records of DANE that SMTP cannot use demand encryption without a TLS level of their own; and what
  // nobody demands in an unsigned domain says nothing about the same hosts in a signed one.
  const isOwn = [...policies.values()].some(policy => policy.starttls === 'required')
  if (isOwn) return `${route.group} ${domain}`
  return route.secure ? `${route.group} signed` : route.group
}

interface Direct {
  /** Whose mail makes us connect. */
  readonly domain: string
  readonly route: Hosts
  readonly policies: Policies
  readonly source: Source
  /** RFC 8689. */
  readonly requireTls: boolean
  /** Its servers have answered of late. */
  readonly isProven: boolean
  /** Other servers that may not answer either wait for the place. */
  readonly isHurried: boolean
}

/** No further server is tried after so long: the schedule has tries for the others. */
const maxOpeningMs = 2 * 60_000

/** Tries the servers in order of preference until one answers. */
export async function openDirect(context: DialQuery, direct: Direct): Promise<OpeningResult> {
  const skipped: NoSession[] = []
  const tried: NoSession[] = []
  const { clock } = context.world
  const startedAt = clock.monotonic()
  for (const to of dials(context, direct, skipped)) {
    if (clock.monotonic() - startedAt > maxOpeningMs) break
    const opening = await connectTo(context, direct, to)
    // Who welcomes us and then refuses our HELO speaks for the domain, as with MAIL: no `nextMx`.
    if (opening.kind === 'open' || !opening.nextMx) return opening
    tried.push(opening)
    // Servers that will not do say so at once, there may be many; of others five is enough to wait.
    if (tried.filter(one => !one.ineligibility).length >= maxAddresses) break
  }
  return combined([...skipped, ...tried], direct.route.unresolved === true)
}

/**
 * What all servers together come to: only where every one of them refuses has the domain refused.
 * One that was down, put us off or may not be asked now might take the mail tomorrow, whatever a
 * backup or a decoy says; so might one whose addresses the DNS keeps back. Those beyond
 * `maxAddresses` keep nothing waiting: RFC 5321 §5.1 allows the limit, and five of the domain's
 * best that say no (§4.2.1: do not come back) are its word, or no large domain could ever refuse.
 */
function combined(failures: readonly NoSession[], isUnresolved: boolean): NoSession {
  const waiting =
    failures.findLast(one => one.verdict.kind === 'deferred' && !one.ineligibility) ??
    failures.findLast(one => one.verdict.kind === 'deferred')
  if (waiting) return waiting
  const refusal = nearest(failures)
  if (!isUnresolved) return refusal
  if (refusal.ineligibility) return ineligible(refusal, { kind: 'undecided' })
  const verdict: DeferredRecipient = { kind: 'deferred', stage: 'connect', why: 'unresolved' }
  return { ...refusal, stage: verdict.stage, verdict }
}

interface Dial {
  readonly host: string
  readonly address: string
  readonly policy: TlsPolicy
}

/** Where to connect to, one by one; hosts that need not be asked go to `barred`. */
function* dials(context: DialQuery, direct: Direct, skipped: NoSession[]): Generator<Dial> {
  for (const host of direct.route.hosts) {
    const policy = direct.policies.get(host.mx)
    assert(policy, 'every host of a route has a TLS policy')
    const bar = barOf(context, direct, host, policy)
    if (bar) skipped.push(bar)
    for (const address of bar ? [] : reachable(host.addresses, direct.source)) {
      if (context.silentHosts.isResting(address)) {
        skipped.push(restingAt(host.mx, address))
        continue
      }
      yield { host: host.mx, address, policy }
    }
  }
}

/** Nobody answered there minutes ago. */
function restingAt(host: string, address: string): NoSession {
  const verdict = { kind: 'deferred', stage: 'connect', why: 'timeout' } as const
  return {
    kind: 'failed',
    stage: 'connect',
    verdict,
    nextMx: true,
    again: null,
    host,
    address,
    transcript: [],
  }
}

/** Why a host is not connected to at all; null where it is. */
function barOf(
  { tally }: DialQuery,
  direct: Direct,
  host: MxHost,
  policy: TlsPolicy,
): NoSession | null {
  const at = { host: host.mx, address: host.addresses[0] ?? '', transcript: [] }
  const refused = policy.refusal === null ? null : refusedByPolicy(at, policy.refusal)
  if (refused) tally?.failure(direct.domain, refused, policy, { kind: 'refusal' })
  const fault = direct.requireTls ? nameFault(direct.route, host.mx, policy) : null
  return fault ? ineligible(at, fault) : refused
}

async function connectTo(
  { world, brokenTls, brokenBdat, silentHosts, tally }: DialQuery,
  { domain, source, requireTls, isProven, isHurried }: Direct,
  { host, address, policy }: Dial,
): Promise<OpeningResult> {
  const judge = (session: TlsSession): Text | null =>
    requireTls ? judgeRequired(policy, host, session) : policy.judge(session)
  const opening = await connect(world, {
    host,
    address,
    port: world.settings.MALOTE_SMTP_PORT,
    helloName: source.hostname,
    ...(source.address === undefined ? {} : { localAddress: source.address }),
    tls:
      requireTls || policy.starttls === 'required'
        ? { level: 'required', judge }
        : { level: 'opportunistic' },
    brokenTls,
    brokenBdat,
    silentHosts,
    isProven,
    isHurried,
  })
  if (opening.kind === 'failed' && isAgainst(policy, opening.tlsFault)) {
    tally?.failure(domain, opening, policy, opening.tlsFault!)
  }
  return requireTls ? fitting(opening) : opening
}

/** Whether a fault goes against the domain's policy, and not only against what an email demands. */
const isAgainst = (policy: TlsPolicy, fault: TlsFault | undefined): boolean =>
  fault !== undefined &&
  policy.starttls === 'required' &&
  (fault.kind !== 'judged' || policy.judge(fault.session) !== null)

/** A local address reaches its own family only. */
function reachable(addresses: readonly string[], source: Source): readonly string[] {
  if (source.address === undefined) return addresses
  const family = isIP(source.address)
  const same = addresses.filter(address => isIP(address) === family)
  return same.length > 0 ? same : addresses
}

/** The smart host: log in, encrypted and with a certificate that holds unless it is plain by choice. */
export async function openRelay(
  { world, brokenBdat }: Pick<DialQuery, 'world' | 'brokenBdat'>,
  relay: Relay,
  { host, source, requireTls }: { host: MxHost; source: Source; requireTls: boolean },
): Promise<OpeningResult> {
  const isPlain = relay.plain && !requireTls
  const tried: NoSession[] = []
  for (const address of host.addresses) {
    const opening = await connect(world, {
      host: relay.host,
      address,
      port: relay.port,
      helloName: source.hostname,
      ...(source.address === undefined ? {} : { localAddress: source.address }),
      ...(relay.auth ? { auth: relay.auth } : {}),
      implicitTls: relay.implicitTls,
      brokenBdat,
      tls: isPlain ? { level: 'never' } : { level: 'required', judge: judgeRelay },
    })
    // Where it should be encrypted and is not, all mail waits for the operator to mend it.
    const mayLack = opening.kind === 'failed' && !relay.plain
    const fit = requireTls && !mayLack ? fitting(opening) : opening
    if (fit.kind === 'open' || !fit.nextMx) return fit
    tried.push(fit)
  }
  return combined(tried, false)
}

function judgeRelay(session: TlsSession): Text | null {
  if (session.verified) return null
  const reason = session.reason ?? '?'
  return {
    en: `The smart host's certificate does not hold: ${reason}.`,
    pt: `O certificado do servidor intermediário não é válido: ${reason}.`,
  }
}

function refusedByPolicy(
  at: Pick<NoSession, 'host' | 'address' | 'transcript'>,
  judged: Text,
): NoSession {
  return {
    kind: 'failed',
    stage: 'connect',
    verdict: { kind: 'deferred', stage: 'connect', why: 'tls' },
    nextMx: true,
    again: null,
    judged,
    ...at,
  }
}
