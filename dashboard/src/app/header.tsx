/** The bar above: where one is (project, mode), and what is the reader's own. */
import { ActionIcon, Box, Burger, Button, Group, Menu, SegmentedControl, Text } from '@mantine/core'
import { Link as RouterLink, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Mode, Session } from '../api/shapes.ts'
import { IconChevronDown, IconFolder, IconSearch } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import { Bell } from './bell.tsx'
import type { Place } from './place.ts'
import { useLanguageSwitch, useModeSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'
import { UserMenu } from './user-menu.tsx'
import { baseOf } from './ways.ts'

interface HeaderProps {
  readonly me: Session
  readonly place: Place
  readonly isMenuOpen: boolean
  readonly toggleMenu: () => void
  readonly openPalette: () => void
}

export function Header({ me, place, isMenuOpen, toggleMenu, openPalette }: HeaderProps) {
  const say = useSay()
  return (
    <header className="header">
      <Group gap={6} wrap="nowrap" miw={0}>
        <Burger
          opened={isMenuOpen}
          onClick={toggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={say(shell.menu)}
          aria-expanded={isMenuOpen}
          aria-controls="ways"
        />
        <Box visibleFrom="xs">
          <Brand />
        </Box>
        <ProjectMenu me={me} place={place} />
      </Group>
      <Group gap={4} wrap="nowrap">
        <PlainIcon label={say(shell.palette)} onClick={openPalette}>
          <IconSearch size={18} />
        </PlainIcon>
        <ModeSwitch place={place} />
        <Box visibleFrom="sm">
          <LanguageSwitch />
        </Box>
        <Box visibleFrom="sm">
          <SchemeSwitch />
        </Box>
        <Box visibleFrom="xs">
          <Bell />
        </Box>
        <UserMenu me={me} />
      </Group>
    </header>
  )
}

function Brand() {
  return (
    <RouterLink to="/" className="brand">
      <img src="/malote.svg" alt="" width={26} height={26} />
      <Text span fw={650} visibleFrom="sm">
        Malote
      </Text>
      <span className="sr-only">Malote</span>
    </RouterLink>
  )
}

function ProjectMenu({ me, place }: { me: Session; place: Place }) {
  const say = useSay()
  const navigate = useNavigate()
  const current = me.projects.find(project => project.id === place.project)
  const go = (to: string) => void navigate({ to })
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="plain"
          px="xs"
          maw={200}
          aria-label={say(shell.project, { name: current?.name ?? '' })}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Text span truncate fw={500} size="sm">
            {current?.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say(shell.switchProject)}</Menu.Label>
        {me.projects.map(project => (
          <Menu.Item
            key={project.id}
            onClick={() => go(baseOf({ project: project.id, mode: place.mode }))}
            aria-current={project.id === place.project}
            fw={project.id === place.project ? 600 : 400}
          >
            {project.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => go('/projects')}>
          {say(shell.manageProjects)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ModeSwitch({ place }: { place: Place }) {
  const say = useSay()
  const change = useModeSwitch(place)
  return (
    <SegmentedControl
      size="xs"
      className="mode-switch"
      aria-label={say(shell.mode)}
      value={place.mode}
      onChange={mode => change(mode as Mode)}
      data={[
        { value: 'test', label: say(shell.test) },
        { value: 'live', label: say(shell.live) },
      ]}
    />
  )
}

function LanguageSwitch() {
  const say = useSay()
  const { other, turn } = useLanguageSwitch()
  return (
    <Button
      variant="subtle"
      color="gray"
      className="plain"
      px="xs"
      size="sm"
      onClick={turn}
      lang={other}
    >
      {say(shell.otherLanguage)}
    </Button>
  )
}

function SchemeSwitch() {
  const say = useSay()
  const { label, icon: Icon, turn } = useSchemeSwitch()
  return (
    <PlainIcon label={say(label)} onClick={turn}>
      <Icon size={18} />
    </PlainIcon>
  )
}

interface PlainIconProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function PlainIcon({ label, onClick, children }: PlainIconProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={onClick}
      aria-label={label}
      title={label}
    >
      {children}
    </ActionIcon>
  )
}
