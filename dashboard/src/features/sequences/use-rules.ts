/** The rules of a sequence as a form has them, and as they are sent. */
import type { Body } from '../../api/calls.ts'
import type { Sequence } from '../../api/shapes.ts'
import { definitionOf, type Exit, type Trigger } from './sequence.ts'

interface RuleValues {
  readonly name: string
  readonly from: string
  readonly topic: string
  readonly quietFrom: string
  readonly quietUntil: string
  readonly rate: string
  readonly triggers: readonly Trigger[]
  /** In a list, since a form takes objects of its values apart. */
  readonly entry: readonly [unknown]
  readonly exits: readonly Exit[]
  readonly again: 'never' | 'after_exit' | 'always'
  readonly gap: string
  readonly keyOf: string
}

export const ruleParams = {
  topic_id: 'topic',
  quiet: 'quietUntil',
  rate_per_hour: 'rate',
  entry_filter: 'entry',
  reentry: 'gap',
} as const

export function rulesOf(sequence: Sequence): RuleValues {
  const { triggers, entry_filter: entry, reentry, exits, quiet } = definitionOf(sequence)
  return {
    name: sequence.name,
    from: sequence.from ?? '',
    topic: sequence.topic_id ?? '',
    quietFrom: quiet?.from ?? '',
    quietUntil: quiet?.until ?? '',
    rate: sequence.rate_per_hour === null ? '' : String(sequence.rate_per_hour),
    triggers,
    entry: [entry],
    exits,
    again: reentry.mode,
    gap: reentry.min_gap ?? '',
    keyOf: reentry.key ?? '',
  }
}

/** A group without conditions is no filter at all. */
const orNone = (filter: unknown): unknown =>
  JSON.stringify(filter) === '{"all":[]}' ? null : (filter ?? null)

export function bodyOf(values: RuleValues): Body<'project.sequences.update'> {
  const { quietFrom: from, quietUntil: until, rate, gap, keyOf } = values
  return {
    name: values.name.trim(),
    from: values.from.trim() || null,
    topic_id: values.topic || null,
    quiet: from === '' || until === '' ? null : { from, until },
    rate_per_hour: rate.trim() === '' ? null : Number(rate),
    triggers: [...values.triggers],
    entry_filter: orNone(values.entry[0]),
    exits: [...values.exits],
    reentry: {
      mode: values.again,
      // Nobody sees the other fields then.
      ...(gap === '' || values.again === 'never' ? {} : { min_gap: gap }),
      ...(keyOf.trim() === '' || values.again === 'never' ? {} : { key: keyOf.trim() }),
    },
  }
}
