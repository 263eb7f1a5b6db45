/** What can be done with a sequence as a whole, by its state. */
import { Radio, Stack, Text } from '@mantine/core'
import type { ChangeName } from '../../api/calls.ts'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { type Act, ActionsMenu } from '../../ui/actions-menu.tsx'
import { Answering } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { allows } from '../../ui/state.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
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

/** The main thing is a button: what the sequence asks for next. All else is in the menu beside it. */
export function StateActions({ sequence, ready, isChanged }: StateProps) {
  const say = useSay()
  const state = stateOf(sequence)
  const canPublish = isChanged && ready.isReady
  const pause = {
    call: 'project.sequences.pause',
    label: say(words.pause),
    content: (close: () => void) => <PauseForm sequence={sequence} close={close} />,
  } as const satisfies Act
  const isMainPause = allows(state, 'pause') && !canPublish
  return (
    <>
      {canPublish && <PublishButton sequence={sequence} ready={ready} />}
      {allows(state, 'resume') && (
        <DialogButton
          call="project.sequences.resume"
          label={say(words.resume)}
          look={canPublish ? 'default' : 'filled'}
        >
          {close => <ResumeForm sequence={sequence} close={close} />}
        </DialogButton>
      )}
      {isMainPause && (
        <DialogButton call={pause.call} label={pause.label}>
          {pause.content}
        </DialogButton>
      )}
      <ActionsMenu
        label={say(common.moreActions)}
        acts={useOtherActs(sequence, allows(state, 'pause') && !isMainPause ? [pause] : [])}
      />
    </>
  )
}

function useOtherActs(sequence: Sequence, first: readonly Act[]): readonly Act[] {
  const say = useSay()
  const { id, name } = sequence
  const { to } = useWhere()
  const navigate = useNavigate()
  const copy = useChange('project.sequences.duplicate', 'project.sequences')
  const archive = useChange('project.sequences.archive', 'project.sequences')
  const remove = useChange('project.sequences.delete')
  const asking = (
    call: ChangeName,
    title: Words,
    about: string,
    run: () => Promise<unknown>,
  ): Act => ({
    call,
    label: say(title),
    content: close => <Answering about={about} action={say(title)} run={run} close={close} />,
  })
  const duplicate = asking(
    'project.sequences.duplicate',
    words.duplicate,
    say(words.duplicateAbout),
    async () => {
      const made = await copy.mutateAsync({ id, body: {} })
      notify(say(words.duplicated))
      await navigate({ to: to(`/sequences/${made.id}`) })
    },
  )
  const setAside = asking('project.sequences.archive', words.archive, say(words.archiveAbout), () =>
    archive.mutateAsync({ id }),
  )
  const discard: Act = {
    call: 'project.sequences.delete',
    label: say(common.remove),
    title: say(common.removeWhat, { what: name }),
    isDanger: true,
    content: close => (
      <Answering
        about={say(words.removeInside, { name })}
        action={say(common.remove)}
        done={say(common.removed)}
        tone="danger"
        run={async () => {
          await remove.mutateAsync({ id, exit: true })
          void navigate({ to: to('/sequences') })
        }}
        close={close}
      />
    ),
  }
  const canArchive = allows(stateOf(sequence), 'enroll')
  return [...first, duplicate, ...(canArchive ? [setAside] : []), discard]
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
