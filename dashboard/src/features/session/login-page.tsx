/** Log-in, with the second step where the account asks for it. */
import { Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionKey, useChange } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { lastPlace } from '../../app/place.ts'
import { Form } from '../../ui/old-form.tsx'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function LoginPage() {
  const say = useSay()
  const enter = useEnter()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [wantsCode, setWantsCode] = useState(false)
  const log = useChange('session.create')
  const isFirstAsk = log.error?.param === 'code' && code === ''
  const submit = () =>
    log.mutate(
      { body: { email, password, ...(code === '' ? {} : { code }) } },
      {
        onSuccess: enter,
        onError: error => {
          if (error.param === 'code') setWantsCode(true)
        },
      },
    )
  return (
    <Door title={say(door.logInTitle)}>
      <Form
        submit={submit}
        action={say(door.logIn)}
        isRunning={log.isPending}
        error={isFirstAsk ? null : log.error}
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
        <PasswordInput
          label={say(door.password)}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {wantsCode && (
          <TextInput
            label={say(door.code)}
            description={say(door.codeAbout)}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            required
            value={code}
            onChange={event => setCode(event.currentTarget.value.trim())}
          />
        )}
      </Form>
      <Group justify="space-between" mt="lg" gap="xs">
        <Text size="sm">
          {say(door.noAccount)} <Link to="/signup">{say(door.signUp)}</Link>
        </Text>
        <Text size="sm">
          <Link to="/forgot">{say(door.forgot)}</Link>
        </Text>
      </Group>
    </Door>
  )
}

/** Goes in with a fresh session: to where somebody was sent away from, or to the last place. */
export function useEnter() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  return (me: Session, isNew: unknown = false) => {
    client.clear()
    client.setQueryData(sessionKey, me)
    // Only a path of ours: `//elsewhere` would be another site.
    const isOurs = next !== undefined && /^\/[^/\\]/.test(next)
    const start = `/p/${me.projects[0]?.id ?? ''}/test/start`
    // The whole of it, with the filters it had.
    void navigate({ href: isNew === true ? start : isOurs ? next : lastPlace(me) })
  }
}
