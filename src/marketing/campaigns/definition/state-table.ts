/** What a campaign can be, a row a state (states.ts says how it gets from one to another). */
import { type StateRow, statesWhere } from '#kernel/base/states.ts'

type CampaignAct =
  | 'edit'
  | 'send'
  | 'schedule'
  | 'unschedule'
  | 'pause'
  | 'resume'
  | 'choose_winner'
  | 'cancel'
  | 'delete'

interface CampaignState extends StateRow<CampaignAct> {
  /** Whether it is written, waits for its time, has begun, or nothing comes any more. */
  readonly stage: 'draft' | 'waiting' | 'under_way' | 'over'
  /** It goes on by itself. */
  readonly moves: boolean
  /** What it has sent is read on public pages. */
  readonly isArchived: boolean
  /** What may be changed where it is no draft; of `schedule` only pace and end once it has begun. */
  readonly changes: readonly (
    | 'name'
    | 'schedule'
    | 'archive'
    | 'content'
    | 'tags'
    | 'archived'
    | 'follow_up'
  )[]
}

export const campaignStates = {
  draft: {
    label: { en: 'Draft', pt: 'Rascunho' },
    tone: 'calm',
    stage: 'draft',
    moves: false,
    may: ['edit', 'send', 'schedule', 'delete'],
    changes: [],
    isArchived: false,
  },
  scheduled: {
    label: { en: 'Scheduled', pt: 'Agendada' },
    tone: 'info',
    stage: 'waiting',
    moves: true,
    may: ['schedule', 'unschedule', 'cancel'],
    changes: ['name', 'schedule', 'archive', 'tags', 'follow_up'],
    isArchived: false,
  },
  sending: {
    label: { en: 'Sending', pt: 'Enviando' },
    tone: 'info',
    stage: 'under_way',
    moves: true,
    may: ['pause', 'choose_winner', 'cancel'],
    changes: ['name', 'schedule', 'archive', 'tags', 'follow_up'],
    isArchived: true,
  },
  paused: {
    label: { en: 'Paused', pt: 'Pausada' },
    tone: 'wait',
    stage: 'under_way',
    moves: false,
    may: ['resume', 'choose_winner', 'cancel'],
    changes: ['name', 'schedule', 'archive', 'content', 'tags', 'follow_up'],
    isArchived: true,
  },
  sent: {
    label: { en: 'Sent', pt: 'Enviada' },
    tone: 'good',
    stage: 'over',
    moves: false,
    may: [],
    changes: ['name', 'archive', 'tags', 'archived'],
    isArchived: true,
  },
  cancelled: {
    label: { en: 'Cancelled', pt: 'Cancelada' },
    tone: 'calm',
    stage: 'over',
    moves: false,
    may: [],
    changes: ['tags', 'archived'],
    isArchived: false,
  },
} as const satisfies Readonly<Record<string, CampaignState>>

export type CampaignStatus = keyof typeof campaignStates

/** The row of a state. */
export const stateOf = (status: CampaignStatus): CampaignState => campaignStates[status]

/** The states of which something holds. */
export const campaignsWhere = (
  holds: (state: CampaignState) => boolean,
): readonly CampaignStatus[] => statesWhere(campaignStates, holds)

export const campaignStatuses = campaignsWhere(() => true)
