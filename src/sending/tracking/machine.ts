/**
 * Whether a person or a program asked for an image or a link. What is known of programs is in
 * `machines.json`: names in the User-Agent, and the networks of services that scan mail. A proxy that
 * loads images in advance says nothing about the person; one that loads them when the mail is opened
 * (Google's, Yahoo's) stands for the person, unless it comes with the delivery itself. What follows
 * several links at once is none either, whatever it calls itself.
 */
import { inNetworks, type Networks, parseNetworks } from '#kernel/base/addresses.ts'
import data from './machines.json' with { type: 'json' }

/** Known to the explanations (timeline). */
export type MachineReason = 'scanner' | 'proxy' | 'prefetch' | 'too_soon' | 'head_request' | 'burst'

/** A request for an image or a link, as far as it tells. */
export interface Engagement {
  readonly type: 'opened' | 'clicked'
  readonly method: string
  readonly userAgent: string
  readonly address: string
  /** Purpose, Sec-Purpose, X-Purpose and X-Moz, joined. */
  readonly purpose: string
}

interface MachineSigns {
  readonly agents: readonly string[]
  readonly networks: Networks
}

const read = (entry: { agents: readonly string[]; networks: readonly string[] }): MachineSigns => ({
  agents: entry.agents,
  networks: parseNetworks(entry.networks.join(',')),
})
const scanners = read(data.scanners)
const inAdvance = data.proxies.filter(proxy => proxy.loads === 'in_advance').map(read)

/** People do not react within this of delivery; machines look at once. */
const soonMs = { opened: 3_000, clicked: 8_000 } as const

/** What the request itself gives away; null where it may be a person's. */
export function machineByRequest(engagement: Engagement): MachineReason | null {
  if (engagement.method === 'HEAD') return 'head_request'
  if (/prefetch|preview|prerender/i.test(engagement.purpose)) return 'prefetch'
  if (fits(scanners, engagement) || engagement.userAgent.trim() === '') return 'scanner'
  // People click with their own browser, so these only speak of images.
  if (engagement.type === 'opened' && inAdvance.some(proxy => fits(proxy, engagement)))
    return 'proxy'
  return null
}

/** Whether it came with the delivery rather than after it; `deliveredAt` null: not even delivered. */
export function isTooSoon(
  { type }: Pick<Engagement, 'type'>,
  at: number,
  deliveredAt: number | null,
): boolean {
  return deliveredAt === null || at - deliveredAt < soonMs[type]
}

/** A link of a letter that somebody followed. */
export interface LinkVisit {
  readonly url: string | null
  readonly at: number
}

/** Nobody follows several links of a letter within so long. */
export const burstMs = 2_000

/** Whether a click is one of several that only a program makes; `others` may hold it as well. */
export const isBurst = (click: LinkVisit, others: readonly LinkVisit[]): boolean =>
  others.some(({ url, at }) => url !== click.url && Math.abs(at - click.at) <= burstMs)

function fits({ agents, networks }: MachineSigns, { userAgent, address }: Engagement): boolean {
  const agent = userAgent.toLowerCase().trim()
  const isNamed = agents.some(name =>
    name.startsWith('=') ? agent === name.slice(1) : agent.includes(name),
  )
  return isNamed || inNetworks(address, networks)
}
