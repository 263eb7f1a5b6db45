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
import { changeAccount } from '../accounts/accounts.ts'
import { offerOf } from './offer.ts'
import {
  type Amount,
  type ClosedPeriod,
  capsOf,
  type Deal,
  newQuota,
  pausedDay,
  type Quota,
  type QuotaUse,
  quotaAt,
  restarted,
  type SettledQuota,
  settle,
  take,
  withTaken,
} from './quota.ts'
import { refusalOf } from './refusals.ts'
import {
  type Addition,
  addToQuotas,
  insertPeriods,
  insertQuotas,
  lockQuotas,
  notAllAdded,
  type QuotaState,
  selectStandings,
  writeQuotas,
} from './reserve-store.ts'

/** Another batch has used up what this one counted on: roll back and repeat with `exact`. */
class QuotaCrossed extends Error {
  override readonly name = 'QuotaCrossed'
  constructor() {
    super('another transaction has used the quota first')
  }
}

/**
 * Does transactional work without a lock on the quotas; where others have used them up meanwhile,
 * near a limit, once more with the quotas locked from the start.
 */
export function exactIfCrossed<T>(work: (isExact: boolean) => Promise<T>): Promise<T> {
  return work(false).catch(error => {
    if (error instanceof QuotaCrossed) return work(true)
    throw error
  })
}

type Outside = Pick<World, 'clock' | 'settings' | 'ids'>

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
  { settings }: Pick<World, 'settings'>,
  accountIds: Iterable<Uuid>,
): Promise<Map<Uuid, QuotaState>> {
  return selectStandings(sql, offerOf(settings), [...new Set(accountIds)])
}

/** Opens the books of a batch. `exact`: locks at once, so that `book` cannot fail. */
export async function openLedger(
  tx: Tx,
  world: Outside,
  found: ReadonlyMap<Uuid, QuotaState>,
  exact: boolean,
): Promise<Ledger> {
  const now = world.clock.now()
  const isStale = ({ quota, terms }: QuotaState): boolean =>
    quota === null || quotaAt(quota, terms, now) !== quota
  // The first of a day, of a month or ever: its row changes as a whole.
  const isLocked = exact || [...found.values()].some(isStale)
  const standings = isLocked ? await lockCurrent(tx, world, found) : found
  const begun = new Map([...standings].map(([id, { quota }]) => [id, quota!]))
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
export function currentQuota(
  { quota, terms }: QuotaState,
  now: number,
): Pick<SettledQuota, 'quota' | 'terms'> {
  return quota === null ? { quota: newQuota(terms, now), terms } : settle(quota, terms, now)
}

/**
 * The rows locked, and the accounts as they stand under that lock, rolled forward to today in the
 * order of the ids. Periods that are over are kept; a plan that was to follow one begins. Whoever
 * changes terms holds the row until their commit, so that what is read here is of one moment.
 */
async function lockCurrent(
  tx: Tx,
  world: Outside,
  found: ReadonlyMap<Uuid, QuotaState>,
): Promise<Map<Uuid, QuotaState & { readonly quota: Quota }>> {
  const now = world.clock.now()
  const ids = [...found.keys()].sort()
  // An account before its quota, as everywhere else.
  const mayChange = ids.filter(id => found.get(id)!.quota?.next)
  for (const id of mayChange) await changeAccount(tx, id, {})
  const isNew = ids.filter(id => found.get(id)!.quota === null)
  if (isNew.length > 0) {
    await insertQuotas(
      tx,
      isNew.map(id => [id, newQuota(found.get(id)!.terms, now)] as const),
    )
  }
  await lockQuotas(tx, ids)
  const locked = await readStandings(tx, world, ids)
  const current = new Map<Uuid, QuotaState & { readonly quota: Quota }>()
  const closed: (ClosedPeriod & { accountId: Uuid; id: Uuid })[] = []
  for (const id of ids) {
    const standing = locked.get(id)!
    const settled = settle(standing.quota!, standing.terms, now)
    for (const one of settled.closed) closed.push({ ...one, accountId: id, id: world.ids.next() })
    if (settled.terms.plan !== standing.terms.plan) {
      // Planned since the first look, so that the account is not locked: once more.
      if (!mayChange.includes(id)) throw new QuotaCrossed()
      await changeAccount(tx, id, { plan: settled.terms.plan })
    }
    current.set(id, { ...standing, quota: settled.quota, terms: settled.terms })
  }
  await insertPeriods(tx, new Date(now), closed)
  return current
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
  }
}

/**
 * Brings an account's quota up to now under the terms of now, in the caller's transaction; call it
 * before and after a change of zone, plan or pause, so that neither the old terms nor the new ones
 * act at the wrong time. `newPause`: the day of a regular pause begins now.
 */
export async function settleQuota(
  tx: Tx,
  world: Outside,
  accountId: Uuid,
  { newPause = false } = {},
): Promise<void> {
  const standings = await readStandings(tx, world, [accountId])
  // Whoever has never sent has nothing that a change could give or take.
  if ([...standings.values()].every(one => one.quota === null)) return
  const { quota } = (await lockCurrent(tx, world, standings)).get(accountId)!
  await writeQuotas(tx, [[accountId, newPause ? { ...quota, pauseUsed: 0 } : quota]])
}

/**
 * Changes what the account's period is bought under, in a transaction that holds the account; the
 * cap follows at once. `restart`: a period of its own begins today, with its whole volume. Returns
 * the quota as it then is.
 */
export async function changeDeal(
  tx: Tx,
  world: Outside,
  accountId: Uuid,
  { restart = false, ...change }: Partial<Deal> & { readonly restart?: boolean },
): Promise<Quota> {
  const found = await readStandings(tx, world, [accountId])
  const { quota, terms } = (await lockCurrent(tx, world, found)).get(accountId)!
  const now = world.clock.now()
  // Into a paid plan a period of its own has begun by now: the plan was changed before.
  const isBegun = quota.month === quota.day && quota.monthUsed + quota.extraUsed === 0
  const begun = restart && !isBegun ? restarted(quota, terms) : { quota, closed: [] }
  const closed = begun.closed.map(one => ({ ...one, accountId, id: world.ids.next() }))
  await insertPeriods(tx, new Date(now), closed)
  const changed = quotaAt({ ...begun.quota, ...change }, terms, now)
  await writeQuotas(tx, [[accountId, changed]])
  return changed
}

/** Terms and quota of an account at this moment, for whoever shows them; null: no such account. */
export async function readQuota(
  sql: Sql,
  world: Pick<World, 'clock' | 'settings'>,
  accountId: Uuid,
): Promise<(QuotaState & { readonly quota: Quota }) | null> {
  const standing = (await readStandings(sql, world, [accountId])).get(accountId)
  if (!standing) return null
  return { ...standing, ...currentQuota(standing, world.clock.now()) }
}
