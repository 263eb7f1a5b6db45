/** What can be done with a sequence as a whole, by its state. */
import { Radio, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton, DeleteButton } from '../../ui/confirm.tsx'
import { ApiForm, DialogButton, useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { allows } from '../../ui/state.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { PublishButton } from './publish-button.tsx'
import { stateOf } from './sequence-state.tsx'
import { actions as words } from './texts.ts'
import type { Readiness } from './use-readiness.ts'

interface ActionsProps {
  readonly sequence: Sequence
}

interface StateProps extends ActionsProps {
  readonly ready: Readiness
  /** Publishing would change what people go by. */
  readonly isChanged: boolean
}

export function StateActions({ sequence, ready, isChanged }: StateProps) {
  const say = useSay()
  const state = stateOf(sequence)
  return (
    <>
      {isChanged && <PublishButton sequence={sequence} ready={ready} />}
      {allows(state, 'pause') && (
        <DialogButton label={say(words.pause)}>
          {close => <PauseForm sequence={sequence} close={close} />}
        </DialogButton>
      )}
      {allows(state, 'resume') && (
        <DialogButton label={say(words.resume)} look="filled">
          {close => <ResumeForm sequence={sequence} close={close} />}
        </DialogButton>
      )}
      <CopyButton sequence={sequence} />
      {allows(state, 'enroll') && <ArchiveButton sequence={sequence} />}
      <RemoveButton sequence={sequence} />
    </>
  )
}

interface FormProps extends ActionsProps {
  readonly close: () => void
}

function PauseForm({ sequence: { id }, close }: FormProps) {
  const say = useSay()
  const form = useApiForm('project.sequences.pause', {
    stale: ['project.sequences'],
    initial: { choice: 'hold' },
    input: ({ choice }) => ({ id, body: { while_paused: choice as 'hold' } }),
    onDone: () => {
      close()
      notify(say(words.paused))
    },
  })
  return (
    <ApiForm form={form} action={say(words.pause)} onCancel={close}>
      <Text size="sm">{say(words.pauseAbout)}</Text>
      <Choices
        field={form.field('choice')}
        label={words.meanwhile}
        choices={[
          ['hold', words.hold],
          ['ignore', words.ignore],
        ]}
      />
    </ApiForm>
  )
}

function ResumeForm({ sequence: { id }, close }: FormProps) {
  const say = useSay()
  const form = useApiForm('project.sequences.resume', {
    stale: ['project.sequences'],
    initial: { choice: 'shift' },
    input: ({ choice }) => ({ id, body: { overdue: choice as 'shift' } }),
    onDone: () => {
      close()
      notify(say(words.resumed))
    },
  })
  return (
    <ApiForm form={form} action={say(words.resume)} onCancel={close}>
      <Choices
        field={form.field('choice')}
        label={words.resumeAbout}
        choices={[
          ['shift', words.shift],
          ['run', words.run],
        ]}
      />
    </ApiForm>
  )
}

interface ChoicesProps {
  readonly field: object
  readonly label: Words
  readonly choices: readonly (readonly [string, Words])[]
}

function Choices({ field, label, choices }: ChoicesProps) {
  const say = useSay()
  return (
    <Radio.Group {...field} label={say(label)}>
      <Stack gap={6} mt="xs">
        {choices.map(([value, text]) => (
          <Radio key={value} value={value} label={say(text)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function CopyButton({ sequence }: ActionsProps) {
  const say = useSay()
  const { to } = useWhere()
  const navigate = useNavigate()
  const copy = useChange('project.sequences.duplicate', 'project.sequences')
  const run = async () => {
    const { id } = await copy.mutateAsync({ id: sequence.id, body: {} })
    notify(say(words.duplicated))
    await navigate({ to: to(`/sequences/${id}`) })
  }
  return <ConfirmButton title={say(words.duplicate)} about={say(words.duplicateAbout)} run={run} />
}

function ArchiveButton({ sequence: { id } }: ActionsProps) {
  const say = useSay()
  const archive = useChange('project.sequences.archive', 'project.sequences')
  return (
    <ConfirmButton
      title={say(words.archive)}
      about={say(words.archiveAbout)}
      run={() => archive.mutateAsync({ id })}
    />
  )
}

function RemoveButton({ sequence: { id, name } }: ActionsProps) {
  const say = useSay()
  const { to } = useWhere()
  const navigate = useNavigate()
  const remove = useChange('project.sequences.delete')
  return (
    <DeleteButton
      look="default"
      what={name}
      about={say(words.removeInside, { name })}
      run={() => remove.mutateAsync({ id, exit: true })}
      onDone={() => void navigate({ to: to('/sequences') })}
    />
  )
}
