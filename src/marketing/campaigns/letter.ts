/** One person's letter of a campaign, as an email that can be accepted. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import { type Language, languageOf } from '#kernel/base/languages.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import {
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import type { LetterMark } from '#sending/events/email.ts'
import { prepare } from '#sending/intake/prepare.ts'
import type { ContactRow } from '../contacts/contact.ts'
import type { MarketingSettings } from '../forms/settings.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import type { Campaign, CampaignLetters } from './campaign.ts'

interface ReadLetters {
  readonly home: string
  readonly variables: CampaignLetters['variables']
  readonly byLanguage: ReadonlyMap<string, ReadLetter>
}

export const readLetters = (kept: Omit<CampaignLetters, 'variants'>): ReadLetters => ({
  home: kept.default_language,
  variables: kept.variables,
  byLanguage: new Map(
    Object.entries(kept.letters).map(([language, sources]) => [language, readLetter(sources)]),
  ),
})

/** What the letters of a tranche have in common. */
export interface Common {
  readonly campaign: Pick<Campaign, 'id' | 'definition' | 'letters' | 'progress'>
  readonly read: ReadLetters
  /** Of an A/B test, by key. */
  readonly variants: ReadonlyMap<string, ReadLetters>
  /** Caps, quiet hours and the reserve. */
  readonly rules: Pick<MarketingSettings, 'cap' | 'quiet' | 'reserve'>
  readonly fallbacks: ReadonlyMap<string, unknown>
  readonly values: LetterValues
  /** What its topic is called; null: it has none. */
  readonly topic: Readonly<Record<Language, string>> | null
  /** Of the account, for those who have none. */
  readonly zone: string
  /** A link of the person, by the id of the contact. */
  readonly preferencesUrl: (contactId: Uuid) => string
  /** The letter in a browser, by the id of its email. */
  readonly webViewUrl: (emailId: Uuid) => string
  readonly host: string
}

type Made =
  | { readonly rendered: RenderedLetter; readonly language: string }
  /** Why there is no letter. */
  | { readonly reason: string }

/** The letter of a person; a hole in it is a reason for none. */
export function letterFor(
  common: Common,
  contact: ContactRow,
  { emailId, variant }: { readonly emailId: Uuid; readonly variant: string | null },
): Made {
  const letters = (variant === null ? undefined : common.variants.get(variant)) ?? common.read
  const { home, variables, byLanguage } = letters
  const language = chooseLanguage([...byLanguage.keys()], contact.language, home)
  if (language === null) return { reason: 'no_variant' }
  const declared = Object.fromEntries(
    variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const values = {
    ...common.values,
    ...declared,
    ...(common.topic === null ? {} : { topic: { name: common.topic[languageOf(language)] } }),
    contact: contactValues(contact, common.fallbacks),
    preferences_url: common.preferencesUrl(contact.id),
    web_view_url: common.webViewUrl(emailId),
  }
  const timeZone = contact.time_zone ?? common.zone
  const rendered = renderLetter(byLanguage.get(language)!, values, { language, timeZone })
  const [missing] = rendered.missing
  if (missing !== undefined && common.campaign.definition.on_missing === 'skip') {
    return { reason: `missing_value:${missing}` }
  }
  return { rendered, language }
}

export const isTemplateFault = (error: unknown): error is PartFault => error instanceof PartFault

/** As acceptance takes it. Throws Refusal, such as for a subject that came out empty. */
export function preparedLetter(
  { campaign, host }: Pick<Common, 'campaign' | 'host'>,
  tenant: Tenant,
  {
    to,
    rendered: { subject, html, text },
    variant,
    contactId,
    now,
  }: {
    readonly to: string
    readonly rendered: RenderedLetter
    readonly variant: string | null
    /** Absent for a letter that is only tried. */
    readonly contactId?: Uuid
    readonly now: number
  },
): PreparedEmail {
  const { definition } = campaign
  const tried = definition.ab?.variants.find(one => one.key === variant)
  const list = definition.topic_id ?? show('cmp', campaign.id)
  const prepared = prepare(
    {
      from: tried?.from ?? definition.from!,
      to: [to],
      ...(definition.reply_to.length > 0 ? { reply_to: [...definition.reply_to] } : {}),
      subject,
      ...(html === null ? {} : { html }),
      ...(text === null ? {} : { text }),
      stream: 'marketing',
      tags: definition.tags,
      headers: { 'List-Id': `<${list}.${show('prj', tenant.projectId)}.${host}>` },
    },
    now,
  )
  const untracked = (['opens', 'clicks'] as const).filter(one => !definition.tracking[one])
  return {
    ...prepared,
    ...(contactId === undefined ? {} : { letter: markOf(campaign.id, contactId, variant) }),
    content: untracked.length === 0 ? prepared.content : { ...prepared.content, untracked },
  }
}

const markOf = (id: Uuid, contactId: Uuid, variant: string | null): LetterMark => ({
  campaign_id: show('cmp', id),
  ...(variant === null ? {} : { variant }),
  contact_id: show('con', contactId),
})
