/** Where the mailed link leads: sets a new password. */
import { PasswordInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { Form } from '../../ui/old-form.tsx'
import { LinkButton } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function ResetPage() {
  const say = useSay()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const [password, setPassword] = useState('')
  const set = useChange('password.reset')
  if (set.isSuccess) {
    return (
      <Door title={say(door.resetDone)} about={say(door.resetDoneAbout)}>
        <LinkButton to="/login" variant="filled">
          {say(door.logIn)}
        </LinkButton>
      </Door>
    )
  }
  return (
    <Door title={say(door.resetTitle)}>
      <Form
        submit={() => set.mutate({ body: { token, password } })}
        action={say(door.reset)}
        isRunning={set.isPending}
        error={set.error}
      >
        <PasswordInput
          label={say(door.newPassword)}
          description={say(door.passwordAbout)}
          autoComplete="new-password"
          required
          minLength={8}
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      </Form>
    </Door>
  )
}
