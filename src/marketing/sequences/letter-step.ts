/** The letter of a step: made, accepted and remembered in the transaction of the step. */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import { readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { acceptWithin } from '#sending/intake/accept.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { record } from '#sending/timeline/record.ts'
import { periodAt } from '#tenants/limits/period.ts'
import { cappedUntil } from '../contacts/caps.ts'
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
  const cap = await cappedUntil(tx, tenant.projectId, {
    caps: outer.rules.cap,
    topicId,
    contactIds: [contact.id],
    now: world.clock.now(),
  })
  const until = cap.get(contact.id)
  if (until !== undefined) {
    return step.if_capped === 'skip' ? skipped('capped') : { reason: 'cap', until }
  }
  const emailId = world.ids.next()
  const version = await namedVersion(tx, tenant.projectId, step)
  if (version === null) return skipped('template')
  const { draft, letters } = version
  const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
  if (language === null) return skipped('no_variant')
  const topic = await topicNamesOf(tx, tenant.projectId, topicId)
  const declared = Object.fromEntries(
    draft.variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const rendered = renderLetter(
    readLetter(letters[language]!),
    {
      ...outer.project,
      ...declared,
      ...(enrollment.event === null ? {} : { event: enrollment.event }),
      ...(topic === null ? {} : { topic: { name: topic[languageOf(language)] } }),
      contact: contactValues(contact, outer.fallbacks),
      preferences_url: outer.preferencesUrl(contact.id),
      web_view_url: outer.webViewUrl(emailId),
    },
    { language, timeZone: contact.time_zone ?? outer.zone },
  )
  const [missing] = rendered.missing
  if (missing !== undefined && step.on_missing !== 'empty')
    return skipped(`missing_value:${missing}`)
  return accept(sending, emailId, rendered)
}

async function accept(
  { tx, world, tenant, outer, enrollment, definition, contact, step }: Sending,
  id: Uuid,
  rendered: ReturnType<typeof renderLetter>,
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
