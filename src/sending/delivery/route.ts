/**
 * Where a domain's mail goes: its MX hosts with their addresses, in the order to try them (RFC 5321
 * §5.1), or why there is no such place. "There is none" and "nobody could tell" stay apart: the one
 * may bounce, the other waits (docs/contract.md#finding-the-server). Internal addresses are dropped
 * here and so never dialled, and so are we ourselves and every host behind us, which would send the
 * mail in a circle.
 */
import { createHash } from 'node:crypto'
import { isInternal } from '#kernel/base/addresses.ts'
import type { DnsAnswer, Mx } from '#kernel/world/dns.ts'
import type { Random, World } from '#kernel/world/world.ts'

export type RouteWorld = Pick<World, 'dns' | 'random' | 'settings'>

export interface MxHost {
  /** Lower-case A-labels. */
  readonly mx: string
  readonly preference: number
  readonly addresses: readonly string[]
  /** The MX record and the addresses were validated by DNSSEC: DANE may apply (RFC 7672 §2.2). */
  readonly secure: boolean
}

export type MxRoute =
  | {
      readonly kind: 'hosts'
      /** In the order to try them; at most five addresses in all, unless all were asked for. */
      readonly hosts: readonly MxHost[]
      /** The same for all domains that have the same set of MX hosts. */
      readonly group: string
      /** The MX record set was validated by DNSSEC. */
      readonly secure: boolean
      /** Nobody could tell the addresses of some other host of it. */
      readonly unresolved?: true
    }
  /** The domain says that it takes no mail (RFC 7505). */
  | { readonly kind: 'null_mx' }
  /** The domain does not exist. */
  | { readonly kind: 'no_domain' }
  /** It exists, but no host of it has an address. */
  | {
      readonly kind: 'no_server'
      /** Its MX records name hosts: a typing error or an expired zone, which may be mended. */
      readonly isNamed: boolean
    }
  /** Nobody could tell; `name` is what was asked about. */
  | { readonly kind: 'unknown'; readonly reason: LookupFailure; readonly name: string }
  /** All addresses are internal. */
  | { readonly kind: 'internal' }
  /** We are its best MX ourselves (5.4.6). */
  | { readonly kind: 'loop' }

type LookupFailure = Extract<DnsAnswer<never>, { kind: 'failure' }>['reason']

/** Tried per attempt; the rest of the schedule is there for the others. */
export const maxAddresses = 5
/** For mail that may go to some hosts of a domain only: it must not miss the one that will do. */
export const allAddresses = 60
/** Of one host where there are several, so that a dead one leaves room for the next. */
const maxAddressesOfOne = 3
/** Hosts whose addresses are looked up, of however many a domain lists. */
const maxHosts = 20
const lookedUpTogether = 5

/** `domain` in A-labels; `most` addresses. Never throws for what the DNS says. */
export async function findRoute(
  world: RouteWorld,
  domain: string,
  max = maxAddresses,
): Promise<MxRoute> {
  const name = domain.toLowerCase()
  const answer = await world.dns.mx(name)
  switch (answer.kind) {
    case 'failure':
      return { kind: 'unknown', reason: answer.reason, name }
    case 'nxdomain':
      return { kind: 'no_domain' }
    case 'none':
      // The implicit MX: only where no MX record exists (RFC 5321 §5.1).
      return unnamed(
        await reach(world, [{ preference: 0, exchange: name }], { secure: answer.secure, max }),
      )
    case 'answer': {
      const named = answer.records.filter(mx => mx.exchange !== '')
      return named.length === 0
        ? { kind: 'null_mx' }
        : reach(world, named, { secure: answer.secure, max })
    }
  }
}

const unnamed = (route: MxRoute): MxRoute =>
  route.kind === 'no_server' ? { kind: 'no_server', isNamed: false } : route

/** Looks up the hosts' addresses, best first, until there are enough for one attempt. */
async function reach(
  world: RouteWorld,
  listed: readonly Mx[],
  { secure, max }: { readonly secure: boolean; readonly max: number },
): Promise<MxRoute> {
  const hosts = inOrder(withoutUs(world, unique(listed)), world.random).slice(0, maxHosts)
  const us = await ourAddresses(world)
  const seen: MxLookup[] = []
  for (let at = 0; at < hosts.length && count(seen) < max; at += lookedUpTogether) {
    const next = hosts.slice(at, at + lookedUpTogether)
    seen.push(...(await Promise.all(next.map(host => lookUp(world, host)))))
  }
  const circle = seen.find(host => host.all.some(address => us.has(address)))
  const before = circle ? seen.filter(host => host.preference < circle.preference) : seen
  const usable = before.filter(host => host.addresses.length > 0)
  if (usable.length > 0) {
    const group = groupOf(listed)
    const chosen = enough(usable, { secure, max, random: world.random })
    const isUnresolved = before.some(isUnknown)
    const more = isUnresolved ? ({ unresolved: true } as const) : {}
    return { kind: 'hosts', hosts: chosen, group, secure, ...more }
  }
  const failed = before.find(host => host.failure !== null)
  if (failed) return { kind: 'unknown', reason: failed.failure!, name: failed.mx }
  if (before.some(host => host.all.length > 0)) return { kind: 'internal' }
  return circle || hosts.length === 0 ? { kind: 'loop' } : { kind: 'no_server', isNamed: true }
}

