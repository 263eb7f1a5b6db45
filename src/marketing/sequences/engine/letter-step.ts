/** The letter of a step: made, accepted and remembered in the transaction of the step. */
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import type { RenderedLetter } from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { returnPathWithin } from '#sending/domains/sender.ts'
import { acceptMany } from '#sending/intake/accept.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { record } from '#sending/timeline/record.ts'
import type { LetterPlaces } from '#tenants/limits/letter-places.ts'
import { periodAt } from '#tenants/limits/period.ts'
import { noteLetters } from '../../contacts/letters/letters.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import { type Enrollment, emailsOfWays } from '../people/enrollment-store.ts'
import {
  domainOf,
  type EmailStep,
  emailOfLetter,
  type LetterWorld,
  makeLetter,
  noEmail,
  type StepSources,
  stoppedLetter,
} from './letter.ts'

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
  readonly sources: StepSources
  /** The account's quotas are locked from the start. */
  readonly isExact: boolean
  readonly places: LetterPlaces
}

/** What letters have come to, in the order given; their quotas are to be booked at the very end. */
interface SentLetters {
  readonly acts: readonly Act[]
  book(): Promise<void>
}

interface LetterToSend {
  readonly enrollment: Enrollment
  readonly definition: SequenceDefinition
  readonly contact: ContactRow
  readonly step: EmailStep
}

const skipped = (reason: string): Act => ({ outcome: `skipped:${reason}`, emailId: null })

/** Of many people at once; nobody is among them twice. */
export async function sendLetters(
  common: Common,
  letters: readonly LetterToSend[],
): Promise<SentLetters> {
  const acts = new Map<LetterToSend, Act>()
  const ready: ReadyLetter[] = []
  const hosts = await hostsOf(common, letters)
  const made = await Promise.all(letters.map(letter => prepareOne(common, letter, hosts)))
  for (const [i, letter] of letters.entries()) {
    const one = made[i]!
    const act = 'prepared' in one ? waitOf(common, letter, one) : one
    if (act !== null) acts.set(letter, act)
    else if ('prepared' in one) ready.push({ letter, ...one })
  }
  const { accepted, book } = await acceptAll(common, ready)
  for (const [letter, act] of accepted) acts.set(letter, act)
  return { acts: letters.map(letter => acts.get(letter)!), book }
}

/** Where answers of each sending domain arrive: asked once for all letters, within the transaction. */
async function hostsOf(
  { tx, world, tenant: { projectId } }: Common,
  letters: readonly LetterToSend[],
): Promise<ReadonlyMap<string, string>> {
  const domains = new Set(letters.map(({ step, definition }) => domainOf(step, definition)))
  domains.delete(null)
  const found = [...(domains as Set<string>)].map(async domain => {
    return [domain, await returnPathWithin(tx, world, { projectId, domain })] as const
  })
  return new Map(await Promise.all(found))
}

/** Until its domain has a place for it, where that warms up; null: it has one. */
function waitOf(
  { places }: Common,
  { enrollment: { waiting } }: LetterToSend,
  { prepared }: PreparedLetter,
): Act | null {
  // Something else may wake whoever waits for it.
  const promised = waiting?.reason === 'warm_up' ? Date.parse(waiting.until ?? '') || null : null
  const until = places.take(prepared.from.domain, promised)
  return until === null ? null : { reason: 'warm_up', until }
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
  hosts: ReadonlyMap<string, string>,
): Promise<Act | PreparedLetter> {
  const { step, contact, enrollment, definition } = letter
  const topicId = read('top', definition.topic_id ?? '')
  const emailId = world.ids.next()
  const { event, sequence_id: sequenceId } = enrollment
  const about = { step, contact, event, topicId, emailId, sequenceId }
  const made = await makeLetter(sources, outer, about)
  if (typeof made === 'string') return { outcome: made, emailId: null }
  try {
    const domain = domainOf(step, definition)
    const host = domain === null ? null : (hosts.get(domain) ?? null)
    const prepared = emailOf(world, tenant, letter, { rendered: made.rendered, host })
    const isStopped = tenant.mode === 'live' && sources.stops(world, made.words, prepared)
    return isStopped ? { outcome: stoppedLetter, emailId: null } : { id: emailId, prepared }
  } catch (error) {
    if (error instanceof Refusal) return { outcome: noEmail, emailId: null }
    throw error
  }
}

function emailOf(
  world: World,
  tenant: Tenant,
  { enrollment, definition, contact, step }: LetterToSend,
  { rendered, host }: { readonly rendered: RenderedLetter; readonly host: string | null },
): PreparedEmail {
  const sequenceId = show('seq', enrollment.sequence_id)
  const list = definition.topic_id ?? sequenceId
  const prepared = prepare(
    {
      ...emailOfLetter(rendered, { from: step.from ?? definition.from!, to: contact.email }),
      ...(host === null
        ? {}
        : { headers: { 'List-Id': `<${list}.${show('prj', tenant.projectId)}.${host}>` } }),
    },
    world.clock.now(),
    { mayLackSubject: true },
  )
  const letter = { sequence_id: sequenceId, step: step.key, contact_id: show('con', contact.id) }
  return { ...prepared, letter }
}

async function acceptAll(
  { tx, world, tenant, outer, isExact, places }: Common,
  ready: readonly ReadyLetter[],
): Promise<{
  readonly accepted: readonly (readonly [LetterToSend, Act])[]
  book(): Promise<void>
}> {
  if (ready.length === 0) return { accepted: [], book: async () => {} }
  const now = world.clock.now()
  const { results, rows, book } = await acceptMany(
    tx,
    world,
    ready.map(({ id, prepared }) => ({
      tenant,
      emails: [{ id, prepared: placed(prepared, places), stopped: null, within: '' }],
      idempotency: undefined,
      response: '',
    })),
    isExact,
  )
  await rows
  for (const [i, { prepared }] of ready.entries()) {
    if (results[i]!.kind !== 'accepted') places.giveBack(prepared.from.domain)
  }
  const sent = ready.filter((_, i) => results[i]!.kind === 'accepted')
  for (const some of Map.groupBy(sent, sourceKey).values()) {
    const { step, enrollment, definition } = some[0]!.letter
    const topicId = read('top', definition.topic_id ?? '')
    const source = {
      kind: 'sequence',
      id: enrollment.sequence_id,
      step: step.key,
      topicId,
    } as const
    const letters = some.map(({ id, letter }) => ({ contactId: letter.contact.id, emailId: id }))
    await noteLetters(tx, tenant, { source, letters, at: new Date(now) })
  }
  const acts = ready.map(({ id, letter }, i) => {
    const result = results[i]!
    const act: Act =
      result.kind === 'refused'
        ? refusedAct(result.refusal, now, outer.zone)
        : { outcome: 'sent', emailId: id }
    return [letter, act] as const
  })
  return { accepted: acts, book }
}

const placed = (prepared: PreparedEmail, places: LetterPlaces): PreparedEmail =>
  places.isWarming(prepared.from.domain) ? { ...prepared, isWarm: true } : prepared

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
