/** Where an invitation leads: a password, and one is in. */
import { PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiError, call } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Role } from '../../api/shapes.ts'
import { Form } from '../../ui/old-form.tsx'
import { LinkButton, Refused, Waiting } from '../../ui/show.tsx'
import { roleTexts } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { useEnter } from './login-page.tsx'
import { door } from './texts.ts'

interface Invitation {
  readonly email: string
  readonly role: Role
  readonly account_name: string
}

export function InvitePage() {
  const say = useSay()
  const { language } = useSpeech()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const found = useQuery<Invitation, ApiError>({
    queryKey: ['invitation', token, language],
    queryFn: () => call('invitations.look', { body: { token } }),
    retry: false,
  })
  if (found.error) {
    return (
      <Door title={say(door.verifyFailed)}>
        <Refused error={found.error} />
        <LinkButton to="/login">{say(door.logIn)}</LinkButton>
      </Door>
    )
  }
  if (!found.data) {
    return (
      <Door title={say(door.verifying)}>
        <Waiting lines={3} />
      </Door>
    )
  }
  return <Accept token={token} invitation={found.data} />
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const say = useSay()
  const enter = useEnter()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const accept = useChange('invitations.accept')
  const submit = () =>
    accept.mutate(
      { body: { token, password, ...(name ? { name } : {}) } },
      { onSuccess: me => enter(me) },
    )
  const { account_name: account, role, email } = invitation
  return (
    <Door
      title={say(door.inviteTitle, { account })}
      about={say(door.inviteAbout, { role: say(roleTexts[role]), email })}
    >
      <Form
        submit={submit}
        action={say(door.join)}
        isRunning={accept.isPending}
        error={accept.error}
      >
        <TextInput
          label={say(door.yourName)}
          autoComplete="name"
          autoFocus
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label={say(door.password)}
          description={say(door.passwordAbout)}
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      </Form>
    </Door>
  )
}
