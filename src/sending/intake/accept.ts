/**
 * Accepting email: from prepared fields to a committed 202, as a list of verbs. Requests that arrive
 * together are written together (world/batch.ts): in one transaction the idempotency keys, the
 * suppression look-up, the quotas, the emails with their first events, and the queue. Each request
 * is all or nothing and gets its own answer; one that is refused leaves nothing behind.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { type Batcher, createBatcher } from '#kernel/world/batch.ts'
import { isAnswerLost, type Tx } from '#kernel/world/db.ts'
import { impatient, patiently } from '#kernel/world/outage.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import { insertIdempotency, takeBackIdempotency } from '#platform/idempotency/store.ts'
import { readSubscriptions } from '#platform/webhooks/enqueue.ts'
import { exactIfCrossed, type Ledger, openLedger } from '#tenants/limits/reserve.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import type { NewEmail, NewRecipient } from '../events/email.ts'
import { writeEmails } from '../outbox/outbox.ts'
import { followCaptured } from './captured.ts'
import { findOut } from './doubt.ts'
import {
  type Acceptance,
  amountOf,
  lookUpStandings,
  lookUpSuppressed,
  type Ready,
  refuseSandboxed,
  refuseSuppressed,
  type SkippedAddresses,
} from './policy.ts'

/** Accepted and committed; refused; or the same key was committed by another node just before. */
export type AcceptResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'repeated' }

export interface Acceptor {
  /** Resolves after the commit. */
  accept(acceptance: Acceptance): Promise<AcceptResult>
}

/** Requests per transaction, and bytes per transaction so that large mails do not pile up. */
export const maxRequests = 200
const maxBytes = 8 * 1024 * 1024
/**
 * What a recipient and a tag weigh beside their words: each is rows and index entries of its own. A
 * transaction has room for 2,000 recipients, which take as long as 8 MB of content.
 */
const recipientBytes = 4 * 1024
const tagBytes = 1024
/** One transaction at a time: what comes meanwhile makes the next one larger, and cheaper. */
export const slots = 1

/**
 * Requests that fill a transaction each by themselves have a line of their own: what is small waits
 * behind none of them.
 */
export function createAcceptor(given: World): Acceptor {
  // The wait for a database that is away belongs to each request, and not to a place in the line.
  const world = impatient(given)
  const [small, large] = [createLine(world), createLine(world)]
  const stretches = world.runtime.get(bulkStretches, world)
  return {
    accept(one) {
      if (one.emails.some(isUrgent)) stretches.noteUrgent()
      const line = weigh(one) > maxBytes ? large : small
      return patiently(world, 'writing', () => line.add(one))
    },
  }
}

const isUrgent = ({ prepared }: Ready): boolean => prepared.stream === 'transactional'

const weigh = (one: Acceptance): number =>
  one.emails.reduce((sum, { prepared }) => sum + weightOf(prepared), 0)

const weightOf = ({ sizeBytes, recipients, tags, metadata, content }: PreparedEmail): number =>
  sizeBytes +
  recipients.length * recipientBytes +
  Object.keys(tags ?? {}).length * tagBytes +
  Buffer.byteLength(JSON.stringify([tags, metadata, content.headers]))

function createLine(world: World): Batcher<Acceptance, AcceptResult> {
  return createBatcher<Acceptance, AcceptResult>({
    slots,
    max: maxRequests,
    clock: world.clock,
    maxWeight: maxBytes,
    weigh,
    ownerOf: one => one.tenant.projectId,
    run: batch =>
      write(world, batch).catch(error => {
        if (!isAnswerLost(error)) throw error
        const fields = { requests: batch.length, error: String(error) }
        world.log.warn(fields, 'the database did not say whether requests were accepted; asking')
        return findOut<AcceptResult>(world, batch, error, {
          accepted: { kind: 'accepted' },
          write: open => write(world, open),
        })
      }),
  })
}

/** The public id and status of each email, as the 202 shows them. */
export function shownAcceptance(
  tenant: Tenant,
  id: Uuid,
): { id: string; status: 'queued' | 'captured' } {
  return { id: show('msg', id), status: tenant.mode === 'test' ? 'captured' : 'queued' }
}

function write(world: World, batch: readonly Acceptance[]): Promise<AcceptResult[]> {
  return exactIfCrossed(isExact =>
    world.db.transaction(async tx => {
      const { results, rows, book } = await acceptMany(tx, world, batch, isExact)
      await tx.last(Promise.all([rows, book()]))
      return results
    }),
  )
}

/**
 * Within a transaction that has more to write: the same rules, each email by itself. What is refused
 * leaves no trace.
 */
export async function acceptWithin(
  tx: Tx,
  world: World,
  batch: readonly Acceptance[],
): Promise<AcceptResult[]> {
  const { results, rows, book } = await acceptMany(tx, world, batch, true)
  await Promise.all([rows, book()])
  return results
}

interface AcceptedBatch {
  readonly results: AcceptResult[]
  /** Under way: what is sent after it travels with it. */
  readonly rows: Promise<void>
  /**
   * Books what was taken of the quotas: the last statement, since others who send wait for it until
   * the commit. Throws QuotaCrossed: the transaction is then to be done again, with `exact`.
   */
  book(): Promise<void>
}

