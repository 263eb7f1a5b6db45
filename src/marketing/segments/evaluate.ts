/**
 * A filter for one person, in memory, as a tree that says of each condition whether it holds. It
 * means what `compile-store.ts` means; a property test holds the two together.
 */
import { Temporal } from 'temporal-polyfill'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { fold } from '#kernel/mail/fold.ts'
import { contactFieldRows, isContactField } from '../contacts/fields/contact-fields.ts'
import type { PropertyValue, StoredContact, TopicState } from '../contacts/people/contact.ts'
import type { FilterResult } from './filter-shape.ts'
import type {
  Condition,
  CountTest,
  EventCondition,
  EventTest,
  FilterTree,
  Leaf,
  LettersTest,
  SequenceState,
} from './filter-tree.ts'
import { clamped, type Moment } from './moment.ts'
import type { DateTest, ListTest, NumberTest, TextTest } from './operators.ts'

/** What is known of one person. */
export interface Facts extends Omit<StoredContact, 'id'> {
  readonly source: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly isSuppressed: boolean
  readonly topics: ReadonlyMap<Uuid, { readonly state: TopicState; readonly since: number }>
  /** Static segments. */
  readonly segments: ReadonlySet<Uuid>
  /** Newest first. */
  readonly letters: readonly LetterFacts[]
  readonly activity: readonly ActivityFacts[]
  /** Those that the person is or was in. */
  readonly sequences: ReadonlyMap<Uuid, ReadonlySet<SequenceState>>
}

interface LetterFacts {
  readonly sourceId: Uuid
  readonly step: string | null
  readonly topicId: Uuid | null
  readonly links: readonly number[]
  readonly sentAt: number
  readonly openedAt: number | null
  readonly clickedAt: number | null
  readonly machineAt: number | null
  readonly bouncedAt: number | null
}

interface ActivityFacts {
  readonly name: string
  readonly at: number
  readonly data: Readonly<Record<string, unknown>> | null
}

export function evaluate(tree: FilterTree, facts: Facts, moment: Moment): FilterResult {
  switch (tree.kind) {
    case 'all': {
      const all = tree.nodes.map(one => evaluate(one, facts, moment))
      return { result: all.every(one => one.result), all }
    }
    case 'any': {
      const any = tree.nodes.map(one => evaluate(one, facts, moment))
      return { result: any.some(one => one.result), any }
    }
    case 'not': {
      const not = evaluate(tree.node, facts, moment)
      return { result: !not.result, not }
    }
    default:
      return evaluateCondition(tree, facts, moment)
  }
}

function evaluateCondition(condition: Condition, facts: Facts, moment: Moment): FilterResult {
  const { path } = condition
  if (condition.kind !== 'segment') return { result: holds(condition, facts, moment), path }
  const because = evaluate(condition.node, facts, moment)
  return { result: because.result, path, segment: show('seg', condition.segmentId), because }
}

function holds(leaf: Leaf, facts: Facts, moment: Moment): boolean {
  switch (leaf.kind) {
    case 'text':
      return textHolds(textOf(leaf.field, facts), leaf.test)
    case 'number':
      return numberHolds(numberOf(facts.properties[leaf.key]), leaf.test)
    case 'boolean':
      return booleanHolds(facts.properties[leaf.key], leaf.test)
    case 'unsubscribed':
      return facts.isSuppressed === leaf.test
    case 'date':
      return dateHolds(dateOf(leaf.field, facts), leaf.test, zoneOf(facts, moment), moment.now)
    case 'list':
      return listHolds(facts.properties[leaf.key], leaf.test)
    case 'topic':
      return topicHolds(leaf, facts, moment.now)
    case 'member':
      return facts.segments.has(leaf.segmentId)
    case 'letters':
      return countHolds(countLetters(leaf.test, facts.letters, moment.now), leaf.count)
    case 'event':
      return countHolds(countEvents(leaf.test, facts.activity, moment.now), leaf.count)
    case 'sequence': {
      const known = facts.sequences.get(leaf.sequenceId)
      return leaf.states.some(state => (known === undefined ? state === 'never' : known.has(state)))
    }
  }
}

