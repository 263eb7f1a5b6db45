import type { SequenceStatus } from '../../api/shapes.ts'
import { Tag, type Tone } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { statusWords } from './texts.ts'

const tones: Readonly<Record<SequenceStatus, Tone>> = {
  draft: 'calm',
  active: 'good',
  paused: 'wait',
  archived: 'calm',
}

export function StatusTag({ status }: { status: SequenceStatus }) {
  const say = useSay()
  return <Tag tone={tones[status]}>{say(statusWords[status])}</Tag>
}
