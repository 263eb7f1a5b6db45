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
  type RenderedLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
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
import { chooseLanguage, contactValues } from '../templates/values.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { type Enrollment, visitsOf } from './enrollment-store.ts'

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

interface Sending {
  readonly tx: Tx
  readonly world: World
  readonly tenant: Tenant
  readonly outer: LetterWorld
  readonly enrollment: Enrollment
  readonly definition: SequenceDefinition
  readonly contact: ContactRow
  readonly step: Extract<Step, { type: 'email' }>
}

const skipped = (reason: string): Act => ({ outcome: `skipped:${reason}`, emailId: null })

export async function sendLetter(sending: Sending): Promise<Act> {
  const { tx, world, tenant, contact, step, outer, enrollment, definition } = sending
  const topicId = read('top', definition.topic_id ?? '')
  const emailId = world.ids.next()
  const about = { step, contact, event: enrollment.event, topicId, emailId }
  const made = await makeLetter(tx, tenant, outer, about)
  if (typeof made === 'string') return { outcome: made, emailId: null }
  try {
    return await accept(sending, emailId, made.rendered)
  } catch (error) {
    // What came out of the template is no email, such as one without a subject.
    if (error instanceof Refusal) return skipped('error')
    throw error
  }
}

export interface MadeLetter {
  readonly rendered: RenderedLetter
  /** Of its template. */
  readonly version: number
}

interface LetterAbout {
  readonly step: Extract<Step, { type: 'email' }>
  readonly contact: ContactRow
  /** What let them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  readonly topicId: Uuid | null
  readonly emailId: Uuid
}

/** The words of a letter, or the outcome that says why there are none. */
export async function makeLetter(
  sql: Sql,
  { projectId }: Tenant,
  outer: LetterWorld,
  { step, contact, event, topicId, emailId }: LetterAbout,
): Promise<MadeLetter | string> {
  const found = await namedVersion(sql, projectId, step)
  if (found === null) return 'skipped:template'
  const { draft, letters, version } = found
  const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
  if (language === null) return 'skipped:no_variant'
  const topic = await topicNamesOf(sql, projectId, topicId)
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
    const rendered = renderLetter(readLetter(letters[language]!), values, { language, timeZone })
    const [missing] = rendered.missing
    const hasHole = missing !== undefined && step.on_missing !== 'empty'
    return hasHole ? `skipped:missing_value:${missing}` : { rendered, version }
  } catch (error) {
    if (error instanceof PartFault) return 'skipped:template'
    throw error
  }
}

async function accept(
  { tx, world, tenant, outer, enrollment, definition, contact, step }: Sending,
  id: Uuid,
  rendered: RenderedLetter,
): Promise<Act> {
  const { sequence_id: sequenceId } = enrollment
  const now = world.clock.now()
  const list = definition.topic_id ?? show('seq', sequenceId)
  const host = world.settings.MALOTE_HOSTNAME
  const letter = {
    sequence_id: show('seq', sequenceId),
    step: step.key,
    contact_id: show('con', contact.id),
  }
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
    now,
  )
  const [result] = await acceptWithin(tx, world, [
    {
      tenant,
      emails: [{ id, prepared: { ...prepared, letter }, stopped: null, within: '' }],
      idempotency: undefined,
      response: '',
    },
  ])
  if (result!.kind === 'refused') {
    const { code } = result!.refusal
    if (code === 'recipient_suppressed') return skipped('suppressed')
    if (code === 'sandbox_recipient') return skipped('sandbox')
    if (code === 'sending_paused') return { reason: 'paused', until: now + pauseLookMs }
    return { reason: 'quota', until: periodAt(now, outer.zone).dayEndsAt }
  }
  const topicId = definition.topic_id === null ? null : read('top', definition.topic_id)
  const source = { kind: 'sequence' as const, id: sequenceId, step: step.key, topicId }
  const letters = [{ contactId: contact.id, emailId: id }]
  await noteLetters(tx, tenant, source, letters, new Date(now))
  return { outcome: 'sent', emailId: id }
}

/** Letters of somebody who has gone out, as far as nobody has begun to send them. */
export async function takeBackLetters(
  tx: Tx,
  world: Parameters<typeof record>[1],
  { projectId, mode }: Tenant,
  enrollmentId: Uuid,
): Promise<void> {
  if (mode === 'test') return
  const emails = (await visitsOf(tx, projectId, enrollmentId)).flatMap(one => one.email_id ?? [])
  if (emails.length === 0) return
  const gone = await takeBackWork(tx, [...deliveryKinds], emails)
  const at = world.clock.now()
  await record(
    tx,
    world,
    gone.map(emailId => ({ projectId, emailId, n: 0, at, type: 'cancelled' as const })),
  )
}
