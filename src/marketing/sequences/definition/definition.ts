/** What a sequence is made of. */
import { type Static, Type } from 'typebox'
import type { Uuid } from '#kernel/base/ids.ts'
import { activityCondition, filterShape } from '../../segments/filter-shape.ts'
import type { SequenceStatus } from './state-table.ts'
import { clock, duration, givenStep, type Step } from './step.ts'

export interface SequenceDefinition {
  readonly from: string | null
  readonly topic_id: string | null
  readonly triggers: readonly Trigger[]
  readonly entry_filter: unknown
  readonly reentry: Static<typeof reentryShape>
  readonly exits: readonly Static<typeof exitShape>[]
  readonly quiet: Static<typeof quietShape> | null
  /** Letters an hour, of all people together. */
  readonly rate_per_hour: number | null
  /** How long a letter waits for a place before the path goes on without it. */
  readonly patience: string | null
  readonly steps: readonly Step[]
}

export const emptySequence: SequenceDefinition = {
  from: null,
  topic_id: null,
  triggers: [],
  entry_filter: null,
  reentry: { mode: 'never' },
  exits: [],
  quiet: null,
  rate_per_hour: null,
  patience: null,
  steps: [],
}

export const maxSteps = 100

export interface Sequence {
  readonly id: Uuid
  readonly name: string
  readonly folder: string | null
  readonly status: SequenceStatus
  readonly while_paused: 'hold' | 'ignore'
  /** By the clock of live mode, and by that of test mode. */
  readonly paused_at: Date | null
  readonly paused_test_at: Date | null
  readonly definition: SequenceDefinition
  readonly published_version: number | null
  readonly created_at: Date
  readonly updated_at: Date
}

const signedDuration = Type.String({ description: 'ISO 8601, also before: -P3D.' })
const strict = { additionalProperties: false } as const

const topicId = Type.String()
const segmentId = Type.String()
const activityName = Type.String({ maxLength: 64 })
const property = Type.String({ maxLength: 60 })
const reason = Type.String({ maxLength: 100 })
const where = Type.Optional(Type.Array(activityCondition))

export const triggerShape = Type.Union(
  [
    Type.Object(
      { on: Type.Literal('topic_joined'), topic_id: topicId },
      { $id: 'TopicJoinedTrigger' },
    ),
    Type.Object(
      { on: Type.Literal('segment_entered'), segment_id: segmentId },
      { $id: 'SegmentEnteredTrigger' },
    ),
    Type.Object({ on: Type.Literal('event'), name: activityName, where }, { $id: 'EventTrigger' }),
    Type.Object(
      {
        on: Type.Literal('date'),
        property,
        offset: Type.Optional(signedDuration),
        yearly: Type.Optional(Type.Boolean()),
        time: Type.Optional(clock),
      },
      { $id: 'DateTrigger' },
    ),
    Type.Object({ on: Type.Literal('api') }, { $id: 'ApiTrigger' }),
  ],
  { $id: 'Trigger', discriminator: { propertyName: 'on' } },
)
export type Trigger = Static<typeof triggerShape>
export type DateTrigger = Extract<Trigger, { on: 'date' }>

export const exitShape = Type.Union(
  [
    Type.Object(
      { on: Type.Literal('event'), name: activityName, reason: Type.Optional(reason) },
      { $id: 'EventExit' },
    ),
    Type.Object(
      { on: Type.Literal('filter'), filter: filterShape, reason: Type.Optional(reason) },
      { $id: 'FilterExit' },
    ),
  ],
  { $id: 'Exit', discriminator: { propertyName: 'on' } },
)

export const reentryShape = Type.Object(
  {
    mode: Type.Enum(['never', 'after_exit', 'always']),
    min_gap: Type.Optional(duration),
    key: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { $id: 'Reentry', additionalProperties: false },
)
export const quietShape = Type.Object({ from: clock, until: clock }, strict)

export const sequenceFields = {
  from: Type.Optional(Type.String({ maxLength: 998 })),
  topic_id: Type.Optional(Type.String({ description: 'top_…' })),
  triggers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          on: Type.Enum(['topic_joined', 'segment_entered', 'event', 'date', 'api']),
          topic_id: Type.Optional(topicId),
          segment_id: Type.Optional(segmentId),
          name: Type.Optional(activityName),
          where: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })),
          property: Type.Optional(property),
          offset: Type.Optional(signedDuration),
          yearly: Type.Optional(Type.Boolean()),
          time: Type.Optional(clock),
        },
        strict,
      ),
      { maxItems: 20 },
    ),
  ),
  entry_filter: Type.Optional(Type.Unknown()),
  reentry: Type.Optional(reentryShape),
  exits: Type.Optional(
    Type.Array(
      Type.Object(
        {
          on: Type.Enum(['event', 'filter']),
          name: Type.Optional(activityName),
          filter: Type.Optional(Type.Unknown()),
          reason: Type.Optional(reason),
        },
        strict,
      ),
      { maxItems: 20 },
    ),
  ),
  quiet: Type.Optional(quietShape),
  rate_per_hour: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Letters an hour.' }),
  ),
  patience: Type.Optional(
    Type.String({ description: 'How long a letter waits for a place, such as quiet hours; P7D.' }),
  ),
  steps: Type.Optional(
    Type.Array(givenStep, {
      description: `At most ${maxSteps}, in any order; the first is the start.`,
    }),
  ),
}

/** Where a step leads, each under the name of the member that says so; undefined is the end. */
export function waysOf(one: Step): { readonly member: string; readonly to: string | undefined }[] {
  switch (one.type) {
    case 'branch':
      return [
        ...one.cases.map(({ next }, n) => ({ member: `cases[${n}].next`, to: next })),
        { member: 'else', to: one.else },
      ]
    case 'split':
      return one.ways.map(({ next }, n) => ({ member: `ways[${n}].next`, to: next }))
    case 'wait_for_event':
      return [
        { member: 'next', to: one.next },
        { member: 'timeout', to: one.timeout },
      ]
    case 'exit':
      return []
    default:
      return [{ member: 'next', to: one.next }]
  }
}
