/**
 * What stands between a request and the queue: sandbox, suppression, pauses and limits
 * (docs/contract.md#order-of-checks). Acceptance judges a whole batch by it inside its transaction;
 * the dry run judges one email by the same functions, without a lock and without writing
 * (`previewSend`), so that the two cannot come to differ.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { leftText } from '#tenants/limits/left.ts'
import type { Amount } from '#tenants/limits/quota.ts'
import { currentQuota, readStandings, refuseAmount } from '#tenants/limits/reserve.ts'
import type { QuotaState } from '#tenants/limits/reserve-store.ts'
import { refuseOutsideRecipients } from '#tenants/limits/sandbox.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import type { SharedContent } from '../events/email.ts'
import type { EventDetails } from '../events/event.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { findSuppressed } from '../suppression/suppress.ts'

/** An email ready to be written: its fields are right and its sender may send. */
export interface Ready {
  readonly id: Uuid
  readonly prepared: PreparedEmail
  /** What is written instead of its content, which others have as well. */
  readonly shared?: SharedContent
  /** What the content check found; the email is then accepted and `failed`, never dropped. */
  readonly stopped: EventDetails | null
  /** Put before `param` of a refusal: `emails[2]` in a batch, '' alone. */
  readonly within: string
}

/** One request: all of its emails or none. */
export interface Acceptance {
  readonly tenant: Tenant
  readonly emails: readonly Ready[]
  readonly idempotency: Call['idempotency']
  /** The answer, fixed before the write so that a replay returns the same bytes. */
  readonly response: string
  /** Of whoever asks. */
  readonly trace?: KeptTrace | undefined
}

type PolicyQuery = Pick<Acceptance, 'tenant'> & {
  readonly emails: readonly Pick<Ready, 'prepared' | 'within'>[]
}
/** Addresses of an email that nothing may be sent to, and why. */
export type SkippedAddresses = ReadonlyMap<string, SuppressionReason>
type SkippedByEmail = ReadonlyMap<Pick<Ready, 'prepared'>, SkippedAddresses>

/** How the accounts of live requests stand; test mode knows no limits. */
export async function lookUpStandings(
  sql: Sql,
  world: Pick<World, 'settings'>,
  batch: readonly PolicyQuery[],
): Promise<Map<Uuid, QuotaState>> {
  const live = batch.filter(one => one.tenant.mode === 'live')
  if (live.length === 0) return new Map()
  return readStandings(
    sql,
    world,
    live.map(one => one.tenant.accountId),
  )
}

/** What the list blocks, per email; test mode knows no suppression. */
export async function lookUpSuppressed<R extends Pick<Ready, 'prepared'>>(
  sql: Sql,
  batch: readonly { readonly tenant: Tenant; readonly emails: readonly R[] }[],
): Promise<Map<R, SkippedAddresses>> {
  const asked = batch
    .filter(one => one.tenant.mode === 'live')
    .flatMap(one =>
      one.emails.flatMap(ready =>
        ready.prepared.recipients.map(recipient => ({
          ready,
          projectId: one.tenant.projectId,
          email: recipient.address,
          stream: ready.prepared.stream,
        })),
      ),
    )
  const blocked = new Map<R, Map<string, SuppressionReason>>()
  for (const [i, reason] of await findSuppressed(sql, asked)) {
    const { ready, email } = asked[i]!
    blocked.set(ready, (blocked.get(ready) ?? new Map()).set(email, reason))
  }
  return blocked
}

/** In the sandbox, mail goes to the account's own addresses only: a refusal for each other one. */
export function refuseSandboxed(
  one: PolicyQuery,
  standings: ReadonlyMap<Uuid, Pick<QuotaState, 'ownAddresses'>>,
): Refusal[] {
  const own = one.tenant.mode === 'live' ? standings.get(one.tenant.accountId)?.ownAddresses : null
  if (!own) return []
  return one.emails.flatMap(({ prepared, within }) =>
    refuseOutsideRecipients(own, prepared.recipients).map(refusal =>
      within === '' ? refusal : refusal.within(within),
    ),
  )
}

/** An email that nobody would get is refused. */
export function refuseSuppressed(one: PolicyQuery, blocked: SkippedByEmail): Refusal | null {
  for (const ready of one.emails) {
    const skipped = blocked.get(ready)
    if (skipped === undefined || skipped.size < ready.prepared.recipients.length) continue
    const refusal = new Refusal('recipient_suppressed', {
      param: ready.prepared.recipients[0]!.param,
    })
    return ready.within === '' ? refusal : refusal.within(ready.within)
  }
  return null
}

/** What a request takes of the quotas: recipients that are not suppressed. */
export function amountOf(one: PolicyQuery, blocked: SkippedByEmail): Amount {
  const amount = { transactional: 0, marketing: 0 }
  for (const ready of one.emails) {
    const { stream, recipients } = ready.prepared
    amount[stream] += recipients.length - (blocked.get(ready)?.size ?? 0)
  }
  return amount
}

/** What acceptance would find right now. */
export interface SendPreview {
  readonly outsideRecipients: readonly Refusal[]
  /** Addresses that would get nothing. */
  readonly suppressed: SkippedAddresses
  readonly limit: Refusal | null
  /** What pauses and limits leave, in words; null: nothing limits the account. */
  readonly left: Text | null
}

/** Judges one email as acceptance would, all findings at once. Locks, writes and counts nothing. */
export async function previewSend(
  world: Pick<World, 'db' | 'clock' | 'settings'>,
  tenant: Tenant,
  prepared: PreparedEmail,
): Promise<SendPreview> {
  const ready = { prepared, within: '' }
  const one: PolicyQuery = { tenant, emails: [ready] }
  const [blocked, standings] = await Promise.all([
    lookUpSuppressed(world.db, [{ tenant, emails: [ready] }]),
    lookUpStandings(world.db, world, [one]),
  ])
  const found = {
    outsideRecipients: refuseSandboxed(one, standings),
    suppressed: blocked.get(ready) ?? new Map(),
  }
  const standing = standings.get(tenant.accountId)
  if (standing === undefined) return { ...found, limit: null, left: null }
  const { quota, terms } = currentQuota(standing, world.clock.now())
  const judged = refuseAmount({ ...standing, terms }, quota, amountOf(one, blocked))
  return {
    ...found,
    limit: judged instanceof Refusal ? judged : null,
    left: leftText(quota, terms),
  }
}
