/** How connections are secured, in words. */
import type { TlsRung } from '../../api/shapes.ts'
import type { Text } from '../../ui/words.tsx'
import { deliverability as words } from './texts.ts'

export const rungTexts: Record<TlsRung, Text> = {
  dane: words.dane,
  'mta-sts': words['mta-sts'],
  verified: words.verified,
  unverified: words.unverified,
  none: words.unencrypted,
}
