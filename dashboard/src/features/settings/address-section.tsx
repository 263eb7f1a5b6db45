/** Another address to log in with, for who knows the password; it changes once its link is used. */
import { TextInput } from '@mantine/core'
import type { Session } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { settings as words } from './texts.ts'

export function AddressSection({ me }: { me: Session }) {
  const say = useSay()
  const form = useApiForm('address.ask', {
    initial: { email: '', password: '' },
    input: body => ({ body }),
    onDone: (_, { email }): void => {
      form.reset()
      notify(say(words.addressAsked, { email }))
    },
  })
  return (
    <Section title={say(words.address)} about={say(words.addressAbout, { email: me.user.email })}>
      <ApiForm form={form} action={say(words.addressChange)}>
        <TextInput
          {...form.field('email')}
          label={say(words.addressNew)}
          description={say(words.addressNewAbout)}
          type="email"
          autoComplete="off"
          required
          maw={420}
        />
        <SecretInput
          {...form.field('password')}
          label={say(words.addressPassword)}
          autoComplete="current-password"
          required
          maw={420}
        />
      </ApiForm>
    </Section>
  )
}
