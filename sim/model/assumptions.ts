/**
 * What nobody has measured here, each with its reason: how mail comes, who receives it, what answers
 * take, what machines there are. All of it is an estimate, and marked so wherever it is shown.
 */
import { loadShaping, type Shaping } from '#sending/delivery/shaping.ts'
import type { Group } from './receivers.ts'

/** The busiest hour of the day beside its mean. */
export const peakFactor = 3
/** TLS to receivers and real DNS: a delivery costs its main thread as much again. */
export const tlsFactor = 2
/** One sender's newsletter, all at once on top of the peak: so many seconds of the peak. */
export const newsletterSeconds = 5
/** One process replays it. */
export const replayBytesPerMs = 50_000
/** The standby has to catch up at some time. */
export const replayFullAt = 0.75
/** What a disk writes. */
export const diskBytesPerMs = 200_000
/** To a database on the same machine. */
export const loopbackMs = 0.1
/** Between machines of one place, and to the disk of a standby two milliseconds away. */
export const roundTripMs = 0.5
export const standbyMs = 2
/** From a message to the answer of a webhook's receiver. */
export const postMs = 100
/** A machine's processor may be busy so far at the peak; the rest is for what was not reckoned with. */
export const fullAt = 0.6
export const databaseFullAt = 0.4
/** As measured on 25 November 2026: heap and indexes of an email with four events and its content. */
export const keptBytes = 4_200

/** Few accounts send most of it (Pareto): the part of each, the largest first. */
export function accountShares(count: number): number[] {
  return Array.from({ length: count }, (_, n) => (n + 1) ** -1.16)
}

const usual = { answerMs: 600, spread: 0.5, openMs: 300, deferred: 0.02, refused: 0.01 }
const shares: readonly [key: keyof Shaping, name: string, share: number][] = [
  ['provider_1', 'Google', 0.5],
  ['provider_2', 'Microsoft', 0.2],
  ['provider_3', 'Yahoo', 0.06],
  ['provider_4', 'Apple', 0.05],
  ['provider_5', 'UOL', 0.02],
  ['provider_6', 'Terra', 0.01],
  ['provider_7', 'Locaweb', 0.02],
]
/** Companies' own servers, each a group of its own. */
const others = 60

export function receivers(): Group[] {
  const limits = loadShaping('')
  const named = shares.map(([key, name, share]) => ({ name, share, ...limits[key], ...usual }))
  const rest = 1 - named.reduce((sum, one) => sum + one.share, 0)
  const own = Array.from({ length: others }, (_, n) => ({
    name: `other ${n + 1}`,
    share: rest / others,
    ...limits.other,
    ...usual,
  }))
  return [...named, ...own]
}
