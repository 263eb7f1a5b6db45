/** What limits and trust do by themselves. */

import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { ledgerJob } from '../limits/ledger.ts'
import { mergeUsage } from '../limits/usage.ts'
import { watchRates } from './pause.ts'
import { judgeTrust } from './promote.ts'

const minute = 60_000
const hour = 60 * minute

export const trustJobs: readonly PeriodicJob[] = [
  ledgerJob,
  { name: 'rates', everyMs: minute, run: watchRates },
  // Days are judged when they are over; hourly, so that it is soon after midnight UTC.
  { name: 'trust', everyMs: hour, run: judgeTrust },
  { name: 'usage', everyMs: 24 * hour, run: mergeUsage },
]
