/** The day that samples of the pages name as one to come: a test puts one there that is. */
import { dayMs } from '#kernel/base/durations.ts'
import { machineClock } from './real-clock.ts'

export const sampleDay = '2026-12-01'

export const inDays = (days: number): string =>
  new Date(machineClock.now() + days * dayMs).toISOString().slice(0, 10)
