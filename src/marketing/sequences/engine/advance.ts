/**
 * One move of a person in a sequence: pure, so that the engine, the simulation and tests take the
 * same. What the world has to say (does a filter hold, did something happen) is given in.
 */
import { createHash } from 'node:crypto'
import { dayMs, durationMs } from '#kernel/base/durations.ts'
import { quietUntil } from '../../contacts/letters/quiet-hours.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import type { Step } from '../definition/step.ts'
import { endOfWait, followedDate } from './moments.ts'

interface Standpoint {
  readonly step: string
  readonly enteredAt: number
  /** When the step was begun; null: it is to be begun. */
  readonly begunAt: number | null
  /** Of a wait that has begun. */
  readonly dueAt: number | null
  /** Since when its letter has waited for a place; null: it has not. */
  readonly heldSince: number | null
  /** How much later this is than it should be, ms. */
  readonly lateMs: number
}

/**
 * As late as the engine may be by itself: a wait then takes the hour that it would have had in time,
 * or a day from seven until seven would be two. What is later, after a standstill, is not caught up
 * with.
 */
const maxOwnLateMs = 10 * 60_000

/** So long a letter waits for a place, unless its definition says otherwise. */
const defaultPatience = 'P7D'

export interface Surroundings {
  readonly now: number
  /** IANA name. */
  readonly zone: string
  /** Of the person, for a split that stays the same. */
  readonly seed: string
  readonly properties: Readonly<Record<string, unknown>>
  /** Hours of the person's day without letters. */
  readonly quiet: SequenceDefinition['quiet']
  /** How long a letter of the sequence waits for a place; null: as long as any. */
  readonly patience: string | null
  /** Why the person may not be written to at all; null: they may. */
  readonly barred: () => Promise<string | null>
  /** Until when they have had as many letters as they may; null: they have not. */
  readonly cappedUntil: () => Promise<number | null>
  /** Whether the filter of a case holds. */
  readonly holds: (filter: unknown) => Promise<boolean>
  /** Whether the person did something after a moment, with such data. */
  readonly happened: (what: AwaitedEvent, after: number) => Promise<boolean>
}

interface AwaitedEvent {
  readonly event: string
  readonly where?: readonly unknown[]
}

export interface Hold {
  readonly kind: 'hold'
  /** For the warm-up of its domain only what is made is held, by whoever makes it. */
  readonly reason: 'quiet_hours' | 'cap' | 'warm_up'
  readonly until: number
}

export type Move =
  /** The letter has no place before this moment. */
  | Hold
  /** Nothing before this moment, unless what it follows has changed by the time of another look. */
  | { readonly kind: 'wait'; readonly until: number; readonly lookAt?: number }
  /** The step does something, and then leads on; undefined: the end. */
  | { readonly kind: 'act'; readonly step: Step; readonly next: string | undefined }
  /** The step leads on. */
  | { readonly kind: 'pass'; readonly outcome: string; readonly next: string | undefined }
  | { readonly kind: 'exit'; readonly reason: string }

/** The move of a step at a position. */
export async function advance(step: Step, at: Standpoint, around: Surroundings): Promise<Move> {
  switch (step.type) {
    case 'wait':
      return wait(step, at, around)
    case 'branch': {
      for (const { filter, next } of step.cases) {
        if (await around.holds(filter)) return { kind: 'pass', outcome: 'case', next }
      }
      return { kind: 'pass', outcome: 'else', next: step.else }
    }
    case 'split':
      return { kind: 'pass', outcome: 'split', next: wayOf(step, around.seed) }
    case 'wait_for_event': {
      const begun = at.begunAt ?? around.now
      const after = step.since === 'step' ? begun - 1 : at.enteredAt
      if (await around.happened(step, after)) {
        return { kind: 'pass', outcome: 'happened', next: step.next }
      }
      const until = at.dueAt ?? begun + durationMs(step.within)!
      if (until > around.now) return { kind: 'wait', until }
      return { kind: 'pass', outcome: 'timeout', next: step.timeout }
    }
    case 'exit':
      return { kind: 'exit', reason: step.reason ?? 'done' }
    case 'email':
      return letter(step, at, around)
    default:
      return { kind: 'act', step, next: step.next }
  }
}

/** A date is the person's as it is when the wait ends; whoever has none is told nothing of it. */
function wait(
  step: Extract<Step, { type: 'wait' }>,
  { dueAt, lateMs: late }: Standpoint,
  around: Surroundings,
): Move {
  const { now } = around
  const lateMs = late > maxOwnLateMs ? 0 : late
  const followed = step.until?.property === undefined ? undefined : step.until
  const until = followed
    ? followedDate(followed, around)
    : (dueAt ?? endOfWait(step, { ...around, lateMs }))
  if (until === null) return { kind: 'exit', reason: 'no_date' }
  if (until <= now) return { kind: 'pass', outcome: 'waited', next: step.next }
  return { kind: 'wait', until, ...(followed ? { lookAt: now + dayMs } : {}) }
}

async function letter(
  step: Extract<Step, { type: 'email' }>,
  { heldSince }: Standpoint,
  around: Surroundings,
): Promise<Move> {
  const { now, zone, quiet } = around
  const skip = (reason: string): Move => ({
    kind: 'pass',
    outcome: `skipped:${reason}`,
    next: step.next,
  })
  if (heldSince !== null && now >= endOfPatience(step, heldSince, around)) return skip('patience')
  const barred = await around.barred()
  if (barred !== null) return skip(barred)
  const quietEnd = quiet === null ? null : quietUntil(quiet, now, zone)
  if (quietEnd !== null) return { kind: 'hold', reason: 'quiet_hours', until: quietEnd }
  const cap = await around.cappedUntil()
  if (cap === null) return { kind: 'act', step, next: step.next }
  return step.if_capped === 'skip' ? skip('capped') : { kind: 'hold', reason: 'cap', until: cap }
}

/** When a letter that has waited for a place since a moment is given up. */
export const endOfPatience = (
  step: Step,
  heldSince: number,
  { patience }: Pick<Surroundings, 'patience'>,
): number => {
  const own = step.type === 'email' ? step.patience : undefined
  return heldSince + durationMs(own ?? patience ?? defaultPatience)!
}

function wayOf({ ways, key }: Extract<Step, { type: 'split' }>, seed: string): string | undefined {
  const all = ways.reduce((sum, one) => sum + one.weight, 0)
  const digest = createHash('sha256').update(`${key} ${seed}`).digest()
  let place = digest.readUInt32BE(0) % all
  for (const { weight, next } of ways) {
    if (place < weight) return next
    place -= weight
  }
  return undefined
}
