/** Where an import is, in a word. */
import type { Import } from '../../api/shapes.ts'
import { Tag, type Tone } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { importStatusTexts, imports as words } from './texts.ts'

const tones: Readonly<Record<Import['status'], Tone>> = {
  awaiting_file: 'wait',
  receiving: 'info',
  recognised: 'wait',
  queued: 'calm',
  running: 'info',
  done: 'good',
  cancelled: 'calm',
  failed: 'bad',
  undoing: 'info',
  undone: 'calm',
}

export function StatusTag({ one }: { one: Import }) {
  const say = useSay()
  const isTrial = one.dry_run && one.status === 'done'
  if (isTrial) return <Tag tone="wait">{say(words.trial)}</Tag>
  return <Tag tone={tones[one.status]}>{say(importStatusTexts[one.status])}</Tag>
}
