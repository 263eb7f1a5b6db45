/** Whose letters would have holes, or be cut: rendered for real, for all of a small audience, else for a sample. */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import type { PersonRow } from '../../contacts/people/contact.ts'
import { readPeople } from '../../contacts/people/store.ts'
import type { Finding } from '../../templates/findings.ts'
import { variantOf } from '../definition/ab.ts'
import type { Campaign } from '../definition/campaign.ts'
import { firstOf } from '../forecast/forecast-store.ts'
import { type Common, isTemplateFault, letterFor } from '../sending/letter.ts'
import { letterSizes } from './letter-size.ts'

const maxRendered = 10_000
/** Between pages others have their turn. */
const pageSize = 100
const sampleSize = 5

interface Missing {
  readonly sample: { readonly contact_id: string; readonly email: string }[]
  count: number
}

export async function renderedFindings(
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  common: Common,
  {
    campaign,
    who,
    sendable,
  }: {
    readonly campaign: Campaign
    readonly who: { readonly condition: string; readonly values: readonly unknown[] }
    readonly sendable: number
  },
): Promise<Finding[]> {
  const asked = { campaignId: campaign.id, max: maxRendered, count: sendable }
  const people = await firstOf(world.db, tenant, who, asked)
  const ranks = new Map(people.map(one => [one.id, one.rank]))
  // A hole is no reason to stop: all of them are wanted.
  const definition = { ...campaign.definition, on_missing: 'empty' as const }
  const reading = { ...common, campaign: { ...common.campaign, definition } }
  const found = new Map<string, Missing>()
  const sizes = letterSizes(common)
  for (let from = 0; from < people.length; from += pageSize) {
    const ids = people.slice(from, from + pageSize).map(one => one.id)
    for (const contact of await readPeople(world.db, tenant, ids)) {
      const letter = letterOf(reading, contact, ranks.get(contact.id)!)
      if (letter === null) continue
      note(found, contact, letter.missing)
      sizes.note({ ...letter, email: contact.email })
    }
  }
  const scale = people.length < maxRendered ? 1 : Math.max(1, sendable / people.length)
  return [
    ...[...found].map(([name, missing]) => finding(name, missing, scale)),
    ...sizes.findings(scale),
  ]
}

function letterOf(common: Common, contact: PersonRow, rank: string) {
  const ab = common.campaign.definition.ab ?? null
  const variant = ab === null ? null : variantOf(ab, rank)
  try {
    const made = letterFor(common, contact, { emailId: contact.id as Uuid, variant })
    if ('reason' in made) return null
    const { rendered, language } = made
    return { html: rendered.html, missing: rendered.missing, language, variant }
  } catch (error) {
    if (error instanceof Refusal || isTemplateFault(error)) return null
    throw error
  }
}

function note(found: Map<string, Missing>, { id, email }: PersonRow, names: readonly string[]) {
  for (const name of names) {
    const missing = found.get(name) ?? { sample: [], count: 0 }
    missing.count += 1
    if (missing.sample.length < sampleSize) {
      missing.sample.push({ contact_id: show('con', id), email })
    }
    found.set(name, missing)
  }
}

function finding(name: string, { sample, count: counted }: Missing, scale: number): Finding {
  const count = Math.round(counted * scale)
  const about = scale === 1 ? { en: '', pt: '' } : { en: 'About ', pt: 'Cerca de ' }
  const who =
    count === 1
      ? { en: '1 person has', pt: '1 pessoa não tem' }
      : { en: `${count} people have`, pt: `${count} pessoas não têm` }
  return {
    code: 'value_missing',
    level: 'warning',
    param: name,
    count,
    sample,
    message: {
      en: `${about.en}${who.en} no ${name}, which the email prints without a fallback.`,
      pt: `${about.pt}${who.pt} ${name}, que a mensagem imprime sem alternativa.`,
    },
  }
}
