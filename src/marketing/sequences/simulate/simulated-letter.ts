/**
 * A letter of a simulation: as the engine would make it, with a link under which it can be seen.
 * Nothing is stored, so the link itself holds what the letter is made of, sealed; it leads there for
 * a day. What is too long for a link has none.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import { tokenPath } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { checkAtHand } from '#sending/content/content-check.ts'
import { prepareAll } from '#sending/intake/prepare.ts'
import { maxAboutBytes, openAddressed, sealLink } from '#sending/tracking/link-token.ts'
import { eachField } from '../../contacts/fields/contact-fields.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { pageSecret } from '../../forms/confirm.ts'
import { notFound } from '../../forms/form-page.ts'
import { settingsOf } from '../../forms/settings.ts'
import { tenantOf } from '../../forms/tenant.ts'
import type { PageAnswer, PublicPage, Visit } from '../../forms/visit.ts'
import { projectValues } from '../../templates/project-values.ts'
import { contactValues } from '../../templates/values.ts'
import {
  type EmailStep,
  emailOfLetter,
  type LetterWorld,
  type MadeLetter,
  makeLetter,
  noEmail,
  stepSources,
  stoppedLetter,
} from '../engine/letter.ts'

interface Context {
  readonly world: World
  readonly tenant: Tenant
}

interface Person {
  readonly contact: ContactRow
  /** Of the person. */
  readonly zone: string
  readonly event: Readonly<Record<string, unknown>> | null
  readonly topicId: Uuid | null
  readonly sequenceId: Uuid
}

/** The letter, or why there is none. */
export async function simulatedLetter(
  call: Context,
  step: EmailStep,
  person: Person & { readonly now: number; readonly from: string | null },
): Promise<object | string> {
  const made = await make(call, step, person)
  if (typeof made === 'string') return made
  const { now, zone, contact } = person
  // A draft may have no sender yet.
  const from = step.from ?? person.from ?? contact.email
  const email = emailOfLetter(made.rendered, { from, to: contact.email })
  const { prepared } = prepareAll(email, now, { mayLackSubject: true })
  if (prepared === null) return noEmail
  const isLive = call.tenant.mode === 'live'
  if (isLive && checkAtHand(call.world, prepared) !== null) return stoppedLetter
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now)
  return {
    at: new Date(now).toISOString(),
    local: local.replace(' ', 'T'),
    step: step.key,
    subject: made.rendered.subject,
    html_url: await linkTo(call, { ...step, template_version: made.version }, person),
  }
}

async function make(
  { world, tenant }: Context,
  step: EmailStep,
  { contact, zone, event, topicId, sequenceId }: Person,
): Promise<MadeLetter | string> {
  const nowhere = (): string => world.settings.MALOTE_BASE_URL
  const outer: LetterWorld = {
    zone,
    fallbacks: await propertyFallbacks(world.db, tenant.projectId),
    project: await projectValues(world, tenant, zone),
    utm: (await settingsOf(world.db, tenant.projectId)).utm,
    preferencesUrl: nowhere,
    webViewUrl: nowhere,
  }
  const emailId = world.ids.next()
  const sources = stepSources(world.db, tenant.projectId)
  return makeLetter(sources, outer, { step, contact, event, topicId, emailId, sequenceId })
}

/** What a letter is made of. */
interface SimulatedParts extends Omit<Person, 'contact'> {
  readonly step: EmailStep
  readonly contact: Fields
  readonly mode: Mode
  /** Until when the link leads anywhere, ms since 1970 by everybody's clock. */
  readonly until: number
}

const lifetimeMs = dayMs
/** Longer than any that fits into a link. */
const maxSealedBytes = 64 * 1024

async function linkTo(
  { world, tenant }: Context,
  step: EmailStep,
  { contact, zone, event, topicId, sequenceId }: Person,
): Promise<string | null> {
  const { projectId, mode } = tenant
  const real = world.clock.own?.real() ?? world.clock.now()
  const sealed: SimulatedParts = {
    step,
    contact: fieldsOf(contact),
    zone,
    event,
    topicId,
    sequenceId,
    mode,
    until: real + lifetimeMs,
  }
  const about = deflateRawSync(JSON.stringify(sealed)).toString('base64url')
  if (about.length > maxAboutBytes) return null
  const secret = await pageSecret(world)
  const token = sealLink(secret, 'simulated', { projectId, emailId: contact.id, n: 0, about })
  return `${world.settings.MALOTE_BASE_URL}${tokenPath(world, 'simulated', token)}`
}

/** `/s/{token}`. */
export const simulatedPage: PublicPage = {
  answer: answerSimulated,
  projectOf: async (world, rest) =>
    openAddressed(await pageSecret(world), 'simulated', rest)?.projectId ?? null,
}

async function answerSimulated(world: World, visit: Visit): Promise<PageAnswer> {
  const { language } = visit
  const link = openAddressed(await pageSecret(world), 'simulated', visit.rest)
  if (link === null || visit.isPost) return notFound(language)
  const plain = inflateRawSync(Buffer.from(link.about, 'base64url'), {
    maxOutputLength: maxSealedBytes,
  })
  const { step, contact, mode, until, ...rest } = JSON.parse(
    plain.toString('utf8'),
  ) as SimulatedParts
  const tenant = await tenantOf(world, link.projectId, mode)
  if (tenant === null || until < world.clock.now()) return notFound(language)
  const as = { id: link.emailId, now: world.clock.now() }
  const person = { ...rest, contact: invented(tenant, contact, as) }
  const made = await make({ world, tenant }, step, person)
  if (typeof made === 'string') return notFound(language)
  const { html, text, subject } = made.rendered
  if (html !== null) return { status: 200, html, isLetter: true }
  const words = `<pre style="white-space: pre-wrap">${escaped(text ?? '')}</pre>`
  const page = plainPage(language, { en: subject, pt: subject }, [words])
  return { status: 200, html: page, isLetter: true }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (contact: ContactRow): Fields => ({
  ...contactValues(contact, new Map()),
  properties: contact.properties,
})

interface InventedAs {
  readonly id: Uuid
  readonly now: number
  readonly topics?: ContactRow['topics']
}

/** Somebody who is not there, by the fields that were given. */
export const invented = (
  tenant: Tenant,
  given: Fields,
  { id, now, topics = [] }: InventedAs,
): ContactRow => ({
  id,
  xid: '0',
  email: String(given.email ?? 'someone@example.org'),
  ...eachField(name => textOr(given[name])),
  language: textOr(given.language) ?? tenant.projectLanguage,
  properties: (given.properties ?? {}) as ContactRow['properties'],
  topics,
  suppressions: [],
  snoozed_until: null,
  source: 'api',
  created_at: new Date(now),
  updated_at: new Date(now),
})

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)
