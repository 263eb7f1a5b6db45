/** The menu of whoever is here: settings, language, colours, the way out. */
import { ActionIcon, Box, Menu, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionKey, useChange } from '../api/hooks.ts'
import type { Session } from '../api/shapes.ts'
import { IconExternalLink, IconLanguage, IconLogout, IconSettings, IconUser } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import { useLanguageSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'

export function UserMenu({ me }: { me: Session }) {
  const say = useSay()
  const navigate = useNavigate()
  const scheme = useSchemeSwitch()
  const language = useLanguageSwitch()
  const logOut = useLogOut()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={say(shell.user, { email: me.user.email })}
        >
          <IconUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Who me={me} />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={16} />}
          onClick={() => void navigate({ to: '/settings' })}
        >
          {say(shell.settings)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={16} />}
          onClick={language.turn}
          lang={language.other}
        >
          {say(shell.otherLanguage)}
        </Menu.Item>
        <Menu.Item leftSection={<scheme.icon size={16} />} onClick={scheme.turn}>
          {say(scheme.label)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconExternalLink size={16} />}
          component="a"
          href="/docs/"
          target="_blank"
        >
          {say(shell.docs)}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
          {say(shell.logOut)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Who({ me }: { me: Session }) {
  return (
    <Box px="sm" py={6}>
      <Text size="sm" fw={600} truncate>
        {me.user.name || me.account.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {me.user.email}
      </Text>
    </Box>
  )
}

function useLogOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useChange('session.delete')
  return async () => {
    await leave.mutateAsync()
    client.clear()
    client.setQueryData(sessionKey, null)
    await navigate({ to: '/login' })
  }
}
