/** Where a sequence is, in a word, and what may be done with it there. */
import { sequenceStates } from '../../api/generated.ts'
import type { Sequence } from '../../api/shapes.ts'
import { StateTag } from '../../ui/state.tsx'

type States = typeof sequenceStates

interface State extends Pick<States[keyof States], 'label' | 'tone' | 'isInUse'> {
  readonly may: readonly States[keyof States]['may'][number][]
}

export const stateOf = ({ status }: Pick<Sequence, 'status'>): State => sequenceStates[status]

export const SequenceTag = ({ sequence }: { readonly sequence: Pick<Sequence, 'status'> }) => (
  <StateTag state={stateOf(sequence)} />
)
