/** Looking before anybody gets a letter: pre-flight, forecast, preview and letters to try. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import { parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { acceptWithin } from '#sending/intake/accept.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { findContactId } from '../contacts/find.ts'
import { propertyFallbacks, readContact } from '../contacts/reading.ts'
import { settingsOf } from '../forms/settings.ts'
import { projectValues, topicNamesOf } from '../templates/project-values.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import type { Campaign } from './campaign.ts'
import { judgeContent, judgeVariants } from './content.ts'
import { idParams, mustFind } from './find.ts'
import { preparedLetter } from './letter.ts'
import {
  forecastAfter,
  forecastShape,
  preflightOf,
  preflightShape,
  showForecast,
  showPreflight,
} from './preflight.ts'
import type { CampaignParts } from './prepared.ts'

type Looking = Pick<Call, 'world' | 'tenant'>

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
    const flight = await preflightOf(call, campaign)
    return { status: 200, body: showForecast(await forecastAfter(call, campaign, flight)) }
  },
})

const person = {
  contact_id: Type.Optional(Type.String({ description: 'con_…, whose values are taken.' })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  variant: Type.Optional(Type.String({ maxLength: 40 })),
}

interface Asked {
  readonly contact_id?: string | null
  readonly language?: string | null
  readonly variant?: string | null
}

/** The letter as it is for somebody, or for nobody in particular. */
async function look(parts: CampaignParts, call: Looking, campaign: Campaign, asked: Asked) {
  const { world, tenant } = call
  const { content } = campaign.definition
  if (content === null) throw new Refusal('missing_field', { param: 'content' })
  const { postal_address: address } = await settingsOf(world.db, tenant.projectId)
  const base = await judgeContent(call, content, address ?? '')
  const { ab } = campaign.definition
  const all = await judgeVariants(call, base, { ab, address: address ?? '' })
  const variant = asked.variant ?? null
  const letters = variant === null ? all.letters : all.letters.variants?.[variant]
  if (letters === undefined) throw new Refusal('invalid_field', { param: 'variant' })
  const contact = await contactOf(call, asked.contact_id ?? null)
  const wanted = asked.language ?? contact?.language ?? null
  const language = chooseLanguage(Object.keys(letters.letters), wanted, letters.default_language)
  if (language === null) throw new Refusal('invalid_field', { param: 'language' })
  const account = await getAccount(world, tenant.accountId)
  const timeZone = contact?.time_zone ?? account?.timeZone ?? 'UTC'
  const person =
    contact === null
      ? {}
      : {
          contact: contactValues(contact, await propertyFallbacks(world.db, tenant.projectId)),
          preferences_url: (await parts.preferencesLink(world, tenant))(contact.id),
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

async function topicName(
  { world, tenant }: Looking,
  { definition }: Campaign,
  language: string,
): Promise<string> {
  const id = definition.topic_id === null ? null : read('top', definition.topic_id)
  const names = await topicNamesOf(world.db, tenant.projectId, id)
  return names?.[languageOf(language)] ?? ''
}

async function contactOf(
  { world, tenant }: Looking,
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
      const asked = (call.body ?? {}) as Asked
      const { language, rendered, variant } = await look(parts, call, campaign, asked)
      const { subject, html, missing } = rendered
      const text = rendered.text ?? madeText({ html }, call.world.settings)
      const bytes = Buffer.byteLength(html ?? '')
      const body = { language, variant, subject, html, text, bytes, missing: [...missing] }
      return { status: 200, body }
    },
  })

const maxTests = 10

const test = (parts: CampaignParts): Route =>
  route({
    method: 'POST',
    path: '/v1/campaigns/{id}/test',
    name: 'campaigns.test',
    scope: 'admin',
    summary: 'Send a letter of a campaign to try it',
    description: 'To members of the account and to contacts; it counts in no figure.',
    params: idParams,
    body: Type.Object(
      { to: Type.Array(Type.String(), { minItems: 1, maxItems: maxTests }), ...person },
      { additionalProperties: false },
    ),
    success: {
      status: 202,
      schema: Type.Object({
        data: Type.Array(Type.Object({ id: Type.String(), email: Type.String() })),
      }),
    },
    errors: ['missing_field', 'invalid_field', 'domain_not_verified', 'resource_not_found'],
    handle: async call => {
      const { world, tenant, body } = call
      const campaign = await mustFind(world.db, call)
      if (campaign.definition.from === null) throw new Refusal('missing_field', { param: 'from' })
      const addresses = await testersOf(call, body.to, parts)
      const { rendered, variant } = await look(parts, call, campaign, body as Asked)
      const letter = { ...rendered, subject: `[teste] ${rendered.subject}` }
      const about = { campaign, host: world.settings.MALOTE_HOSTNAME }
      return call.commit(async tx => {
        const ready = addresses.map(to => ({
          id: world.ids.next(),
          prepared: preparedLetter(about, tenant, {
            to,
            rendered: letter,
            variant,
            now: world.clock.now(),
          }),
          stopped: null,
          within: '',
        }))
        const [result] = await acceptWithin(tx, world, [
          { tenant, emails: ready, idempotency: undefined, response: '' },
        ])
        if (result!.kind === 'refused') throw result!.refusal
        const data = ready.map((one, n) => ({ id: show('msg', one.id), email: addresses[n]! }))
        return { status: 202, body: { data } }
      })
    },
  })

/** Else it would be a way to send without consent. */
async function testersOf(
  { world, tenant }: Looking,
  texts: readonly string[],
  parts: CampaignParts,
): Promise<string[]> {
  const members = new Set((await parts.memberAddresses(world, tenant)).map(suppressionKey))
  const addresses: string[] = []
  for (const [n, text] of texts.entries()) {
    const parsed = parseAddress(text)
    if (!parsed.ok) throw new Refusal('invalid_field', { param: `to[${n}]`, why: parsed.why })
    const { email } = parsed.address
    const isKnown =
      members.has(suppressionKey(email)) || (await findContactId(world.db, tenant, email)) !== null
    if (!isKnown) {
      throw new Refusal('invalid_field', {
        param: `to[${n}]`,
        why: {
          en: 'Neither a member of the account nor a contact.',
          pt: 'Não é membro da conta nem contato.',
        },
      })
    }
    addresses.push(email)
  }
  return addresses
}

export const lookRoutes = (parts: CampaignParts): readonly Route[] => [
  preflight(parts),
  forecast,
  preview(parts),
  test(parts),
]
