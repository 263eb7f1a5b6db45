/** Campaigns as they are written, kept and shown. */
import { Type } from 'typebox'
import type { Settings } from '#kernel/base/config.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { LetterSources } from '#sending/content/liquid/render.ts'
import { type Utm, utmSchema } from '#sending/content/utm.ts'
import type { Variable } from '../../templates/template.ts'
import { type FollowUp, followUpShape } from './follow-up-fields.ts'
import {
  type AbResult,
  type AbTest,
  type Audience,
  abShape,
  archiveShape,
  audienceShape,
  type CampaignContent,
  type CampaignResults,
  contentShape,
  countsShape,
  type GuardFigures,
  guardFiguresShape,
  type RecipientCounts,
  resultsShape,
  type Schedule,
  scheduleShape,
  type Waiting,
  waitingShape,
} from './shapes.ts'
import { type CampaignStatus, campaignStatuses } from './state-table.ts'

const phases = ['preparing', 'test', 'deciding', 'rest', 'finishing'] as const
const pausers = ['person', 'guard', 'account', 'missed_schedule'] as const

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
  /** Put away: lists show it where it is asked for. Absent of campaigns of before. */
  readonly archived?: boolean
  /** Absent of campaigns of before. */
  readonly follow_up?: FollowUp | null
  readonly on_missing: 'skip' | 'empty'
  /** Who has had as many letters as a cap allows: none, or later. */
  readonly if_capped: 'skip' | 'wait'
  /** In the places of the project's; null: its links get none. Absent of campaigns of before. */
  readonly utm?: Utm | null
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
  /** Planned when it had been sent. */
  readonly follow_up?: Uuid
}

export interface Campaign {
  readonly id: Uuid
  /** Of its row, where that was asked for: another one after each change. */
  readonly version?: string
  readonly mode: Mode
  readonly name: string
  readonly status: CampaignStatus
  readonly phase: (typeof phases)[number] | null
  readonly waiting: Waiting | null
  readonly paused_by: (typeof pausers)[number] | null
  readonly definition: Definition
  readonly letters: CampaignLetters | null
  readonly progress: SendingProgress
  readonly due_at: Date | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

const nullable = Type.Union([Type.String(), Type.Null()])

export const campaignShape = Type.Object(
  {
    id: Type.String({ description: 'cmp_…' }),
    name: Type.String(),
    status: Type.Enum([...campaignStatuses]),
    phase: Type.Union([Type.Enum([...phases]), Type.Null()], { description: 'While sending.' }),
    waiting: Type.Union([waitingShape, Type.Null()]),
    paused_by: Type.Union([Type.Enum([...pausers]), Type.Null()]),
    from: nullable,
    reply_to: Type.Array(Type.String()),
    topic_id: nullable,
    content: Type.Union([contentShape, Type.Null()]),
    audience: Type.Union([audienceShape, Type.Null()]),
    schedule: Type.Union([scheduleShape, Type.Null()]),
    ab: Type.Union([abShape, Type.Null()], {
      description: 'null: no test. result: what came of it.',
    }),
    tracking: Type.Object({ opens: Type.Boolean(), clicks: Type.Boolean() }),
    guard: Type.Object({
      enabled: Type.Boolean(),
      tripped: Type.Optional(guardFiguresShape),
    }),
    archive: archiveShape,
    tags: Type.Record(Type.String(), Type.String()),
    archived: Type.Boolean({ description: 'Put away; archive is its page for everybody.' }),
    follow_up: Type.Union([followUpShape, Type.Null()]),
    on_missing: Type.Enum(['skip', 'empty']),
    if_capped: Type.Enum(['skip', 'wait']),
    utm: Type.Union([utmSchema, Type.Null()]),
    counts: countsShape,
    results: resultsShape,
    created_at: Type.String({ format: 'date-time' }),
    begins_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When it began, or will; null of a draft.',
    }),
    started_at: nullable,
    finished_at: nullable,
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

export interface CampaignFigures {
  readonly counts: RecipientCounts
  readonly results: CampaignResults
}

export const noFigures: CampaignFigures = {
  counts: noCounts,
  results: { delivered: 0, bounced: 0, complained: 0, unsubscribed: 0, opened: 0, clicked: 0 },
}

export const showCampaign = (
  { MALOTE_BASE_URL: base }: Pick<Settings, 'MALOTE_BASE_URL'>,
  projectId: Uuid,
  row: Campaign,
  { counts, results }: CampaignFigures,
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
  archived: row.definition.archived ?? false,
  follow_up: showFollowUp(row),
  on_missing: row.definition.on_missing,
  if_capped: row.definition.if_capped ?? 'skip',
  utm: row.definition.utm === undefined ? {} : row.definition.utm,
  counts,
  results,
  created_at: row.created_at.toISOString(),
  begins_at: (row.started_at ?? row.due_at)?.toISOString() ?? null,
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})

function showFollowUp({ definition: { follow_up: asked }, progress }: Campaign) {
  if (!asked) return null
  const id = progress.follow_up
  return { ...asked, campaign_id: id === undefined ? null : show('cmp', id) }
}

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
export interface ArchivedCampaign
  extends Pick<Campaign, 'id' | 'mode' | 'status' | 'started_at' | 'created_at'> {
  readonly slug: string
  /** Another one sends something else. */
  readonly revision: number
}

/** Where everybody reads it. `base`: of the project's archive. */
export const archiveUrl = (
  base: string,
  { mode, slug }: Pick<ArchivedCampaign, 'mode' | 'slug'>,
): string => `${base}/${slug}${mode === 'test' ? '?mode=test' : ''}`

const showArchive = (base: string, row: Campaign) => {
  const { public: isPublic, slug = null } = row.definition.archive
  return {
    public: isPublic,
    slug,
    url: isPublic && slug !== null ? archiveUrl(base, { mode: row.mode, slug }) : null,
  }
}
