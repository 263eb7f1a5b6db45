/**
 * The recipients' side of the simulated internet as data: domains, their DNS, their mail servers,
 * and the weather over them (when a server is down, busy, silent, slow or cuts connections). All of
 * it is drawn from the seed; `zones.ts` answers for it and `mx.ts` speaks for it.
 */
import type { Chance } from './random.ts'

/** What a mail server does to a connection during an episode. */
export type HostState =
  | 'fine'
  /** Nobody listens. */
  | 'refuses'
  /** Packets vanish. */
  | 'unreachable'
  /** Accepts the connection and says nothing. */
  | 'silent'
  /** 421 at the banner. */
  | 'busy'
  /** Every reply takes long. */
  | 'slow'
  /** Faults at a random stage of most conversations. */
  | 'flaky'

interface Episode {
  readonly from: number
  readonly to: number
  readonly state: HostState
}

type TlsKind = 'verified' | 'unverified' | 'broken' | 'none'

export interface MxHost {
  readonly name: string
  readonly addresses: readonly string[]
  readonly latencyMs: number
  readonly tls: TlsKind
  readonly pipelining: boolean
  /** Whether it takes BDAT (RFC 3030), or only offers to. */
  readonly chunking: 'none' | 'known' | 'lied'
  /** EHLO is unknown to it. */
  readonly ancient: boolean
  /** Offers SMTPUTF8 and 8BITMIME. */
  readonly modern: boolean
  readonly sizeLimit: number
  /** Says 421 after so many messages on one connection. */
  readonly maxMessages: number
  readonly maxRecipients: number
  /** Part of the conversations that go wrong in good weather too. */
  readonly faultRate: number
  readonly faultSchedule: readonly Episode[]
}

export interface Site {
  readonly domain: string
  /** Greylists each new pair of sender and recipient for so long; 0 not at all. */
  readonly greylistMs: number
  readonly hosts: readonly MxHost[]
  /** How the domain answers to MX queries when DNS works. */
  readonly mx: 'listed' | 'implicit' | 'null' | 'nxdomain' | 'internal'
  /** When DNS fails, and how. */
  readonly dnsTrouble: readonly { from: number; to: number; how: 'servfail' | 'timeout' }[]
  /** Has an MTA-STS policy in force: never in the clear, never unverified. */
  readonly enforcesTls: boolean
  /** Can a good recipient here be reached within the retry period? */
  readonly reachable: boolean
}

interface SiteOptions {
  readonly chance: Chance
  readonly startMs: number
  readonly endMs: number
}

const minute = 60_000
const hour = 60 * minute

export function createSites(options: SiteOptions): Site[] {
  const { chance } = options
  let hosts = 0
  const host = (partial: Partial<MxHost> = {}): MxHost => {
    const n = ++hosts
    return {
      name: `mx${n}.carrier${chance.between(1, 4)}.example-mail.com`,
      addresses: addresses(n, chance),
      latencyMs: chance.pick([25, 25, 50, 150]),
      tls: chance.pick(['verified', 'verified', 'unverified', 'none', 'broken'] as const),
      pipelining: chance.happens(0.8),
      // By its number and not by chance, so that seeds go on drawing what they drew.
      chunking: (['none', 'known', 'known', 'lied'] as const)[n % 4]!,
      ancient: chance.happens(0.05),
      modern: chance.happens(0.8),
      sizeLimit: 10_000_000,
      maxMessages: chance.happens(0.3) ? chance.between(1, 5) : 1000,
      maxRecipients: chance.happens(0.2) ? chance.between(1, 3) : 100,
      faultRate: chance.happens(0.4) ? chance.uniform() * 0.3 : 0,
      faultSchedule: faultSchedule(options),
      ...partial,
    }
  }
  const site = (name: string, partial: Partial<Site> = {}): Site => ({
    domain: `${name}.com`,
    greylistMs: 0,
    hosts: [host(), ...(chance.happens(0.5) ? [host()] : [])],
    mx: 'listed',
    dnsTrouble: chance.happens(0.3) ? [trouble(options)] : [],
    enforcesTls: false,
    reachable: true,
    ...partial,
  })
  const calm = { faultSchedule: [], faultRate: 0, ancient: false }
  return [
    site('calm', { hosts: [host(calm)], dnsTrouble: [] }),
    site('maple'),
    site('cedar'),
    site('birch'),
    site('implicit', { mx: 'implicit', hosts: [host()] }),
    site('grey', { greylistMs: chance.between(2, 90) * minute }),
    site('stormy', { hosts: [host({ faultRate: 0.6 }), host({ faultRate: 0.4 })] }),
    site('tiny', { hosts: [host({ sizeLimit: 1500, ancient: false })] }),
    site('strict', {
      enforcesTls: true,
      hosts: [
        host({ tls: 'verified', ancient: false }),
        host({ tls: chance.pick(['unverified', 'none', 'broken'] as const), ancient: false }),
      ],
    }),
    site('nullmx', { mx: 'null', reachable: false }),
    site('nowhere', { mx: 'nxdomain', reachable: false }),
    site('inside', { mx: 'internal', reachable: false }),
    site('dead', {
      reachable: false,
      hosts: [
        host({
          faultSchedule: [
            {
              from: 0,
              to: Number.MAX_SAFE_INTEGER,
              state: chance.pick(['refuses', 'unreachable', 'silent', 'busy'] as const),
            },
          ],
        }),
      ],
    }),
  ]
}

function addresses(n: number, chance: Chance): string[] {
  const v4 = `50.7.${n >> 8}.${n & 255}`
  const v6 = `2a01:4f8::${n.toString(16)}`
  return chance.pick([[v4], [v4], [v4, v6], [v6], [v4, `51.7.${n >> 8}.${n & 255}`]])
}

/** A few bad hours in the week; never so long that 72 h of retries could not outlast it. */
function faultSchedule({ chance, startMs, endMs }: SiteOptions): Episode[] {
  const episodes: Episode[] = []
  const count = chance.integer(4)
  for (let i = 0; i < count; i++) {
    const from = startMs + Math.floor(chance.uniform() * (endMs - startMs))
    const length = chance.happens(0.3)
      ? chance.between(1, 12) * hour
      : chance.between(1, 60) * minute
    const state = chance.pick([
      'refuses',
      'unreachable',
      'silent',
      'busy',
      'slow',
      'flaky',
    ] as const)
    episodes.push({ from, to: Math.min(from + length, endMs), state })
  }
  return episodes
}

function trouble({ chance, startMs, endMs }: SiteOptions): Site['dnsTrouble'][number] {
  const from = startMs + Math.floor(chance.uniform() * (endMs - startMs))
  const to = Math.min(from + chance.between(5, 600) * minute, endMs)
  return { from, to, how: chance.pick(['servfail', 'timeout'] as const) }
}

export function hostStateOf(host: MxHost, now: number): HostState {
  return (
    host.faultSchedule.find(episode => episode.from <= now && now < episode.to)?.state ?? 'fine'
  )
}

/** What the mailbox behind an address does, told by its local part: `full-17@…`. */
type Mailbox = 'ok' | 'unknown' | 'full' | 'policy' | 'soft' | 'sometimes' | 'overquota'

export function mailboxOf(address: string): Mailbox {
  const word = /^([a-z]+)-/.exec(address)?.[1]
  switch (word) {
    case 'unknown':
    case 'full':
    case 'policy':
    case 'soft':
    case 'sometimes':
    case 'overquota':
      return word
    default:
      return 'ok'
  }
}
