/**
 * The delivery loop: claimed entries become messages, attempts, results. What a batch has in common
 * (emails, contents, senders, suppressions) is read once for the batch; then each recipient goes its
 * own way, so that one silent server holds up nobody else.
 */

import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { createMemoryBudget, type MemoryBudget } from '#kernel/base/memory-budget.ts'
import { isDatabaseAway, sqlState } from '#kernel/world/db.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import { stopDelayMs } from '#platform/queue/backoff.ts'
import { wake } from '#platform/queue/enqueue.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { createLoop, joinLoops, type Loop } from '#platform/queue/work.ts'

import { type Candidate, takeWarmUp } from '#tenants/limits/warm-up.ts'
import type { Stream } from '../events/email.ts'
import type { EventDetails } from '../events/event.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { findSuppressed, type SuppressionQuery } from '../suppression/suppress.ts'
import { deliveryKind, deliveryKinds } from '../timeline/delivery-kind.ts'
import { type Attempter, createAttempter } from './attempt.ts'
import { heldMail } from './holds.ts'
import type { MailHold } from './holds-store.ts'
import { logAttempt } from './mail-log.ts'
import { largeBytesInHand, type Messages, messagesOf } from './messages.ts'
import { type AttemptResult, countedFrom, type Decision, decide } from './outcome.ts'
import { isPaused } from './pause.ts'
import { noExtras, type Personalise } from './personalise.ts'
import { createSettler, type Settler } from './settle.ts'
import { findSigner } from './signer.ts'
import { type Delivery, firstNotFound, lastReply, loadDeliveries } from './store.ts'
import { traceAttempt } from './traced-attempt.ts'

interface DeliveryOptions {
  /** Behind return-path tokens. */
  readonly secret: Buffer
  /** What marketing mail gets per recipient (tracking, unsubscribe). */
  readonly personalise?: Personalise
}

export interface DeliveryLoop extends Loop {
  readonly attempter: Attempter
}

/**
 * Entries in hand per conversation: while some talk, others are being loaded, signed or settled,
 * and no connection waits for the database.
 */
export const inHandPerConversation = 4
/** What is deferred together does not come back together: later by up to this part of the delay. */
const maxJitter = 0.08

/** Claims of an entry that end in a fault of ours before it counts as failed. */
const maxFaults = 5
/** For the QUITs at the end. */
const closeMs = 2_000
/** For what was cut off to be settled. */
const letGoMs = 200
const faultRetryMs = 30_000
const confirmAfterMs = hourMs

export function createDeliveryLoop(world: World, options: DeliveryOptions): DeliveryLoop {
  let stopping = false
  const {
    MALOTE_BULK_SHARE: bulkShare,
    MALOTE_DELIVERY_CONCURRENCY: conversations,
    MALOTE_STREAMS: streams,
  } = world.settings
  const capacity = conversations * inHandPerConversation
  const attempter = createAttempter(world, {
    secret: options.secret,
    capacity,
    onRoom: () => {
      for (const kind of deliveryKinds) wake(world, kind)
    },
  })
  const settler = createSettler(world, () => stopping)
  const context: Context = {
    world,
    attempter,
    settler,
    personalise: options.personalise ?? noExtras,
    room: createMemoryBudget(largeBytesInHand),
    isStopping: () => stopping,
  }
  const giveUp = async (): Promise<void> => {
    stopping = true
    await attempter.close(closeMs)
    await world.clock.sleep(letGoMs)
  }
  const loopOf = (stream: Stream, share: number): Loop =>
    createLoop(world, {
      kind: deliveryKind(stream),
      capacity: Math.max(1, Math.floor(capacity * share)),
      crowding: attempter.destinations.crowding(share),
      handle(entries, done) {
        if (stream === 'transactional') world.runtime.get(bulkStretches, world).noteUrgent()
        return handle(context, entries, done, stream === 'marketing')
      },
      giveUp,
    })
  const loop = joinLoops([
    ...(streams.includes('transactional') ? [loopOf('transactional', 1)] : []),
    ...(streams.includes('marketing') ? [loopOf('marketing', bulkShare)] : []),
  ])
  return {
    step: loop.step,
    start() {
      void attempter.sources.start()
      loop.start()
    },
    async rest(isResting) {
      attempter.sources.rest(isResting)
      await loop.rest(isResting)
    },
    get inHand() {
      return loop.inHand
    },
    attempter,
    async stop(graceMs) {
      await loop.stop(graceMs)
      if (stopping) return
      stopping = true
      await attempter.close(closeMs)
    },
  }
}

