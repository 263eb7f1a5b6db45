/** One person's letter of a campaign, as an email that can be accepted. */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { type Language, languageOf } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { checkAtHand } from '#sending/content/content-check.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import { namesIn } from '#sending/content/liquid/names.ts'
import { type OwnParts, ownPartsOf } from '#sending/content/liquid/own-links.ts'
import {
  type LetterSources,
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import type { EmailContent, LetterMark, OwnValues, SharedContent } from '#sending/events/email.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { idOfContent, type NamedContent } from '#sending/outbox/outbox.ts'
import type { PersonRow, PreferencesUrl } from '../../contacts/people/contact.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import { chooseLanguage, contactValues } from '../../templates/values.ts'
import type { Campaign, CampaignLetters } from '../definition/campaign.ts'

interface ReadLetters {
  readonly home: string
  readonly variables: CampaignLetters['variables']
  readonly byLanguage: ReadonlyMap<string, LetterOfLanguage>
}

interface LetterOfLanguage {
  readonly read: ReadLetter
  readonly sources: LetterSources
  /** The names that its body asks for. */
  readonly names: readonly (readonly string[])[]
  readonly own: OwnParts
  /** What the names of all its parts begin with: a link is sealed for who is asked for it. */
  readonly roots: ReadonlySet<string>
}

export const readLetters = (kept: Omit<CampaignLetters, 'variants'>): ReadLetters => ({
  home: kept.default_language,
  variables: kept.variables,
  byLanguage: new Map(
    Object.entries(kept.letters).map(([language, sources]) => {
      const read = readLetter(sources)
      const names = [read.html, read.text].flatMap(nodes => namesIn(nodes ?? []))
      const all = Object.values(read).flatMap(nodes => namesIn(nodes ?? []))
      const roots = new Set(all.flatMap(one => one.path[0] ?? []))
      const own = ownPartsOf(read)
      return [language, { read, sources, own, names: names.map(one => one.path), roots }]
    }),
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
  readonly preferencesUrl: PreferencesUrl
  /** The letter in a browser, by the id of its email. */
  readonly webViewUrl: (emailId: Uuid) => string
  /** Of the envelopes of letters from a domain, which names the list. */
  readonly hosts: ReadonlyMap<string, string>
  /** Where the links of letters from a domain lead, without a path. */
  readonly bases: ReadonlyMap<string, string>
  /** Whether letters without text get one that is made. */
  readonly makesText: boolean
  /** What is merged for many people, by what they have in common. */
  readonly contents: Map<LetterSources, Map<string, NamedContent>>
}

type LetterResult =
  | {
      readonly rendered: RenderedLetter
      readonly language: string
      readonly merge: Merge
      readonly own: OwnParts
    }
  /** Why there is no letter. */
  | { readonly reason: string }

const preferencesOf = ({ campaign, preferencesUrl }: Common, contact: PersonRow): string =>
  preferencesUrl(contact, read('top', campaign.definition.topic_id ?? ''))

/** The letter of a person; a hole in it is a reason for none. */
export function letterFor(
  common: Common,
  contact: PersonRow,
  { emailId, variant }: { readonly emailId: Uuid; readonly variant: string | null },
): LetterResult {
  const letters = (variant === null ? undefined : common.variants.get(variant)) ?? common.read
  const { home, variables, byLanguage } = letters
  const language = chooseLanguage([...byLanguage.keys()], contact.language, home)
  if (language === null) return { reason: 'no_variant' }
  const declared = Object.fromEntries(
    variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const { today, ...project } = common.values
  const shared = {
    ...project,
    ...declared,
    ...(common.topic === null ? {} : { topic: { name: common.topic[languageOf(language)] } }),
  }
  const letter = byLanguage.get(language)!
  const asks = (name: string): boolean => letter.roots.has(name)
  const own = {
    today,
    contact: contactValues(contact, common.fallbacks),
    ...(asks('preferences_url') ? { preferences_url: preferencesOf(common, contact) } : {}),
    ...(asks('web_view_url') ? { web_view_url: common.webViewUrl(emailId) } : {}),
  }
  const zone = contact.time_zone ?? common.zone
  const values = { ...shared, ...own }
  const rendered = renderLetter(letter.read, values, { language, timeZone: zone })
  const [missing] = rendered.missing
  if (missing !== undefined && common.campaign.definition.on_missing === 'skip') {
    return { reason: `missing_value:${missing}` }
  }
  const { sources, names, own: ownParts } = letter
  const merge = {
    sources,
    values: namedValues(names, shared),
    own: { values: namedValues(names, own), zone },
  }
  return { rendered, language, merge, own: ownParts }
}

/** What its letter is made of, with the values of one person apart. */
interface Merge {
  readonly sources: LetterSources
  readonly values: LetterValues
  readonly own: OwnValues
}

/** The values that a letter asks for, and no others. */
function namedValues(names: readonly (readonly string[])[], values: LetterValues): LetterValues {
  const found: Record<string, unknown> = {}
  for (const [root, next, last] of names) {
    const value = Object.hasOwn(values, root!) ? values[root!] : null
    if (value === undefined || value === null) continue
    if (root !== 'contact' || next === undefined) found[root!] = value
    else found.contact = withMember(found.contact, value as LetterValues, next, last)
  }
  return found
}

/** A person's values are many, of which a letter prints few. */
function withMember(
  before: unknown,
  contact: LetterValues,
  next: string,
  last: string | undefined,
): LetterValues {
  const known = (before ?? {}) as LetterValues
  if (next !== 'properties' || last === undefined) return { ...known, [next]: contact[next] }
  const own = (contact.properties ?? {}) as LetterValues
  const kept = known.properties === contact.properties ? own : { ...(known.properties as object) }
  return { ...known, properties: { ...kept, [last]: own[last] } }
}

/** The content that letters with this one share, and what is this one's own. */
export function sharedLetter(
  { bases, makesText, contents }: Pick<Common, 'bases' | 'makesText' | 'contents'>,
  projectId: Uuid,
  {
    language,
    merge,
    prepared,
  }: { readonly language: string; readonly merge: Merge; readonly prepared: PreparedEmail },
): SharedContent {
  const { sources, values, own } = merge
  const { headers, untracked } = prepared.content
  const base = bases.get(prepared.from.domain)!
  const key = JSON.stringify([language, base, headers, untracked, values])
  const ofSources = contents.get(sources) ?? new Map<string, NamedContent>()
  contents.set(sources, ofSources)
  const known = ofSources.get(key)
  if (known !== undefined) return { sharedId: known.id, own }
  const content: EmailContent = {
    ...(sources.html === null ? {} : { html: sources.html }),
    ...(sources.text === null ? {} : { text: sources.text }),
    ...(headers === undefined ? {} : { headers }),
    ...(untracked === undefined ? {} : { untracked }),
    merging: { language, values, base, makesText: makesText && sources.text === null },
  }
  const named = { id: idOfContent(projectId, content), content }
  ofSources.set(key, named)
  return { sharedId: named.id, own }
}

/** Whether the check of content stops what a person's values make of the links of a live letter. */
export function isStopped(
  world: World,
  tenant: Tenant,
  prepared: PreparedEmail,
  own: OwnParts,
): boolean {
  if (tenant.mode === 'test' || (!own.html && !own.text)) return false
  const { html, text, ...rest } = prepared.content
  const content = {
    ...rest,
    ...(own.html && html !== undefined ? { html } : {}),
    ...(own.text && text !== undefined ? { text } : {}),
  }
  return checkAtHand(world, { ...prepared, content }) !== null
}

export const isTemplateFault = (error: unknown): error is PartFault => error instanceof PartFault

interface PersonalLetter {
  readonly to: string
  readonly rendered: RenderedLetter
  readonly variant: string | null
  /** Absent for a letter that is only tried. */
  readonly contactId?: Uuid
  readonly now: number
}

/** As acceptance takes it. Throws Refusal, such as for a subject of several lines. */
export function preparedLetter(
  { campaign, hosts }: Pick<Common, 'campaign' | 'hosts'>,
  tenant: Tenant,
  { to, rendered: { subject, html, text }, variant, contactId, now }: PersonalLetter,
): PreparedEmail {
  const { definition } = campaign
  const tried = definition.ab?.variants.find(one => one.key === variant)
  const list = definition.topic_id ?? show('cmp', campaign.id)
  const from = tried?.from ?? definition.from!
  const parsed = parseAddress(from)
  const host = parsed.ok ? hosts.get(parsed.address.domain) : undefined
  const prepared = prepare(
    {
      from,
      to: [to],
      ...(definition.reply_to.length > 0 ? { reply_to: [...definition.reply_to] } : {}),
      subject,
      ...(html === null ? {} : { html }),
      ...(text === null ? {} : { text }),
      stream: 'marketing',
      tags: definition.tags,
      ...(host === undefined
        ? {}
        : { headers: { 'List-Id': `<${list}.${show('prj', tenant.projectId)}.${host}>` } }),
    },
    now,
    { mayLackSubject: true },
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
