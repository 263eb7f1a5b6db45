/** Campaigns as they are written, kept and shown. */
import { Type } from 'typebox'
import type { Settings } from '#kernel/base/config.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { LetterSources } from '#sending/content/liquid/render.ts'
import { type Utm, utmSchema } from '#sending/content/utm.ts'
import { designSchema } from '../templates/design.ts'
import { draftName } from '../templates/draft-version.ts'
import type { Variable, Variant } from '../templates/template.ts'

export type CampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
export const campaignStatuses: readonly CampaignStatus[] = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
]

/** A template's version, or letters of its own by language. */
export type CampaignContent =
  | { readonly template_id: string; readonly version?: number | 'draft' }
  | (Variant & { readonly default_language?: string })
  | {
      readonly variants: Readonly<Record<string, Variant>>
      readonly default_language?: string
    }

export interface AbVariant {
  readonly key: string
  readonly weight: number
  readonly subject?: string
  readonly from?: string
  readonly content?: CampaignContent
}

export interface AbTest {
  readonly variants: readonly AbVariant[]
  /** Of the audience; 1: all of it, and nothing is decided. */
  readonly test_share: number
  readonly metric: string
  readonly wait: string
  readonly min_probability: number
  readonly if_unsure: 'first' | 'leader' | 'split'
}

/** What came of it. `winner` null: nobody knew, and the rest is split. */
export interface AbResult {
  readonly winner: string | null
  readonly leader: string | null
  readonly probability: number | null
  readonly decided_by: 'test' | 'person'
  readonly decided_at: string
}

export interface Audience {
  readonly topics?: readonly string[]
  readonly segments?: readonly string[]
  readonly match?: 'all' | 'any'
  readonly everybody?: boolean
  readonly exclude?: {
    readonly segments?: readonly string[]
    readonly campaigns?: readonly string[]
    readonly received_within?: string
  }
  /** A campaign: only those of its people who have not opened their letter. */
  readonly not_opened?: string
  readonly recheck?: boolean
}

export interface Schedule {
  readonly at?: string
  readonly time_zone?: string
  readonly past_zones?: 'now' | 'next_day' | 'skip'
  readonly window?: { readonly from: string; readonly until: string; readonly days?: number[] }
  readonly rate_per_hour?: number
  readonly send_until?: string
}

export const defaultPastZones = 'next_day'

export interface Definition {
  readonly from: string | null
  readonly reply_to: readonly string[]
  readonly topic_id: string | null
  readonly content: CampaignContent | null
  readonly audience: Audience | null
  readonly schedule: Schedule | null
  readonly ab: AbTest | null
  readonly tracking: { readonly opens: boolean; readonly clicks: boolean }
  readonly guard: { readonly enabled: boolean }
  readonly archive: { readonly public: boolean; readonly slug?: string }
  readonly tags: Readonly<Record<string, string>>
  readonly on_missing: 'skip' | 'empty'
  /** Who has had as many letters as a cap allows: none, or later. */
  readonly if_capped: 'skip' | 'wait'
  /** In the places of the project's; null: its links get none. Absent of campaigns of before. */
  readonly utm?: Utm | null
}

/** Why a campaign that is sending sends nothing at the moment. */
export interface Waiting {
  readonly reason:
    | 'quota'
    | 'spend_limit'
    | 'warm_up'
    | 'window'
    | 'rate'
    | 'time_zone'
    | 'test_result'
    | 'quiet_hours'
    | 'cap'
    | 'reserve'
  readonly until: string
  readonly left: number
}

/** What is sent: sources by language, and which one is at home. */
export interface CampaignLetters {
  readonly default_language: string
  /** Of a template. */
  readonly version?: number
  readonly variables: readonly Variable[]
  readonly letters: Readonly<Record<string, LetterSources>>
  /** Of an A/B test: what each variant sends, where that is something else. */
  readonly variants?: Readonly<Record<string, Omit<CampaignLetters, 'variants'>>>
}