/** As `acceptWithin`, without a lock on the account's quotas unless it is `exact`. */
export async function acceptMany(
  tx: Tx,
  world: World,
  batch: readonly Acceptance[],
  exact: boolean,
): Promise<AcceptedBatch> {
  const now = world.clock.now()
  const outcomes = new Map<Acceptance, AcceptResult>()
  const open = (): Acceptance[] => batch.filter(one => !outcomes.has(one))
  const results = (): AcceptResult[] => batch.map(one => outcomes.get(one) ?? { kind: 'accepted' })

  const [blocked, standings, subscriptions] = await Promise.all([
    lookUpSuppressed(tx, batch),
    lookUpStandings(tx, world, batch),
    readSubscriptions(
      tx,
      batch.map(one => one.tenant.projectId),
    ),
  ])
  for (const one of batch) {
    const refusal = refuseSandboxed(one, standings)[0] ?? refuseSuppressed(one, blocked)
    if (refusal) outcomes.set(one, { kind: 'refused', refusal })
  }
  for (const one of await keysTaken(tx, open(), now)) outcomes.set(one, { kind: 'repeated' })
  const ledger = await openLedger(tx, world, standings, exact)
  const beyond = open().filter(one => {
    const refusal = reserve(ledger, one, blocked)
    if (refusal) outcomes.set(one, { kind: 'refused', refusal })
    return refusal !== null
  })
  await forgetKeys(tx, beyond)

  const emails = open().flatMap(one => one.emails.map(ready => newEmail(one, ready, blocked, now)))
  if (emails.length > 0) {
    const readers = new Map(batch.map(one => [one.tenant.projectId, one.tenant]))
    const captured = emails.filter(email => email.mode === 'test')
    const language = (email: NewEmail) => readers.get(email.projectId)?.projectLanguage ?? 'pt'
    const timeZone = (email: NewEmail) => readers.get(email.projectId)?.timeZone ?? 'UTC'
    const rows = writeEmails(tx, world, emails, { language, timeZone, subscriptions })
    if (captured.length > 0) await followCaptured(tx, world, captured, rows)
    return { results: results(), rows, book: () => ledger.book() }
  }
  return { results: results(), rows: Promise.resolve(), book: async () => {} }
}

/** Takes what the request needs of its account's quotas, all or nothing. */
function reserve(
  ledger: Ledger,
  one: Acceptance,
  blocked: ReadonlyMap<Ready, SkippedAddresses>,
): Refusal | null {
  if (one.tenant.mode === 'test') return null
  return ledger.take({ accountId: one.tenant.accountId, ...amountOf(one, blocked) })
}

/** A refused request leaves its key free. */
async function forgetKeys(tx: Tx, refused: readonly Acceptance[]): Promise<void> {
  const keys = refused.flatMap(({ tenant, idempotency }) =>
    idempotency === undefined
      ? []
      : [{ projectId: tenant.projectId, mode: tenant.mode, key: idempotency.key }],
  )
  if (keys.length > 0) await takeBackIdempotency(tx, keys)
}

/** Writes the idempotency keys; returns the requests whose key another node has just committed. */
async function keysTaken(tx: Tx, open: readonly Acceptance[], now: number): Promise<Acceptance[]> {
  const keyed = open.filter(one => one.idempotency !== undefined)
  if (keyed.length === 0) return []
  const written = await insertIdempotency(
    tx,
    keyed.map(one => ({
      projectId: one.tenant.projectId,
      mode: one.tenant.mode,
      key: one.idempotency!.key,
      fingerprint: one.idempotency!.fingerprint,
      status: one.idempotency!.status ?? 202,
      response: one.response,
      createdAt: now,
    })),
  )
  return keyed.filter((_, i) => !written.has(i))
}

function newEmail(
  { tenant, trace }: Acceptance,
  ready: Ready,
  blocked: ReadonlyMap<Ready, SkippedAddresses>,
  now: number,
): NewEmail {
  const { prepared } = ready
  const skipped = blocked.get(ready)
  const recipients = prepared.recipients.map(({ address }, n): NewRecipient => {
    if (tenant.mode === 'test') return { n, address, state: 'captured' }
    const reason = skipped?.get(address)
    if (reason !== undefined) return { n, address, state: 'suppressed', reason }
    return { n, address, state: ready.stopped === null ? 'queued' : 'failed' }
  })
  assert(recipients.length > 0, 'an accepted email has a recipient')
  const status = tenant.mode === 'test' ? 'captured' : ready.stopped === null ? 'queued' : 'failed'
  return {
    projectId: tenant.projectId,
    id: ready.id,
    mode: tenant.mode,
    stream: prepared.stream,
    status,
    sender: prepared.sender,
    senderDomain: prepared.from.domain,
    addressees: prepared.addressees,
    subject: prepared.subject,
    tags: prepared.tags,
    metadata: prepared.metadata,
    ...(prepared.letter === undefined ? {} : { letter: prepared.letter }),
    ...(prepared.messageId === undefined ? {} : { messageId: prepared.messageId }),
    ...(prepared.isWarm === true ? { isWarm: true } : {}),
    ...(trace === undefined ? {} : { trace }),
    sizeBytes: prepared.sizeBytes,
    scheduledAt: prepared.scheduledAt,
    createdAt: now,
    content: ready.shared ?? prepared.content,
    ...(ready.stopped === null ? {} : { failure: ready.stopped }),
    recipients,
  }
}
