/**
 * Moving and cancelling an email that still waits: for its time, or deferred for its next attempt.
 * Whether it does is decided by its queue entries, locked in the same transaction: while a delivery
 * loop holds one of them, an attempt may be under way and it is too late (409 not_cancellable), as
 * it is while a recipient is `sent` and nobody knows whether the mail has arrived. Either the claim
 * or the change comes first; never do both believe they did. A new time can only be given to what
 * has not been tried yet: receivers set the pace of repetitions.
 */

import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import type { Answer, Call, Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { wake } from '#platform/queue/enqueue.ts'
import type { WaitingEntry } from '#platform/queue/entry.ts'
import { deleteSubjects, lockSubject, moveSubject } from '#platform/queue/store.ts'
import type { RecipientState } from '../events/event.ts'
import { deliveryKinds } from '../timeline/delivery-kind.ts'
import { emailOf, findCounted } from '../timeline/read-store.ts'
import { record } from '../timeline/record.ts'
import { showEmail } from '../timeline/serialize.ts'
import { lockEmails, updateSchedule } from '../timeline/store.ts'
import { capturedKind } from './captured.ts'
import { readScheduledAt } from './prepare.ts'

type OneCall<Body> = Call<Body, unknown, { id: string }>

/** PATCH: sends at another time; a time up to a minute ago means now. */
export async function reschedule(call: OneCall<{ scheduled_at: string }>): Promise<Answer> {
  const { world, tenant, body } = call
  const now = world.clock.now()
  const dueAt = readScheduledAt(body.scheduled_at, now) ?? now
  const answer = await world.db.transaction(async tx => {
    const { id, waiting } = await mustWait(tx, call)
    if (waiting.some(entry => entry.tries > 0)) throw new Refusal('not_cancellable')
    const { own } = world.clock
    await moveSubject(tx, id, own?.place(capturedKind, dueAt).dueAt ?? dueAt)
    await updateSchedule(tx, tenant.projectId, id, dueAt)
    return shown(tx, tenant, id)
  })
  for (const kind of deliveryKinds) wake(world, kind)
  return answer
}

/** Cancels for all recipients that are still to get it; each has its event. */
export async function cancel(call: OneCall<unknown>): Promise<Answer> {
  const { world, tenant } = call
  return call.commit(async tx => {
    const { id, waiting } = await mustWait(tx, call)
    await deleteSubjects(tx, [id])
    const base = { projectId: tenant.projectId, emailId: id, at: world.clock.now() }
    await record(
      tx,
      world,
      waiting.map(({ n }) => ({ ...base, n, type: 'cancelled' as const })),
    )
    return shown(tx, tenant, id)
  })
}

/** The email's open work, held; refuses what is unknown and what somebody may be delivering. */
async function mustWait(
  tx: Tx,
  { world, tenant, params }: OneCall<unknown>,
): Promise<{ id: Uuid; waiting: WaitingEntry[] }> {
  const email = await findNamed('msg', params.id, id => emailOf(tx, tenant, id))
  const [entries, emails] = await Promise.all([
    lockSubject(tx, email.id),
    lockEmails(tx, [{ projectId: tenant.projectId, emailId: email.id }]),
  ])
  const recipients = emails.get(email.id)?.recipients
  const isIn = (entry: WaitingEntry, ...states: readonly RecipientState[]): boolean =>
    states.some(state => state === recipients?.get(entry.n)?.state)
  // What was captured waits only for its time.
  const isLater = (email.scheduled_at?.getTime() ?? 0) > world.clock.now()
  const open: RecipientState[] = ['queued', 'deferred', ...(isLater ? ['captured' as const] : [])]
  const waiting = entries.filter(entry => isIn(entry, ...open))
  if (waiting.length === 0 || entries.some(entry => entry.held || isIn(entry, 'sent')))
    throw new Refusal('not_cancellable')
  return { id: email.id, waiting: waiting.sort((a, b) => a.n - b.n) }
}

async function shown(sql: Sql, tenant: Tenant, id: Uuid): Promise<Answer> {
  const email = await findCounted(sql, tenant, id)
  assert(email, 'an email that was just changed can be read')
  return { status: 200, body: showEmail(email) }
}
