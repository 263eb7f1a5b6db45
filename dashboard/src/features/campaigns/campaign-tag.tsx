/** Where a campaign is, in a word. */
import type { Campaign } from '../../api/shapes.ts'
import { Tag, type Tone } from '../../ui/show.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { campaignStatusTexts } from './texts.ts'

const tones: Readonly<Record<Campaign['status'], Tone>> = {
  draft: 'calm',
  scheduled: 'info',
  sending: 'info',
  paused: 'wait',
  sent: 'good',
  cancelled: 'calm',
}

export function CampaignTag({ status }: Pick<Campaign, 'status'>) {
  const say = useSay()
  return <Tag tone={tones[status]}>{sayOf(say, campaignStatusTexts, status)}</Tag>
}
