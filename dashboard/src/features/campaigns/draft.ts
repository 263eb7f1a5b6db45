/** A campaign while it is written: its members as a form has them, and back as the server takes them. */
import { Temporal } from 'temporal-polyfill'
import type { Body } from '../../api/calls.ts'
import type { Audience, Campaign, Schedule } from '../../api/shapes.ts'
import { clockOf, momentOf } from '../../ui/zone.ts'
import type { Variant, Variants } from '../letters/variant.ts'
import { tagsFrom, tagsOf } from './tags.ts'
import { abOf, type Trial, trialOf } from './trial.ts'

export interface Timing {
  /** A local time such as 2026-12-20T09:00; empty: at once. */
  readonly at: string
  readonly isOfRecipient: boolean
  readonly past: 'now' | 'next_day' | 'skip'
  readonly from: string
  readonly until: string
  /** 1: Monday. */
  readonly days: readonly string[]
  readonly rate: string
  /** Local, too: whoever still waits then gets nothing. */
  readonly end: string
}

/** The same letter later, to who did not react. */
export interface FollowUp {
  /** Empty: none. */
  readonly days: string
  readonly to: 'not_opened' | 'not_clicked'
  readonly subject: string
}

/** What people did with another campaign, to be asked for by `audience`. */
export const deeds = ['not_opened', 'not_clicked', 'opened', 'clicked'] as const
export type Deed = (typeof deeds)[number]

export interface CampaignDraft {
  readonly name: string
  readonly from: string
  readonly replyTo: string
  readonly topic: string
  readonly topics: readonly string[]
  readonly segments: readonly string[]
  readonly match: 'all' | 'any'
  readonly everybody: boolean
  /** Only those of another campaign; empty: of none. */
  readonly deed: Deed | ''
  readonly deedOf: string
  readonly exclude: readonly string[]
  readonly excludeCampaigns: readonly string[]
  readonly receivedDays: string
  /** Empty: letters of its own. */
  readonly template: string
  readonly letters: { readonly variants: Variants; readonly home: string }
  readonly timing: Timing
  /** `{}`: the project's; null: none. */
  readonly utm: Campaign['utm']
  /** null: none; undefined: one that is not of the kind that is written here. */
  readonly trial: Trial | null | undefined
  /** Whether everybody can read it, and under which name; empty: one that is made from its own. */
  readonly isPublic: boolean
  /** As people write them: natal, or canal:loja. */
  readonly tags: readonly string[]
  readonly followUp: FollowUp
  readonly slug: string
}

interface Where {
  readonly zone: string
  readonly language: string
  /** What a letter of its own begins with. */
  readonly fresh: Variant
}

export function draftOf(campaign: Campaign, where: Where): CampaignDraft {
  const content = campaign.content ?? {}
  const { audience } = campaign
  return {
    name: campaign.name,
    from: campaign.from ?? '',
    replyTo: campaign.reply_to.join(', '),
    topic: campaign.topic_id ?? '',
    topics: audience?.topics ?? [],
    segments: audience?.segments ?? [],
    match: audience?.match ?? 'any',
    everybody: audience?.everybody ?? false,
    ...deedIn(audience),
    exclude: audience?.exclude.segments ?? [],
    excludeCampaigns: audience?.exclude.campaigns ?? [],
    receivedDays: daysOf(audience?.exclude.received_within),
    template: content.template_id ?? '',
    letters: lettersOf(content, where),
    timing: timingOf(campaign.schedule, where.zone),
    utm: campaign.utm,
    trial: trialOf(campaign.ab),
    isPublic: campaign.archive.public,
    tags: tagsOf(campaign.tags),
    followUp: {
      days: daysOf(campaign.follow_up?.after),
      to: campaign.follow_up?.to ?? 'not_opened',
      subject: campaign.follow_up?.subject ?? '',
    },
    slug: campaign.archive.slug ?? '',
  }
}

/** The first; where the API has named more, those stay. */
function deedIn(audience: Audience | null): Pick<CampaignDraft, 'deed' | 'deedOf'> {
  const deed = deeds.find(one => audience?.[one])
  return { deed: deed ?? '', deedOf: (deed && audience?.[deed]) ?? '' }
}

