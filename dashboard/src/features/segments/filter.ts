/** Filters as the API has them (docs/contract.md#filters), read and changed piece by piece. */
import type {
  EventCondition,
  FieldCondition,
  Filter,
  LettersCondition,
  SegmentCondition,
  SequenceCondition,
  TopicCondition,
} from '../../api/shapes.ts'

/** How somebody may stand to a sequence. */
export const sequenceStates = ['inside', 'finished', 'exited', 'never'] as const
export const letterFacts = ['received', 'opened', 'clicked', 'bounced'] as const

export type SequenceState = (typeof sequenceStates)[number]

export type Leaf =
  | FieldCondition
  | TopicCondition
  | LettersCondition
  | EventCondition
  | SegmentCondition
  | SequenceCondition

export type GroupKind = 'all' | 'any'

/** What a filter is seen as: a group with its parts, or a condition, either of them perhaps turned. */
export type Part =
  | { readonly kind: GroupKind; readonly isNot: boolean; readonly parts: readonly Filter[] }
  | { readonly kind: 'leaf'; readonly isNot: boolean; readonly leaf: Leaf }

export function partOf(filter: Filter, isNot = false): Part {
  if ('not' in filter) return partOf(filter.not, !isNot)
  if ('all' in filter) return { kind: 'all', isNot, parts: filter.all }
  if ('any' in filter) return { kind: 'any', isNot, parts: filter.any }
  return { kind: 'leaf', isNot, leaf: filter }
}

export function filterOf(part: Part): Filter {
  const plain: Filter =
    part.kind === 'leaf'
      ? part.leaf
      : part.kind === 'all'
        ? { all: [...part.parts] }
        : { any: [...part.parts] }
  return part.isNot ? { not: plain } : plain
}

/** The outermost is always a group, so that there is something to add to. */
export function groupOf(filter: unknown): Filter {
  const given = (filter ?? { all: [] }) as Filter
  const part = partOf(given)
  return part.kind === 'leaf' || part.isNot ? { all: [given] } : given
}

/** Where a part of a group stands, as the counts of a preview name it. */
export const placeOf = (path: string, kind: GroupKind, n: number): string =>
  `${path === '' ? '' : `${path}.`}${kind}[${n}]`

export const daysOf = (span: string | null | undefined): string =>
  span == null ? '' : (/^P(\d+)D$/.exec(span)?.[1] ?? span)

/** `30` becomes P30D; what is a duration already stays one. */
export const spanOfDays = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : /^\d+$/.test(typed.trim()) ? `P${typed.trim()}D` : typed.trim()
