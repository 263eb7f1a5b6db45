/** Sign-up; afterwards straight to the first steps. */
import { Text, TextInput } from '@mantine/core'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { Link } from '../../ui/show.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { EmailField, NewPasswordField } from './fields.tsx'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

export function SignupPage() {
  const say = useSay()
  const { language } = useSpeech()
  const enter = useEnter()
  const form = useApiForm('signup.create', {
    initial: { name: '', email: '', password: '' },
    input: values => ({ body: { ...values, language } }),
    onDone: me => enter(me, { isNew: true }),
  })
  return (
    <Door title={say(door.signUpTitle)} about={say(door.signUpAbout)}>
      <ApiForm form={form} action={say(door.signUp)}>
        <TextInput
          {...form.field('name')}
          label={say(door.name)}
          name="name"
          autoComplete="organization"
          required
          autoFocus
        />
        <EmailField {...form.field('email')} />
        <NewPasswordField {...form.field('password')} label={say(door.password)} />
      </ApiForm>
      <Text size="sm" mt="lg">
        {say(door.hasAccount)} <Link to="/login">{say(door.logIn)}</Link>
      </Text>
    </Door>
  )
}
