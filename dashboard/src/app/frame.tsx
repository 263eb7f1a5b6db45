/** The frame around the pages: where we are (project, mode), where one can go, who is here. */

import {
  ActionIcon,
  Alert,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import {
  Outlet,
  Link as RouterLink,
  useLocation,
  useNavigate,
  useParams,
} from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { sessionKey, useChange, useSession } from '../api/hooks.ts'
import type { Mode, Session } from '../api/shapes.ts'
import {
  IconActivity,
  IconBan,
  IconBuilding,
  IconChartBar,
  IconChevronDown,
  IconExternalLink,
  IconFolder,
  IconGauge,
  IconInbox,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMail,
  IconMoon,
  IconRocket,
  IconServer2,
  IconSettings,
  IconSun,
  IconUser,
  IconUsers,
  IconWebhook,
  IconWorld,
} from '../ui/icons.ts'
import { notify } from '../ui/notify.ts'
import { Link, Waiting } from '../ui/show.tsx'
import {
  chosenLanguage,
  type Language,
  useSay,
  useSpeech,
  type Text as Words,
} from '../ui/words.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { keepPlace, placeOf } from './place.ts'
import { shell } from './texts.ts'

export function Frame() {
  const { data: me } = useSession()
  if (!me) return <Waiting />
  return <Framed me={me} />
}

function Framed({ me }: { me: Session }) {
  const say = useSay()
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const place = usePlace(me)
  useLanguageOf(me)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(close, [pathname])

  return (
    <div className="frame" data-mode={place.mode}>
      <a href="#content" className="skip">
        {say(shell.skip)}
      </a>
      <ConnectionBanner />
      <header className="header">
        <Group gap={6} wrap="nowrap" miw={0}>
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={say(shell.menu)}
            aria-expanded={isOpen}
            aria-controls="ways"
          />
          <Box visibleFrom="xs">
            <Brand />
          </Box>
          <ProjectMenu me={me} place={place} />
        </Group>
        <Group gap={4} wrap="nowrap">
          <ModeSwitch place={place} />
          <Box visibleFrom="sm">
            <LanguageSwitch />
          </Box>
          <Box visibleFrom="sm">
            <SchemeSwitch />
          </Box>
          <UserMenu me={me} />
        </Group>
      </header>
      <nav id="ways" className="navbar" data-open={isOpen} aria-label={say(shell.navigation)}>
        <Navigation me={me} place={place} />
      </nav>
      <main className="main" id="content" tabIndex={-1}>
        <div className="page" key={`${place.project}/${place.mode}`}>
          <Banners me={me} />
          <Outlet />
        </div>
      </main>
    </div>
  )
}

interface Place {
  readonly project: string
  readonly mode: Mode
}

/** The place the address names; on pages of the account the last one. */
function usePlace(me: Session): Place {
  const { project, mode } = useParams({ strict: false })
  const isNamed = project !== undefined && me.projects.some(one => one.id === project)
  const named: Mode = mode === 'live' ? 'live' : 'test'
  useEffect(() => {
    if (isNamed) keepPlace(project, named)
  }, [isNamed, project, named])
  return isNamed ? { project, mode: named } : placeOf(me)
}

/** Who has never chosen a language here sees the one of their profile. */
function useLanguageOf(me: Session): void {
  const { choose } = useSpeech()
  const language = me.user.language ?? me.account.language
  useEffect(() => {
    if (chosenLanguage() === null) choose(language, { keep: false })
  }, [language, choose])
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
            onClick={() => go(`/p/${project.id}/${place.mode}`)}
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

/** Stays on the page where it makes sense in the other mode. */
function ModeSwitch({ place }: { place: Place }) {
  const say = useSay()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const change = (mode: string) => {
    const [, page = ''] = /^\/p\/[^/]+\/[^/]+(\/[a-z]+)?/.exec(pathname) ?? []
    keepPlace(place.project, mode as Mode)
    void navigate({ to: `/p/${place.project}/${mode}${page}` })
  }
  return (
    <SegmentedControl
      size="xs"
      className="mode-switch"
      aria-label={say(shell.mode)}
      value={place.mode}
      onChange={change}
      data={[
        { value: 'test', label: say(shell.test) },
        { value: 'live', label: say(shell.live) },
      ]}
    />
  )
}

function useLanguageChange() {
  const { language, choose } = useSpeech()
  const change = useChange('user.update')
  const other: Language = language === 'pt' ? 'en' : 'pt'
  return {
    other,
    turn() {
      choose(other)
      change.mutate({ body: { language: other } })
    },
  }
}

function LanguageSwitch() {
  const say = useSay()
  const { other, turn } = useLanguageChange()
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
  const { label, icon: Icon, turn } = useSchemeChange()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={turn}
      aria-label={say(label)}
      title={say(label)}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}

function useSchemeChange() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? shell.light : shell.dark,
    icon: isDark ? IconSun : IconMoon,
    turn: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

function UserMenu({ me }: { me: Session }) {
  const say = useSay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const scheme = useSchemeChange()
  const language = useLanguageChange()
  const leave = useChange('session.delete')
  const logOut = async () => {
    await leave.mutateAsync()
    client.clear()
    client.setQueryData(sessionKey, null)
    await navigate({ to: '/login' })
  }
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
        <Box px="sm" py={6}>
          <Text size="sm" fw={600} truncate>
            {me.user.name ?? me.account.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.user.email}
          </Text>
        </Box>
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

interface Way {
  readonly to: string
  readonly text: Words
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
}

/** What of the navigation lies in a project, and what in the account. */
const projectWays: readonly { readonly title: Words; readonly ways: readonly Way[] }[] = [
  {
    title: shell.sending,
    ways: [
      { to: '', text: shell.overview, icon: IconChartBar },
      { to: '/emails', text: shell.emails, icon: IconMail },
      { to: '/inbox', text: shell.inbox, icon: IconInbox },
      { to: '/deliverability', text: shell.deliverability, icon: IconActivity },
      { to: '/suppressions', text: shell.suppressions, icon: IconBan },
    ],
  },
  {
    title: shell.setup,
    ways: [
      { to: '/start', text: shell.start, icon: IconRocket },
      { to: '/domains', text: shell.domains, icon: IconWorld },
      { to: '/keys', text: shell.keys, icon: IconKey },
      { to: '/webhooks', text: shell.webhooks, icon: IconWebhook },
    ],
  },
]

const accountWays: readonly Way[] = [
  { to: '/limits', text: shell.limits, icon: IconGauge },
  { to: '/projects', text: shell.projects, icon: IconBuilding },
  { to: '/members', text: shell.members, icon: IconUsers },
  { to: '/settings', text: shell.settings, icon: IconSettings },
]
const operatorWay: Way = { to: '/operator', text: shell.operator, icon: IconServer2 }

function Navigation({ me, place }: { me: Session; place: Place }) {
  const base = `/p/${place.project}/${place.mode}`
  const groups = [
    ...projectWays.map(({ title, ways }) => ({
      title,
      ways: ways.map(way => ({ ...way, to: base + way.to })),
    })),
    { title: shell.account, ways: me.operator ? [...accountWays, operatorWay] : accountWays },
  ]
  return (
    <div className="ways">
      {groups.map(group => (
        <WayGroup key={group.title.en} {...group} base={base} />
      ))}
    </div>
  )
}

function WayGroup(props: { title: Words; ways: readonly Way[]; base: string }) {
  const { title, ways, base } = props
  const say = useSay()
  return (
    <div>
      <p className="ways-title">{say(title)}</p>
      <ul>
        {ways.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <RouterLink
              to={to}
              className="way"
              activeOptions={{ exact: to === base, includeSearch: false }}
            >
              <Icon size={17} stroke={1.7} />
              {say(text)}
            </RouterLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Banners({ me }: { me: Session }) {
  const say = useSay()
  const again = useChange('signup.resend')
  const send = async () => {
    await again.mutateAsync()
    notify(say(shell.sentAgain))
  }
  return (
    <>
      {!me.user.verified && (
        <Alert variant="outline" color="yellow" className="alert" mb="md" py="xs">
          <Group gap="sm" justify="space-between">
            <Text size="sm">{say(shell.unverified, { email: me.user.email })}</Text>
            <Button size="compact-sm" variant="default" onClick={() => void send()}>
              {say(shell.sendAgain)}
            </Button>
          </Group>
        </Alert>
      )}
      {me.account.pause !== 'none' && me.account.pause && (
        <Alert variant="outline" color="red" className="alert" mb="md" py="xs">
          <Link to="/limits">{say(shell.paused)}</Link>
        </Alert>
      )}
    </>
  )
}
