/**
 * The only place where a recipient's state changes. It takes facts from delivery, inbound reports
 * and tracking, checks that each is a legal step, writes the event, the state and the email's status,
 * suppresses the address where the fact says so, and queues the webhooks: all inside the caller's
 * transaction, so that a timeline, a suppression list and a notification never tell two stories.
 */
import { assert } from '#kernel/base/assert.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueueWebhooks, type Notice, readSubscriptions } from '#platform/webhooks/enqueue.ts'
import type { Subscription } from '#platform/webhooks/store.ts'
import { count } from '#tenants/limits/usage.ts'
import { sharedRateWatch } from '#tenants/trust/watch.ts'
import type { LetterMark, NewEmail, Stream, TextMap } from '../events/email.ts'
import {
  bounceClassIn,
  type EventDetails,
  type EventType,
  isStatusEvent,
  type RecipientState,
} from '../events/event.ts'
import { explain } from '../explain/explain.ts'
import { suppress } from '../suppression/add.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { noteSoftBounce } from '../suppression/suppress.ts'
import { countEvents, incrementOf, incrementsOfAccepted, saltOf } from './count.ts'
import { readEnvelopes } from './envelope-store.ts'
import { type LetterFact, tellLetterListeners } from './listeners.ts'
import { type Envelope, inResendForm } from './resend-form.ts'
import { maySee, stateAfter, statusOf } from './status.ts'
import {
  applyChanges,
  type EmailChange,
  type EventRow,
  insertEmails,
  type LockedEmail,
  lockEmails,
  type RecipientChange,
} from './store.ts'

type Outside = Pick<World, 'ids' | 'clock' | 'log' | 'signals' | 'handoff' | 'runtime'>

/** One fact about one recipient. */
export interface NewEvent {
  readonly projectId: Uuid
  readonly emailId: Uuid
  /** Which recipient of the email. */
  readonly n: number
  readonly type: EventType
  readonly at: number
  readonly details?: EventDetails
  /** Put the address on the suppression list at once. */
  readonly suppress?: SuppressionReason
  /** A 4.x.x bounce: three on different days suppress. */
  readonly softBounce?: boolean
  /** Reported by somebody outside, maybe too late: passed over where the state forbids it. */
  readonly late?: boolean
}

/** What was written. */
interface RecordedEvent {
  readonly happening: NewEvent
  readonly event: EventRow
  readonly email: LockedEmail
  /** The recipient's state before it. */
  readonly before: RecipientState
}

/** What is to be known of emails before facts about them are written; they are locked. */
interface LockedEmails {
  readonly emails: Map<Uuid, LockedEmail>
  readonly subscriptions: readonly Subscription[]
  readonly envelopes: ReadonlyMap<Uuid, Envelope>
}

/** For `record`, to be asked together with other things. */
export async function lookUp(tx: Tx, news: readonly NewEvent[]): Promise<LockedEmails> {
  if (news.length === 0) return { emails: new Map(), subscriptions: [], envelopes: new Map() }
  const [emails, subscriptions] = await Promise.all([
    lockEmails(tx, [...new Map(news.map(h => [h.emailId, h])).values()]),
    readSubscriptions(
      tx,
      news.map(h => h.projectId),
    ),
  ])
  const envelopes = await envelopesFor(tx, [...emails.values()], subscriptions)
  return { emails, subscriptions, envelopes }
}

/** Writes facts in the order given. `found`: by `lookUp`, about these or more; else looked up here. */
export async function record(
  tx: Tx,
  world: World,
  news: readonly NewEvent[],
  found?: LockedEmails,
): Promise<RecordedEvent[]> {
  if (news.length === 0) return []
  const { emails, subscriptions, envelopes } = found ?? (await lookUp(tx, news))
  const recorded = news.flatMap(happening => {
    const one = step(world, emails, happening)
    return one === null ? [] : [one]
  })
  if (recorded.length === 0) return []
  countEvents(
    tx,
    world,
    recorded.map(({ event, email }) => ({ ...event, stream: email.stream })),
  )
  await Promise.all([
    applyChanges(
      tx,
      recorded.map(({ event, email }) => ({
        ...event,
        emailXid: isStatusEvent(event.type) ? email.xid : null,
      })),
      recipientChanges(recorded),
      emailChanges(recorded),
    ),
    suppressNamed(tx, world, recorded),
    enqueueWebhooks(
      tx,
      world,
      recorded.map(r => noticeOf(r.event, r.email, envelopes.get(r.email.id))),
      subscriptions,
    ),
    tellLetterListeners(tx, world, recorded.flatMap(letterFact)),
    countRecorded(tx, world, recorded),
  ])
  return recorded
}

