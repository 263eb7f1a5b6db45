/**
 * One move of a person in a sequence: pure, so that the engine, the simulation and tests take the
 * same. What the world has to say (does a filter hold, did something happen) is given in.
 */
import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { durationMs } from '#kernel/base/durations.ts'
import type { Step, Until } from './definition.ts'

interface Standpoint {
  readonly step: string
  readonly enteredAt: number
  /** When the step was begun; null: it is to be begun. */
  readonly begunAt: number | null
  /** Of a wait that has begun. */
  readonly dueAt: number | null
}

export interface Surroundings {
  readonly now: number
  /** IANA name. */
  readonly zone: string
  /** Of the person, for a split that stays the same. */
  readonly seed: string
  readonly properties: Readonly<Record<string, unknown>>
  /** Whether the filter of a case holds. */
  readonly holds: (filter: unknown) => Promise<boolean>
  /** Whether the person did something since a moment. */
  readonly happened: (name: string, since: number) => Promise<boolean>
}

export type Move =
  /** Nothing before this moment. */
  | { readonly kind: 'wait'; readonly until: number }
  /** The step does something, and then leads on; undefined: the end. */
  | { readonly kind: 'act'; readonly step: Step; readonly next: string | undefined }
  /** The step leads on. */
  | { readonly kind: 'pass'; readonly outcome: string; readonly next: string | undefined }
  | { readonly kind: 'exit'; readonly reason: string }

/** The move of a step at a position. */
export async function advance(step: Step, at: Standpoint, around: Surroundings): Promise<Move> {
  switch (step.type) {
    case 'wait': {
      const until = at.dueAt ?? endOfWait(step, around)
      if (until > around.now) return { kind: 'wait', until }
      return { kind: 'pass', outcome: 'waited', next: step.next }
    }
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
      const since = step.since === 'step' ? begun : at.enteredAt
      if (await around.happened(step.event, since)) {
        return { kind: 'pass', outcome: 'happened', next: step.next }
      }
      const until = at.dueAt ?? begun + durationMs(step.within)!
      if (until > around.now) return { kind: 'wait', until }
      return { kind: 'pass', outcome: 'timeout', next: step.timeout }
    }
    case 'exit':
      return { kind: 'exit', reason: step.reason ?? 'done' }
    default:
      return { kind: 'act', step, next: step.next }
  }
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

/** Days are calendar days of the person's zone, hours exact. */
function endOfWait(
  { for: span, until }: Extract<Step, { type: 'wait' }>,
  { now, zone, properties }: Surroundings,
): number {
  const after = span === undefined ? now : plus(now, span, zone)
  if (until?.property !== undefined) return momentOfProperty(until, properties, zone) ?? after
  return until === undefined ? after : nextMoment(until, after, zone)
}

function plus(at: number, span: string, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return start.add(Temporal.Duration.from(span)).epochMilliseconds
}

/** The first moment from `after` on that has the hour, on one of the days. */
function nextMoment({ time, days }: Until, after: number, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = start.toPlainDate().add({ days: ahead })
    if (days !== undefined && !days.includes(day.dayOfWeek)) continue
    if (time === undefined) {
      const midnight = day.toZonedDateTime({ timeZone: zone }).epochMilliseconds
      return Math.max(after, midnight)
    }
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    if (at >= after) return at
  }
  return after
}

function momentOfProperty(
  { property, offset, time }: Until,
  properties: Readonly<Record<string, unknown>>,
  zone: string,
): number | null {
  const value = properties[property!.replace(/^properties\./, '')]
  if (typeof value !== 'string') return null
  try {
    const day = Temporal.PlainDate.from(value.slice(0, 10))
    const start = day.toZonedDateTime({ timeZone: zone, plainTime: time ?? '00:00' })
    const isBack = offset?.startsWith('-') === true
    const span = offset === undefined ? null : Temporal.Duration.from(offset.replace(/^[-+]/, ''))
    if (span === null) return start.epochMilliseconds
    return (isBack ? start.subtract(span) : start.add(span)).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
