/** The menu of whoever is here: settings, language, colours, the way out. */
import { Box, Menu, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sessionKey, useChange } from '../api/hooks.ts'
import type { Session } from '../api/shapes.ts'
import { forgetHistory } from '../features/letters/kept-history.ts'
import { useNavigate } from '../routing/routing.tsx'
import {
  IconExternalLink,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconSettings,
} from '../ui/icons.ts'
import type { MenuButton } from '../ui/later-menu.tsx'
import { askForKeys } from '../ui/letter-keys.ts'
import { OpeningMenu } from '../ui/opening-menu.tsx'
import { useSay } from '../ui/words.tsx'
import { menuWidth } from './project-menu.tsx'
import { useLanguageSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'

interface UserMenuProps {
  readonly me: Session
  readonly button: ReactElement<MenuButton>
}

export function UserMenu({ me, button }: UserMenuProps) {
  const say = useSay()
  const navigate = useNavigate()
  const scheme = useSchemeSwitch()
  const language = useLanguageSwitch()
  const logOut = useLogOut()
  return (
    <OpeningMenu button={button} position="bottom-end" width={menuWidth}>
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
      <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={askForKeys}>
        {say(shell.shortcuts)}
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
    </OpeningMenu>
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
    // The page of a letter keeps its own as it is left.
    forgetHistory()
  }
}
