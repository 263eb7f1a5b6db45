/** The columns of the list of members. */
import { Group, NativeSelect, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useChange, useMe } from '../../api/hooks.ts'
import type { Invitation, Member, Role } from '../../api/shapes.ts'
import { ConfirmButton, DeleteButton } from '../../ui/confirm.tsx'
import { Badge } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, roleTexts } from '../../ui/texts.ts'
import { Time, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { useRoleChoices } from './invite-form.tsx'
import { members as words } from './texts.ts'

/** `onInvited`: what an invitation that is sent again answers. */
export function useMemberColumns(
  onInvited: (invited: Invitation) => void,
): readonly Column<Member>[] {
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
        id: 'seen',
        head: words.seen,
        cell: row => (row.seen_at ? <Time at={row.seen_at} /> : '–'),
        sortBy: row => row.seen_at ?? null,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <InviteAgain member={row} onInvited={onInvited} />
            <RemoveMember member={row} />
          </Group>
        ),
        isTight: true,
      },
    ],
    [say, onInvited],
  )
}

function Name({ member }: { member: Member }) {
  const say = useSay()
  const me = useMe()
  return (
    <div className="wrap" style={{ minWidth: 180 }}>
      {member.name || member.email}
      {member.id === me.user.id && <span className="dim"> ({say(words.you)})</span>}
      {member.name && (
        <Text size="sm" className="dim">
          {member.email}
        </Text>
      )}
      {member.expires_at && <Until at={member.expires_at} />}
    </div>
  )
}

/** Until when an invitation may be accepted. */
function Until({ at }: { at: string }) {
  const say = useSay()
  const times = useTimes()
  const isOver = new Date(at).getTime() <= Date.now()
  return (
    <Text size="sm" className="dim">
      {say(isOver ? words.ended : words.until, { at: times.short(at) })}
    </Text>
  )
}

interface InviteAgainProps {
  readonly member: Member
  readonly onInvited: (invited: Invitation) => void
}

/** A second invitation to an address takes the place of the first. */
function InviteAgain({ member: { email, role, status }, onInvited }: InviteAgainProps) {
  const say = useSay()
  const invite = useChange('members.invite', 'members')
  if (status !== 'invited') return null
  return (
    <ConfirmButton
      call="members.invite"
      look="row"
      label={say(words.again)}
      ariaLabel={say(words.againTo, { email })}
      title={say(words.againTo, { email })}
      about={say(words.againAbout, { email })}
      action={say(words.again)}
      run={async () => onInvited(await invite.mutateAsync({ body: { email, role } }))}
    />
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
