/** What a campaign is made of: as it is answered, and as it is given. */
import { type Static, type TSchema, Type } from 'typebox'
import { utmSchema } from '#sending/content/utm.ts'
import { draftName } from '../../templates/draft-version.ts'
import { type Variant, variantSchema, variantShape } from '../../templates/template.ts'
import { followUpSchema } from './follow-up-fields.ts'

const id = (prefix: string) => Type.String({ description: `${prefix}_…` })
const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })
const strict = { additionalProperties: false } as const
const moment = Type.String({ format: 'date-time' })
const nullable = Type.Union([Type.String(), Type.Null()])
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const ofTemplate = {
  template_id: Type.Optional(id('tpl')),
  version: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(draftName)], {
      description: 'Absent: the published one. draft: in test mode only.',
    }),
  ),
  default_language: Type.Optional(Type.String({ maxLength: 35 })),
}
const either = 'A template, or subject and html of its own, by language where there are variants.'

export const contentShape = Type.Object(
  {
    ...ofTemplate,
    variants: Type.Optional(Type.Record(Type.String(), variantShape)),
    ...variantShape.properties,
  },
  { $id: 'CampaignContent', description: either },
)

/** A template's version, or letters of its own by language. */
export type CampaignContent =
  | { readonly template_id: string; readonly version?: number | 'draft' }
  | (Variant & { readonly default_language?: string })
  | {
      readonly variants: Readonly<Record<string, Variant>>
      readonly default_language?: string
    }

const contentSchema = Type.Object(
  {
    ...ofTemplate,
    variants: Type.Optional(Type.Record(Type.String(), variantSchema)),
    ...variantSchema.properties,
  },
  { $id: 'CampaignContentInput', additionalProperties: false, description: either },
)

const variantKey = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const subject = Type.Optional(Type.String({ maxLength: 998 }))
const from = Type.Optional(Type.String({ maxLength: 998 }))

const abVariantShape = Type.Object(
  {
    key: variantKey,
    weight: Type.Integer(),
    subject,
    from,
    content: Type.Optional(contentShape),
  },
  { $id: 'AbVariant' },
)
export type AbVariant = Omit<Static<typeof abVariantShape>, 'content'> & {
  readonly content?: CampaignContent
}

/** What came of it. `winner` null: nobody knew, and the rest is split. */
const abResultShape = Type.Object(
  {
    winner: nullable,
    leader: nullable,
    probability: Type.Union([Type.Number(), Type.Null()]),
    decided_by: Type.Enum(['test', 'person']),
    decided_at: moment,
  },
  { $id: 'AbResult' },
)
export type AbResult = Static<typeof abResultShape>

const decided = {
  test_share: Type.Number({
    description: 'Of the audience; 1: all of it, and nothing is decided.',
  }),
  metric: Type.String({ description: 'clicked, opened or event:<name>.' }),
  wait: Type.String({ description: 'PT1H to PT72H.' }),
  min_probability: Type.Number(),
  if_unsure: Type.Enum(['first', 'leader', 'split']),
}
const abTest = Type.Object(decided)
export type AbTest = Static<typeof abTest> & { readonly variants: readonly AbVariant[] }

export const abShape = Type.Object(
  {
    variants: Type.Array(abVariantShape),
    ...decided,
    result: Type.Union([abResultShape, Type.Null()]),
  },
  { $id: 'AbTest' },
)

const abSchema = Type.Object(
  {
    variants: Type.Array(
      Type.Object(
        {
          key: variantKey,
          weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
          subject,
          from,
          content: Type.Optional(contentSchema),
        },
        strict,
      ),
      { minItems: 2, maxItems: 5 },
    ),
    test_share: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    metric: Type.Optional(decided.metric),
    wait: Type.Optional(decided.wait),
    min_probability: Type.Optional(Type.Number({ minimum: 0.5, exclusiveMaximum: 1 })),
    if_unsure: Type.Optional(decided.if_unsure),
  },
  { $id: 'AbTestInput', additionalProperties: false },
)

const sendingWindow = Type.Object(
  {
    from: clock,
    until: clock,
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        description: '1: Monday.',
      }),
    ),
  },
  strict,
)
const at = Type.String({ description: 'An instant with offset, or a local time of time_zone.' })
const timeZone = Type.String({ description: 'An IANA name, or recipient.' })
const pastZones = Type.Enum(['now', 'next_day', 'skip'])
const sendUntil = Type.String({ description: 'Who still waits then is skipped.' })

export const scheduleFields = {
  at: Type.Optional(at),
  time_zone: Type.Optional(timeZone),
  past_zones: Type.Optional(pastZones),
  window: Type.Optional(sendingWindow),
  rate_per_hour: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  send_until: Type.Optional(sendUntil),
}
const scheduleSchema = Type.Object(scheduleFields, { $id: 'ScheduleInput', ...strict })
export type Schedule = Static<typeof scheduleSchema>

