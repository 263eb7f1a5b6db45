/**
 * Reports on mail of an account that has moved to another cell: its old return paths lead here for
 * as long as letters bounce, and its customers' names in DNS for as long as nobody changes them. The
 * reporting server is told that its report is taken once it lies in the directory, where the cells
 * that accounts went to fetch it; whose it is they know by its token, which all cells can read.
 */
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { fetchReports, leaveReports } from '#tenants/accounts/directory/directory.ts'
import { deleteReport } from '#tenants/accounts/directory/reports-store.ts'
import { selectCellsMovedTo } from '#tenants/accounts/moved/moved-store.ts'

export interface ReportEnvelope {
  /** '' for the null sender (RFC 5321 §4.5.5). */
  readonly from: string
  readonly to: readonly string[]
}

type ReceiveReport = (envelope: ReportEnvelope, raw: Buffer) => Promise<object>

/** Of one look: the next follows soon. */
const maxReports = 50

/** The report has to come again: whose it is nobody can say at this moment. */
class OnItsWay extends Error {
  override readonly name = 'OnItsWay'
}

/** False where no account has gone from here. */
export async function passOn(
  world: World,
  envelope: ReportEnvelope,
  raw: Buffer,
): Promise<boolean> {
  const { settings, directory } = world
  if (settings.MALOTE_CELL === '' || directory === undefined) return false
  const { cells, isUnderWay } = await selectCellsMovedTo(world.db)
  if (isUnderWay) throw new OnItsWay('an account is being moved to another cell')
  if (cells.length === 0) return false
  const at = new Date(world.clock.now())
  const rows = cells.map(cell => ({ id: world.ids.next(), cell, envelope, raw, at }))
  await leaveReports(directory, rows)
  return true
}

/** A repeat changes nothing, so one that is read twice does no harm. */
export const passedReportsJob = (receive: ReceiveReport): PeriodicJob => ({
  name: 'reports of other cells',
  everyMs: 5_000,
  async run(world) {
    const { directory, settings } = world
    if (directory === undefined) return
    const found = await fetchReports(directory, {
      cell: settings.MALOTE_CELL,
      limit: maxReports,
    })
    for (const { id, envelope, raw } of found) {
      const received = await receive(envelope as ReportEnvelope, raw)
      world.log.info({ passed: true, ...received }, 'a report came in')
      await deleteReport(directory, id)
    }
  },
})
