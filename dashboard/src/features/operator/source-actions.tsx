/** What an operator does with a source address: pause, resume, promote, change, remove. */
import { Group } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import { ConfirmButton, DeleteButton } from '../../ui/confirm.tsx'
import { ChangeButton } from '../../ui/row-actions.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Source } from './source.ts'
import { ChangeSourceForm } from './source-forms.tsx'
import { sources as words } from './sources-words.ts'

const group = 'operator.sourceAddresses'

const acts = {
  pause: { what: words.pauseWhat, about: words.pauseAbout, done: words.nowPaused },
  resume: { what: words.resumeWhat, about: words.resumeAbout, done: words.resumed },
  promote: { what: words.promoteWhat, about: words.promoteAbout, done: words.promoted },
} as const

export function SourceActions({ source }: { source: Source }) {
  const say = useSay()
  const { id, address, state, stage } = source
  const remove = useChange('operator.sourceAddresses.delete', group)
  return (
    <Group gap="xs" mt="md">
      <Act act={state === 'paused' ? 'resume' : 'pause'} source={source} />
      {stage !== null && <Act act="promote" source={source} />}
      <ChangeButton what={address}>
        {close => <ChangeSourceForm source={source} close={close} />}
      </ChangeButton>
      <DeleteButton
        what={address}
        look="row"
        about={say(words.removeAbout)}
        run={() => remove.mutateAsync({ source_id: id })}
      />
    </Group>
  )
}

function Act({ act, source: { id, address } }: { act: keyof typeof acts; source: Source }) {
  const say = useSay()
  const { mutateAsync } = useChange(`operator.sourceAddresses.${act}`, group)
  const { what, about, done } = acts[act]
  const title = say(what, { address })
  return (
    <ConfirmButton
      title={title}
      ariaLabel={title}
      label={say(words[act])}
      action={say(words[act])}
      look="row"
      about={say(about)}
      run={() => mutateAsync({ source_id: id })}
      done={say(done, { address })}
    />
  )
}
