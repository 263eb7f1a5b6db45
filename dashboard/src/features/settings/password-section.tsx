/** A new password for who knows the current one; their other sessions end. */
import { Text } from '@mantine/core'
import { useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { Link, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { door } from '../session/texts.ts'
import { settings as words } from './texts.ts'

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const say = useSay()
  return (
    <Section title={say(words.password)}>
      {hasPassword ? (
        <ChangePassword />
      ) : (
        <Text>
          {say(words.noPassword)} <Link to="/forgot">{say(door.sendLink)}</Link>
        </Text>
      )}
    </Section>
  )
}

function ChangePassword() {
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
  )
}
