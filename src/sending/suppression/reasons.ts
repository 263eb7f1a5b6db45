/** Why and for what an address is on the suppression list. */
export const suppressionStreams = ['all', 'marketing'] as const
export const suppressionReasons = [
  'hard_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'repeated_soft_bounce',
] as const

export type SuppressionStream = (typeof suppressionStreams)[number]

export type SuppressionReason = (typeof suppressionReasons)[number]
