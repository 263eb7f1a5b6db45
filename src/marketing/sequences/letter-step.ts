/** The letter of a step: made, accepted and remembered in the transaction of the step. */
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import {
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { acceptWithin } from '#sending/intake/accept.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { record } from '#sending/timeline/record.ts'
import { periodAt } from '#tenants/limits/period.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { noteLetters } from '../contacts/letters.ts'
import type { MarketingSettings } from '../forms/settings.ts'
import { namedVersion } from '../templates/named.ts'
import { topicNamesOf } from '../templates/project-values.ts'
import type { Version } from '../templates/template.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { type Enrollment, emailsOfWays } from './enrollment-store.ts'

/** What letters of a project have in common. */
export interface LetterWorld {
  readonly zone: string
  readonly fallbacks: ReadonlyMap<string, unknown>
  readonly project: Readonly<Record<string, unknown>>
  readonly preferencesUrl: (contactId: Uuid) => string
  readonly webViewUrl: (emailId: Uuid) => string
  /** Caps and quiet hours of the project. */
  readonly rules: Pick<MarketingSettings, 'cap' | 'quiet'>
}

/** Whether the account may send again is looked at so often. */
const pauseLookMs = 10 * 60_000

/** Done, or a place is waited for. */
export type Act =
  | { readonly outcome: string; readonly emailId: Uuid | null }
  | { readonly reason: string; readonly until: number }

interface Common {
  readonly tx: Tx
  readonly world: World
  readonly tenant: Tenant
  readonly outer: LetterWorld
  readonly sources: LetterSources
}

export interface LetterToSend {
  readonly enrollment: Enrollment
  readonly definition: SequenceDefinition
  readonly contact: ContactRow
  readonly step: EmailStep
}

type EmailStep = Extract<Step, { type: 'email' }>

const skipped = (reason: string): Act => ({ outcome: `skipped:${reason}`, emailId: null })

/** Of many people at once, in the order given; nobody is among them twice. */
export async function sendLetters(
  common: Common,
  letters: readonly LetterToSend[],
): Promise<Act[]> {
  const acts = new Map<LetterToSend, Act>()
  const ready: ReadyLetter[] = []
  const made = await Promise.all(letters.map(letter => prepareOne(common, letter)))
  for (const [i, letter] of letters.entries()) {
    const one = made[i]!
    if ('prepared' in one) ready.push({ letter, ...one })
    else acts.set(letter, one)
  }
  for (const [letter, act] of await acceptAll(common, ready)) acts.set(letter, act)
  return letters.map(letter => acts.get(letter)!)
}

interface PreparedLetter {
  readonly id: Uuid
  readonly prepared: PreparedEmail
}

interface ReadyLetter extends PreparedLetter {
  readonly letter: LetterToSend
}

async function prepareOne(
  { world, tenant, outer, sources }: Common,
  letter: LetterToSend,
): Promise<Act | PreparedLetter> {
  const { step, contact, enrollment, definition } = letter
  const topicId = read('top', definition.topic_id ?? '')
  const emailId = world.ids.next()
  const about = { step, contact, event: enrollment.event, topicId, emailId }
  const made = await makeLetter(sources, outer, about)
  if (typeof made === 'string') return { outcome: made, emailId: null }
  try {
    return { id: emailId, prepared: emailOf(world, tenant, letter, made.rendered) }
  } catch (error) {
    // What came out of the template is no email, such as one without a subject.
    if (error instanceof Refusal) return skipped('error')
    throw error
  }
}

/** What letters are made of, read once for all that are made together. */
export interface LetterSources {
  /** null: it is not published any more. */
  readonly version: (step: EmailStep) => ReturnType<typeof namedVersion>
  readonly topic: (id: Uuid | null) => ReturnType<typeof topicNamesOf>
  /** Its words in a language. Throws PartFault. */
  readonly words: (version: Version, language: string) => ReadLetter
}

export function letterSources(sql: Sql, projectId: Uuid): LetterSources {
  const versions = new Map<string, ReturnType<typeof namedVersion>>()
  const topics = new Map<Uuid | null, ReturnType<typeof topicNamesOf>>()
  const words = new Map<Version, Map<string, ReadLetter>>()
  return {
    version(step) {
      const key = `${step.template_id} ${step.template_version}`
      const known = versions.get(key) ?? namedVersion(sql, projectId, step)
      versions.set(key, known)
      return known
    },
    topic(id) {
      const known = topics.get(id) ?? topicNamesOf(sql, projectId, id)
      topics.set(id, known)
      return known
    },
    words(version, language) {
      const ofVersion = words.get(version) ?? new Map<string, ReadLetter>()
      words.set(version, ofVersion)
      const known = ofVersion.get(language) ?? readLetter(version.letters[language]!)
      ofVersion.set(language, known)
      return known
    },
  }
}

export interface MadeLetter {
  readonly rendered: RenderedLetter
  /** Of its template. */
  readonly version: number
}

interface LetterAbout {
  readonly step: EmailStep
  readonly contact: ContactRow
  /** What let them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  readonly topicId: Uuid | null
  readonly emailId: Uuid
}

/** The words of a letter, or the outcome that says why there are none. */
export async function makeLetter(
  sources: LetterSources,
  outer: LetterWorld,
  { step, contact, event, topicId, emailId }: LetterAbout,
): Promise<MadeLetter | string> {
  const found = await sources.version(step)
  if (found === null) return 'skipped:template'
  const { draft, letters, version } = found
  const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
  if (language === null) return 'skipped:no_variant'
  const topic = await sources.topic(topicId)
  const declared = Object.fromEntries(
    draft.variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const values = {
    ...outer.project,
    ...declared,
    ...(event === null ? {} : { event }),
    ...(topic === null ? {} : { topic: { name: topic[languageOf(language)] } }),
    contact: contactValues(contact, outer.fallbacks),
    preferences_url: outer.preferencesUrl(contact.id),
    web_view_url: outer.webViewUrl(emailId),
  }
  const timeZone = contact.time_zone ?? outer.zone
  try {
    const rendered = renderLetter(sources.words(found, language), values, { language, timeZone })
    const [missing] = rendered.missing
    const hasHole = missing !== undefined && step.on_missing !== 'empty'
    return hasHole ? `skipped:missing_value:${missing}` : { rendered, version }
  } catch (error) {
    if (error instanceof PartFault) return 'skipped:template'
    throw error
  }
}

function emailOf(
  world: World,
  tenant: Tenant,
  { enrollment, definition, contact, step }: LetterToSend,
  rendered: RenderedLetter,
): PreparedEmail {
  const sequenceId = show('seq', enrollment.sequence_id)
  const list = definition.topic_id ?? sequenceId
  const host = world.settings.MALOTE_HOSTNAME
  const prepared = prepare(
    {
      from: step.from ?? definition.from!,
      to: [contact.email],
      subject: step.subject ?? rendered.subject,
      ...(rendered.html === null ? {} : { html: rendered.html }),
      ...(rendered.text === null ? {} : { text: rendered.text }),
      stream: 'marketing',
      headers: { 'List-Id': `<${list}.${show('prj', tenant.projectId)}.${host}>` },
    },
    world.clock.now(),
  )
  const letter = { sequence_id: sequenceId, step: step.key, contact_id: show('con', contact.id) }
  return { ...prepared, letter }
}

async function acceptAll(
  { tx, world, tenant, outer }: Common,
  ready: readonly ReadyLetter[],
): Promise<(readonly [LetterToSend, Act])[]> {
  if (ready.length === 0) return []
  const now = world.clock.now()
  const results = await acceptWithin(
    tx,
    world,
    ready.map(({ id, prepared }) => ({
      tenant,
      emails: [{ id, prepared, stopped: null, within: '' }],
      idempotency: undefined,
      response: '',
    })),
  )
  const accepted = ready.filter((_, i) => results[i]!.kind === 'accepted')
  for (const some of Map.groupBy(accepted, sourceKey).values()) {
    const { step, enrollment, definition } = some[0]!.letter
    const topicId = read('top', definition.topic_id ?? '')
    const source = {
      kind: 'sequence',
      id: enrollment.sequence_id,
      step: step.key,
      topicId,
    } as const
    const letters = some.map(({ id, letter }) => ({ contactId: letter.contact.id, emailId: id }))
    await noteLetters(tx, tenant, source, letters, new Date(now))
  }
  return ready.map(({ id, letter }, i) => {
    const result = results[i]!
    const act: Act =
      result.kind === 'refused'
        ? refusedAct(result.refusal, now, outer.zone)
        : { outcome: 'sent', emailId: id }
    return [letter, act]
  })
}

const sourceKey = ({ letter: { enrollment, definition, step } }: ReadyLetter): string =>
  `${enrollment.sequence_id} ${step.key} ${definition.topic_id}`

function refusedAct({ code }: Refusal, now: number, zone: string): Act {
  if (code === 'recipient_suppressed') return skipped('suppressed')
  if (code === 'sandbox_recipient') return skipped('sandbox')
  if (code === 'sending_paused') return { reason: 'paused', until: now + pauseLookMs }
  return { reason: 'quota', until: periodAt(now, zone).dayEndsAt }
}

/** Letters of people who have gone out, as far as nobody has begun to send them. */
export async function takeBackLetters(
  tx: Tx,
  world: Parameters<typeof record>[1],
  { projectId, mode }: Tenant,
  enrollmentIds: readonly Uuid[],
): Promise<void> {
  if (mode === 'test' || enrollmentIds.length === 0) return
  const emails = await emailsOfWays(tx, projectId, enrollmentIds)
  if (emails.length === 0) return
  const gone = await takeBackWork(tx, [...deliveryKinds], emails)
  const at = world.clock.now()
  await record(
    tx,
    world,
    gone.map(emailId => ({ projectId, emailId, n: 0, at, type: 'cancelled' as const })),
  )
}
