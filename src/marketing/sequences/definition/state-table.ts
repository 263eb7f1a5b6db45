/** What a sequence can be, a row a state (publishing.ts says how it gets from one to another). */
import { type StateRow, statesWhere } from '#kernel/base/states.ts'

interface SequenceState extends StateRow<'publish' | 'pause' | 'resume' | 'enroll' | 'archive'> {
  /** Whether its triggers let people in; `held`: where they are held while it is paused. */
  readonly entry: 'open' | 'held' | 'closed'
  /** The waits of those inside stand still. */
  readonly isStill: boolean
  /** What it names cannot be deleted. */
  readonly isInUse: boolean
}

export const sequenceStates = {
  draft: {
    label: { en: 'Draft', pt: 'Rascunho' },
    tone: 'calm',
    may: ['publish', 'archive'],
    entry: 'closed',
    isStill: false,
    isInUse: true,
  },
  active: {
    label: { en: 'Published', pt: 'Publicada' },
    tone: 'good',
    may: ['publish', 'pause', 'enroll', 'archive'],
    entry: 'open',
    isStill: false,
    isInUse: true,
  },
  paused: {
    label: { en: 'Paused', pt: 'Pausada' },
    tone: 'wait',
    may: ['publish', 'resume', 'enroll', 'archive'],
    entry: 'held',
    isStill: true,
    isInUse: true,
  },
  archived: {
    label: { en: 'Archived', pt: 'Arquivada' },
    tone: 'calm',
    may: ['publish'],
    entry: 'closed',
    isStill: false,
    isInUse: false,
  },
} as const satisfies Readonly<Record<string, SequenceState>>

export type SequenceStatus = keyof typeof sequenceStates

/** The row of a state. */
export const stateOf = (status: SequenceStatus): SequenceState => sequenceStates[status]

/** The states of which something holds. */
export const sequencesWhere = (
  holds: (state: SequenceState) => boolean,
): readonly SequenceStatus[] => statesWhere(sequenceStates, holds)