interface Context {
  readonly world: World
  readonly attempter: Attempter
  readonly settler: Settler
  readonly personalise: Personalise
  readonly room: MemoryBudget
  readonly isStopping: () => boolean
}

async function handle(
  context: Context,
  entries: readonly Entry[],
  done: (entry: Entry) => void,
  isBulk: boolean,
): Promise<void> {
  const { world } = context
  const deliveries = await loadDeliveries(world.db, entries)
  for (const { sourceStamp = 0 } of deliveries.values()) {
    await context.attempter.sources.see(sourceStamp)
    break
  }
  const suppressed = await suppressedAmong(world, [...deliveries.values()])
  const holdOf = await world.runtime.get(heldMail, world).find()
  const warming = await warmingUp(world, isBulk ? entries : [], { deliveries, suppressed, holdOf })
  const messages = messagesOf(context, [...deliveries.values()])
  await Promise.all(
    entries.map(async entry => {
      try {
        const delivery = deliveries.get(entry.id) ?? null
        await deliverOne(context, entry, {
          delivery,
          hold: delivery && holdOf(delivery),
          suppressed: suppressed.get(entry.id) ?? null,
          warmingUntil: warming.get(entry.id) ?? null,
          messages,
        })
      } catch (error) {
        await ownFault(context, entry, deliveries.get(entry.id) ?? null, error)
      } finally {
        done(entry)
      }
    }),
  )
}

interface ClaimedDelivery {
  readonly delivery: Delivery | null
  /** The operator holds it back. */
  readonly hold: MailHold | null
  /** Why the address is on the suppression list; null: it is not. */
  readonly suppressed: SuppressionReason | null
  /** Bulk mail from a domain that is new to it: its day begins then. */
  readonly warmingUntil: number | null
  readonly messages: Messages
}

async function deliverOne(context: Context, entry: Entry, claimed: ClaimedDelivery): Promise<void> {
  const { world, settler } = context
  const { delivery } = claimed
  const early = delivery === null ? finished : beforeAttempt(world, entry, delivery, claimed)
  if (early !== null) return void (await settler.settle({ entry, decision: early }))
  const startedAt = world.clock.monotonic()
  const finding = await confirmed(
    world,
    delivery!,
    await attemptOne(context, entry, delivery!, claimed.messages),
  )
  // A connection that our own end has cut says nothing about the receiver.
  const isOurs = context.isStopping() && isCut(finding)
  const decision = isOurs ? null : decideNow(world, entry, delivery!, finding)
  const tookMs = world.clock.monotonic() - startedAt
  const told = decision && (await withLastReply(world, delivery!, decision))
  if (told) {
    const made = { delivery: delivery!, finding, decision: told, tries: entry.tries, tookMs }
    logAttempt(world, made)
    traceAttempt(world, made)
  }
  await settler.settle({ entry, decision: told ?? givenBack(world) })
}

function isCut(finding: AttemptResult): boolean {
  const isLost = finding.kind === 'deferred' && finding.cause === 'connection_lost'
  return isLost && finding.words === undefined && finding.uncertain !== true
}

/**
 * An email that trips us each time must not come back for ever: the fifth time it has failed. Where
 * the database trips us, it may come back as often as it takes.
 */
async function ownFault(
  context: Context,
  entry: Entry,
  delivery: Delivery | null,
  error: unknown,
): Promise<void> {
  const { world, settler } = context
  world.log.error(
    { entry: entry.id, email: entry.subject, error: String(error), stack: (error as Error).stack },
    'a delivery failed by our own fault; it is tried again',
  )
  if (delivery === null) return
  const isOfEmail = isFaultOfEmail(error)
  const decision: Decision | null =
    isOfEmail && entry.faults + 1 >= maxFaults
      ? decideNow(world, entry, delivery, { kind: 'failed', reason: 'render_error' })
      : {
          happening: null,
          next: {
            kind: 'later',
            dueAt: world.clock.now() + faultRetryMs,
            tried: false,
            ...(isOfEmail ? { fault: true } : { ours: true }),
          },
        }
  if (decision) {
    await settler
      .settle({ entry, decision })
      .catch(again =>
        world.log.error(
          { entry: entry.id, error: String(again) },
          'the fault could not be settled; the lease brings it back',
        ),
      )
  }
}

