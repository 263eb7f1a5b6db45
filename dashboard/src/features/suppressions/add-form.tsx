/** Suppressing an address by hand. */
import { NativeSelect } from '@mantine/core'
import type { Suppression } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { EmailInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common, streamTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { suppressions as words } from './texts.ts'

export type Blocks = Suppression['stream']

export function AddForm({ close }: { close: () => void }) {
  const say = useSay()
  const choices = useBlocks()
  const form = useApiForm('project.suppressions.create', {
    stale: ['project.suppressions'],
    initial: { email: '', stream: 'all' as Blocks },
    input: ({ email, stream }) => ({ body: { email: email.trim(), stream } }),
    onDone: () => {
      close()
      notify(say(words.added))
    },
  })
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <EmailInput field={form.field('email')} />
      <NativeSelect {...form.field('stream')} label={say(words.blocks)} data={choices} />
    </ApiForm>
  )
}

/** What a suppression may keep from being sent. */
export function useBlocks() {
  const say = useSay()
  return (['all', 'marketing'] as const).map(value => ({ value, label: say(streamTexts[value]) }))
}
