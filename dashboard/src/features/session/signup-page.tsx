/** Sign-up; afterwards straight to the first steps. */
import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { Form } from '../../ui/old-form.tsx'
import { Link } from '../../ui/show.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { useEnter } from './login-page.tsx'
import { door } from './texts.ts'

export function SignupPage() {
  const say = useSay()
  const { language } = useSpeech()
  const enter = useEnter()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const sign = useChange('signup.create')
  const submit = () =>
    sign.mutate({ body: { email, password, name, language } }, { onSuccess: me => enter(me, true) })
  return (
    <Door title={say(door.signUpTitle)} about={say(door.signUpAbout)}>
      <Form submit={submit} action={say(door.signUp)} isRunning={sign.isPending} error={sign.error}>
        <TextInput
          label={say(door.name)}
          name="name"
          autoComplete="organization"
          required
          autoFocus
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <TextInput
          label={say(door.email)}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={say(door.password)}
          description={say(door.passwordAbout)}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      </Form>
      <Text size="sm" mt="lg">
        {say(door.hasAccount)} <Link to="/login">{say(door.logIn)}</Link>
      </Text>
    </Door>
  )
}
