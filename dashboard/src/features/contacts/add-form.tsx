/** One person more, by hand. */
import { SimpleGrid } from '@mantine/core'
import { useApiForm } from '../../ui/form.tsx'
import { EmailInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { FieldInput, fieldsIn, textOfEach } from './fields.tsx'
import { contacts as words } from './texts.ts'

const asked = fieldsIn('adding')

export function AddForm({ close }: { close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.contacts.create', {
    stale: ['project.contacts'],
    initial: { email: '', ...textOfEach(asked, () => ''), topics: [] as string[] },
    input: ({ email, topics, ...typed }) => ({
      body: {
        email: email.trim(),
        ...Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== '')),
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
        {asked.map(one => (
          <FieldInput key={one.name} of={one} field={form.field(one.name)} />
        ))}
      </SimpleGrid>
      <TopicChoices
        field={form.field('topics')}
        label={say(words.joins)}
        about={say(words.joinsAbout)}
      />
    </ApiForm>
  )
}
