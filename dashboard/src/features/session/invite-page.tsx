/** Where an invitation leads: a password, and one is in. */
import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/calls.ts'
import { type ApiError, call } from '../../api/client.ts'
import { useApi } from '../../api/hooks.ts'
import { useSearch } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { LinkButton, Refused, Waiting } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { roleTexts } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { NewPasswordField } from './fields.tsx'
import { ProviderButton } from './provider-button.tsx'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

type Invitation = Answer<'invitations.look'>

export function InvitePage() {
  const say = useSay()
  const { language } = useSpeech()
  const { token = '' } = useSearch()
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
  const { data: doors } = useApi('signIn.get')
  const form = useApiForm('invitations.accept', {
    initial: { name: '', password: '' },
    input: ({ name, password }) => ({ body: { token, password, ...(name && { name }) } }),
    onDone: me => enter(me),
  })
  const { account_name: account, role, email } = invitation
  return (
    <Door
      title={say(door.inviteTitle, { account })}
      about={say(door.inviteAbout, { role: say(roleTexts[role]), email })}
    >
      {doors?.provider != null && <ProviderButton host={doors.provider} invitation={token} />}
      {doors?.provider != null && !doors.provider_only && (
        <Text size="sm" c="dimmed" ta="center" my="md">
          {say(door.or)}
        </Text>
      )}
      {!doors?.provider_only && (
        <ApiForm form={form} action={say(door.join)}>
          <TextInput
            {...form.field('name')}
            label={say(door.yourName)}
            autoComplete="name"
            autoFocus
          />
          <NewPasswordField {...form.field('password')} label={say(door.password)} />
        </ApiForm>
      )}
    </Door>
  )
}
