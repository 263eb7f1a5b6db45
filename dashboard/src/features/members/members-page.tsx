/** Who may log in to the account, as what. */

import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useApi, useChange, useMe } from '../../api/hooks.ts'
import type { Member, Role } from '../../api/shapes.ts'
import { IconPlus } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { FormDialog } from '../../ui/old-form.tsx'
import { Badge, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { common, roleTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { members as words } from './texts.ts'

const roles = ['owner', 'developer', 'marketing', 'reader'] as const

export function MembersPage() {
  const say = useSay()
  const me = useMe()
  const query = useApi('members.list')
  const [isOpen, { open, close }] = useDisclosure()
  const isOwner = me.user.role === 'owner'
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        {isOwner && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {say(words.invite)}
          </Button>
        )}
      </PageTitle>
      {isOpen && <InviteDialog close={close} />}
      <Section flush>
        <Loaded query={query}>
          {({ data }) => (
            <table className="table">
              <thead>
                <tr>
                  <th>{say(common.email)}</th>
                  <th className="tight wide">{say(common.status)}</th>
                  <th className="tight wide">{say(words.twoSteps)}</th>
                  <th className="tight">{say(words.role)}</th>
                  <th className="tight">
                    <span className="sr-only">{say(common.actions)}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map(member => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    isMe={member.id === me.user.id}
                    mayChange={isOwner}
                  />
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </Section>
      <ul className="dim">
        {roles.map(role => (
          <li key={role}>{say(words[role])}</li>
        ))}
      </ul>
    </>
  )
}

interface MemberRowProps {
  readonly member: Member
  readonly isMe: boolean
  readonly mayChange: boolean
}

function MemberRow({ member, isMe, mayChange }: MemberRowProps) {
  const say = useSay()
  const change = useChange('members.update', 'members')
  const remove = useChange('members.delete', 'members')
  const setRole = (role: Role) => change.mutate({ id: member.id, body: { role } })
  const isActive = member.status === 'active'
  return (
    <tr>
      <td className="wrap">
        {member.name ?? member.email}
        {isMe && <span className="dim"> ({say(words.you)})</span>}
        {member.name && (
          <Text size="sm" className="dim">
            {member.email}
          </Text>
        )}
        <Refused error={change.error} />
      </td>
      <td className="tight wide">
        <Badge state={member.status} />
      </td>
      <td className="tight wide">
        {isActive ? say(member.totp_enabled ? words.yes : words.no) : '–'}
      </td>
      <td className="tight">
        {mayChange && isActive ? (
          <NativeSelect
            size="xs"
            miw={120}
            aria-label={say(words.roleOf, { email: member.email })}
            value={member.role}
            onChange={event => setRole(event.currentTarget.value as Role)}
            data={roles.map(value => ({ value, label: say(roleTexts[value]) }))}
          />
        ) : (
          say(roleTexts[member.role])
        )}
      </td>
      <td className="tight">
        {mayChange && !isMe && (
          <Confirm
            title={say(common.removeWhat, { what: member.email })}
            about={say(words.removeAbout, { email: member.email })}
            action={say(common.remove)}
            run={async () => {
              await remove.mutateAsync({ id: member.id })
              notify(say(common.removed))
            }}
          >
            {open => (
              <Button
                size="compact-sm"
                variant="default"
                onClick={open}
                aria-label={say(common.removeWhat, { what: member.email })}
              >
                {say(common.remove)}
              </Button>
            )}
          </Confirm>
        )}
      </td>
    </tr>
  )
}

function InviteDialog({ close }: { close: () => void }) {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const invite = useChange('members.invite', 'members')
  const submit = () =>
    invite.mutate(
      { body: { email: email.trim(), role } },
      {
        onSuccess: () => {
          close()
          notify(say(words.invited))
        },
      },
    )
  return (
    <FormDialog
      title={say(words.invite)}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(words.invite)}
      isRunning={invite.isPending}
      error={invite.error}
    >
      <TextInput
        label={say(common.email)}
        type="email"
        required
        data-autofocus
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label={say(words.role)}
        description={say(words[role])}
        value={role}
        onChange={event => setRole(event.currentTarget.value as Role)}
        data={roles.map(value => ({ value, label: say(roleTexts[value]) }))}
      />
    </FormDialog>
  )
}