/**
 * A database that is away, or refuses a statement, says nothing about the email; unless it finds
 * fault with a value (classes 22 and 23), which is the email's own.
 */
function isFaultOfEmail(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined ? !isDatabaseAway(error) : /^2[23]/.test(state)
}

/**
 * A domain that does not exist is believed the second time, an hour or more later
 * (docs/contract.md#finding-the-server): the first answer may come from a broken delegation, and
 * bouncing would suppress the address.
 */
async function confirmed(
  world: World,
  delivery: Delivery,
  finding: AttemptResult,
): Promise<AttemptResult> {
  const { cause } = finding.kind === 'deferred' ? finding : {}
  if (cause !== 'domain_not_found_yet' && cause !== 'no_mail_server') return finding
  const first = await firstNotFound(world.db, delivery, cause)
  if (first === null || world.clock.now() - first < confirmAfterMs) return finding
  return cause === 'no_mail_server'
    ? { kind: 'refused', words: { code: 550, enhanced: '5.4.4', text: '' }, cause }
    : {
        kind: 'refused',
        words: { code: 550, enhanced: '5.1.2', text: '' },
        cause: 'unknown_domain',
      }
}

/** The time is up at a try that nobody answered: the bounce says what a server said last. */
async function withLastReply(
  world: World,
  delivery: Delivery,
  decision: Decision,
): Promise<Decision> {
  const { happening } = decision
  const { smtp_code: code, smtp_response: words, uncertain } = happening?.details ?? {}
  // What may have arrived after all is nobody's word.
  const isUnanswered = code === '4.4.7' && words === undefined && !uncertain
  if (happening?.type !== 'bounced' || !isUnanswered) return decision
  const last = await lastReply(world.db, delivery)
  if (last === null) return decision
  const details = { ...happening.details, ...last }
  return { ...decision, happening: { ...happening, details, softBounce: true } }
}

/** Nothing was said to the server: due again at once, for this node or the next. */
function givenBack(world: World): Decision {
  return { happening: null, next: { kind: 'later', dueAt: world.clock.now(), tried: false } }
}

const finished: Decision = { happening: null, next: { kind: 'done' } }

/** What settles a recipient without any attempt; null where one is to be made. */
function beforeAttempt(
  world: World,
  entry: Entry,
  delivery: Delivery,
  { hold, suppressed, warmingUntil }: Omit<ClaimedDelivery, 'delivery' | 'messages'>,
): Decision | null {
  const now = world.clock.now()
  const base = { projectId: delivery.projectId, emailId: delivery.emailId, n: delivery.n, at: now }
  if (!['queued', 'deferred', 'sent'].includes(delivery.state)) return finished
  if (delivery.state === 'sent') {
    // Claimed again in state `sent`: whoever had it died between the final dot and the record of
    // its reply (RFC 1047). It may have arrived; say so, and go on by the schedule.
    return decideNow(world, entry, delivery, {
      kind: 'deferred',
      cause: 'connection_lost_after_dot',
      uncertain: true,
    })
  }
  // Nobody could call it back any more: a deleted project sends nothing, whatever its sender.
  if (delivery.projectIsDeleted) {
    return { happening: { ...base, type: 'cancelled' }, next: { kind: 'done' } }
  }
  if (suppressed !== null) {
    return {
      happening: { ...base, type: 'suppressed', details: { reason: suppressed } },
      next: { kind: 'done' },
    }
  }
  if (isPaused(delivery)) return stopped(world, entry, delivery, { said: { cause: 'paused' } })
  if (hold !== null) {
    const { note, until } = hold
    const said = { cause: 'held_by_operator', ...(note === null ? {} : { note }) }
    return stopped(world, entry, delivery, { said, until: until?.getTime() })
  }
  if (warmingUntil !== null) {
    const times = ourTimes(world, entry, warmingUntil)
    const details = { cause: 'warming_up', slowed_until: times.next_attempt_at, ...times }
    return {
      happening: { ...base, type: 'deferred', details },
      next: { kind: 'later', dueAt: warmingUntil, tried: false, ours: true },
    }
  }
  return null
}

interface Stop {
  readonly said: EventDetails
  /** ms since 1970; default: nobody knows. */
  readonly until?: number | undefined
}

/**
 * Somebody has stopped it, until a moment or for good. Said once; it goes on soon after a short stop,
 * within minutes after a long one.
 */
