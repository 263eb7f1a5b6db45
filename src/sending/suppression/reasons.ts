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

/** By what exports call them, ours and those of other services, in letters alone. */
const exported: ReadonlyMap<string, SuppressionReason> = new Map([
  ['hardbounce', 'hard_bounce'],
  ['bounce', 'hard_bounce'],
  ['repeatedsoftbounce', 'repeated_soft_bounce'],
  ['spamcomplaint', 'complaint'],
  ['complaint', 'complaint'],
  ['unsubscribe', 'unsubscribe'],
  ['manual', 'manual'],
])

/** What a cell of an export means, such as `HardBounce`; undefined: nobody knows. */
export const reasonOfExport = (cell: string): SuppressionReason | undefined =>
  exported.get(cell.toLowerCase().replace(/[^a-z]/g, ''))
