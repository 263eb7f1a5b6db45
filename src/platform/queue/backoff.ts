/**
 * When to try again. Both schedules are contracts: mail by docs/contract.md#retries (RFC 5321
 * §4.5.4.1 asks for two tries in the first hour), webhooks by the public API.
 */
import { dayMs, hourMs, minuteMs } from '#kernel/base/durations.ts'

const second = 1000

const mailDelays = [1, 5, 15, 30, 60, 120, 240].map(minutes => minutes * minuteMs)
const mailLastDelay = 6 * hourMs

/** Delay in ms after the given try (1 is the first) of a deferred recipient. */
export function mailDelayMs(tries: number): number {
  return mailDelays[tries - 1] ?? mailLastDelay
}

const stopDelay = { first: 4 * second, max: 5 * minuteMs } as const

/**
 * Delay in ms of what we ourselves have stopped, such as a paused account's mail, after so many looks
 * in vain since the last try (0: the first): it goes on soon after a short stop, within minutes after
 * a long one.
 */
export function stopDelayMs(looks: number): number {
  return Math.min(stopDelay.max, stopDelay.first * 2 ** Math.max(0, looks))
}

const webhookDelays = [
  30 * second,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  16 * hourMs,
  dayMs,
]

/** Delay in ms after the end of the given failed attempt (1 is the first); null after the last. */
export function webhookDelayMs(attempt: number): number | null {
  return webhookDelays[attempt - 1] ?? null
}
