/**
 * The date of a message (RFC 5322 §3.3), always in UTC: `Sat, 21 Nov 2026 10:45:00 +0000`. The
 * zone is written `+0000`, since §4.3 makes the name `GMT` obsolete.
 */
import { assert } from '../base/assert.ts'

/** Milliseconds since 1970 as the value of a Date header; fractions of a second are dropped. */
export function mailDate(ms: number): string {
  const year = new Date(ms).getUTCFullYear()
  assert(
    year >= 1900 && year <= 9999,
    `mailDate needs ms since 1970 of a four-digit year, not ${ms}`,
  )
  return `${new Date(ms).toUTCString().slice(0, -3)}+0000`
}
