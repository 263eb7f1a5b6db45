/** When and where a filter is asked. */

/** What the meaning of a filter depends on besides the contact. */
export interface Moment {
  /** ms since 1970: the one `now` of the evaluation. */
  readonly now: number
  /** The zone of contacts without one. */
  readonly zone: string
}

/** What a Date can be, and PostgreSQL too: from year 1 to 9999. */
export const clamped = (ms: number): number =>
  Math.min(Math.max(ms, -62_135_596_800_000), 253_402_300_799_999)
