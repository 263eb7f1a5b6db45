/** The person's name and the language that they read. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sessionKey } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { door } from '../session/texts.ts'
import { useLanguageChoices } from './language-choices.ts'
import { settings as words } from './texts.ts'

export function ProfileSection({ me }: { me: Session }) {
  const say = useSay()
  const client = useQueryClient()
  const { language: spoken, choose } = useSpeech()
  const choices = useLanguageChoices()
  const form = useApiForm('user.update', {
    initial: { name: me.user.name ?? '', language: me.user.language ?? spoken },
    input: ({ name, language }) => ({ body: { name: name.trim(), language } }),
    onDone: (next, { language }) => {
      client.setQueryData(sessionKey, next)
      choose(language)
      notify(say(common.saved))
    },
  })
  return (
    <Section title={say(words.profile)} about={me.user.email}>
      <ApiForm form={form} action={say(common.save)}>
        <TextInput
          {...form.field('name')}
          label={say(door.yourName)}
          autoComplete="name"
          maw={420}
        />
        <NativeSelect
          {...form.field('language')}
          label={say(common.language)}
          maw={420}
          data={choices}
        />
      </ApiForm>
    </Section>
  )
}
