/**
 * Writing down what attempts came to: transaction 2. Results that arrive together are written
 * together, once, and only while their lease stands; a node that was stopped and comes back finds
 * its token outdated and its result is dropped (whoever holds the lease now decides). One result is
 * never too late: that the message was delivered. As long as the entry is there, it ends it, or
 * whoever holds the lease now would deliver a second copy.
 */

import { type Batcher, createBatcher } from '#kernel/world/batch.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { ClaimState, Entry } from '#platform/queue/entry.ts'
import { deleteEntries, lockClaims, postpone } from '#platform/queue/store.ts'
import { findSuppressed, type SuppressionQuery } from '../suppression/suppress.ts'
import { lookUp, type NewEvent, record } from '../timeline/record.ts'
import type { Decision } from './outcome.ts'
import { findPaused } from './pause.ts'

interface Settlement {
  readonly entry: Entry
  readonly decision: Decision
}

/** A recipient at the point of no return. */
interface PointOfNoReturn {
  readonly entry: Entry
  readonly happening: NewEvent
  readonly to: SuppressionQuery
}

export interface Settler {
  /**
   * Commits `sent` before the final dot. False if the lease is lost, the database is away, or since
   * the entry was claimed the address has come onto the suppression list or the account is paused.
   */
  markSent(sending: PointOfNoReturn): Promise<boolean>
  /**
   * Commits a result; keeps trying while the database is away. False if the lease was lost, or the
   * entry has ended: what ended it may be this result, if nobody heard that its commit took effect.
   */
  settle(settlement: Settlement): Promise<boolean>
}

export const maxSettled = 200
/** One at a time: what waits meanwhile makes the next batch larger, and each email cheaper. */
export const slots = 1
const retryMs = 100

export function createSettler(world: World, stopped: () => boolean): Settler {
  const sent = createBatcher<PointOfNoReturn, boolean>({
    slots,
    max: maxSettled,
    clock: world.clock,
    run: items => world.db.transaction(tx => markBatch(tx, world, items)),
  })

  const settled: Batcher<Settlement, boolean> = createBatcher<Settlement, boolean>({
    slots,
    max: maxSettled,
    clock: world.clock,
    run: items => world.db.transaction(tx => settleBatch(tx, world, items)),
  })

  return {
    async markSent(sending) {
      // Given back at the end of a drain, or about to be: another node may have it by now.
      if (stopped()) return false
      try {
        return await sent.add(sending)
      } catch (error) {
        world.log.warn(
          { entry: sending.entry.id, error: String(error) },
          '`sent` not committed; the message is not handed over',
        )
        return false
      }
    },
    async settle(settlement) {
      for (let tries = 1; ; tries++) {
        try {
          return await settled.add(settlement)
        } catch (error) {
          if ((error as Error).name === 'AssertionFailed' || stopped()) throw error
          // Until it is written, a crash would make a second copy of it: soon again, said once.
          if (tries === 1) {
            world.log.warn(
              { entry: settlement.entry.id, error: String(error) },
              'result not written yet; trying again until it is',
            )
          }
          await world.clock.sleep(retryMs)
        }
      }
    },
  }
}

/** Writes `sent` of those that are still ours, not suppressed or paused meanwhile; says which. */
async function markBatch(
  tx: Tx,
  world: World,
  items: readonly PointOfNoReturn[],
): Promise<boolean[]> {
  const [claims, suppressed, isHeld, known] = await Promise.all([
    lockClaims(
      tx,
      items.map(item => item.entry),
    ),
    findSuppressed(
      tx,
      items.map(item => item.to),
    ),
    findPaused(
      tx,
      items.map(item => item.to),
    ),
    lookUp(
      tx,
      items.map(item => item.happening),
    ),
  ])
  const standing = items.filter(
    (item, i) => claims.get(item.entry) === 'held' && !suppressed.has(i) && !isHeld(item.to),
  )
  await tx.last(
    record(
      tx,
      world,
      standing.map(item => item.happening),
      known,
    ),
  )
  const written = new Set(standing)
  return items.map(item => written.has(item))
}

async function settleBatch(tx: Tx, world: World, items: readonly Settlement[]): Promise<boolean[]> {
  // Two waits for the database and no more: until the second is over a crash makes second copies.
  const [claims, known] = await Promise.all([
    lockClaims(
      tx,
      items.map(item => item.entry),
    ),
    lookUp(tx, happeningsOf(items)),
  ])
  const standing = whatStands(world, items, claims)
  const finished = standing.filter(item => item.decision.next.kind === 'done')
  const later = standing.flatMap(({ entry, decision }) =>
    decision.next.kind === 'later' ? [{ id: entry.id, ...decision.next }] : [],
  )
  const happenings = happeningsOf(standing)
  const written = Promise.all([
    deleteEntries(
      tx,
      finished.map(item => item.entry.id),
    ),
    postpone(tx, later),
    record(tx, world, happenings, known),
  ])
  // Found out on the way: whether a soft bounce suppresses, and whom a suppression or a letter concerns.
  const asksOnTheWay =
    happenings.some(({ softBounce, suppress }) => softBounce || suppress !== undefined) ||
    [...known.emails.values()].some(email => email.stream === 'marketing')
  await (asksOnTheWay ? written : tx.last(written))
  const settled = new Set(standing.map(item => item.entry))
  return items.map(({ entry }) => settled.has(entry) || claims.get(entry) === 'settled')
}

const happeningsOf = (items: readonly Settlement[]): NewEvent[] =>
  items.flatMap(({ decision }) => decision.happening ?? [])

/** The settlements that may be written, at most one per entry. */
function whatStands(
  world: World,
  items: readonly Settlement[],
  claims: ReadonlyMap<Entry, ClaimState>,
): Settlement[] {
  const standing = new Map<string, Settlement>()
  for (const item of items) {
    if (claims.get(item.entry) === 'held') standing.set(item.entry.id, item)
  }
  for (const { entry, decision } of items) {
    const { happening } = decision
    if (happening?.type !== 'delivered') continue
    const other = standing.get(entry.id)
    if (claims.get(entry) === 'gone' || other?.decision.next.kind === 'done') continue
    // Told after whatever has been said about it meanwhile.
    const late = { ...happening, at: world.clock.now() }
    standing.set(entry.id, { entry, decision: { ...decision, happening: late } })
  }
  return [...standing.values()]
}
