/** How an account stands, for whoever sells to it: evidence, trust, logs kept longer, its credit. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { changeLevel } from './level.ts'
import { writePause } from './pause.ts'
import { promoteOnEvidence } from './promote.ts'
import { firstDailyLimit } from './rates.ts'
import {
  lockStanding,
  selectCapChanges,
  selectStanding,
  type TrustRecord,
  updateStanding,
} from './store.ts'

/** Changes what is named, in a transaction that holds the account. */
export async function changeStanding(
  tx: Tx,
  accountId: Uuid,
  change: Partial<Pick<TrustRecord, 'keptDays' | 'keptUntil' | 'creditCents'>>,
): Promise<void> {
  const standing = (await lockStanding(tx, accountId))!
  await updateStanding(tx, { ...standing, ...change })
}

/** For how many days logs are kept, and until when, whatever the plan says. */
export async function keptLogsOf(
  sql: Sql,
  accountId: Uuid,
): Promise<Pick<TrustRecord, 'keptDays' | 'keptUntil'>> {
  const standing = await selectStanding(sql, accountId)
  return { keptDays: standing?.keptDays ?? null, keptUntil: standing?.keptUntil ?? null }
}

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'settings' | 'signals' | 'handoff'>

/** A payment method is evidence of who somebody is; one that is gone takes no level away. */
export async function changePayment(
  tx: Tx,
  world: Outside,
  accountId: Uuid,
  hasPayment: boolean,
): Promise<void> {
  const standing = (await lockStanding(tx, accountId))!
  await updateStanding(tx, { ...standing, hasPayment })
  if (hasPayment) await promoteOnEvidence(tx, world, accountId)
}

/** Below level 3 nothing is sent while a payment is said to be fraud. */
export async function pauseForFraud(tx: Tx, world: Outside, accountId: Uuid): Promise<void> {
  const { before } = await changeAccount(tx, accountId, {})
  if (before.trustLevel > 2 || before.pause === 'full') return
  await writePause(tx, world, accountId, { pause: 'full', by: 'payment' })
}

/** It was none after all: a pause of that cause ends. */
export async function liftFraudPause(tx: Tx, world: Outside, accountId: Uuid): Promise<void> {
  const standing = (await lockStanding(tx, accountId))!
  if (standing.pauseCause !== 'payment') return
  await writePause(tx, world, accountId, { pause: 'none', by: 'payment' })
}

/** The bank has taken a payment back: level 1 at most. */
export async function distrust(tx: Tx, world: Outside, accountId: Uuid): Promise<void> {
  const { before } = await changeAccount(tx, accountId, {})
  if (before.trustLevel <= 1) return
  const change = { from: before.trustLevel, to: 1, dailyLimit: firstDailyLimit } as const
  await changeLevel(tx, world, accountId, { ...change, reason: 'payment_lost' })
}

/** Where letters about money go beside the owners, and what the tax authority knows the account by. */
export async function payerFacts(
  sql: Sql,
  accountId: Uuid,
): Promise<Pick<TrustRecord, 'taxId' | 'billingEmail' | 'creditCents'>> {
  const standing = await selectStanding(sql, accountId)
  const { taxId = null, billingEmail = null, creditCents = null } = standing ?? {}
  return { taxId, billingEmail, creditCents }
}

/** Changes of the spending limit, newest first. */
export const capChangesOf = (sql: Sql, accountId: Uuid, count: number) =>
  selectCapChanges(sql, accountId, { before: null, count })
