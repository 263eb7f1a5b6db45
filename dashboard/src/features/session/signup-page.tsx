/** Sign-up; afterwards straight to the first steps. */
import { Text, TextInput } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { useApiForm } from '../../ui/form.tsx'
import { Link, LinkButton, Refused, Waiting } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { EmailField, NewPasswordField } from './fields.tsx'
import { door } from './texts.ts'
import { browserZone, useEnter } from './use-enter.ts'

type Welcome = Answer<'signup.get'>

export function SignupPage() {
  const say = useSay()
  const { data, error } = useApi('signup.get')
  if (error) {
    return (
      <Door title={say(door.signUpTitle)}>
        <Refused error={error} />
      </Door>
    )
  }
  if (!data) {
    return (
      <Door title={say(door.signUpTitle)}>
        <Waiting lines={3} />
      </Door>
    )
  }
  return data.signup === 'closed' ? <Closed /> : <Open welcome={data} />
}

/** Said before somebody has filled in a form for nothing. */
function Closed() {
  const say = useSay()
  return (
    <Door title={say(door.closedTitle)} about={say(door.closedAbout)}>
      <LinkButton to="/login">{say(door.logIn)}</LinkButton>
    </Door>
  )
}

function Open({ welcome }: { welcome: Welcome }) {
  const say = useSay()
  const { language } = useSpeech()
  const enter = useEnter()
  const form = useApiForm('signup.create', {
    initial: { name: '', email: '', password: '' },
    input: values => ({ body: { ...values, language, time_zone: browserZone() } }),
    onDone: me => enter(me, { isNew: true }),
  })
  return (
    <Door
      title={say(door.signUpTitle)}
      about={
        welcome.signup === 'domains'
          ? say(door.domainsAbout, { domains: welcome.domains.join(', ') })
          : say(door.signUpAbout)
      }
    >
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
