/** What a sequence is made of. */
import { Type } from 'typebox'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Utm, utmSchema } from '#sending/content/utm.ts'

export interface Until {
  /** HH:MM in the person's zone. */
  readonly time?: string
  /** 1: Monday. */
  readonly days?: readonly number[]
  readonly property?: string
  readonly offset?: string
}

export type Step = { readonly key: string; readonly next?: string } & (
  | {
      readonly type: 'email'
      readonly template_id: string
      readonly template_version?: number
      readonly subject?: string
      readonly from?: string
      readonly on_missing?: 'skip' | 'empty'
      readonly if_capped?: 'wait' | 'skip'
      /** More than a day late. */
      readonly if_late?: 'send' | 'skip'
      /** How long it waits for a place. */
      readonly patience?: string
      /** In the places of the project's; null: its links get none. */
      readonly utm?: Utm | null
    }
  | { readonly type: 'wait'; readonly for?: string; readonly until?: Until }
  | {
      readonly type: 'branch'
      readonly cases: readonly { readonly filter: unknown; readonly next?: string }[]
      readonly else?: string
    }
  | {
      readonly type: 'split'
      readonly ways: readonly { readonly weight: number; readonly next?: string }[]
    }
  | {
      readonly type: 'wait_for_event'
      readonly event: string
      readonly within: string
      readonly since?: 'entry' | 'step'
      readonly where?: readonly unknown[]
      readonly timeout?: string
    }
  | { readonly type: 'update_contact'; readonly set: Readonly<Record<string, unknown>> }
  | { readonly type: 'topic'; readonly topic_id: string; readonly action: 'join' | 'leave' }
  | { readonly type: 'segment'; readonly segment_id: string; readonly action: 'add' | 'remove' }
  | { readonly type: 'webhook'; readonly name: string; readonly data?: unknown }
  | { readonly type: 'sequence'; readonly sequence_id: string }
  | { readonly type: 'exit'; readonly reason?: string }
)

export interface Trigger {
  readonly on: 'topic_joined' | 'segment_entered' | 'event' | 'date' | 'api'
  readonly topic_id?: string
  readonly segment_id?: string
  readonly name?: string
  /** Of an activity's data. */
  readonly where?: readonly unknown[]
  /** Of a date. */
  readonly property?: string
  readonly offset?: string
  readonly yearly?: boolean
  /** HH:MM in the person's zone. */
  readonly time?: string
}

export interface SequenceDefinition {
  readonly from: string | null
  readonly topic_id: string | null
  readonly triggers: readonly Trigger[]
  readonly entry_filter: unknown
  readonly reentry: {
    readonly mode: 'never' | 'after_exit' | 'always'
    readonly min_gap?: string
    readonly key?: string
  }
  readonly exits: readonly {
    readonly on: 'event' | 'filter'
    readonly name?: string
    readonly filter?: unknown
    readonly reason?: string
  }[]
  readonly quiet: { readonly from: string; readonly until: string } | null
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
  readonly status: 'draft' | 'active' | 'paused' | 'archived'
  readonly while_paused: 'hold' | 'ignore'
  /** By the clock of live mode, and by that of test mode. */
  readonly paused_at: Date | null
  readonly paused_test_at: Date | null
  readonly definition: SequenceDefinition
  readonly published_version: number | null
  readonly created_at: Date
  readonly updated_at: Date
}

const key = Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' })
const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })
const signedDuration = Type.String({ description: 'ISO 8601, also before: -P3D.' })
const duration = Type.String({ description: 'ISO 8601, such as P2D.' })

