/** Inviting somebody to the account, in a role. */
import { NativeSelect } from '@mantine/core'
import type { Invitation, Role } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { EmailInput } from '../../ui/inputs.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { roleTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { members as words } from './texts.ts'

export const roles = ['owner', 'developer', 'marketing', 'reader'] as const

interface InviteFormProps {
  readonly close: () => void
  readonly onInvited: (invited: Invitation) => void
}

export function InviteForm({ close, onInvited }: InviteFormProps) {
  const say = useSay()
  const choices = useRoleChoices()
  const form = useApiForm('members.invite', {
    stale: ['members'],
    initial: { email: '', role: 'developer' as Role },
    input: ({ email, role }) => ({ body: { email: email.trim(), role } }),
    onDone: invited => {
      close()
      onInvited(invited)
    },
  })
  return (
    <ApiForm form={form} action={say(words.invite)} onCancel={close}>
      <EmailInput field={form.field('email')} />
      <NativeSelect
        {...form.field('role')}
        label={say(words.role)}
        description={say(words[form.values.role])}
        data={choices}
      />
    </ApiForm>
  )
}

export function useRoleChoices() {
  const say = useSay()
  return roles.map(value => ({ value, label: say(roleTexts[value]) }))
}
