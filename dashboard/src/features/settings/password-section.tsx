/** A new password for who knows the current one; their other sessions end. */
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { door } from '../session/texts.ts'
import { settings as words } from './texts.ts'

export function PasswordSection() {
  const say = useSay()
  const form = useApiForm('password.change', {
    stale: ['sessions'],
    initial: { current: '', new: '' },
    input: body => ({ body }),
    onDone: (): void => {
      form.reset()
      notify(say(words.changed))
    },
  })
  return (
    <Section title={say(words.password)}>
      <ApiForm form={form} action={say(words.change)}>
        <SecretInput
          {...form.field('current')}
          label={say(words.current)}
          autoComplete="current-password"
          required
          maw={420}
        />
        <SecretInput
          {...form.field('new')}
          label={say(words.new)}
          description={say(door.passwordAbout)}
          autoComplete="new-password"
          required
          minLength={8}
          maw={420}
        />
      </ApiForm>
    </Section>
  )
}
