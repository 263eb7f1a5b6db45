/** Where the letter to an old address leads: takes the change back, then a new password is due. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '../../routing/routing.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function RestorePage() {
  const say = useSay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { token = '' } = useSearch()
  const form = useApiForm('address.restore', {
    initial: {},
    input: () => ({ body: { token } }),
    onDone: ({ reset_token }): void => {
      client.clear()
      void navigate({ to: '/reset', search: { token: reset_token } })
    },
  })
  return (
    <Door title={say(door.restoreTitle)} about={say(door.restoreAbout)}>
      <ApiForm form={form} action={say(door.restore)}>
        {null}
      </ApiForm>
    </Door>
  )
}
