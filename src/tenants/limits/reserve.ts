/**
 * Reserving quota at acceptance, exactly, on any number of nodes. A batch first reads how its
 * accounts stand, without a lock, and judges its requests by that; as its last statement it adds
 * what it has taken, under the condition that all limits still hold with what others have committed
 * meanwhile. So a hot account's row is locked for the length of a commit only. Where the condition
 * fails (another batch was faster, near a limit) everything is rolled back and done again with the
 * rows locked from the beginning. Refusals need no lock: what is committed is never given back.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Sql, sqlState, type Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type Amount,
  capsOf,
  newQuota,
  pausedDay,
  type Quota,
  type QuotaUse,
  quotaAt,
  take,
  withTaken,
} from './quota.ts'
import { refusalOf } from './refusals.ts'
import {
  type Addition,
  addToQuotas,
  insertQuotas,
  lockQuotas,
  notAllAdded,
  type QuotaState,
  selectStandings,
  writeQuotas,
} from './reserve-store.ts'

export type { QuotaState } from './reserve-store.ts'

/** Another batch has used up what this one counted on: roll back and repeat with `exact`. */
export class QuotaCrossed extends Error {
  override readonly name = 'QuotaCrossed'
  constructor() {
    super('another transaction has used the quota first')
  }
}

/** One request of an account: all of it or nothing. */
interface QuotaRequest extends Amount {
  readonly accountId: Uuid
}

export interface Ledger {
  /** Takes what is asked for, or says why not. Counted only once `book` has run. */
  take(ask: QuotaRequest): Refusal | null
  /** Writes down what was taken, in one statement: the last. Throws QuotaCrossed. */
  book(): Promise<void>
}

/** How accounts stand right now; for `openLedger` and for the sandbox. */
export function readStandings(
  sql: Sql,
  accountIds: Iterable<Uuid>,
): Promise<Map<Uuid, QuotaState>> {
  return selectStandings(sql, [...new Set(accountIds)])
}

/** Opens the books of a batch. `exact`: locks at once, so that `book` cannot fail. */
export async function openLedger(
  tx: Tx,
  world: Pick<World, 'clock'>,
  standings: ReadonlyMap<Uuid, QuotaState>,
  exact: boolean,
): Promise<Ledger> {
  const now = world.clock.now()
  const isStale = ({ quota, terms }: QuotaState): boolean =>
    quota === null || quotaAt(quota, terms, now) !== quota
  // The first of a day, of a month or ever: its row changes as a whole.
  const isLocked = exact || [...standings.values()].some(isStale)
  const begun = isLocked
    ? await lockCurrent(tx, [...standings.values()], now)
    : new Map([...standings].map(([id, { quota }]) => [id, quota!]))
  const books = new Map([...begun].map(([id, quota]) => [id, quota]))
  return {
    take({ accountId, ...amount }) {
      const quota = books.get(accountId)!
      const taken = refuseAmount(standings.get(accountId)!, quota, amount)
      if (taken instanceof Refusal) return taken
      books.set(accountId, withTaken(quota, taken))
      return null
    },
    async book() {
      const used = [...books].filter(([id, quota]) => quota !== begun.get(id))
      if (used.length === 0) return
      if (isLocked) return writeQuotas(tx, used)
      const additions = used.map(([id, quota]) =>
        additionOf(standings.get(id)!, begun.get(id)!, quota),
      )
      await addToQuotas(tx, additions).catch(error => {
        throw sqlState(error) === notAllAdded ? new QuotaCrossed() : error
      })
    },
  }
}

/** What an amount takes of a quota, or why it may not. */
export function refuseAmount(
  { terms, reason }: QuotaState,
  quota: Quota,
  amount: Amount,
): QuotaUse | Refusal {
  const taken = take(quota, terms, amount)
  return typeof taken === 'string' ? refusalOf(taken, amount, { quota, terms, reason }) : taken
}

/** The quota of an account that stands so, as it is now: of today, under the terms of today. */
export function currentQuota({ quota, terms }: QuotaState, now: number): Quota {
  return quota === null ? newQuota(terms, now) : quotaAt(quota, terms, now)
}

/** The rows as they are now, locked, rolled forward to today, in the order of the standings. */
async function lockCurrent(
  tx: Tx,
  standings: readonly QuotaState[],
  now: number,
): Promise<Map<Uuid, Quota>> {
  const isNew = standings.filter(one => one.quota === null)
  if (isNew.length > 0) {
    await insertQuotas(
      tx,
      isNew.map(one => [one.accountId, newQuota(one.terms, now)] as const),
    )
  }
  const locked = await lockQuotas(
    tx,
    standings.map(one => one.accountId),
  )
  return new Map(
    standings.map(({ accountId, terms }) => [
      accountId,
      quotaAt(locked.get(accountId)!, terms, now),
    ]),
  )
}

const endless = Number.MAX_SAFE_INTEGER

function additionOf({ accountId, terms }: QuotaState, before: Quota, after: Quota): Addition {
  const caps = capsOf(terms)
  return {
    accountId,
    seen: before,
    all: after.dayUsed - before.dayUsed,
    paused: after.pauseUsed - before.pauseUsed,
    inside: after.monthUsed - before.monthUsed,
    extra: after.extraUsed - before.extraUsed,
    millicents: after.extraMillicents - before.extraMillicents,
    maxDay: caps.day ?? endless,
    maxPaused: terms.pause === 'regular' ? pausedDay : endless,
    maxMonth: caps.month ?? endless,
    // A larger plan than the one that was sold beyond: what is over its volume stays as it is.
    maxInside: Math.max(caps.included ?? endless, before.monthUsed),
    maxMillicents: caps.spendMillicents ?? endless,
  }
}

/**
 * Brings an account's quota up to now under the terms of now, in the caller's transaction; call it
 * before and after a change of zone, plan or pause, so that neither the old terms nor the new ones
 * act at the wrong time. `newPause`: the day of a regular pause begins now.
 */
export async function settleQuota(
  tx: Tx,
  world: Pick<World, 'clock'>,
  accountId: Uuid,
  { newPause = false } = {},
): Promise<void> {
  const standings = await readStandings(tx, [accountId])
  // Whoever has never sent has nothing that a change could give or take.
  if ([...standings.values()].every(one => one.quota === null)) return
  const now = world.clock.now()
  const current = await lockCurrent(tx, [...standings.values()], now)
  const quotas = [...current].map(
    ([id, quota]) => [id, newPause ? { ...quota, pauseUsed: 0 } : quota] as const,
  )
  await writeQuotas(tx, quotas)
}

/** Terms and quota of an account at this moment, for whoever shows them; null: no such account. */
export async function readQuota(
  world: Pick<World, 'db' | 'clock'>,
  accountId: Uuid,
): Promise<(QuotaState & { readonly quota: Quota }) | null> {
  const standing = (await readStandings(world.db, [accountId])).get(accountId)
  if (!standing) return null
  return { ...standing, quota: currentQuota(standing, world.clock.now()) }
}
