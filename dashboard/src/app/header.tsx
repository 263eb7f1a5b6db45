/** The bar above: where one is (project, mode), and what is the reader's own. */
import { ActionIcon, Box, Burger, Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Mode, Session } from '../api/shapes.ts'
import { Link as RouterLink } from '../routing/routing.tsx'
import { IconChevronDown, IconSearch, IconUser } from '../ui/icons.ts'
import { LaterMenu } from '../ui/later-menu.tsx'
import { laterPart } from '../ui/later-part.ts'
import { useSay } from '../ui/words.tsx'
import { Bell } from './bell.tsx'
import type { Place } from './place.ts'
import { useLanguageSwitch, useModeSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'

const projectMenu = laterPart(() => import('./project-menu.tsx'), 'ProjectMenu')
const userMenu = laterPart(() => import('./user-menu.tsx'), 'UserMenu')

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
        <Projects me={me} place={place} />
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
        <Bell />
        <User me={me} />
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

function Projects({ me, place }: { me: Session; place: Place }) {
  const say = useSay()
  const current = me.projects.find(project => project.id === place.project)
  const button = (
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
  )
  return (
    <LaterMenu button={button} menu={projectMenu}>
      {(ProjectMenu, target) => <ProjectMenu me={me} place={place} button={target} />}
    </LaterMenu>
  )
}

function User({ me }: { me: Session }) {
  const say = useSay()
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={say(shell.user, { email: me.user.email })}
    >
      <IconUser size={18} />
    </ActionIcon>
  )
  return (
    <LaterMenu button={button} menu={userMenu}>
      {(UserMenu, target) => <UserMenu me={me} button={target} />}
    </LaterMenu>
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
