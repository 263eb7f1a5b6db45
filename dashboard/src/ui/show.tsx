/** What pages are made of: title, card, states of loading, emptiness and error, badge, link. */
import {
  Alert,
  Box,
  Button,
  Center,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ApiError } from '../api/client.ts'
import { isConnectionLost, watchConnection } from '../api/connection.ts'
import { Link as RouterLink } from '../routing/routing.tsx'
import { CopyButton } from './copy.tsx'
import { IconAlertTriangle } from './icons.ts'
import { useFocusAfterNavigation } from './page-focus.ts'
import { common, statusTexts } from './texts.ts'
import { useSay, withoutTurning } from './words.tsx'

interface PageTitleProps {
  readonly title: string
  readonly about?: string
  /** A row of its own, above the buttons: what others named may be long. */
  readonly isLong?: boolean
  readonly children?: ReactNode
}

/** The heading of a page, which is the window's title too. */
export function PageTitle({ title, about, isLong = false, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const cut = useCut(heading, title)
  useFocusAfterNavigation(heading)
  useEffect(() => {
    document.title = `${withoutTurning(title)} · Malote`
  }, [title])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Box miw={0} flex={isLong ? '1 1 100%' : '1 1 260px'}>
        <Title
          order={1}
          {...(isLong ? { size: 'h3' } : {})}
          className="wrap page-title"
          ref={heading}
          tabIndex={-1}
          dir="auto"
          data-whole={cut.isWhole}
          title={withoutTurning(title)}
        >
          {withoutTurning(title)}
        </Title>
        {cut.isCut && <WholeButton {...cut} />}
        {about && (
          <Text c="dimmed" mt={4} maw={680}>
            {about}
          </Text>
        )}
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}

interface Cut {
  readonly isCut: boolean
  readonly isWhole: boolean
  readonly turn: () => void
}

/** Of more than three lines of a heading, the first are shown until somebody asks for all. */
function useCut(heading: RefObject<HTMLElement | null>, title: string): Cut {
  const [isCut, setCut] = useState(false)
  const [whole, setWhole] = useState<string | null>(null)
  const isWhole = whole === title
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title has another height
  useEffect(() => {
    const look = () => {
      const { scrollHeight = 0, clientHeight = 0 } = heading.current ?? {}
      setCut(known => (isWhole && known) || scrollHeight > clientHeight + 1)
    }
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [heading, title, isWhole])
  return { isCut, isWhole, turn: () => setWhole(isWhole ? null : title) }
}

function WholeButton({ isWhole, turn }: Cut) {
  const say = useSay()
  return (
    <Button variant="default" size="compact-sm" mt={4} aria-expanded={isWhole} onClick={turn}>
      {say(isWhole ? common.showLess : common.showAll)}
    </Button>
  )
}

interface SectionProps {
  readonly title?: string
  readonly about?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly flush?: boolean
}

/** A part of a page with a heading of its own. */
export function Section({ title, about, aside, children, flush }: SectionProps) {
  return (
    <Paper component="section" withBorder mb="md" className="card">
      {title && (
        <Group justify="space-between" p="md" pb={flush ? 'sm' : 0} gap="xs">
          <Box flex="1 1 200px" miw={0}>
            <Title order={2} size="h5">
              {title}
            </Title>
            {about && (
              <Text c="dimmed" size="sm" mt={2}>
                {about}
              </Text>
            )}
          </Box>
          {aside}
        </Group>
      )}
      {flush ? children : <Box p="md">{children}</Box>}
    </Paper>
  )
}

/** A table that scrolls by itself where the window is narrow, reachable by keyboard. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="scroll">
      {children}
    </section>
  )
}

interface LoadedProps<Body> {
  readonly query: {
    readonly data: Body | undefined
    readonly error: ApiError | null
    readonly refetch: () => unknown
  }
  readonly lines?: number
  /** There is nothing else on the page: without an answer it needs a heading. */
  readonly isPage?: boolean
  readonly children: (data: Body) => ReactNode
}

/** Shows what was asked for, or that it is coming, or why it does not. */
export function Loaded<Body>({ query, lines = 5, isPage = false, children }: LoadedProps<Body>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) {
    const { error } = query
    return (
      <>
        {isPage && <FailedTitle isGone={error.status === 404} />}
        <Failure
          error={error}
          {...(error.status === 404 ? {} : { retry: () => void query.refetch() })}
        />
      </>
    )
  }
  return <Waiting lines={lines} />
}

function FailedTitle({ isGone }: { isGone: boolean }) {
  const say = useSay()
  return <PageTitle title={say(isGone ? common.notHere : common.failed)} />
}

