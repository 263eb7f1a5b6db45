/**
 * Opening a connection for a route: which servers in which order, from which local address, with the
 * TLS that the recipients' domain demands; or to the smart host, where there is one.
 */
import { isIP } from 'node:net'
import { assert } from '../base/assert.ts'
import type { Text } from '../base/languages.ts'
import type { BrokenTls } from '../smtp/broken-tls.ts'
import { connect, type Opening } from '../smtp/client.ts'
import type { StsCache } from '../smtp/mta-sts.ts'
import { nobodyDemands, type TlsPolicy, tlsPolicyFor } from '../smtp/tls-policy.ts'
import type { Failed } from '../smtp/verdict.ts'
import type { TlsTally } from '../tlsrpt/tally.ts'
import type { TlsSession } from '../world/net.ts'
import type { World } from '../world/world.ts'
import { type Relay, relayHost } from './relay.ts'
import type { MxHost, Route } from './route.ts'
import type { Source } from './source.ts'

export interface Dialling {
  readonly world: World
  readonly stsCache: StsCache
  readonly brokenTls: BrokenTls
  /** Null where nobody is to be told. */
  readonly tally: TlsTally | null
}

/** What each server of a route demands of the connection. */
export type Policies = ReadonlyMap<string, TlsPolicy>

export type Hosts = Extract<Route, { kind: 'hosts' }>

export async function relayRoute(world: World, relay: Relay): Promise<Route> {
  const host = await relayHost(world, relay)
  if (host === null) return { kind: 'unknown', reason: 'servfail', name: relay.host }
  return { kind: 'hosts', hosts: [host], group: `relay ${relay.host}:${relay.port}`, secure: false }
}

export async function policiesOf(
  context: Dialling,
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
 */
export function laneOf(domain: string, route: Hosts, policies: Policies): string {
  // Records of DANE that SMTP cannot use demand encryption without a rung of their own; and what
  // nobody demands in an unsigned domain says nothing about the same hosts in a signed one.
  const isOwn = [...policies.values()].some(policy => policy.starttls === 'required')
  if (isOwn) return `${route.group} ${domain}`
  return route.secure ? `${route.group} signed` : route.group
}

export interface Direct {
  /** Whose mail makes us connect. */
  readonly domain: string
  readonly route: Hosts
  readonly policies: Policies
  readonly source: Source
}

/** Tries the servers in order of preference until one answers. */
export async function openDirect(context: Dialling, direct: Direct): Promise<Opening> {
  const { domain, route, policies, source } = direct
  let last: Opening | undefined
  for (const host of route.hosts) {
    const policy = policies.get(host.mx)
    assert(policy, 'every host of a route has a TLS policy')
    if (policy.refusal !== null) {
      const refused = refusedByPolicy(host.mx, host.addresses[0] ?? '', policy.refusal)
      context.tally?.failure(domain, refused, policy, { kind: 'refusal' })
      last ??= refused
      continue
    }
    for (const address of reachable(host.addresses, source)) {
      const opening = await connectTo(context, { host: host.mx, address, policy, source })
      if (opening.kind === 'open') return opening
      const { tlsFault } = opening
      if (tlsFault && policy.starttls === 'required') {
        context.tally?.failure(domain, opening, policy, tlsFault)
      }
      last = opening
      if (!opening.nextMx) return opening
    }
  }
  assert(last, 'a route with hosts has at least one address')
  return last
}

function connectTo(
  { world, brokenTls }: Dialling,
  to: { host: string; address: string; policy: TlsPolicy; source: Source },
): Promise<Opening> {
  const { host, address, policy, source } = to
  return connect(world, {
    host,
    address,
    port: world.settings.MALOTE_SMTP_PORT,
    helloName: source.hostname,
    ...(source.address === undefined ? {} : { localAddress: source.address }),
    tls:
      policy.starttls === 'required'
        ? { level: 'required', judge: session => policy.judge(session) }
        : { level: 'opportunistic' },
    brokenTls,
  })
}

/** A local address reaches its own family only. */
function reachable(addresses: readonly string[], source: Source): readonly string[] {
  if (source.address === undefined) return addresses
  const family = isIP(source.address)
  const same = addresses.filter(address => isIP(address) === family)
  return same.length > 0 ? same : addresses
}

/** The smart host: log in, encrypted and with a certificate that holds unless it is plain by choice. */
export async function openRelay(
  world: World,
  relay: Relay,
  { host, source }: { host: MxHost; source: Source },
): Promise<Opening> {
  let last: Opening | undefined
  for (const address of host.addresses) {
    last = await connect(world, {
      host: relay.host,
      address,
      port: relay.port,
      helloName: source.hostname,
      ...(source.address === undefined ? {} : { localAddress: source.address }),
      ...(relay.auth ? { auth: relay.auth } : {}),
      implicitTls: relay.implicitTls,
      tls: relay.plain ? { level: 'never' } : { level: 'required', judge: judgeRelay },
    })
    if (last.kind === 'open' || !last.nextMx) return last
  }
  assert(last, 'a smart host has at least one address')
  return last
}

function judgeRelay(session: TlsSession): Text | null {
  if (session.verified) return null
  const reason = session.reason ?? '?'
  return {
    en: `The smart host's certificate does not hold: ${reason}.`,
    pt: `O certificado do servidor intermediário não é válido: ${reason}.`,
  }
}

function refusedByPolicy(host: string, address: string, judged: Text): Failed {
  return {
    kind: 'failed',
    stage: 'connect',
    verdict: { kind: 'deferred', stage: 'connect', why: 'tls' },
    nextMx: true,
    again: null,
    judged,
    host,
    address,
    transcript: [],
  }
}
