/** What a crash run is asked for, what it reports, and the bars that the report is held to. */
import type { Counts } from './count.ts'
import type { KeyFigures } from './keys.ts'
import type { Aim } from './stage.ts'

export interface CrashOptions {
  readonly emails: number
  /** Instead of emails and deeds: how often a key is fought for while a node dies. */
  readonly keys?: number
  readonly perSecond: number
  /** kill -9. */
  readonly kills: number
  /** SIGTERM. */
  readonly drains: number
  /** SIGSTOP for twice the lease, then SIGCONT. */
  readonly freezes: number
  readonly aim: Aim
  readonly leaseSeconds: number
  /** The sink answers a final dot after up to this long. */
  readonly sinkDelayMs: number
}

export interface CrashReport extends Counts {
  /** Of a run with `keys`. */
  readonly keys?: KeyFigures
  /** How often each was hurt. */
  readonly hurt: Readonly<Record<string, number>>
  /** Of the SIGTERMs: how long the slowest took, and exit codes that were not 0. */
  readonly slowestDrainMs: number
  readonly badExits: readonly (number | null)[]
  readonly seconds: number
  /** Logs of the nodes and the sink; kept if anything was wrong. */
  readonly folder: string
}

/** What a run must not show; empty if all is well. */
export function failuresOf(
  report: CrashReport,
  { aim, kills, freezes, drains }: CrashOptions,
): string[] {
  const failures: string[] = []
  const none = (what: string, found: readonly unknown[]): void => {
    if (found.length > 0)
      failures.push(`${what}: ${found.length} (${found.slice(0, 5).join(', ')})`)
  }
  none('lost', report.lost)
  none('unexpected', report.unexpected)
  none('duplicates that no open attempt explains', report.unexplained)
  none('duplicates whose bytes differ', report.different)
  none('keys with several emails', report.keysWithSeveral)
  none('events that the webhook never acknowledged', report.posts.lost)
  none('posts of no event', report.posts.unexpected)
  none('repeated posts that differ', report.posts.different)
  none('posts whose signature is wrong', report.posts.unsigned)
  none('broken rules of the database', report.brokenRules)
  none('answers that nobody promised', report.strange)
  none('drains that ended badly', report.badExits)
  if (report.notDelivered > 0) failures.push(`not delivered in the end: ${report.notDelivered}`)
  const isGentle = aim === 'database' || aim === 'api' || (drains > 0 && kills + freezes === 0)
  // A share says something only of a long run: kills in the rush after a kill of the database cost
  // a dozen copies at once.
  const isLong = report.accepted >= 10_000
  const max = isGentle
    ? 0
    : Math.min(report.openAttempts, isLong ? report.accepted * 0.005 : Infinity)
  if (report.duplicates > max) failures.push(`duplicates: ${report.duplicates}, at most ${max}`)
  if (report.slowestDrainMs > 30_000) failures.push(`a drain took ${report.slowestDrainMs} ms`)
  return failures
}
