/**
 * Filters as answers have them (docs/contract.md#filters). A condition is told by which of its fields
 * is there, not by the value of one, so the union names no such field. What is given is read by
 * `readFilter`, which says at which place it is wrong.
 */
import { type Static, Type } from 'typebox'
import { topicStates } from '../contacts/people/contact.ts'
import { letterFacts, sequenceStates } from './filter-tree.ts'

const optional = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const oneOrMore = <const Words extends string[]>(words: readonly [...Words]) => {
  const word = Type.Enum([...words])
  return Type.Union([word, Type.Array(word)])
}
const whole = Type.Integer()
const duration = Type.String({ description: 'ISO 8601, such as P30D.' })

/** A text, a number, a day, true or false, or a list of them, as the operator takes it. */
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const compared = {
  field: Type.String(),
  op: Type.String(),
  value: optional(Type.Union([scalar, Type.Array(scalar)])),
}

export const activityCondition = Type.Object(
  {
    ...compared,
    value: optional(
      Type.Union([
        scalar,
        Type.Array(scalar),
        Type.Object({
          from: Type.String({
            description: 'Where a step waits: event.<name>, of what let the person in.',
          }),
        }),
      ]),
    ),
  },
  { $id: 'ActivityCondition', description: 'Of the data of an activity.' },
)
const fieldCondition = Type.Object(compared, { $id: 'FieldCondition' })
const topicCondition = Type.Object(
  {
    topic: Type.String({ description: 'top_…' }),
    state: optional(oneOrMore(topicStates)),
    since_within: optional(duration),
  },
  { $id: 'TopicCondition' },
)
const segmentCondition = Type.Object(
  { segment: Type.String({ description: 'seg_…' }) },
  { $id: 'SegmentCondition' },
)
const counted = {
  within: optional(duration),
  at_least: optional(whole),
  at_most: optional(whole),
}
const lettersCondition = Type.Object(
  {
    letters: Type.Enum([...letterFacts]),
    last: optional(whole),
    of: optional(
      Type.Object({
        campaign: Type.Optional(Type.String()),
        sequence: Type.Optional(Type.String()),
        step: Type.Optional(Type.String()),
        topic: Type.Optional(Type.String()),
        link: Type.Optional(whole),
      }),
    ),
    by: Type.Optional(Type.Union([Type.Enum(['people', 'anyone']), Type.Null()])),
    ...counted,
  },
  { $id: 'LettersCondition' },
)
const eventCondition = Type.Object(
  { event: Type.String(), where: optional(Type.Array(activityCondition)), ...counted },
  { $id: 'EventCondition' },
)
const sequenceCondition = Type.Object(
  { sequence: Type.String({ description: 'seq_…' }), state: oneOrMore(sequenceStates) },
  { $id: 'SequenceCondition' },
)

const filters = Type.Array(Type.Ref('Filter'))

export const filterShape = Type.Cyclic(
  {
    Filter: Type.Union([
      Type.Object({ all: filters }),
      Type.Object({ any: filters }),
      Type.Object({ not: Type.Ref('Filter') }),
      fieldCondition,
      topicCondition,
      segmentCondition,
      lettersCondition,
      eventCondition,
      sequenceCondition,
    ]),
  },
  'Filter',
)

const results = Type.Optional(Type.Array(Type.Ref('FilterResult')))

/** Why somebody is in a segment, or is not: the filter with a result at each place. */
export const filterResultShape = Type.Cyclic(
  {
    FilterResult: Type.Object({
      result: Type.Boolean(),
      path: Type.Optional(Type.String({ description: 'Of a condition: its place, as all[2].' })),
      all: results,
      any: results,
      not: Type.Optional(Type.Ref('FilterResult')),
      segment: Type.Optional(Type.String({ description: 'seg_…, whose filter stands here.' })),
      because: Type.Optional(Type.Ref('FilterResult')),
    }),
  },
  'FilterResult',
)
export type FilterResult = Static<typeof filterResultShape>
