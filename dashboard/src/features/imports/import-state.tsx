/** Where an import is, in a word, and what may be done with it there. */
import { importStates } from '../../api/generated.ts'
import type { Import } from '../../api/shapes.ts'
import { Tag } from '../../ui/show.tsx'
import { StateTag } from '../../ui/state.tsx'
import { useSay } from '../../ui/words.tsx'
import { imports as words } from './texts.ts'

type States = typeof importStates

interface State extends Pick<States[keyof States], 'label' | 'tone' | 'stage' | 'moves'> {
  readonly may: readonly States[keyof States]['may'][number][]
}

export const stateOf = ({ status }: Pick<Import, 'status'>): State => importStates[status]

export function ImportTag({ one }: { readonly one: Import }) {
  const say = useSay()
  const isTrial = one.dry_run && stateOf(one).may.includes('repeat')
  return isTrial ? <Tag tone="wait">{say(words.trial)}</Tag> : <StateTag state={stateOf(one)} />
}
