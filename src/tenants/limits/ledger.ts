/** What was used and what it cost, kept for ever: closed periods, and a trail by the hour. */
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { insertMarks, type PeriodRow, selectMarks, selectPeriods } from './ledger-store.ts'

import { centsUp, showAmount } from './money.ts'

/** Each minute, so that the last mark of an hour is at most a minute short of it. */
export const ledgerJob: PeriodicJob = {
  name: 'usage marks',
  everyMs: 60_000,
  run: async world =>
    insertMarks(world.db, new Date(Math.floor(world.clock.now() / hourMs) * hourMs)),
}

/** A closed period as pages and commands show it. */
export const showPeriod = (one: PeriodRow) => ({
  from: one.from,
  to: one.to,
  plan: one.plan,
  currency: one.currency,
  included: one.included,
  used: one.used,
  extra: one.extra,
  cost: showAmount(one.billCents),
  cap: showAmount(one.capCents),
})

/** The last closed periods of an account, newest first. */
export const lastPeriods = (sql: Sql, accountId: Uuid, count: number): Promise<PeriodRow[]> =>
  selectPeriods(sql, accountId, { before: null, count })

/** Running totals of the period that began on a date, by the hour, oldest first. */
export async function marksOf(
  sql: Sql,
  accountId: Uuid,
  { from, count }: { readonly from: string; readonly count: number },
) {
  const marks = await selectMarks(sql, accountId, from, { after: null, count })
  return marks.map(one => ({
    at: one.at.toISOString(),
    used: one.used,
    extra: one.extra,
    cost: showAmount(centsUp(one.millicents)),
  }))
}