/** Of P30D the days. */
const daysOf = (span: string | null | undefined): string => /^P(\d+)D$/.exec(span ?? '')?.[1] ?? ''

function lettersOf(
  content: NonNullable<Campaign['content']>,
  { language, fresh }: Where,
): CampaignDraft['letters'] {
  const { template_id: _template, default_language: home = language, variants, ...single } = content
  if (variants)
    return { variants, home: variants[home] ? home : (Object.keys(variants)[0] ?? home) }
  const isWritten = Object.keys(single).length > 0
  return { variants: { [home]: isWritten ? single : fresh }, home }
}

export const isInstant = (at: string): boolean => /Z|[+-]\d\d:\d\d$/.test(at)

/** Nine in the morning of the next day, as local time of a zone. */
export const dayAfter = (zone: string): string =>
  `${Temporal.Now.plainDateISO(zone).add({ days: 1 }).toString()}T09:00`

function timingOf(schedule: Schedule | null, zone: string): Timing {
  const { window, rate_per_hour: rate } = schedule ?? {}
  return {
    at: schedule === null ? '' : localOf(schedule, zone).slice(0, 16),
    isOfRecipient: schedule?.time_zone === 'recipient',
    past: schedule?.past_zones ?? 'next_day',
    from: window?.from ?? '',
    until: window?.until ?? '',
    days: (window?.days ?? []).map(String),
    rate: rate == null ? '' : String(rate),
    end: schedule?.send_until ? clockOf(schedule.send_until, zone) : '',
  }
}

/** The hour of a schedule on the clocks of the account, whichever clocks it was given on. */
function localOf({ at, time_zone: given }: Schedule, zone: string): string {
  if (!at) return ''
  if (isInstant(at)) return clockOf(at, zone)
  return !given || given === 'recipient' ? at : clockOf(momentOf(at, given), zone)
}

type Change = Body<'project.campaigns.update'>

/** What differs, as the server takes it; what is not filled in yet is left out of a draft. */
export function changeOf(
  before: CampaignDraft,
  after: CampaignDraft,
  campaign: Campaign,
  zone: string,
): Change {
  const change: Record<string, unknown> = {}
  const isOther = (...names: (keyof CampaignDraft)[]) =>
    names.some(name => before[name] !== after[name])
  if (isOther('name') && after.name.trim() !== '') change.name = after.name.trim()
  if (isOther('from')) change.from = after.from.trim() || null
  if (isOther('replyTo')) change.reply_to = after.replyTo.split(/[,;]\s*/).filter(one => one.trim())
  if (isOther('topic')) change.topic_id = after.topic || null
  if (isOther('template', 'letters')) change.content = contentOf(after)
  if (isOther('utm')) change.utm = after.utm
  if (isOther('timing')) change.schedule = scheduleOf(after.timing, campaign.schedule, zone)
  if (isOther('trial') && after.trial !== undefined) change.ab = after.trial && abOf(after.trial)
  // With another letter, what may be said of its subject is another thing, too.
  const hasFollowUp = after.followUp.days !== ''
  if (isOther('followUp') || (isOther('template') && hasFollowUp))
    change.follow_up = followUpOf(after)
  if (isOther('tags')) change.tags = tagsFrom(after.tags)
  if (isOther('isPublic', 'slug'))
    change.archive = { public: after.isPublic, ...(after.slug ? { slug: after.slug } : {}) }
  const ofAudience = ['topics', 'segments', 'match', 'everybody', 'deed', 'deedOf'] as const
  if (isOther(...ofAudience, 'exclude', 'excludeCampaigns', 'receivedDays'))
    change.audience = audienceOf(after, campaign.audience)
  return change as Change
}

/** A template says its own subject. */
const followUpOf = ({ followUp: { days, to, subject }, template }: CampaignDraft): unknown =>
  days === ''
    ? null
    : {
        after: `P${days}D`,
        to,
        ...(subject.trim() && template === '' ? { subject: subject.trim() } : {}),
      }

