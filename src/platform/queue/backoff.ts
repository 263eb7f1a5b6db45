/**
 * When to try again. Both schedules are contracts: mail by docs/contract.md#retries (RFC 5321
 * §4.5.4.1 asks for two tries in the first hour), webhooks by the public API.
 */
const second = 1000
const minute = 60 * second
const hour = 60 * minute

const mailDelays = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
const mailLastDelay = 6 * hour

/** Delay in ms after the given try (1 is the first) of a deferred recipient. */
export function mailDelayMs(tries: number): number {
  return mailDelays[tries - 1] ?? mailLastDelay
}

const webhookDelays = [
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  16 * hour,
  24 * hour,
]

/** Delay in ms after the end of the given failed attempt (1 is the first); null after the last. */
export function webhookDelayMs(attempt: number): number | null {
  return webhookDelays[attempt - 1] ?? null
}