const isUnknown = ({ addresses, failure }: MxLookup): boolean =>
  addresses.length === 0 && failure !== null

const count = (hosts: readonly MxLookup[]): number =>
  hosts.reduce((sum, host) => sum + Math.min(host.addresses.length, maxAddressesOfOne), 0)

// Which hosts ------------------------------------------------------------------------------------

/** Each host once, at its best preference. */
function unique(listed: readonly Mx[]): Mx[] {
  const best = new Map<string, Mx>()
  for (const mx of listed) {
    const known = best.get(mx.exchange)
    if (!known || mx.preference < known.preference) best.set(mx.exchange, mx)
  }
  return [...best.values()]
}

/** Without ourselves and all that are no better than we are (RFC 5321 §5.1). */
function withoutUs(world: RouteWorld, listed: readonly Mx[]): Mx[] {
  const ourName = world.settings.MALOTE_HOSTNAME.toLowerCase()
  const us = listed.find(mx => mx.exchange === ourName)
  return listed.filter(mx => !us || mx.preference < us.preference)
}

/** By preference, equal ones in an order of chance, so that they share the load. */
function inOrder(listed: readonly Mx[], random: Random): Mx[] {
  return shuffled(listed, random).sort((a, b) => a.preference - b.preference)
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const drawn = list.map(item => ({ item, at: random.uniform() }))
  return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item)
}

/** One short key for a set of MX hosts: the names, or a digest where they are many. */
function groupOf(listed: readonly Mx[]): string {
  const names = [...new Set(listed.map(mx => mx.exchange))].sort()
  const joined = names.join(',')
  if (joined.length <= 200) return joined
  const digest = createHash('sha256').update(joined).digest('hex').slice(0, 16)
  return `${names[0]!.slice(0, 150)},+${names.length - 1}#${digest}`
}

// Which addresses --------------------------------------------------------------------------------

interface MxLookup {
  readonly mx: string
  readonly preference: number
  /** Every address in the DNS. */
  readonly all: readonly string[]
  /** Those that may be dialled. */
  readonly addresses: readonly string[]
  readonly secure: boolean
  readonly failure: LookupFailure | null
}

async function lookUp(world: RouteWorld, mx: Mx): Promise<MxLookup> {
  const { dns, settings } = world
  const answers = await Promise.all([dns.a(mx.exchange), dns.aaaa(mx.exchange)])
  const found = answers.filter(answer => answer.kind === 'answer')
  const all = [...new Set(found.flatMap(answer => answer.records))]
  const failed = answers.find(answer => answer.kind === 'failure')
  return {
    mx: mx.exchange,
    preference: mx.preference,
    all,
    addresses: all.filter(address => !isInternal(address, settings.MALOTE_NETWORK_ALLOW)),
    secure: found.length > 0 && found.every(answer => answer.secure),
    failure: failed?.reason ?? null,
  }
}

/**
 * What our own host name resolves to. Internal addresses do not count: on a network of its own
 * (tests, a demo) everything may share one, and that is no circle.
 */
async function ourAddresses({ dns, settings }: RouteWorld): Promise<Set<string>> {
  const name = settings.MALOTE_HOSTNAME
  if (!name.includes('.')) return new Set()
  const answers = await Promise.all([dns.a(name), dns.aaaa(name)])
  const found = answers.flatMap(answer => (answer.kind === 'answer' ? answer.records : []))
  return new Set(found.filter(address => !isInternal(address)))
}

/** The addresses of one attempt, shared out over the hosts in their order. */
function enough(
  hosts: readonly MxLookup[],
  { secure, max, random }: { secure: boolean; max: number; random: Random },
): MxHost[] {
  const ofOne = hosts.length === 1 ? maxAddresses : maxAddressesOfOne
  const chosen: MxHost[] = []
  let room = max
  for (const host of hosts) {
    if (room === 0) break
    const addresses = bothFamilies(host.addresses, Math.min(ofOne, room), random)
    room -= addresses.length
    const { mx, preference } = host
    chosen.push({ mx, preference, addresses, secure: secure && host.secure })
  }
  return chosen
}

/** IPv4 first, its reputation is the older; the last place is for IPv6 where there is any. */
function bothFamilies(addresses: readonly string[], max: number, random: Random): string[] {
  const mixed = shuffled(addresses, random)
  const four = mixed.filter(address => !address.includes(':'))
  const six = mixed.filter(address => address.includes(':'))
  const placesForFour = six.length > 0 && max > 1 ? max - 1 : max
  return [...four.slice(0, placesForFour), ...six].slice(0, max)
}
