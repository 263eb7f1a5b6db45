/** Who may log in to the account, as what. */
import { useCallback, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Invitation } from '../../api/shapes.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconUsers } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { InviteForm, roles } from './invite-form.tsx'
import { InviteLink } from './invite-link.tsx'
import { useMemberColumns } from './member-table.tsx'
import { members as words } from './texts.ts'

export function MembersPage() {
  const say = useSay()
  const { data, error, refetch } = useApi('members.list')
  const [unsent, setUnsent] = useState<Invitation | null>(null)
  const onInvited = useCallback(
    (invited: Invitation) => {
      setUnsent(invited.token === undefined ? null : invited)
      if (invited.token === undefined) notify(say(words.invited, { email: invited.email }))
    },
    [say],
  )
  const columns = useMemberColumns(onInvited)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton call="members.invite" label={say(words.invite)}>
          {close => <InviteForm close={close} onInvited={onInvited} />}
        </AddButton>
      </PageTitle>
      {unsent && <InviteLink invited={unsent} close={() => setUnsent(null)} />}
      <ListSection
        label={say(words.title)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={<Empty icon={IconUsers} title={say(common.none)} />}
      />
      <ul className="dim">
        {roles.map(role => (
          <li key={role}>{say(words[role])}</li>
        ))}
      </ul>
    </>
  )
}