function stopped(
  world: World,
  entry: Entry,
  { projectId, emailId, n, state }: Delivery,
  { said, until = Number.POSITIVE_INFINITY }: Stop,
): Decision {
  const now = world.clock.now()
  const dueAt = Math.min(until, now + stopDelayMs(entry.attempt - entry.tries - 1))
  const details = { ...said, ...ourTimes(world, entry, dueAt) }
  const isNews = state === 'queued'
  return {
    happening: isNews ? { projectId, emailId, n, at: now, type: 'deferred', details } : null,
    next: { kind: 'later', dueAt, tried: false, ours: true },
  }
}

/** Where we make it wait: the receiver's time begins when that is over. */
const ourTimes = ({ settings }: World, { tries }: Entry, dueAt: number) => ({
  attempt: Math.max(tries, 1),
  next_attempt_at: new Date(dueAt).toISOString(),
  gives_up_at: new Date(dueAt + settings.MALOTE_RETRY_HOURS * hourMs).toISOString(),
})

/** Until when due bulk mail, an import's confirmations too, waits for its warm-up. */
function warmingUp(
  world: World,
  entries: readonly Entry[],
  known: {
    readonly deliveries: ReadonlyMap<Uuid, Delivery>
    readonly suppressed: SuppressionReasons
    readonly holdOf: (one: Delivery) => MailHold | null
  },
): Promise<Map<Uuid, number>> {
  const candidates = entries.flatMap((entry): Candidate[] => {
    const delivery = known.deliveries.get(entry.id)
    if (delivery === undefined || entry.warmUpPassed || entry.tries > 0) return []
    const isOpen = delivery.state === 'queued' || delivery.state === 'deferred'
    if (!isOpen || delivery.projectIsDeleted || isPaused(delivery)) return []
    if (known.suppressed.has(entry.id) || known.holdOf(delivery) !== null) return []
    return [{ entryId: entry.id, projectId: delivery.projectId, domain: delivery.senderDomain }]
  })
  return takeWarmUp(world, candidates)
}

function decideNow(
  world: World,
  entry: Entry,
  delivery: Delivery,
  finding: AttemptResult,
): Decision | null {
  return decide(
    {
      projectId: delivery.projectId,
      emailId: delivery.emailId,
      n: delivery.n,
      tries: entry.tries,
      acceptedAt: countedFrom(delivery.acceptedAt, entry.createdAt),
    },
    finding,
    {
      now: world.clock.now(),
      retryMs: world.settings.MALOTE_RETRY_HOURS * hourMs,
      jitter: world.random.uniform() * maxJitter,
    },
  )
}

async function attemptOne(
  context: Context,
  entry: Entry,
  delivery: Delivery,
  messages: ClaimedDelivery['messages'],
): Promise<AttemptResult> {
  const { world, attempter, settler } = context
  const signer = await findSigner(world, delivery)
  if (signer === 'gone') {
    return { kind: 'failed', reason: `domain_not_verified: ${delivery.senderDomain}` }
  }
  return attempter.attempt({
    delivery,
    entry,
    returnPathHost: signer?.returnPath ?? world.settings.MALOTE_RETURN_PATH_DOMAIN,
    withMessage: (group, use) => messages(delivery, { group, signer }, use),
    beforeContent: (place, form) =>
      settler.markSent({
        entry,
        happening: {
          projectId: delivery.projectId,
          emailId: delivery.emailId,
          n: delivery.n,
          type: 'sent',
          at: world.clock.now(),
          details: {
            ...place,
            attempt: entry.tries + 1,
            made: {
              keys: signer?.keys.map(key => key.selector) ?? [],
              host: world.settings.MALOTE_HOSTNAME,
              ...(delivery.stream === 'marketing' ? { tracking: signer?.tracking ?? null } : {}),
            },
            ...(form === undefined ? {} : { form }),
          },
        },
        to: askedOf(delivery),
      }),
  })
}

const askedOf = (one: Delivery): SuppressionQuery => ({
  projectId: one.projectId,
  email: one.address,
  stream: one.stream,
})

/** Why an address is on the list, by the id of the entry that it is the recipient of. */
type SuppressionReasons = ReadonlyMap<Uuid, SuppressionReason>

/** The entries whose recipient has come onto the suppression list since it was accepted. */
async function suppressedAmong(
  world: World,
  deliveries: readonly Delivery[],
): Promise<SuppressionReasons> {
  const found = await findSuppressed(world.db, deliveries.map(askedOf))
  return new Map([...found].map(([i, reason]) => [deliveries[i]!.entryId, reason]))
}
