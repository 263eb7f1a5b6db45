/** The columns of the list of members. */
import { NativeSelect, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useChange, useMe } from '../../api/hooks.ts'
import type { Member, Role } from '../../api/shapes.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { Badge } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, roleTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { useRoleChoices } from './invite-form.tsx'
import { members as words } from './texts.ts'

export function useMemberColumns(): readonly Column<Member>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'email',
        head: common.email,
        cell: row => <Name member={row} />,
        sortBy: row => row.name || row.email,
        onPhone: 'title',
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <Badge state={row.status} />,
        sortBy: row => row.status,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'two-steps',
        head: words.twoSteps,
        cell: row => (row.status === 'active' ? say(row.totp_enabled ? words.yes : words.no) : '–'),
        isTight: true,
      },
      {
        id: 'role',
        head: words.role,
        cell: row => <RoleOf member={row} />,
        sortBy: row => say(roleTexts[row.role]),
        isTight: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <RemoveMember member={row} />,
        isTight: true,
      },
    ],
    [say],
  )
}

function Name({ member }: { member: Member }) {
  const say = useSay()
  const me = useMe()
  return (
    <div className="wrap">
      {member.name || member.email}
      {member.id === me.user.id && <span className="dim"> ({say(words.you)})</span>}
      {member.name && (
        <Text size="sm" className="dim">
          {member.email}
        </Text>
      )}
    </div>
  )
}

function RoleOf({ member }: { member: Member }) {
  const say = useSay()
  const me = useMe()
  const choices = useRoleChoices()
  const change = useChange('members.update', 'members')
  if (me.user.role !== 'owner' || member.status !== 'active') return say(roleTexts[member.role])
  const setRole = (role: Role) => change.mutate({ id: member.id, body: { role } })
  return (
    <NativeSelect
      size="xs"
      w={150}
      aria-label={say(words.roleOf, { email: member.email })}
      value={member.role}
      onChange={event => setRole(event.currentTarget.value as Role)}
      data={choices}
      error={change.error?.message}
      errorProps={{ role: 'alert', style: { whiteSpace: 'normal' } }}
    />
  )
}

function RemoveMember({ member }: { member: Member }) {
  const say = useSay()
  const me = useMe()
  const remove = useChange('members.delete', 'members')
  if (me.user.role !== 'owner' || member.id === me.user.id) return null
  return (
    <DeleteButton
      look="row"
      what={member.email}
      about={say(words.removeAbout, { email: member.email })}
      run={() => remove.mutateAsync({ id: member.id })}
    />
  )
}
