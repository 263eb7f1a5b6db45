/** How an account stands, for whoever sells to it: evidence, logs kept longer, changes of its cap. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import {
  countDomains,
  lockStanding,
  selectCapChanges,
  selectKept,
  selectStanding,
  type TrustRecord,
  updateStanding,
} from './store.ts'

/** Changes what is named, in a transaction that holds the account. */
export async function changeStanding(
  tx: Tx,
  accountId: Uuid,
  change: Partial<Pick<TrustRecord, 'hasPayment' | 'keptDays' | 'keptUntil'>>,
): Promise<void> {
  const standing = (await lockStanding(tx, accountId))!
  await updateStanding(tx, { ...standing, ...change })
}

/** Where letters about money go beside the owners, and what the tax authority knows the account by. */
export async function payerFacts(
  sql: Sql,
  accountId: Uuid,
): Promise<Pick<TrustRecord, 'taxId' | 'billingEmail'>> {
  const standing = await selectStanding(sql, accountId)
  return { taxId: standing?.taxId ?? null, billingEmail: standing?.billingEmail ?? null }
}

/** Sending domains over all projects. */
export const domainsOf = (sql: Sql, accountId: Uuid): Promise<number> =>
  countDomains(sql, accountId)

/** Changes of the spending limit, newest first. */
export const capChangesOf = (sql: Sql, accountId: Uuid, count: number) =>
  selectCapChanges(sql, accountId, { before: null, count })

/** Accounts whose logs shrink between two moments. */
export const shrinkingLogs = (sql: Sql, from: Date, until: Date) => selectKept(sql, from, until)
