/** In test mode: telling that a person did something, as a program would. */
import { TextInput } from '@mantine/core'
import type { Enrollment } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { JsonInput } from './json-input.tsx'
import { people as words } from './people-texts.ts'
import { stepForm } from './step-texts.ts'

export function PretendButton({ enrollment }: { enrollment: Enrollment }) {
  const say = useSay()
  const { mode } = useWhere()
  if (mode !== 'test') return null
  return (
    <DialogButton call="project.activity.create" label={say(words.pretend)}>
      {close => <PretendForm contactId={enrollment.contact_id} close={close} />}
    </DialogButton>
  )
}

function PretendForm({ contactId, close }: { contactId: string; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.activity.create', {
    stale: ['project.sequences', 'project.contacts'],
    // In a list, since a form takes objects of its values apart.
    initial: { name: '', data: [undefined] as readonly [unknown] },
    input: ({ name, data: [data] }) => ({
      body: {
        contact_id: contactId,
        name: name.trim(),
        ...(data === undefined ? {} : { data: data as Readonly<Record<string, unknown>> }),
      },
    }),
    onDone: () => {
      close()
      notify(say(words.pretended))
    },
  })
  return (
    <ApiForm form={form} action={say(words.tell)} onCancel={close}>
      <TextInput
        {...form.field('name')}
        label={say(stepForm.event)}
        description={say(stepForm.eventAbout)}
        autoCapitalize="none"
        required
        data-autofocus
      />
      <JsonInput value={form.values.data[0]} set={data => form.set('data', [data])} />
    </ApiForm>
  )
}
