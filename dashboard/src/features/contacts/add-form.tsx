/** One person more, by hand. */
import { SimpleGrid, TextInput } from '@mantine/core'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { EmailInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { contacts as words } from './texts.ts'

export function AddForm({ close }: { close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.contacts.create', {
    stale: ['project.contacts'],
    initial: { email: '', first_name: '', last_name: '', topics: [] as string[] },
    input: ({ email, first_name: first, last_name: last, topics }) => ({
      body: {
        email: email.trim(),
        ...(first.trim() && { first_name: first }),
        ...(last.trim() && { last_name: last }),
        ...(topics.length > 0 && { topics }),
      },
    }),
    onDone: ({ created: isNew, email = '' }) => {
      close()
      notify(say(isNew ? words.added : words.known, { email }))
    },
  })
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <EmailInput field={form.field('email')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...form.field('first_name')} label={say(words.firstName)} />
        <TextInput {...form.field('last_name')} label={say(words.lastName)} />
      </SimpleGrid>
      <TopicChoices
        field={form.field('topics')}
        label={say(words.joins)}
        about={say(words.joinsAbout)}
      />
    </ApiForm>
  )
}
