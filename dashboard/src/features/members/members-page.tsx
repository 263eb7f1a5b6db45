/** Who may log in to the account, as what. */
import { useApi, useMe } from '../../api/hooks.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconUsers } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { InviteForm, roles } from './invite-form.tsx'
import { useMemberColumns } from './member-table.tsx'
import { members as words } from './texts.ts'

export function MembersPage() {
  const say = useSay()
  const me = useMe()
  const { data, error, refetch } = useApi('members.list')
  const columns = useMemberColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        {me.user.role === 'owner' && (
          <AddButton label={say(words.invite)}>{close => <InviteForm close={close} />}</AddButton>
        )}
      </PageTitle>
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
