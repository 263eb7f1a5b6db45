/** Adding a passkey: who one is first, then the browser makes it. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useChange, useMe } from '../../api/hooks.ts'
import { useApiForm } from '../../ui/form.tsx'
import { SecretInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { makePasskey, wordsOfBrowser } from '../session/authenticator.ts'
import { settings as words } from './texts.ts'

export function AddPasskey({ close }: { close: () => void }) {
  const say = useSay()
  const { user } = useMe()
  const create = useChange('passkeys.create', 'passkeys')
  const [error, setError] = useState<unknown>(null)
  const form = useApiForm('passkeys.begin', {
    initial: { name: '', password: '', code: '' },
    input: ({ password, code }) => ({
      body: user.totp_enabled ? { code: code.trim() } : user.has_password ? { password } : {},
    }),
    onDone: async (asked, { name }) => {
      setError(null)
      try {
        await create.mutateAsync({ body: { name, ...(await makePasskey(asked)) } })
        notify(say(words.passkeyAdded))
        close()
      } catch (fault) {
        setError(fault)
      }
    },
  })
  return (
    <ApiForm form={form} action={say(words.makePasskey)} onCancel={close}>
      <TextInput
        {...form.field('name')}
        label={say(words.passkeyName)}
        description={say(words.passkeyNameAbout)}
        maxLength={200}
        required
        data-autofocus
      />
      {user.totp_enabled && (
        <TextInput
          {...form.field('code')}
          label={say(words.codeToEnd)}
          autoComplete="one-time-code"
          required
        />
      )}
      {!user.totp_enabled && user.has_password && (
        <SecretInput
          {...form.field('password')}
          label={say(words.current)}
          autoComplete="current-password"
          required
        />
      )}
      {error !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error instanceof ApiError ? error.message : say(wordsOfBrowser(error))}
        </Text>
      )}
    </ApiForm>
  )
}
