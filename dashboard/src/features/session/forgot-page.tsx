/** Asks for a link to set a new password; says the same whether or not there is an account. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { Form } from '../../ui/old-form.tsx'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function ForgotPage() {
  const say = useSay()
  const [email, setEmail] = useState('')
  const ask = useChange('password.forgot')
  const back = (
    <Text size="sm" mt="lg">
      <Link to="/login">{say(door.logIn)}</Link>
    </Text>
  )
  if (ask.isSuccess) {
    return (
      <Door title={say(door.linkSent)} about={say(door.linkSentAbout, { email })}>
        {back}
      </Door>
    )
  }
  return (
    <Door title={say(door.forgotTitle)} about={say(door.forgotAbout)}>
      <Form
        submit={() => ask.mutate({ body: { email } })}
        action={say(door.sendLink)}
        isRunning={ask.isPending}
        error={ask.error}
      >
        <TextInput
          label={say(door.email)}
          type="email"
          name="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
      </Form>
      {back}
    </Door>
  )
}
