/** Log-in; the second step is asked for once the first is right. */
import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { EmailField } from './fields.tsx'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

export function LoginPage() {
  const say = useSay()
  const enter = useEnter()
  const { data: welcome } = useApi('signup.get')
  const form = useApiForm('session.create', {
    initial: { email: '', password: '', code: '' },
    input: ({ email, password, code }) => ({
      body: { email, password, ...(code.trim() === '' ? {} : { code: code.trim() }) },
    }),
    onDone: me => enter(me),
  })
  const [wantsCode, setWantsCode] = useState(false)
  if (form.error?.param === 'code' && !wantsCode) setWantsCode(true)
  // That the code is missing is no fault of whoever has not been asked for it.
  const untouched = form.values.code === '' ? { error: undefined } : {}
  return (
    <Door title={say(door.logInTitle)}>
      <ApiForm form={form} action={say(door.logIn)}>
        <EmailField {...form.field('email')} autoFocus />
        <SecretInput
          {...form.field('password')}
          label={say(door.password)}
          name="password"
          autoComplete="current-password"
          required
        />
        {wantsCode && (
          <TextInput
            {...form.field('code')}
            {...untouched}
            label={say(door.code)}
            description={say(door.codeAbout)}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
      </ApiForm>
      {welcome?.claim && (
        <Text size="sm" mt="lg">
          {say(door.unclaimed)} <Link to="/claim">{say(door.claim)}</Link>
        </Text>
      )}
      <Group justify="space-between" mt="lg" gap="xs">
        {welcome !== undefined && welcome.signup !== 'closed' && (
          <Text size="sm">
            {say(door.noAccount)} <Link to="/signup">{say(door.signUp)}</Link>
          </Text>
        )}
        <Text size="sm">
          <Link to="/forgot">{say(door.forgot)}</Link>
        </Text>
      </Group>
    </Door>
  )
}