const contentOf = ({ template, letters: { variants, home } }: CampaignDraft): unknown =>
  template === '' ? { default_language: home, variants } : { template_id: template }

function audienceOf(draft: CampaignDraft, before: Audience | null): unknown {
  const { topics, segments, match, everybody, exclude, excludeCampaigns, receivedDays } = draft
  const among = amongOf(draft, before)
  const isAny = Object.keys(among).length > 0
  if (topics.length === 0 && segments.length === 0 && !everybody && !isAny) return null
  const days = receivedDays.replace(/\D/g, '')
  // A span of another kind than days is not shown, and stays.
  const span = before?.exclude.received_within
  const isShown = span == null || daysOf(span) !== ''
  const within = days ? `P${days}D` : isShown ? undefined : span
  const not = {
    ...(exclude.length > 0 ? { segments: exclude } : {}),
    ...(excludeCampaigns.length > 0 ? { campaigns: excludeCampaigns } : {}),
    ...(within ? { received_within: within } : {}),
  }
  return {
    topics,
    segments,
    match,
    everybody,
    ...among,
    ...(before === null ? {} : { recheck: before.recheck }),
    ...(Object.keys(not).length > 0 ? { exclude: not } : {}),
  }
}

/** A deed without its campaign asks for nothing yet. */
function amongOf({ deed, deedOf }: CampaignDraft, before: Audience | null): object {
  const shown = deedIn(before).deed
  const others = deeds.filter(one => one !== shown && before?.[one])
  return {
    ...Object.fromEntries(others.map(one => [one, before![one]])),
    ...(deed && deedOf ? { [deed]: deedOf } : {}),
  }
}

function scheduleOf(timing: Timing, before: Schedule | null, zone: string): unknown {
  const { at, isOfRecipient, past, from, until: to, days, rate, end } = timing
  const known = before?.send_until
  // The very moment that was given, seconds and all, as long as it is the same on these clocks.
  const until = known && end === clockOf(known, zone) ? known : end && momentOf(end, zone)
  const schedule = {
    ...(at ? { at, time_zone: isOfRecipient ? 'recipient' : zone } : {}),
    ...(at && isOfRecipient ? { past_zones: past } : {}),
    // With one end only, it is open to the other end of the day. The end is not part of a window;
    // midnight closes one that does not begin there.
    ...(from || to
      ? {
          window: {
            from: from || '00:00',
            until: to || (from === '00:00' ? '23:59' : '00:00'),
            ...(days.length > 0 ? { days: days.map(Number).sort() } : {}),
          },
        }
      : {}),
    ...(rate ? { rate_per_hour: Number(rate) } : {}),
    ...(until ? { send_until: until } : {}),
  }
  return Object.keys(schedule).length === 0 ? null : schedule
}

/** The parts that a campaign is written in. */
export const cards = ['sender', 'subject', 'audience', 'time', 'letter'] as const
export type Card = (typeof cards)[number]
/** A card, or what stands below them. */
export type Place = Card | 'more'

const codes: readonly (readonly [RegExp, Card])[] = [
  [/^audience_empty$/, 'audience'],
  [/^(subject|preheader|ab_)/, 'subject'],
  [/^(link|image|placeholder|size|too_large|spam|content|value_|text_|language)/, 'letter'],
  [/^(domain_|dmarc|reply_to)/, 'sender'],
]

/** Where what a finding is about is written. */
export function cardOf({
  code = '',
  param = '',
}: {
  code?: string
  param?: string | undefined
}): Place | null {
  if (/^(audience|topic_id)/.test(param)) return 'audience'
  if (/^(from|reply_to)/.test(param)) return 'sender'
  if (/^ab\b/.test(param) || /(^|\.)(subject|preheader)$/.test(param)) return 'subject'
  if (/^(content|variants)/.test(param)) return 'letter'
  if (/^(schedule|follow_up)/.test(param)) return 'time'
  if (/^(utm|archive|tags|name)/.test(param)) return 'more'
  return codes.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
