/** Everything that is measured of campaigns, and what each figure is to be. */
import { beside, together } from './beside-mail.ts'
import { alone, kept } from './campaigns.ts'
import { rendering } from './rendering.ts'

/** Delivery takes a second for a thousand: enough of them say what it makes. */
const most = { together: 20_000, long: 20_000 } as const

export const campaigns = async (contacts: number): Promise<Record<string, number>> => ({
  ...(await alone(contacts)),
  ...(await together(Math.min(contacts, most.together))),
  ...(await meanwhile(contacts)),
  ...(await kept(Math.min(contacts, most.long))),
  ...(await rendering()),
})

/** What transactional mail feels of a campaign, from one process and from two. */
export const meanwhile = async (contacts: number): Promise<Record<string, number>> => ({
  ...(await beside('one', Math.min(contacts, most.together), contacts)),
  ...named('apart', await beside('apart', Math.min(contacts, most.together), contacts)),
})

const named = (name: string, figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([figure, n]) => [`${name}: ${figure}`, n]))

interface Bar {
  readonly least?: number
  readonly most?: number
}

const bars: Readonly<Record<string, Bar>> = {
  'people read/s': { least: 30_000 },
  'last pages / first pages': { least: 0.8, most: 1.2 },
  'letters released/s': { least: 5_000 },
  'release: node MB more': { most: 200 },
  'release: from turn to turn, p99 ms': { most: 50 },
  'campaign / API': { least: 0.95 },
  'call to first attempt, meanwhile: p99 ms': { most: 250 },
  'meanwhile / idle, p99': { most: 1.5 },
  'call to webhook delivered, meanwhile: p99 ms': { most: 2_000 },
  '60 KB: KB a letter with its timeline': { most: 3 },
  'letters of 40 KB/s a core': { least: 8_000 },
  'figures of it: p99 ms': { most: 50 },
}

/** The bar of a figure and whether it is met; nothing where it has none. */
export function besideBar(figure: string, value: number): string {
  const bar = bars[figure.replace(/^apart: /, '')]
  if (bar === undefined) return ''
  const { least = Number.NEGATIVE_INFINITY, most: greatest = Number.POSITIVE_INFINITY } = bar
  const words = [
    ...(bar.least === undefined ? [] : [`≥ ${bar.least}`]),
    ...(bar.most === undefined ? [] : [`≤ ${bar.most}`]),
  ].join(', ')
  return `   ${words}: ${value >= least && value <= greatest ? 'met' : 'MISSED'}`
}
