/** What every part of a campaign's page is given. */
import type { Campaign } from '../../api/shapes.ts'
import type { LetterFault } from '../letters/fault.ts'
import type { CampaignDraft } from './draft.ts'

export interface PartProps {
  readonly campaign: Campaign
  readonly draft: CampaignDraft
  readonly set: (draft: CampaignDraft) => void
  /** What the server says against a member of what was saved last. */
  readonly errorOf: (member: string) => string | undefined
  readonly fault: LetterFault | null
  /** The draft as it has been saved last. */
  readonly kept: CampaignDraft
  /** Counts what has been saved. */
  readonly turn: number
}
