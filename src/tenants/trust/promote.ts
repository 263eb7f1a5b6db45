/**
 * Trust over time (docs/contract.md#trust-levels). A verified domain leads out of the sandbox at
 * once. Days are judged when they are over (UTC): seven clean ones in a row, with evidence of who
 * the customer is, lead to level 2; each clean week there doubles the daily limit, the fourth leads
 * to level 3. Days without sending neither count nor break a row; unclean ones begin it anew.
 */

import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { changeAccount } from '../accounts/accounts.ts'
import type { NoticeWorld } from '../accounts/notices.ts'
import { utcDay } from '../limits/usage.ts'
import { changeLevel, type Reason } from './level.ts'
import { afterDay, firstDailyLimit, type Progress, risen } from './rates.ts'
import {
  lockStanding,
  selectDays,
  selectSandboxed,
  selectUnjudged,
  type TrustRecord,
  updateStanding,
} from './store.ts'

type Outside = NoticeWorld & Pick<World, 'db'>
type Judge = Outside & Pick<World, 'log'>

/**
 * A domain of this project was verified by DNS: its account leaves the sandbox, in the transaction
 * of the verification (docs/decisions/0008). Other levels stay as they are.
 */
export async function leaveSandbox(tx: Tx, world: NoticeWorld, projectId: Uuid): Promise<void> {
  const id = await selectSandboxed(tx, projectId)
  if (id === null) return
  const { after } = await changeAccount(tx, id, {})
  if (after.trustLevel !== 0) return
  const step = { from: 0, to: 1, dailyLimit: firstDailyLimit } as const
  await changeLevel(tx, world, id, { ...step, reason: 'domain_verified' })
}

/** The account of a project while it is in the sandbox, else null. */
export const sandboxedAccount = ({ db }: Pick<World, 'db'>, projectId: Uuid) =>
  selectSandboxed(db, projectId)

/** Judges the days that are over; for the hourly job. */
export async function judgeTrust(world: Judge): Promise<void> {
  const yesterday = utcDay(world.clock.now() - dayMs)
  for (const id of await selectUnjudged(world.db, yesterday)) {
    try {
      await world.db.transaction(tx => judgeAccount(tx, world, id, yesterday))
    } catch (error) {
      // Nothing in it comes from a stranger, so it is our fault; those after it must not wait for it.
      world.log.error(
        { account: id, error: String(error), stack: (error as Error).stack },
        'the days of an account were not judged',
      )
    }
  }
}

async function judgeAccount(tx: Tx, world: Outside, id: Uuid, until: string): Promise<void> {
  const { after: account } = await changeAccount(tx, id, {})
  const { trustLevel: level } = account
  if (level !== 1 && level !== 2) return
  const standing = (await lockStanding(tx, id))!
  const since = standing.judgedDay ?? utcDay(standing.levelSince.getTime() - dayMs)
  const days = await selectDays(tx, id, since, until)
  let progress: Progress = { level, cleanDays: standing.cleanDays, dailyLimit: standing.dailyLimit }
  for (const day of days) {
    // No day of a pause is clean.
    if (account.pause !== 'none') progress = { ...progress, cleanDays: 0 }
    else progress = afterDay(progress, day, hasEvidence(standing))
    if (progress.level !== level) break
  }
  if (account.pause === 'none') progress = risen(progress, hasEvidence(standing))
  await updateStanding(tx, { ...standing, cleanDays: progress.cleanDays, judgedDay: until })
  await writeProgress(tx, world, id, { before: { ...standing, level }, after: progress })
}

const hasEvidence = (standing: TrustRecord): boolean =>
  standing.taxId !== null || standing.hasPayment

interface Step {
  readonly before: Progress
  readonly after: Progress
}

async function writeProgress(tx: Tx, world: Outside, id: Uuid, { before, after }: Step) {
  if (before.level === after.level && before.dailyLimit === after.dailyLimit) return
  const reason: Reason =
    after.level === before.level ? 'clean_week' : after.level === 2 ? 'clean_days' : 'clean_weeks'
  await changeLevel(tx, world, id, {
    from: before.level,
    to: after.level,
    dailyLimit: after.dailyLimit,
    reason,
  })
}

/** Evidence has come: whoever waited for nothing else rises at once. */
export async function promoteOnEvidence(tx: Tx, world: Outside, id: Uuid): Promise<void> {
  const { after: account } = await changeAccount(tx, id, {})
  const standing = (await lockStanding(tx, id))!
  const { trustLevel: level, pause } = account
  if (level !== 1 || pause !== 'none' || !hasEvidence(standing)) return
  const before: Progress = { level, cleanDays: standing.cleanDays, dailyLimit: standing.dailyLimit }
  await writeProgress(tx, world, id, { before, after: risen(before, true) })
}