const zoneOf = (facts: Facts, moment: Moment): string => facts.timeZone ?? moment.zone

// Texts, numbers, booleans, lists ----------------------------------------------------------------

function textOf(field: string, facts: Facts): string | null {
  if (isContactField(field)) {
    const text = facts[contactFieldRows[field].stored]
    return text === null ? null : fold(text)
  }
  switch (field) {
    case 'email':
      return fold(facts.email)
    case 'email_domain':
      return fold(facts.email).split('@').at(-1)!
    case 'source':
      return fold(facts.source)
    default: {
      const value = facts.properties[field.slice('properties.'.length)]
      return typeof value === 'string' ? fold(value) : null
    }
  }
}

function textHolds(text: string | null, test: TextTest): boolean {
  if (test.op === 'exists') return text !== null
  if (test.op === 'absent') return text === null
  const first = test.texts[0]!
  switch (test.op) {
    case 'eq':
      return text === first
    case 'ne':
      return text !== first
    case 'in':
      return text !== null && test.texts.includes(text)
    case 'not_in':
      return text === null || !test.texts.includes(text)
    case 'contains':
      return text?.includes(first) ?? false
    case 'not_contains':
      return !(text?.includes(first) ?? false)
    case 'starts_with':
      return text?.startsWith(first) ?? false
    case 'ends_with':
      return text?.endsWith(first) ?? false
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function numberHolds(value: number | null, test: NumberTest): boolean {
  if (test.op === 'exists') return value !== null
  if (test.op === 'absent') return value === null
  if (value === null) return test.op === 'ne'
  const [first, second] = test.numbers as [number, number]
  switch (test.op) {
    case 'eq':
      return value === first
    case 'ne':
      return value !== first
    case 'gt':
      return value > first
    case 'gte':
      return value >= first
    case 'lt':
      return value < first
    case 'lte':
      return value <= first
    case 'between':
      return value >= first && value <= second
    case 'in':
      return test.numbers.some(one => one === value)
  }
}

function booleanHolds(value: unknown, test: boolean | 'exists' | 'absent'): boolean {
  if (typeof test === 'boolean') return value === test
  return (typeof value === 'boolean') === (test === 'exists')
}

function listHolds(value: PropertyValue | undefined, test: ListTest): boolean {
  const list = typeof value === 'object' ? value.map(fold) : null
  if (test.op === 'exists') return list !== null
  if (test.op === 'absent') return list === null
  const has = (text: string): boolean => list?.includes(text) ?? false
  if (test.op === 'has_all') return list !== null && test.texts.every(has)
  return test.texts.some(has) === (test.op !== 'has_none')
}

// Times ------------------------------------------------------------------------------------------

const isDay = (text: string): boolean => text.length === 10

/** The start of a day in a zone; where it happens twice the later, where never the next moment. */
function startOf(day: Temporal.PlainDate, zone: string): number {
  return day.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
}

interface Span {
  readonly start: number
  /** Not included. */
  readonly end: number
}

function spanOf(text: string, zone: string): Span {
  if (!isDay(text)) {
    const start = Date.parse(text)
    return { start, end: start + 1 }
  }
  const day = Temporal.PlainDate.from(text)
  return { start: startOf(day, zone), end: startOf(day.add({ days: 1 }), zone) }
}

function dateOf(field: string, facts: Facts): string | null {
  if (field === 'created_at') return new Date(facts.createdAt).toISOString()
  if (field === 'updated_at') return new Date(facts.updatedAt).toISOString()
  const value = facts.properties[field.slice('properties.'.length)]
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d($|T)/.test(value) ? value : null
}

function dateHolds(text: string | null, test: DateTest, zone: string, now: number): boolean {
  if (test.op === 'exists') return text !== null
  if (test.op === 'absent') return text === null
  if (text === null) return test.op === 'not_within'
  const { start, end } = spanOf(text, zone)
  const isWithin = (spanMs: number): boolean => start <= now && end > clamped(now - spanMs)
  switch (test.op) {
    case 'within':
      return isWithin(test.spanMs)
    case 'not_within':
      return !isWithin(test.spanMs)
    case 'ahead':
      return start <= clamped(now + test.spanMs) && end > now
    case 'anniversary_within':
      return isAnniversary(text, test.spanMs, zone, now)
    default: {
      const from = spanOf(test.dates[0]!, zone)
      const until = spanOf(test.dates[1] ?? test.dates[0]!, zone)
      if (test.op === 'before') return start < from.start
      if (test.op === 'after') return start >= from.end
      return start >= from.start && start < until.end
    }
  }
}

function isAnniversary(text: string, spanMs: number, zone: string, now: number): boolean {
  const localDay = (ms: number): Temporal.PlainDate =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  const day = isDay(text) ? Temporal.PlainDate.from(text) : localDay(Date.parse(text))
  const today = localDay(now)
  return [0, 1].some(plus => {
    // `constrain`: 29 February becomes the 28th.
    const there = day.with({ year: today.year + plus }, { overflow: 'constrain' })
    const isToCome = Temporal.PlainDate.compare(there, today) >= 0
    // Before the day itself there is none.
    const hasBeen = there.year >= day.year
    return isToCome && hasBeen && startOf(there, zone) <= clamped(now + spanMs)
  })
}

// Topics, letters, activity ----------------------------------------------------------------------

function topicHolds(
  { topicId, states, sinceWithinMs }: Extract<Leaf, { kind: 'topic' }>,
  facts: Facts,
  now: number,
): boolean {
  const known = facts.topics.get(topicId)
  if (known === undefined) return sinceWithinMs === null && states.includes('none')
  if (!states.includes(known.state)) return false
  return sinceWithinMs === null || known.since >= now - sinceWithinMs
}

function countHolds(count: number, { atLeast, atMost }: CountTest): boolean {
  return (atLeast === null || count >= atLeast) && (atMost === null || count <= atMost)
}

const letterTimes: Readonly<Record<LettersTest['fact'], (letter: LetterFacts) => number | null>> = {
  received: one => one.sentAt,
  opened: one => one.openedAt,
  clicked: one => one.clickedAt,
  bounced: one => one.bouncedAt,
}

function countLetters(test: LettersTest, letters: readonly LetterFacts[], now: number): number {
  const { fact, by, withinMs, last, of } = test
  const countsMachines = by === 'anyone' && (fact === 'opened' || fact === 'clicked')
  return (last === null ? letters : letters.slice(0, last)).filter(one => {
    const at = letterTimes[fact](one) ?? (countsMachines ? one.machineAt : null)
    if (at === null || (withinMs !== null && at < now - withinMs)) return false
    if (of?.campaign !== undefined && one.sourceId !== of.campaign) return false
    if (of?.sequence !== undefined && one.sourceId !== of.sequence) return false
    if (of?.step !== undefined && one.step !== of.step) return false
    if (of?.topic !== undefined && one.topicId !== of.topic) return false
    return of?.link === undefined || one.links.includes(of.link)
  }).length
}

function countEvents(test: EventTest, activity: readonly ActivityFacts[], now: number): number {
  const { name, withinMs, where } = test
  return activity.filter(
    one =>
      one.name === name &&
      (withinMs === null || one.at >= now - withinMs) &&
      where.every(condition => eventHolds(condition, one.data ?? {})),
  ).length
}

export function eventHolds(
  condition: EventCondition,
  data: Readonly<Record<string, unknown>>,
): boolean {
  const value = Object.hasOwn(data, condition.field) ? data[condition.field] : undefined
  switch (condition.kind) {
    case 'presence':
      return (value !== undefined && value !== null) === (condition.test === 'exists')
    case 'boolean':
      return value === condition.test
    case 'number':
      return numberHolds(numberOf(value), condition.test)
    case 'text':
      return textHolds(typeof value === 'string' ? fold(value) : null, condition.test)
  }
}