interface SendingProgress {
  /** How often what it sends, or to whom, has been written. */
  readonly revision?: number
  /** The last contact that was read, and the last there was at the start. */
  readonly read?: Uuid
  readonly ceiling?: Uuid
  readonly rank?: string
  readonly tokens?: number
  readonly tokens_at?: number
  readonly send_until?: string
  readonly released?: number
  /** Until when results of the first letters are waited for; ms since 1970. */
  readonly first_until?: number
  readonly first_are_well?: boolean
  readonly looked_at?: number
  readonly tripped?: GuardFigures
  /** Why somebody was last put off, beside the moment of their zone. */
  readonly postponed_by?: 'window' | 'quiet_hours' | 'cap'
  /** When the wait for a limit began. */
  readonly limited_since?: number
  /** The first wait for the pace was told; each further letter waits for it, too. */
  readonly pace_told?: boolean
  /** How fast letters leave, and what was seen when that was last measured. */
  readonly window?: number
  readonly measured?: { readonly at: number; readonly released: number; readonly due: number }
  readonly first_release?: string
  readonly last_release?: string
  readonly decide_at?: number
  readonly ab?: AbResult
}

/** Of letters with a result: how many of them went badly. */
export interface GuardFigures {
  readonly results: number
  readonly hard: number
  readonly policy: number
  readonly complained: number
}

export interface Campaign {
  readonly id: Uuid
  /** Of its row, where that was asked for: another one after each change. */
  readonly version?: string
  readonly mode: Mode
  readonly name: string
  readonly status: CampaignStatus
  readonly phase: 'preparing' | 'test' | 'deciding' | 'rest' | 'finishing' | null
  readonly waiting: Waiting | null
  readonly paused_by: 'person' | 'guard' | 'account' | 'missed_schedule' | null
  readonly definition: Definition
  readonly letters: CampaignLetters | null
  readonly progress: SendingProgress
  readonly due_at: Date | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

export interface RecipientCounts {
  readonly audience: number
  readonly pending: number
  readonly released: number
  readonly skipped: number
  readonly cancelled: number
}

const id = (prefix: string) => Type.String({ description: `${prefix}_…` })
const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })
const maxHtmlChars = 5 * 1024 * 1024

const variant = {
  subject: Type.Optional(Type.String({ maxLength: 998 })),
  preheader: Type.Optional(Type.String({ maxLength: 1_000 })),
  html: Type.Optional(Type.String({ maxLength: maxHtmlChars })),
  mjml: Type.Optional(Type.String({ maxLength: maxHtmlChars })),
  design: Type.Optional(designSchema),
  text: Type.Optional(Type.Union([Type.String({ maxLength: maxHtmlChars }), Type.Literal(false)])),
}

const contentSchema = Type.Object(
  {
    template_id: Type.Optional(id('tpl')),
    version: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(draftName)], {
        description: 'Absent: the published one. draft: in test mode only.',
      }),
    ),
    default_language: Type.Optional(Type.String({ maxLength: 35 })),
    variants: Type.Optional(
      Type.Record(Type.String(), Type.Object(variant, { additionalProperties: false })),
    ),
    ...variant,
  },
  {
    $id: 'CampaignContent',
    additionalProperties: false,
    description:
      'A template, or subject and html of its own, by language where there are variants.',
  },
)

const abWait = Type.String({ description: 'PT1H to PT72H.' })

const abSchema = Type.Object(
  {
    variants: Type.Array(
      Type.Object(
        {
          key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
          weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
          subject: Type.Optional(Type.String({ maxLength: 998 })),
          from: Type.Optional(Type.String({ maxLength: 998 })),
          content: Type.Optional(contentSchema),
        },
        { additionalProperties: false },
      ),
      { minItems: 2, maxItems: 5 },
    ),
    test_share: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    metric: Type.Optional(Type.String({ description: 'clicked, opened or event:<name>.' })),
    wait: Type.Optional(abWait),
    min_probability: Type.Optional(Type.Number({ minimum: 0.5, exclusiveMaximum: 1 })),
    if_unsure: Type.Optional(Type.Enum(['first', 'leader', 'split'])),
  },
  { $id: 'AbTest', additionalProperties: false },
)

