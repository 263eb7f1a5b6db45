/** What limits and trust do by themselves. */

import { dayMs, hourMs, minuteMs } from '#kernel/base/durations.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { ledgerJob } from '../limits/ledger.ts'
import { mergeUsage } from '../limits/usage.ts'
import { watchRates } from './pause.ts'
import { judgeTrust } from './promote.ts'

export const trustJobs: readonly PeriodicJob[] = [
  ledgerJob,
  { name: 'rates', everyMs: minuteMs, run: watchRates },
  // Days are judged when they are over; hourly, so that it is soon after midnight UTC.
  { name: 'trust', everyMs: hourMs, run: judgeTrust },
  { name: 'usage', everyMs: dayMs, run: mergeUsage },
]