/** Of those emails whose project has a webhook that is told in Resend's words. */
async function envelopesFor(
  tx: Tx,
  emails: readonly LockedEmail[],
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<Uuid, Envelope>> {
  const told = new Set(subscriptions.flatMap(one => (one.form === 'resend' ? [one.projectId] : [])))
  const asked = emails.filter(one => told.has(one.projectId))
  return asked.length === 0 ? new Map() : readEnvelopes(tx, asked)
}

/** What listeners above hear of; of mail that no list was asked for, complaints alone. */
function letterFact({ event, email }: RecordedEvent): LetterFact[] {
  const { projectId, mode, emailId, type, recipient, at, details } = event
  if (email.stream !== 'marketing' && type !== 'complained') return []
  const isMachine = details?.machine === true
  const { url = null, provider = null } = details ?? {}
  const bouncedAs = type === 'bounced' ? bounceClassIn(details) : null
  return [{ projectId, mode, emailId, type, recipient, at, isMachine, bouncedAs, provider, url }]
}

/** Last, since the rows of the counts are locked until the commit. */
async function countRecorded(
  tx: Tx,
  world: World,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  const increments = recorded.flatMap(({ event, email, before }) => {
    const increment = incrementOf(event, email.stream, before)
    return increment === null ? [] : [increment]
  })
  const bad = increments.filter(({ counts }) => counts.hard || counts.complained)
  if (bad.length > 0) {
    const projectIds = bad.map(({ projectId }) => projectId)
    tx.committed(() => world.runtime.get(sharedRateWatch, world).note(projectIds))
  }
  await count(tx, increments, saltOf(recorded[0]!.event.id))
}

/** One legal step: moves the recipient in memory and makes the event. */
function step(
  world: Outside,
  emails: Map<Uuid, LockedEmail>,
  happening: NewEvent,
): RecordedEvent | null {
  const email = emails.get(happening.emailId)
  const recipient = email?.recipients.get(happening.n)
  if (!email || !recipient || email.projectId !== happening.projectId) {
    // Retention may have taken the email away while a report was on its way.
    assert(happening.late, 'a fact must be about an email and a recipient that exist')
    return null
  }
  if (happening.late && !maySee(recipient.state, happening.type)) return null
  const before = recipient.state
  recipient.state = stateAfter(recipient.state, happening.type)
  const event: EventRow = {
    projectId: email.projectId,
    id: world.ids.next(),
    emailId: email.id,
    mode: email.mode,
    type: happening.type,
    at: happening.at,
    recipient: recipient.address,
    details: detailsOf(happening, before),
  }
  return { happening, event, email, before }
}

/** A bounce of what the server had accepted says so: the explanation is another. */
function detailsOf({ type, details }: NewEvent, before: RecipientState): EventDetails | null {
  const isLate = type === 'bounced' && before === 'delivered'
  return isLate ? { ...details, late: true } : (details ?? null)
}

/** The last state of each recipient touched: one row changes once per statement. */
function recipientChanges(recorded: readonly RecordedEvent[]): RecipientChange[] {
  const changes = new Map<string, RecipientChange>()
  for (const { happening, email } of recorded) {
    const { place, state } = email.recipients.get(happening.n)!
    changes.set(`${email.id} ${happening.n}`, { emailId: email.id, place, state })
  }
  return [...changes.values()]
}

function emailChanges(recorded: readonly RecordedEvent[]): EmailChange[] {
  const changes = new Map<Uuid, EmailChange>()
  for (const { event, email } of recorded) {
    changes.set(email.id, {
      id: email.id,
      place: email.place,
      status: statusOf([...email.recipients.values()].map(r => r.state)),
      lastEventAt: Math.max(event.at, changes.get(email.id)?.lastEventAt ?? 0),
    })
  }
  return [...changes.values()]
}

async function suppressNamed(
  tx: Tx,
  world: World,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  // Nothing in test mode touches the live suppression list.
  const live = recorded.filter(r => r.email.mode === 'live')
  const entries = live.flatMap(({ happening, event, email }) =>
    happening.suppress === undefined || event.recipient === null
      ? []
      : [
          {
            projectId: email.projectId,
            email: event.recipient,
            stream:
              happening.suppress === 'unsubscribe' ? ('marketing' as const) : ('all' as const),
            reason: happening.suppress,
            emailId: email.id,
            at: event.at,
          },
        ],
  )
  if (entries.length > 0) await suppress(tx, world, entries)
  const soft = live.filter(r => r.happening.softBounce && r.event.recipient !== null)
  if (soft.length > 0) {
    await noteSoftBounce(
      tx,
      world,
      soft.map(r => ({
        projectId: r.email.projectId,
        email: r.event.recipient!,
        emailId: r.email.id,
        at: r.event.at,
      })),
    )
  }
}

/** What the caller knows of the projects. */
export interface ProjectFacts {
  readonly language: (email: NewEmail) => Language
  /** In which their explanations tell times; UTC if absent. */
  readonly timeZone?: (email: NewEmail) => string
  /** Their webhooks; read here if not given. If given, all statements are sent at once. */
  readonly subscriptions?: readonly Subscription[]
}

/** Writes newly accepted emails with their first events and queues the webhooks of those. */
export async function recordAccepted(
  tx: Tx,
  world: Outside,
  emails: readonly NewEmail[],
  known: ProjectFacts,
): Promise<void> {
  const events = emails.flatMap(email => firstEvents(world, email))
  const byId = new Map(emails.map(email => [email.id, email]))
  const notices = events.map(event => {
    const email = byId.get(event.emailId)!
    const reader = { language: known.language(email), timeZone: known.timeZone?.(email) ?? 'UTC' }
    return noticeOf(event, { ...email, ...reader }, envelopeOf(email))
  })
  countEvents(
    tx,
    world,
    events.map(event => ({ ...event, stream: byId.get(event.emailId)!.stream })),
  )
  // The statements travel together: one wait for all.
  await Promise.all([
    insertEmails(tx, emails, events),
    enqueueWebhooks(tx, world, notices, known.subscriptions),
    count(tx, incrementsOfAccepted(emails), saltOf(emails[0]!.id)),
  ])
}

/** `accepted`, `queued`, and one event for each address that nothing will be sent to. */
function firstEvents(world: Outside, email: NewEmail): EventRow[] {
  const make = (
    type: EventType,
    recipient: string | null,
    details: EventDetails | null,
  ): EventRow => ({
    projectId: email.projectId,
    id: world.ids.next(),
    emailId: email.id,
    mode: email.mode,
    type,
    at: email.createdAt,
    recipient,
    details,
  })
  const events = [make('accepted', null, null), make('queued', null, waitOf(email))]
  for (const recipient of email.recipients) {
    if (recipient.state === 'suppressed') {
      events.push(make('suppressed', recipient.address, { reason: recipient.reason }))
    }
    if (recipient.state === 'failed') {
      events.push(make('failed', recipient.address, email.failure ?? null))
    }
  }
  return events
}

/**
 * For the webhook alone: a timeline shows `queued` without details
 * (docs/contract.md#timeline-event).
 */
function waitOf({ scheduledAt }: NewEmail): EventDetails | null {
  return scheduledAt === null ? null : { scheduled_at: new Date(scheduledAt).toISOString() }
}

interface NoticeEmail {
  readonly mode: Mode
  readonly stream: Stream
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  readonly letter?: LetterMark | null
  readonly trace?: KeptTrace | null
  readonly language: Language
  readonly timeZone: string
}

/** The webhook of an event: the public payload, in the project's language and the account's zone. */
function noticeOf(event: EventRow, email: NoticeEmail, envelope: Envelope | undefined): Notice {
  const { projectId, id, mode, type, at } = event
  const isBulk = email.stream === 'marketing'
  const data = () => noticeData(event, email)
  const trace = email.trace ?? null
  const told = { projectId, mode, eventId: id, type, at, isBulk, data, trace }
  if (envelope === undefined) return told
  return { ...told, resend: inResendForm(event, email, envelope, () => explained(event, email)) }
}

const envelopeOf = ({ id, sender, addressees, subject, createdAt, messageId }: NewEmail) => ({
  id,
  sender,
  to: addressees.to,
  subject,
  createdAt,
  messageId: messageId ?? null,
})

const explained = (event: EventRow, { mode, language, timeZone }: NoticeEmail): string =>
  explain({ type: event.type, mode, timeZone, ...eventFacts(event) }, language)

function noticeData(event: EventRow, email: NoticeEmail): object {
  return {
    email_id: show('msg', event.emailId),
    event_id: show('evt', event.id),
    ...(event.recipient === null ? {} : { recipient: event.recipient }),
    ...showDetails(event.details),
    explanation: explained(event, email),
    tags: email.tags ?? {},
    metadata: email.metadata ?? {},
    ...email.letter,
    ...(email.mode === 'test' ? { test: true } : {}),
  }
}

/** What `explain` needs to know of a stored event. */
export function eventFacts(
  event: Pick<EventRow, 'recipient' | 'details'>,
): EventDetails & { recipient?: string } {
  return { ...event.details, ...(event.recipient === null ? {} : { recipient: event.recipient }) }
}

/** Details that customers see; the rest is ours to explain from. */
export function showDetails(details: EventDetails | null): Partial<EventDetails> {
  if (details === null) return {}
  const {
    counts: _counts,
    bounced_as: _class,
    form: _form,
    made: _made,
    note: _note,
    ...shown
  } = details
  return shown
}
