/** One person's letter of a campaign, as an email that can be accepted. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import {
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { prepare } from '#sending/intake/prepare.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import type { Campaign } from './campaign.ts'

/** What the letters of a tranche have in common. */
export interface Common {
  readonly campaign: Pick<Campaign, 'id' | 'definition' | 'letters'>
  readonly read: ReadonlyMap<string, ReadLetter>
  readonly fallbacks: ReadonlyMap<string, unknown>
  readonly values: LetterValues
  /** Of the account, for those who have none. */
  readonly zone: string
  /** A link of the person, by the id of the contact. */
  readonly preferencesUrl: (contactId: Uuid) => string
  readonly host: string
}

type Made =
  | { readonly rendered: RenderedLetter; readonly language: string }
  /** Why there is no letter. */
  | { readonly reason: string }

/** The letter of a person; a hole in it is a reason for none. */
export function letterFor(common: Common, contact: ContactRow): Made {
  const { default_language: home, variables } = common.campaign.letters!
  const language = chooseLanguage([...common.read.keys()], contact.language, home)
  if (language === null) return { reason: 'no_variant' }
  const declared = Object.fromEntries(
    variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const values = {
    ...common.values,
    ...declared,
    contact: contactValues(contact, common.fallbacks),
    preferences_url: common.preferencesUrl(contact.id),
  }
  const timeZone = contact.time_zone ?? common.zone
  const rendered = renderLetter(common.read.get(language)!, values, { language, timeZone })
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
  to: string,
  { subject, html, text }: RenderedLetter,
  now: number,
): PreparedEmail {
  const { definition } = campaign
  const list = definition.topic_id ?? show('cmp', campaign.id)
  return prepare(
    {
      from: definition.from!,
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
}
