/**
 * The operator returns mail that waits, of an account or to a domain: each recipient bounces with the
 * operator's reason, which the customer reads. What is on its way, what is scheduled for later and
 * what a pause of its campaign or sequence keeps stays.
 */
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import { countWaiting, type LockedWork, lockWaiting } from '#platform/queue/retry-store.ts'
import { deleteEntries } from '#platform/queue/store.ts'
import { classDetails } from '../events/event.ts'
import { deliveryKinds } from '../timeline/delivery-kind.ts'
import { lookUp, type NewEvent, record } from '../timeline/record.ts'
import { domainOf } from './holds.ts'
import type { HeldPart } from './holds-store.ts'
import { loadDeliveries } from './store.ts'

/** Written in one transaction. */
const maxAtOnce = 200
/** Of a call: the caller comes again for more. */
const maxReturned = 5_000

const workOf = ({ accountId, domain }: HeldPart) => ({
  kinds: deliveryKinds,
  accountId,
  destination: domain === null ? null : destinationOf(domain),
})

/** How many recipients could be returned now, counted up to 100,000. */
export const countReturnable = ({ db, clock }: Pick<World, 'db' | 'clock'>, part: HeldPart) =>
  countWaiting(db, { ...workOf(part), now: new Date(clock.now()) })

interface Return {
  /** No more recipients than this. */
  readonly limit: number
  /** What the customer reads. */
  readonly note: Text
}

/** Returns what waits; so many recipients, at most 5,000 in one call. */
export async function returnMail(
  world: World,
  part: HeldPart,
  { limit, note }: Return,
): Promise<number> {
  const max = Math.min(limit, maxReturned)
  let returned = 0
  let after: string | null = null
  while (returned < max) {
    const batch = { after, limit: Math.min(maxAtOnce, max - returned) }
    const done = await world.db.transaction(async tx => {
      const now = new Date(world.clock.now())
      const locked = await lockWaiting(tx, { ...workOf(part), ...batch, now })
      return { last: locked.at(-1)?.id, n: await returnLocked(tx, world, part, { locked, note }) }
    })
    if (done.last === undefined) break
    after = done.last
    returned += done.n
  }
  return returned
}

async function returnLocked(
  tx: Parameters<typeof record>[0],
  world: World,
  part: HeldPart,
  { locked, note }: { readonly locked: readonly LockedWork[]; readonly note: Text },
): Promise<number> {
  const deliveries = await loadDeliveries(tx, locked)
  const returned = locked.filter(({ id }) => {
    const one = deliveries.get(id)
    const waits = one?.state === 'queued' || one?.state === 'deferred'
    return waits && (part.domain === null || domainOf(one.address) === part.domain)
  })
  const news = returned.map(
    ({ projectId, subject, n, tries }): NewEvent => ({
      ...{ projectId, emailId: subject, n, type: 'bounced', at: world.clock.now() },
      details: {
        cause: 'returned_by_operator',
        smtp_code: '5.7.1',
        note,
        ...(tries > 0 ? { attempt: tries } : {}),
        ...classDetails('policy'),
      },
    }),
  )
  const known = await lookUp(tx, news)
  await deleteEntries(
    tx,
    returned.map(({ id }) => id),
  )
  await record(tx, world, news, known)
  return returned.length
}