export const scheduleFields = {
  at: Type.Optional(
    Type.String({ description: 'An instant with offset, or a local time of time_zone.' }),
  ),
  time_zone: Type.Optional(Type.String({ description: 'An IANA name, or recipient.' })),
  past_zones: Type.Optional(Type.Enum(['now', 'next_day', 'skip'])),
  window: Type.Optional(
    Type.Object(
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
      { additionalProperties: false },
    ),
  ),
  rate_per_hour: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  send_until: Type.Optional(Type.String({ description: 'Who still waits then is skipped.' })),
}

export const campaignFields = {
  from: Type.Optional(Type.String({ maxLength: 998 })),
  reply_to: Type.Optional(Type.Array(Type.String({ maxLength: 998 }), { maxItems: 10 })),
  topic_id: Type.Optional(id('top')),
  content: Type.Optional(contentSchema),
  audience: Type.Optional(
    Type.Object(
      {
        topics: Type.Optional(Type.Array(id('top'), { maxItems: 200 })),
        segments: Type.Optional(Type.Array(id('seg'), { maxItems: 100 })),
        match: Type.Optional(Type.Enum(['all', 'any'])),
        everybody: Type.Optional(Type.Boolean()),
        exclude: Type.Optional(
          Type.Object(
            {
              segments: Type.Optional(Type.Array(id('seg'))),
              campaigns: Type.Optional(Type.Array(id('cmp'))),
              received_within: Type.Optional(Type.String()),
            },
            {
              additionalProperties: false,
              description: 'At most 20 segments and campaigns together.',
            },
          ),
        ),
        not_opened: Type.Optional(
          Type.String({ description: 'cmp_…: who got that one and has not opened it.' }),
        ),
        recheck: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  ),
  schedule: Type.Optional(Type.Object(scheduleFields, { additionalProperties: false })),
  ab: Type.Optional(abSchema),
  tracking: Type.Optional(
    Type.Object(
      { opens: Type.Optional(Type.Boolean()), clicks: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
  ),
  guard: Type.Optional(
    Type.Object({ enabled: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  ),
  archive: Type.Optional(
    Type.Object(
      {
        public: Type.Optional(Type.Boolean()),
        slug: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' })),
      },
      { additionalProperties: false },
    ),
  ),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  on_missing: Type.Optional(Type.Enum(['skip', 'empty'])),
  if_capped: Type.Optional(Type.Enum(['skip', 'wait'])),
  utm: Type.Optional(Type.Union([utmSchema, Type.Null()])),
}

const nullable = (description?: string) =>
  Type.Union([Type.String(description === undefined ? {} : { description }), Type.Null()])

export const campaignShape = Type.Object(
  {
    id: Type.String({ description: 'cmp_…' }),
    name: Type.String(),
    status: Type.Enum([...campaignStatuses]),
    phase: nullable('preparing, test, deciding, rest or finishing, while sending.'),
    waiting: Type.Union([
      Type.Object({ reason: Type.String(), until: Type.String(), left: Type.Integer() }),
      Type.Null(),
    ]),
    paused_by: nullable('person, guard, account or missed_schedule.'),
    from: nullable(),
    reply_to: Type.Array(Type.String()),
    topic_id: nullable(),
    content: Type.Unknown(),
    audience: Type.Unknown(),
    schedule: Type.Unknown(),
    ab: Type.Unknown({ description: 'null: no test. result: what came of it.' }),
    tracking: Type.Object({ opens: Type.Boolean(), clicks: Type.Boolean() }),
    guard: Type.Object({
      enabled: Type.Boolean(),
      tripped: Type.Optional(Type.Unknown({ description: 'The figures that paused it.' })),
    }),
    archive: Type.Unknown(),
    tags: Type.Record(Type.String(), Type.String()),
    on_missing: Type.Enum(['skip', 'empty']),
    if_capped: Type.Enum(['skip', 'wait']),
    utm: Type.Union([utmSchema, Type.Null()]),
    counts: Type.Object({
      audience: Type.Integer(),
      pending: Type.Integer(),
      released: Type.Integer(),
      skipped: Type.Integer(),
      cancelled: Type.Integer(),
    }),
    created_at: Type.String({ format: 'date-time' }),
    started_at: nullable(),
    finished_at: nullable(),
  },
  { $id: 'Campaign' },
)

export const noCounts: RecipientCounts = {
  audience: 0,
  pending: 0,
  released: 0,
  skipped: 0,
  cancelled: 0,
}

export const showCampaign = (
  { MALOTE_BASE_URL: base }: Pick<Settings, 'MALOTE_BASE_URL'>,
  projectId: Uuid,
  row: Campaign,
  counts: RecipientCounts,
) => ({
  id: show('cmp', row.id),
  name: row.name,
  status: row.status,
  phase: row.phase,
  waiting: row.waiting,
  paused_by: row.paused_by,
  from: row.definition.from,
  reply_to: row.definition.reply_to,
  topic_id: row.definition.topic_id,
  content: showContent(row),
  audience: row.definition.audience && showAudience(row.definition.audience),
  schedule: row.definition.schedule && showSchedule(row.definition.schedule),
  ab: row.definition.ab == null ? null : { ...row.definition.ab, result: row.progress.ab ?? null },
  tracking: row.definition.tracking,
  guard: {
    ...row.definition.guard,
    ...(row.progress.tripped === undefined ? {} : { tripped: row.progress.tripped }),
  },
  archive: showArchive(`${base}/a/${show('prj', projectId)}`, row),
  tags: row.definition.tags,
  on_missing: row.definition.on_missing,
  if_capped: row.definition.if_capped ?? 'skip',
  utm: row.definition.utm === undefined ? {} : row.definition.utm,
  counts,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** Of a template the version whose letters go out, once that is decided. */
function showContent({ definition: { content }, letters }: Campaign) {
  const version = letters?.version
  const isOpen = content !== null && 'template_id' in content && content.version === undefined
  return isOpen && version !== undefined ? { ...content, version } : content
}

/** Whole, with what nobody said. */
const showAudience = ({ topics, segments, match, everybody, exclude, ...rest }: Audience) => ({
  topics: topics ?? [],
  segments: segments ?? [],
  match: match ?? 'all',
  everybody: everybody ?? false,
  exclude: {
    segments: exclude?.segments ?? [],
    campaigns: exclude?.campaigns ?? [],
    received_within: exclude?.received_within ?? null,
  },
  ...rest,
  recheck: rest.recheck ?? false,
})

const showSchedule = (schedule: Schedule) => ({
  at: schedule.at ?? null,
  time_zone: schedule.time_zone ?? null,
  past_zones: schedule.past_zones ?? defaultPastZones,
  window: schedule.window ?? null,
  rate_per_hour: schedule.rate_per_hour ?? null,
  send_until: schedule.send_until ?? null,
})

/** A public campaign as its readers find it, without what it sends. */
export interface Archived
  extends Pick<Campaign, 'id' | 'mode' | 'status' | 'started_at' | 'created_at'> {
  readonly slug: string
  /** Another one sends something else. */
  readonly revision: number
}

/** Where everybody reads it. `base`: of the project's archive. */
export const archiveUrl = (base: string, { mode, slug }: Pick<Archived, 'mode' | 'slug'>): string =>
  `${base}/${slug}${mode === 'test' ? '?mode=test' : ''}`

const showArchive = (base: string, row: Campaign) => {
  const { public: isPublic, slug = null } = row.definition.archive
  return {
    public: isPublic,
    slug,
    url: isPublic && slug !== null ? archiveUrl(base, { mode: row.mode, slug }) : null,
  }
}
