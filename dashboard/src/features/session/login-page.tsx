/**
 * Log-in; the second step is asked for once the first is right. It is a first view: its three fields
 * keep what is written in them without the library that other forms have (dashboard/test/first-view.test.ts).
 */
import { Group, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { SecretInput } from '../../ui/inputs.tsx'
import { Link, Waiting } from '../../ui/show.tsx'
import { ApiForm, useSubmission } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { hasPasskeys } from './authenticator.ts'
import { Door } from './door.tsx'
import { EmailField } from './fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

export function LoginPage() {
  const say = useSay()
  const { data: doors, error } = useApi('signIn.get')
  const isAlone = doors?.provider_only ?? false
  const [wantsPassword, setWantsPassword] = useState(false)
  // What stands first is not to move away below a finger.
  if (!doors && !error) {
    return (
      <Door title={say(door.logInTitle)}>
        <Waiting lines={3} />
      </Door>
    )
  }
  return (
    <Door title={say(door.logInTitle)}>
      {doors?.provider != null && <ProviderButton host={doors.provider} />}
      {isAlone && !wantsPassword ? (
        <button type="button" className="text-button" onClick={() => setWantsPassword(true)}>
          {say(door.byPassword)}
        </button>
      ) : (
        <ByPassword
          isSecond={doors?.provider != null}
          isForOwners={isAlone}
          hasPasskeys={(doors?.passkeys ?? false) && hasPasskeys()}
        />
      )}
      <Ways hasPassword={!isAlone || wantsPassword} />
    </Door>
  )
}

/** What else somebody at this door may have come for. */
function Ways({ hasPassword }: { hasPassword: boolean }) {
  const say = useSay()
  const { data: welcome } = useApi('signup.get')
  return (
    <>
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
        {hasPassword && (
          <Text size="sm">
            <Link to="/forgot">{say(door.forgot)}</Link>
          </Text>
        )}
      </Group>
    </>
  )
}

interface ByPasswordProps {
  /** There is another way in above it. */
  readonly isSecond: boolean
  /** Nobody else has one that opens anything. */
  readonly isForOwners: boolean
  /** A passkey opens the same door. */
  readonly hasPasskeys: boolean
}

function ByPassword({ isSecond, isForOwners, hasPasskeys: hasThem }: ByPasswordProps) {
  const say = useSay()
  const enter = useEnter()
  const [values, setValues] = useState({ email: '', password: '', code: '' })
  const form = useSubmission('session.create', {
    read: () => values,
    input: () => {
      const { email, password } = values
      const code = values.code.trim()
      return { body: { email, password, ...(code === '' ? {} : { code }) } }
    },
    onDone: me => enter(me),
  })
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setValues(others => ({ ...others, [name]: value })),
    'data-path': name,
    ...form.refusalAt(name),
  })
  const [wantsCode, setWantsCode] = useState(false)
  if (form.error?.param === 'code' && !wantsCode) setWantsCode(true)
  // That the code is missing is no fault of whoever has not been asked for it.
  const untouched = values.code === '' ? { error: undefined } : {}
  return (
    <>
      {isSecond && (
        <Text size="sm" c="dimmed" ta="center" my="md">
          {say(isForOwners ? door.byPasswordAbout : door.or)}
        </Text>
      )}
      <ApiForm form={form} action={say(door.logIn)}>
        <EmailField {...field('email')} autoFocus={!isSecond || isForOwners} />
        <SecretInput
          {...field('password')}
          label={say(door.password)}
          name="password"
          autoComplete="current-password"
          required
        />
        {wantsCode && (
          <TextInput
            {...field('code')}
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
      {hasThem && <PasskeyButton />}
    </>
  )
}
