/** Who is out there in a shape: mail servers of one kind each, and webhook receivers. */
import type { Places } from '../world/internet.ts'
import type { Receiver } from '../world/receivers.ts'
import type { HostState, MxHost, Site } from '../world/sites.ts'

const always = { from: 0, to: Number.MAX_SAFE_INTEGER }
const quickMs = 25

interface Kind {
  /** Of the mail servers' behaviour; fine unless said. */
  readonly state?: HostState
  /** One way. */
  readonly latencyMs?: number
  /** The server's name, where it is a provider's. */
  readonly mx?: string
  readonly isMute?: boolean
}

interface Group extends Kind {
  readonly name: string
  readonly count: number
}

/** `quick3.com` of `{ name: 'quick', count: 5 }`. */
export const domainsOf = ({ name, count }: Group): string[] =>
  Array.from({ length: count }, (_, n) => `${name}${n}.com`)

/** B's own recipients are at `probe0.com`; what B is told goes to `hooks.b.com`. */
export const probed: Group = { name: 'probe', count: 1 }
export const hookOfB = 'hooks.b.com'

export function placesOf(groups: readonly Group[], hooks: readonly Receiver[] = []): Places {
  let made = 0
  const sites = [probed, ...groups].flatMap(group =>
    domainsOf(group).map(domain => siteOf(domain, group, ++made)),
  )
  return { sites, receivers: [{ host: hookOfB, episodes: [], faultRate: 0 }, ...hooks] }
}

export const failing = (host: string, how: 'hangs' | 'error'): Receiver => ({
  host,
  episodes: [{ ...always, how }],
  faultRate: 0,
})

function siteOf(domain: string, kind: Kind, n: number): Site {
  const { state, latencyMs = quickMs, mx = `mx.${domain}`, isMute = false } = kind
  const host: MxHost = {
    name: mx,
    addresses: [`50.8.${n >> 8}.${n & 255}`],
    latencyMs,
    tls: 'none',
    pipelining: true,
    chunking: 'none',
    ancient: false,
    modern: true,
    sizeLimit: 10_000_000,
    maxMessages: 1_000,
    maxRecipients: 100,
    faultRate: 0,
    faultSchedule: state === undefined ? [] : [{ ...always, state }],
  }
  return {
    domain,
    greylistMs: 0,
    hosts: [host],
    mx: 'listed',
    dnsTrouble: isMute ? [{ ...always, how: 'timeout' }] : [],
    enforcesTls: false,
    reachable: true,
  }
}
