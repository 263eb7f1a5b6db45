/**
 * What one project may do to another, as data: who is out there, what A has waiting when the node
 * starts, and what of A's own mail must go on meanwhile. They are those of
 * `npm run bench -- --only fairness`; here the machine costs nothing and every wait is one that the
 * program has chosen.
 */
import type { Stream } from '#sending/events/email.ts'
import type { Places } from '../world/internet.ts'
import { domainsOf, failing, placesOf } from './places.ts'

export interface Shape {
  readonly name: string
  readonly places: Places
  readonly waiting?: Waiting
  /** Where A's mail would be gone before B begins: when it begins, and how often it sends. */
  readonly pace?: { readonly settleMs: number; readonly meanMs: number }
  /** Of A's recipients, so many must have got their mail while B was sending. */
  readonly minOfA?: number
  readonly areClaimsCounted?: boolean
  /** URLs to which A has its mail told. */
  readonly hooksOfA?: readonly string[]
  /** What is judged: the arrival of B's email, or of its webhook. */
  readonly judged?: 'email' | 'webhook'
}

interface Waiting {
  readonly count: number
  readonly domainOf: (n: number) => string
  readonly stream?: Stream
  readonly isLater?: boolean
}

/** Three thousand mails are gone in some four seconds. */
const atOnce = { settleMs: 100, meanMs: 50 }

const inTurn = (domains: readonly string[]) => (n: number) => domains[n % domains.length]!

const quick = { name: 'quick', count: 20 }
const slow = { name: 'slow', count: 20, latencyMs: 250 }
const silent = { name: 'silent', count: 100, state: 'silent' } as const
const unreachable = { name: 'gone', count: 100, state: 'unreachable' } as const
const mute = [...domainsOf(silent), ...domainsOf(unreachable)]
/** Each reply takes five seconds to a minute. */
const crawling = { name: 'crawl', count: 30, state: 'slow' } as const
const limited = { name: 'limited', count: 1, mx: 'mta.am0.yahoodns.net' }
const withoutDns = { name: 'dumb', count: 1, isMute: true }

/** One of a hundred to a server that says nothing. */
const mixed = (n: number): string =>
  n % 100 === 0 ? inTurn(mute)(n / 100) : inTurn(domainsOf(quick))(n)

const hungHooks = Array.from({ length: 20 }, (_, n) => `hooks.hung${n}.com`)
const postsTo = (hosts: readonly string[], how: 'hangs' | 'error'): Omit<Shape, 'name'> => ({
  places: placesOf(
    [quick],
    hosts.map(host => failing(host, how)),
  ),
  waiting: {
    count: Math.ceil(1_500 / hosts.length),
    domainOf: inTurn(domainsOf(quick)),
    isLater: true,
  },
  hooksOfA: hosts.map(host => `https://${host}/a`),
  judged: 'webhook',
})

/** The first is what B meets alone. */
export const shapes: readonly Shape[] = [
  { name: 'nobody else', places: placesOf([]) },
  {
    name: 'due to 20 fast domains',
    places: placesOf([quick]),
    waiting: { count: 3_000, domainOf: inTurn(domainsOf(quick)) },
    pace: atOnce,
    minOfA: 3_000,
  },
  {
    name: 'marketing due to 20 fast domains',
    places: placesOf([quick]),
    waiting: { count: 3_000, domainOf: inTurn(domainsOf(quick)), stream: 'marketing' },
    pace: atOnce,
    minOfA: 3_000,
  },
  {
    name: 'due to a domain that takes 0.5 s a reply',
    places: placesOf([slow]),
    waiting: { count: 1_000, domainOf: () => 'slow0.com' },
    minOfA: 100,
  },
  {
    name: 'due to 20 such domains',
    places: placesOf([slow]),
    waiting: { count: 2_000, domainOf: inTurn(domainsOf(slow)) },
    minOfA: 1_000,
  },
  {
    name: 'due to 30 domains that take a minute a reply',
    places: placesOf([crawling]),
    // Some of it goes where B writes to, too.
    waiting: {
      count: 3_000,
      domainOf: n => (n % 50 === 0 ? 'probe0.com' : inTurn(domainsOf(crawling))(n)),
    },
    // So long they take to be known as servers that answer, and to have all their connections.
    pace: { settleMs: 10 * 60_000, meanMs: 10_000 },
  },
  {
    name: 'due to 200 silent hosts',
    places: placesOf([silent, unreachable]),
    waiting: { count: 1_000, domainOf: inTurn(mute) },
  },
  {
    name: '200 mails to 200 silent hosts',
    places: placesOf([silent, unreachable]),
    waiting: { count: 200, domainOf: inTurn(mute) },
  },
  {
    name: 'due to fast domains, 1 % to 200 silent hosts',
    places: placesOf([quick, silent, unreachable]),
    waiting: { count: 3_000, domainOf: mixed },
    pace: atOnce,
    minOfA: 2_970,
  },
  {
    name: 'due to a provider limited to 20/s',
    places: placesOf([limited]),
    waiting: { count: 1_500, domainOf: () => 'limited0.com' },
    minOfA: 300,
    areClaimsCounted: true,
  },
  {
    name: 'due to a domain without DNS',
    places: placesOf([withoutDns]),
    waiting: { count: 500, domainOf: () => 'dumb0.com' },
  },
  { name: 'posts to a hung receiver', ...postsTo(hungHooks.slice(0, 1), 'hangs') },
  { name: 'posts to 20 hung receivers', ...postsTo(hungHooks, 'hangs') },
  { name: 'posts to one that answers 500', ...postsTo(['hooks.err.com'], 'error') },
]