export function Waiting({ lines = 5 }: { lines?: number }) {
  const say = useSay()
  return (
    <Stack p="md" gap="sm" role="status" aria-label={say(common.loading)}>
      {Array.from({ length: lines }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have nothing else
        <Skeleton key={n} h={18} w={`${90 - ((n * 23) % 40)}%`} />
      ))}
    </Stack>
  )
}

function Failure({ error, retry }: { error: ApiError; retry?: () => void }) {
  const say = useSay()
  return (
    <Alert
      color="red"
      variant="outline"
      m="md"
      title={say(common.failed)}
      role="alert"
      className="alert"
      icon={<IconAlertTriangle size={18} />}
    >
      <Text size="sm">{error.message}</Text>
      {error.requestId && (
        <Group gap={4} mt={4} wrap="nowrap">
          <Text size="xs" c="dimmed" className="break">
            {say(common.reference, { id: error.requestId })}
          </Text>
          <CopyButton text={error.requestId} what={say(common.referenceWord)} />
        </Group>
      )}
      {retry && (
        <Button size="compact-sm" variant="default" mt="sm" onClick={retry}>
          {say(common.retry)}
        </Button>
      )}
    </Alert>
  )
}

/** Why a change was refused, beside the button that asked for it. */
export function Refused({ error }: { error: ApiError | null }) {
  if (!error) return null
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert">
      {error.message}
    </Text>
  )
}

export function Empty(props: {
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  about?: string
  children?: ReactNode
}) {
  const { icon: Icon, title, about, children } = props
  return (
    <Center py={48} px="md">
      <Stack align="center" gap={6} maw={440} ta="center">
        <Box c="dimmed" aria-hidden>
          <Icon size={36} stroke={1.4} />
        </Box>
        <Text fw={600}>{title}</Text>
        {about && (
          <Text c="dimmed" size="sm">
            {about}
          </Text>
        )}
        {children && <Box mt="sm">{children}</Box>}
      </Stack>
    </Center>
  )
}

/** Said where a table would be, if it has no rows. */
export function None({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" px="md" pb="md">
      {children}
    </Text>
  )
}

type StatusName = keyof typeof statusTexts

/** A state as a word on a pale ground; the colour only repeats it. */
export function Badge({ state, children }: { state: StatusName; children?: ReactNode }) {
  const say = useSay()
  return (
    <span className="badge" data-tone={toneOf[state]}>
      {children ?? say(statusTexts[state])}
    </span>
  )
}

/** A word on a pale ground that is no state of `statusTexts`. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

export type Tone = 'good' | 'bad' | 'wait' | 'calm' | 'info'

export const toneOf: Record<StatusName, Tone> = {
  queued: 'calm',
  sent: 'info',
  delivered: 'good',
  deferred: 'wait',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  suppressed: 'wait',
  captured: 'info',
  cancelled: 'calm',
  accepted: 'calm',
  opened: 'good',
  clicked: 'good',
  pending: 'wait',
  verified: 'good',
  mismatch: 'bad',
  enabled: 'good',
  paused: 'wait',
  active: 'good',
  invited: 'info',
  test: 'wait',
  live: 'good',
  none: 'good',
  regular: 'wait',
  full: 'bad',
}

/** A link to a page of ours by its full address. */
export function Link(props: {
  to: string
  children: ReactNode
  className?: string
  /** With the words that are seen in it. */
  label?: string
}) {
  const { to, children, className = 'link', label } = props
  return (
    <RouterLink to={to} className={className} aria-label={label}>
      {children}
    </RouterLink>
  )
}

/** A button that is a link. */
export function LinkButton(props: {
  to: string
  children: ReactNode
  variant?: 'filled' | 'default'
  icon?: ReactNode
}) {
  const { to, children, variant = 'default', icon } = props
  return (
    <Button
      variant={variant}
      leftSection={icon}
      renderRoot={rest => <RouterLink to={to} {...rest} />}
    >
      {children}
    </Button>
  )
}

/** Whether what is shown changes by itself, as it happens; nothing while the server is away. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  const say = useSay()
  const isLost = useSyncExternalStore(watchConnection, isConnectionLost)
  if (isLost) return null
  return (
    <span className="live" data-on={isLive} role="status">
      {say(isLive ? common.live : common.polling)}
    </span>
  )
}

/** A fact with its name. */
export function Fact(props: { name: string; isWide?: boolean; children: ReactNode }) {
  const { name, isWide, children } = props
  return (
    <div className="fact" data-wide={isWide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