const step = Type.Object(
  {
    key,
    type: Type.Enum([
      'email',
      'wait',
      'branch',
      'split',
      'wait_for_event',
      'update_contact',
      'topic',
      'segment',
      'webhook',
      'sequence',
      'exit',
    ]),
    next: Type.Optional(key),
    template_id: Type.Optional(Type.String()),
    template_version: Type.Optional(Type.Integer({ minimum: 1 })),
    subject: Type.Optional(Type.String({ maxLength: 998 })),
    from: Type.Optional(Type.String({ maxLength: 998 })),
    on_missing: Type.Optional(Type.Enum(['skip', 'empty'])),
    if_capped: Type.Optional(Type.Enum(['wait', 'skip'])),
    if_late: Type.Optional(Type.Enum(['send', 'skip'])),
    patience: Type.Optional(duration),
    utm: Type.Optional(Type.Union([utmSchema, Type.Null()])),
    for: Type.Optional(duration),
    until: Type.Optional(
      Type.Object(
        {
          time: Type.Optional(clock),
          days: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
          ),
          property: Type.Optional(Type.String()),
          offset: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
    cases: Type.Optional(
      Type.Array(
        Type.Object(
          { filter: Type.Unknown(), next: Type.Optional(key) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 20 },
      ),
    ),
    else: Type.Optional(key),
    ways: Type.Optional(
      Type.Array(
        Type.Object(
          { weight: Type.Integer({ minimum: 1, maximum: 1_000 }), next: Type.Optional(key) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 20 },
      ),
    ),
    event: Type.Optional(Type.String({ maxLength: 64 })),
    within: Type.Optional(duration),
    since: Type.Optional(Type.Enum(['entry', 'step'])),
    where: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })),
    timeout: Type.Optional(key),
    set: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    topic_id: Type.Optional(Type.String()),
    segment_id: Type.Optional(Type.String()),
    sequence_id: Type.Optional(Type.String()),
    action: Type.Optional(Type.Enum(['join', 'leave', 'add', 'remove'])),
    name: Type.Optional(Type.String({ maxLength: 64 })),
    data: Type.Optional(Type.Unknown()),
    reason: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)

/** What each kind of step has beside key, type and next. */
export const membersOf: Readonly<Record<Step['type'], readonly (keyof typeof step.properties)[]>> =
  {
    email: [
      'template_id',
      'template_version',
      'subject',
      'from',
      'on_missing',
      'if_capped',
      'if_late',
      'patience',
      'utm',
    ],
    wait: ['for', 'until'],
    branch: ['cases', 'else'],
    split: ['ways'],
    wait_for_event: ['event', 'within', 'since', 'where', 'timeout'],
    update_contact: ['set'],
    topic: ['topic_id', 'action'],
    segment: ['segment_id', 'action'],
    webhook: ['name', 'data'],
    sequence: ['sequence_id'],
    exit: ['reason'],
  }

export const sequenceFields = {
  from: Type.Optional(Type.String({ maxLength: 998 })),
  topic_id: Type.Optional(Type.String({ description: 'top_…' })),
  triggers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          on: Type.Enum(['topic_joined', 'segment_entered', 'event', 'date', 'api']),
          topic_id: Type.Optional(Type.String()),
          segment_id: Type.Optional(Type.String()),
          name: Type.Optional(Type.String({ maxLength: 64 })),
          where: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })),
          property: Type.Optional(Type.String({ maxLength: 60 })),
          offset: Type.Optional(signedDuration),
          yearly: Type.Optional(Type.Boolean()),
          time: Type.Optional(clock),
        },
        { additionalProperties: false },
      ),
      { maxItems: 20 },
    ),
  ),
  entry_filter: Type.Optional(Type.Unknown()),
  reentry: Type.Optional(
    Type.Object(
      {
        mode: Type.Enum(['never', 'after_exit', 'always']),
        min_gap: Type.Optional(duration),
        key: Type.Optional(Type.String({ maxLength: 100 })),
      },
      { additionalProperties: false },
    ),
  ),
  exits: Type.Optional(
    Type.Array(
      Type.Object(
        {
          on: Type.Enum(['event', 'filter']),
          name: Type.Optional(Type.String({ maxLength: 64 })),
          filter: Type.Optional(Type.Unknown()),
          reason: Type.Optional(Type.String({ maxLength: 100 })),
        },
        { additionalProperties: false },
      ),
      { maxItems: 20 },
    ),
  ),
  quiet: Type.Optional(Type.Object({ from: clock, until: clock }, { additionalProperties: false })),
  rate_per_hour: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Letters an hour.' }),
  ),
  patience: Type.Optional(
    Type.String({ description: 'How long a letter waits for a place, such as quiet hours; P7D.' }),
  ),
  steps: Type.Optional(
    Type.Array(step, {
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
