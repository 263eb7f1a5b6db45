/** Everything that is measured of campaigns, and what each figure is to be. */
import { beside, together } from './beside-mail.ts'
import { alone, kept } from './campaigns.ts'
import { rendering } from './rendering.ts'

/** Delivery takes a second for a thousand: enough of them say what it makes. */
const max = { together: 20_000, long: 20_000 } as const

export const campaigns = async (contacts: number): Promise<Record<string, number>> => ({
  ...(await alone(contacts)),
  ...(await together(Math.min(contacts, max.together))),
  ...(await meanwhile(contacts)),
  ...(await kept(Math.min(contacts, max.long))),
  ...(await rendering()),
})

/** What transactional mail feels of a campaign, from one process and from two. */
export const meanwhile = async (contacts: number): Promise<Record<string, number>> => ({
  ...(await beside('one', Math.min(contacts, max.together), contacts)),
  ...named('apart', await beside('apart', Math.min(contacts, max.together), contacts)),
})

const named = (name: string, figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([figure, n]) => [`${name}: ${figure}`, n]))

interface Bar {
  readonly min?: number
  readonly max?: number
}

const bars: Readonly<Record<string, Bar>> = {
  'people read/s': { min: 30_000 },
  'last pages / first pages': { min: 0.8, max: 1.2 },
  'letters released/s': { min: 5_000 },
  'release: node MB more': { max: 200 },
  'release: from turn to turn, p99 ms': { max: 50 },
  'campaign / API': { min: 0.95 },
  'call to first attempt, meanwhile: p99 ms': { max: 250 },
  'meanwhile / idle, p99': { max: 1.5 },
  'call to webhook delivered, meanwhile: p99 ms': { max: 2_000 },
  '60 KB: KB a letter with its timeline': { max: 3 },
  'letters of 40 KB/s a core': { min: 8_000 },
  'figures of it: p99 ms': { max: 50 },
}

/** The bar of a figure and whether it is met; nothing where it has none. */
export function besideBar(figure: string, value: number): string {
  const bar = bars[figure.replace(/^apart: /, '')]
  if (bar === undefined) return ''
  const { min = Number.NEGATIVE_INFINITY, max: greatest = Number.POSITIVE_INFINITY } = bar
  const words = [
    ...(bar.min === undefined ? [] : [`≥ ${bar.min}`]),
    ...(bar.max === undefined ? [] : [`≤ ${bar.max}`]),
  ].join(', ')
  return `   ${words}: ${value >= min && value <= greatest ? 'met' : 'MISSED'}`
}
