/** What waits by the clock of test mode, and where it stands in the queue. */

/** The kind of all work of test mode that waits by its clock. */
export const testKind = 'test'

/**
 * By kind of the work, in the order of their lines. What is not named goes by everybody's clock in
 * test mode, too: posts of webhooks, imports, erasures.
 */
export const clockedKinds = [
  'sequence',
  'campaign',
  'captured',
  'membership',
  'dates',
  'pending',
] as const
export type ClockedKind = (typeof clockedKinds)[number]

/** 0 is nobody's line. */
export const lineOf = (kind: string): number =>
  (clockedKinds as readonly string[]).indexOf(kind) + 1
