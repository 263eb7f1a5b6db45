/** A filter once it has been read: a tree of conditions, which both engines take. */
import type { Uuid } from '#kernel/base/ids.ts'
import { contactFieldNames } from '../contacts/fields/contact-fields.ts'
import type { PropertyTypes } from '../contacts/fields/property.ts'
import type { TopicState } from '../contacts/people/contact.ts'
import type { DateTest, ListTest, NumberTest, TextTest } from './operators.ts'

/** Fields of the contact itself whose texts are compared. */
export const textFields = ['email', 'email_domain', ...contactFieldNames, 'source'] as const
type TextField = (typeof textFields)[number]
export const dateFields = ['created_at', 'updated_at'] as const
type DateField = (typeof dateFields)[number]

/** Where a leaf stands, as answers name it: `all[2]`. */
interface LeafPlace {
  readonly path: string
}

export type Leaf = LeafPlace &
  (
    | {
        readonly kind: 'text'
        readonly field: TextField | `properties.${string}`
        readonly test: TextTest
      }
    | { readonly kind: 'number'; readonly key: string; readonly test: NumberTest }
    | {
        readonly kind: 'boolean'
        readonly key: string
        readonly test: boolean | 'exists' | 'absent'
      }
    | { readonly kind: 'unsubscribed'; readonly test: boolean }
    | {
        readonly kind: 'date'
        readonly field: DateField | `properties.${string}`
        readonly test: DateTest
      }
    | { readonly kind: 'list'; readonly key: string; readonly test: ListTest }
    | {
        readonly kind: 'topic'
        readonly topicId: Uuid
        readonly states: readonly TopicState[]
        readonly sinceWithinMs: number | null
      }
    | { readonly kind: 'member'; readonly segmentId: Uuid }
    | { readonly kind: 'letters'; readonly test: LettersTest; readonly count: CountTest }
    | { readonly kind: 'event'; readonly test: EventTest; readonly count: CountTest }
    | {
        readonly kind: 'sequence'
        readonly sequenceId: Uuid
        readonly states: readonly SequenceState[]
      }
  )

export type FilterTree =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly FilterTree[] }
  | { readonly kind: 'not'; readonly node: FilterTree }
  /** Of another segment, whose tree stands here. */
  | (LeafPlace & { readonly kind: 'segment'; readonly segmentId: Uuid; readonly node: FilterTree })
  | Leaf

export interface CountTest {
  readonly atLeast: number | null
  readonly atMost: number | null
}

/** How somebody stands to a sequence: several may hold at once for who has come in again. */
export const sequenceStates = ['inside', 'finished', 'exited', 'never'] as const
export type SequenceState = (typeof sequenceStates)[number]

export const letterFacts = ['received', 'opened', 'clicked', 'bounced'] as const

export interface LettersTest {
  readonly fact: (typeof letterFacts)[number]
  readonly by: 'people' | 'anyone'
  readonly withinMs: number | null
  readonly last: number | null
  readonly of: {
    readonly campaign?: Uuid
    readonly sequence?: Uuid
    readonly step?: string
    readonly topic?: Uuid
    readonly link?: number
  } | null
}

export interface EventTest {
  readonly name: string
  readonly withinMs: number | null
  readonly where: readonly EventCondition[]
}

export type EventCondition = { readonly field: string } & (
  | { readonly kind: 'text'; readonly test: TextTest }
  | { readonly kind: 'number'; readonly test: NumberTest }
  | { readonly kind: 'boolean'; readonly test: boolean }
  | { readonly kind: 'presence'; readonly test: 'exists' | 'absent' }
)

/** What filters may refer to. */
export interface Vocabulary {
  readonly properties: PropertyTypes
  readonly topics: ReadonlySet<Uuid>
  readonly sequences: ReadonlySet<Uuid>
  readonly segments: ReadonlyMap<
    Uuid,
    { readonly kind: 'dynamic' | 'static'; readonly filter: unknown }
  >
  /** What was kept before a rule was made is not held against it. */
  readonly isGivenNow?: boolean
}

/** A condition, or another segment as one. */
export type Condition = Leaf | Extract<FilterTree, { readonly kind: 'segment' }>

/** Whether a tree holds, where it is known of each of its conditions. */
export function holdsBy(tree: FilterTree, holds: (condition: Condition) => boolean): boolean {
  switch (tree.kind) {
    case 'all':
      return tree.nodes.every(one => holdsBy(one, holds))
    case 'any':
      return tree.nodes.some(one => holdsBy(one, holds))
    case 'not':
      return !holdsBy(tree.node, holds)
    default:
      return holds(tree)
  }
}

/** All conditions of a tree; those inside of other segments are not among them. */
export function conditionsIn(tree: FilterTree): Condition[] {
  if ('nodes' in tree) return tree.nodes.flatMap(conditionsIn)
  return tree.kind === 'not' ? conditionsIn(tree.node) : [tree]
}

/** Whether it is decided by the contact's own row. */
export function isOfRow(tree: FilterTree): boolean {
  if ('nodes' in tree) return tree.nodes.every(isOfRow)
  if ('node' in tree) return isOfRow(tree.node)
  return ['text', 'number', 'boolean', 'date', 'list'].includes(tree.kind)
}

/**
 * Whether everything asked beside the row is that somebody is in a set, or is not, and all of it must
 * hold: PostgreSQL begins such a filter at whatever is rarest.
 */
export function isOfSets(tree: FilterTree): boolean {
  if (isOfRow(tree)) return true
  switch (tree.kind) {
    case 'all':
      return tree.nodes.every(isOfSets)
    case 'segment':
      return isOfSets(tree.node)
    case 'not':
      return isOneSet(tree.node)
    default:
      return isOneSet(tree)
  }
}

function isOneSet(tree: FilterTree): boolean {
  switch (tree.kind) {
    case 'unsubscribed':
    case 'member':
      return true
    case 'topic':
      return tree.states.length === 1 || !tree.states.includes('none')
    case 'sequence':
      return tree.states.length === 1 || !tree.states.includes('never')
    case 'letters':
      return tree.test.last === null && isOnce(tree.count)
    case 'event':
      return isOnce(tree.count)
    default:
      return false
  }
}

const isOnce = ({ atLeast, atMost }: CountTest): boolean =>
  (atLeast === 1 && atMost === null) || (atLeast === null && atMost === 0)
