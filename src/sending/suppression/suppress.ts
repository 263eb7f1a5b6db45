/**
 * The suppression list: whom a project must not write to, and why. An entry for `all` blocks
 * everything, one for `marketing` only that. Addresses get on it by hard bounces, complaints,
 * unsubscribing, by hand, and by bouncing softly on three different UTC days within 14
 * (docs/contract.md#what-replies-mean). Whoever sends asks `findSuppressed` at intake and again
 * before each attempt.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { suppress } from './add.ts'
import type { SuppressionReason } from './reasons.ts'
import {
  type AddressEntry,
  deleteOwnChoices,
  deleteSoftBouncesBefore,
  entriesOf,
  findBlocked,
  forgetSoftBounces,
  insertSoftBounces,
  type SoftBounce,
  softBounceDays,
} from './store.ts'

/** What the list of one mode says of addresses. */
export function suppressionsOf(
  sql: Sql,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  emails: readonly string[],
): Promise<AddressEntry[]> {
  return entriesOf(sql, owner, emails.map(suppressionKey))
}

/** Whether the person may take it back: what a server or a complaint said stays. */
export const isOwnChoice = ({ stream, reason }: Pick<AddressEntry, 'stream' | 'reason'>): boolean =>
  stream === 'marketing' && (reason === 'unsubscribe' || reason === 'manual')

/** Whether it goes along with the person to another address: what a server said does not. */
export const isWordOfPerson = (entry: Pick<AddressEntry, 'stream' | 'reason'>): boolean =>
  isOwnChoice(entry) || (entry.stream === 'all' && entry.reason === 'complaint')

/** Takes people off the list who had left and want marketing again. */
export function takeBack(
  tx: Tx,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  emails: readonly string[],
): Promise<void> {
  return deleteOwnChoices(tx, owner, emails.map(suppressionKey))
}

export interface SuppressionQuery {
  readonly projectId: Uuid
  readonly email: string
  readonly stream: 'transactional' | 'marketing'
}

/** The indexes of those that must not be written to, and why. One statement for the list. */
export async function findSuppressed(
  sql: Sql,
  asked: readonly SuppressionQuery[],
): Promise<Map<number, SuppressionReason>> {
  if (asked.length === 0) return new Map()
  const questions = asked.map(({ projectId, email, stream }) => ({
    projectId,
    address: suppressionKey(email),
    stream,
  }))
  const blocked = await findBlocked(sql, questions)
  return new Map(blocked.map(({ n, reason }) => [n, reason]))
}

interface SoftBounceNote {
  readonly projectId: Uuid
  readonly email: string
  readonly emailId: Uuid
  /** ms since 1970. */
  readonly at: number
}

/** Remembers bounces with a 4.x.x code; the third different UTC day within 14 suppresses. */
export async function noteSoftBounce(
  tx: Tx,
  world: World,
  notes: readonly SoftBounceNote[],
): Promise<void> {
  if (notes.length === 0) return
  const bounces = notes.map(note => ({
    projectId: note.projectId,
    address: suppressionKey(note.email),
    day: dayOf(note.at),
  }))
  await insertSoftBounces(tx, bounces)
  const days = Map.groupBy(await softBounceDays(tx, bounces), addressOf)
  const due = notes.filter((_, i) => {
    const known = days.get(addressOf(bounces[i]!)) ?? []
    return isRepeated(known.map(bounce => bounce.day))
  })
  if (due.length === 0) return
  await suppress(
    tx,
    world,
    due.map(note => ({ ...note, stream: 'all' as const, reason: 'repeated_soft_bounce' as const })),
  )
  const addresses = due.map(({ projectId, email }) => ({
    projectId,
    address: suppressionKey(email),
  }))
  await forgetSoftBounces(tx, addresses)
}

const addressOf = (bounce: Pick<SoftBounce, 'projectId' | 'address'>): string =>
  `${bounce.projectId} ${bounce.address}`

/** Different days within a window of this many calendar days. */
const daysToSuppress = 3
const windowDays = 14

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether any three different days lie within 14: reports may arrive late and out of order. */
export function isRepeated(days: readonly string[]): boolean {
  const numbers = [...new Set(days)].map(day => Date.parse(day) / dayMs).sort((a, b) => a - b)
  return numbers.some((day, i) => {
    const first = numbers[i - daysToSuppress + 1]
    return first !== undefined && day - first < windowDays
  })
}

/** Forgets soft bounces too old to count; a daily chore. Returns how many days were forgotten. */
export async function pruneSoftBounces(sql: Sql, now: number): Promise<number> {
  // Twice the window: reports about the past may still come in.
  return deleteSoftBouncesBefore(sql, dayOf(now - 2 * windowDays * dayMs))
}