/** Whole, with what nobody said. */
export const scheduleShape = Type.Object(
  {
    at: orNull(at),
    time_zone: orNull(timeZone),
    past_zones: pastZones,
    window: orNull(sendingWindow),
    rate_per_hour: orNull(Type.Integer()),
    send_until: orNull(sendUntil),
  },
  { $id: 'Schedule' },
)

/** What people did with another campaign, of which a copy may be for some. */
export const deeds = ['not_opened', 'not_clicked', 'opened', 'clicked'] as const
export type Deed = (typeof deeds)[number]

const ofDeed = (what: string) => Type.Optional(Type.String({ description: `cmp_…: ${what}` }))
const byDeed = {
  not_opened: ofDeed('who got that one and has not opened it.'),
  not_clicked: ofDeed('who got that one and has not clicked in it.'),
  opened: ofDeed('who has opened that one.'),
  clicked: ofDeed('who has clicked in that one.'),
}
const match = Type.Enum(['all', 'any'])

const audienceSchema = Type.Object(
  {
    topics: Type.Optional(Type.Array(id('top'), { maxItems: 200 })),
    segments: Type.Optional(Type.Array(id('seg'), { maxItems: 100 })),
    match: Type.Optional(match),
    everybody: Type.Optional(Type.Boolean()),
    exclude: Type.Optional(
      Type.Object(
        {
          segments: Type.Optional(Type.Array(id('seg'))),
          campaigns: Type.Optional(Type.Array(id('cmp'))),
          received_within: Type.Optional(Type.String()),
        },
        { ...strict, description: 'At most 20 segments and campaigns together.' },
      ),
    ),
    ...byDeed,
    recheck: Type.Optional(Type.Boolean()),
  },
  { $id: 'AudienceInput', ...strict },
)
export type Audience = Static<typeof audienceSchema>

/** Whole, with what nobody said. */
export const audienceShape = Type.Object(
  {
    topics: Type.Array(id('top')),
    segments: Type.Array(id('seg')),
    match,
    everybody: Type.Boolean(),
    exclude: Type.Object({
      segments: Type.Array(id('seg')),
      campaigns: Type.Array(id('cmp')),
      received_within: nullable,
    }),
    ...byDeed,
    recheck: Type.Boolean(),
  },
  { $id: 'Audience' },
)

/** Why a campaign that is sending sends nothing at the moment. */
export const waitingShape = Type.Object(
  {
    reason: Type.Enum([
      'quota',
      'spend_limit',
      'warm_up',
      'window',
      'rate',
      'time_zone',
      'test_result',
      'quiet_hours',
      'cap',
      'reserve',
    ]),
    until: Type.String(),
    left: Type.Integer(),
  },
  { $id: 'Waiting' },
)
export type Waiting = Static<typeof waitingShape>

/** Of letters with a result: how many of them went badly. */
export const guardFiguresShape = Type.Object(
  {
    results: Type.Integer(),
    hard: Type.Integer(),
    policy: Type.Integer(),
    complained: Type.Integer(),
  },
  { $id: 'GuardFigures', description: 'The figures that paused it.' },
)
export type GuardFigures = Static<typeof guardFiguresShape>

export const archiveShape = Type.Object(
  {
    public: Type.Boolean(),
    slug: nullable,
    url: nullable,
  },
  { $id: 'CampaignArchive' },
)

export const countsShape = Type.Object(
  {
    audience: Type.Integer(),
    pending: Type.Integer(),
    released: Type.Integer(),
    skipped: Type.Integer(),
    cancelled: Type.Integer(),
  },
  { $id: 'RecipientCounts' },
)
export type RecipientCounts = Static<typeof countsShape>

export const resultsShape = Type.Object(
  {
    delivered: Type.Integer(),
    bounced: Type.Integer(),
    complained: Type.Integer(),
    unsubscribed: Type.Integer(),
    opened: Type.Integer(),
    clicked: Type.Integer(),
  },
  {
    $id: 'CampaignResults',
    description: 'Of its letters; opened and clicked by people, programs not counted.',
  },
)
export type CampaignResults = Static<typeof resultsShape>

export const campaignFields = {
  from,
  reply_to: Type.Optional(Type.Array(Type.String({ maxLength: 998 }), { maxItems: 10 })),
  topic_id: Type.Optional(id('top')),
  content: Type.Optional(contentSchema),
  audience: Type.Optional(audienceSchema),
  schedule: Type.Optional(scheduleSchema),
  ab: Type.Optional(abSchema),
  tracking: Type.Optional(
    Type.Object(
      { opens: Type.Optional(Type.Boolean()), clicks: Type.Optional(Type.Boolean()) },
      strict,
    ),
  ),
  guard: Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }, strict)),
  archive: Type.Optional(
    Type.Object(
      {
        public: Type.Optional(Type.Boolean()),
        slug: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' })),
      },
      strict,
    ),
  ),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  archived: Type.Optional(Type.Boolean()),
  follow_up: Type.Optional(followUpSchema),
  on_missing: Type.Optional(Type.Enum(['skip', 'empty'])),
  if_capped: Type.Optional(Type.Enum(['skip', 'wait'])),
  utm: Type.Optional(Type.Union([utmSchema, Type.Null()])),
}
