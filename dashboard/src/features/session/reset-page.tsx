/** Where the mailed link leads: sets a new password. */
import { useSearch } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { NewPasswordField } from './fields.tsx'
import { door } from './texts.ts'

export function ResetPage() {
  const say = useSay()
  const { token = '' } = useSearch()
  const form = useApiForm('password.reset', {
    initial: { password: '' },
    input: ({ password }) => ({ body: { token, password } }),
  })
  if (form.answer) {
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
      <ApiForm form={form} action={say(door.reset)}>
        <NewPasswordField {...form.field('password')} label={say(door.newPassword)} autoFocus />
      </ApiForm>
    </Door>
  )
}
