/** Looking before anybody gets a letter: pre-flight, forecast and preview. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import { type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import { readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { utmOf } from '#sending/content/utm.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { readContact } from '../../contacts/people/store.ts'
import { settingsOf } from '../../forms/settings.ts'
import { readTag } from '../../templates/draft.ts'
import { projectValues, topicNamesOf } from '../../templates/project-values.ts'
import { chooseLanguage, contactValues } from '../../templates/values.ts'
import { rankOf, variantOf } from '../definition/ab.ts'
import type { Campaign, CampaignLetters } from '../definition/campaign.ts'
import { judgeContent, judgeVariants, markLinks } from '../definition/content.ts'
import { idParams, mustFind } from '../find.ts'
import type { CampaignParts } from '../sending/prepared.ts'
import {
  forecastFor,
  forecastShape,
  preflightShape,
  showForecast,
  showPreflight,
} from './preflight.ts'

const preflight = (parts: CampaignParts): Route =>
  route({
    method: 'POST',
    path: '/v1/campaigns/{id}/preflight',
    name: 'campaigns.preflight',
    scope: 'read',
    summary: 'See all that is to be said before sending a campaign',
    params: idParams,
    success: { status: 200, schema: preflightShape },
    errors: ['resource_not_found'],
    handle: async call => {
      const campaign = await mustFind(call.world.db, call)
      return { status: 200, body: await showPreflight(call, parts, campaign) }
    },
  })

const forecast = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/forecast',
  name: 'campaigns.forecast',
  scope: 'read',
  summary: 'See on which days how many letters will go',
  params: idParams,
  success: { status: 200, schema: forecastShape },
  errors: ['resource_not_found'],
  handle: async call => {
    const campaign = await mustFind(call.world.db, call)
    return { status: 200, body: showForecast(await forecastFor(call, campaign), call) }
  },
})

/** Whose letter is looked at. */
export const person = {
  contact_id: Type.Optional(Type.String({ description: 'con_…, whose values are taken.' })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  variant: Type.Optional(Type.String({ maxLength: 40 })),
}

export interface PreviewRequest {
  readonly contact_id?: string | null
  readonly language?: string | null
  readonly variant?: string | null
}

/** The letter as it is for somebody, or for nobody in particular. */
export async function look(
  parts: CampaignParts,
  call: TenantWorld,
  campaign: Campaign,
  asked: PreviewRequest,
) {
  const { world, tenant } = call
  const { content, utm } = campaign.definition
  if (content === null) throw new Refusal('missing_field', { param: 'content' })
  const settings = await settingsOf(world.db, tenant.projectId)
  const { postal_address: address } = settings
  const base = await judgeContent(call, content, address ?? '')
  const { ab } = campaign.definition
  const judged = await judgeVariants(call, base, { ab, address: address ?? '' })
  const marks = { utm: utmOf(settings.utm, utm), title: campaign.name }
  const all = { letters: markLinks(judged.letters, marks) }
  const contact = await contactOf(call, asked.contact_id ?? null)
  const variant = asked.variant ?? variantFor(campaign, contact)
  const letters = variant === null ? all.letters : variantNamed(all.letters, variant)
  const given = asked.language == null ? null : readTag(asked.language, 'language')
  const wanted = given ?? contact?.language ?? null
  const language = chooseLanguage(Object.keys(letters.letters), wanted, letters.default_language)
  if (language === null) throw new Refusal('invalid_field', { param: 'language' })
  const account = await getAccount(world, tenant.accountId)
  const timeZone = contact?.time_zone ?? account?.timeZone ?? 'UTC'
  const person =
    contact === null
      ? {}
      : {
          contact: contactValues(contact, await propertyFallbacks(world.db, tenant.projectId)),
          preferences_url: (await parts.preferencesLink(world, tenant))(
            contact,
            read('top', campaign.definition.topic_id ?? ''),
          ),
        }
  const declared = Object.fromEntries(
    letters.variables.flatMap(({ key, fallback, sample }) => [[key, sample ?? fallback ?? null]]),
  )
  const values = {
    topic: { name: await topicName(call, campaign, language) },
    web_view_url: `${world.settings.MALOTE_BASE_URL}/v/`,
    ...(await projectValues(world, tenant, timeZone)),
    ...declared,
    ...person,
  }
  const rendered = renderLetter(readLetter(letters.letters[language]!), values, {
    language,
    timeZone,
  })
  return { language, rendered, contact, variant }
}

/** The one that a person gets, or will; the first for nobody in particular. */
function variantFor(
  { id, definition: { ab }, progress }: Campaign,
  contact: ContactRow | null,
): string | null {
  if (ab == null) return null
  if (progress.ab?.winner != null) return progress.ab.winner
  return contact === null ? ab.variants[0]!.key : variantOf(ab, rankOf(id, contact.id))
}

function variantNamed({ variants = {} }: CampaignLetters, name: string) {
  if (Object.hasOwn(variants, name)) return variants[name]!
  throw new Refusal('invalid_field', { param: 'variant' })
}

async function topicName(
  { world, tenant }: TenantWorld,
  { definition }: Campaign,
  language: string,
): Promise<string> {
  const id = definition.topic_id === null ? null : read('top', definition.topic_id)
  const names = await topicNamesOf(world.db, tenant.projectId, id)
  return names?.[languageOf(language)] ?? ''
}

async function contactOf(
  { world, tenant }: TenantWorld,
  text: string | null,
): Promise<ContactRow | null> {
  if (text === null) return null
  const id = read('con', text)
  const contact = id === null ? null : await readContact(world.db, tenant, id)
  if (contact !== null) return contact
  throw new Refusal('invalid_field', {
    param: 'contact_id',
    why: { en: 'There is no such contact.', pt: 'Não existe este contato.' },
  })
}

const preview = (parts: CampaignParts): Route =>
  route({
    method: 'POST',
    path: '/v1/campaigns/{id}/preview',
    name: 'campaigns.preview',
    scope: 'read',
    summary: 'Look at a letter of a campaign',
    params: idParams,
    body: Type.Object(person, { additionalProperties: false }),
    success: {
      status: 200,
      schema: Type.Object({
        language: Type.String(),
        variant: Type.Union([Type.String(), Type.Null()]),
        subject: Type.String(),
        html: Type.Union([Type.String(), Type.Null()]),
        text: Type.Union([Type.String(), Type.Null()]),
        bytes: Type.Integer(),
        missing: Type.Array(Type.String()),
      }),
    },
    errors: ['missing_field', 'invalid_field', 'resource_not_found'],
    handle: async call => {
      const campaign = await mustFind(call.world.db, call)
      const asked = (call.body ?? {}) as PreviewRequest
      const { language, rendered, variant } = await look(parts, call, campaign, asked)
      const { subject, html, missing } = rendered
      const text = rendered.text ?? madeText({ html }, call.world.settings)
      const bytes = Buffer.byteLength(html ?? '')
      const body = { language, variant, subject, html, text, bytes, missing: [...missing] }
      return { status: 200, body }
    },
  })

export const lookRoutes = (parts: CampaignParts): readonly Route[] => [
  preflight(parts),
  forecast,
  preview(parts),
]
