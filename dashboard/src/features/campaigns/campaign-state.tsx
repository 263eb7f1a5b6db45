/** Where a campaign is, in a word, and what may be done with it there. */
import { campaignStates } from '../../api/generated.ts'
import type { Campaign } from '../../api/shapes.ts'
import { StateTag } from '../../ui/state.tsx'

type States = typeof campaignStates

interface State extends Pick<States[keyof States], 'label' | 'tone' | 'stage' | 'moves'> {
  readonly may: readonly States[keyof States]['may'][number][]
}

export const stateOf = ({ status }: Pick<Campaign, 'status'>): State => campaignStates[status]

export const CampaignTag = ({ campaign }: { readonly campaign: Pick<Campaign, 'status'> }) => (
  <StateTag state={stateOf(campaign)} />
)
