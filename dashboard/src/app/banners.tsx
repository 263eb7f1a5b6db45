/** What everybody in the account has to know, above every page. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useChange } from '../api/hooks.ts'
import type { Session } from '../api/shapes.ts'
import { ClockBanner } from '../features/test-clock/clock-banner.tsx'
import { usePathname } from '../routing/routing.tsx'
import { notify } from '../ui/notify.ts'
import { Link, LinkButton } from '../ui/show.tsx'
import { common } from '../ui/texts.ts'
import { useTimes } from '../ui/time.tsx'
import { useSay } from '../ui/words.tsx'
import { shell } from './texts.ts'

export function Banners({ me }: { me: Session }) {
  const say = useSay()
  // There it stands at the top of the page, with all that is to be said.
  const isOnLimits = usePathname() === '/limits'
  return (
    <>
      {!me.user.verified && <Unverified email={me.user.email} />}
      {me.account.pause !== 'none' && !isOnLimits && (
        <Alert variant="outline" color="red" className="alert" mb="md" py="xs">
          <Link to="/limits">{say(shell.paused)}</Link>
        </Alert>
      )}
      {me.billing?.grace_until && <Late until={me.billing.grace_until} />}
      {me.billing?.mode === 'test' && <Notice text={say(shell.testMoney)} />}
      {me.user.role === 'reader' && <Notice text={say(common.readOnly)} />}
      <ClockBanner />
      {me.clock_ahead && <Notice text={say(shell.clockAhead)} />}
    </>
  )
}

function Notice({ text }: { text: string }) {
  return (
    <Alert variant="outline" color="yellow" className="alert" mb="md" py="xs">
      <Text size="sm">{text}</Text>
    </Alert>
  )
}

function Late({ until }: { until: string }) {
  const say = useSay()
  const times = useTimes()
  return (
    <Alert variant="outline" color="red" className="alert" mb="md" py="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{say(shell.late, { date: times.full(until) })}</Text>
        <LinkButton to="/billing?tab=invoices">{say(shell.toInvoices)}</LinkButton>
      </Group>
    </Alert>
  )
}

function Unverified({ email }: { email: string }) {
  const say = useSay()
  const again = useChange('signup.resend')
  const send = () =>
    again.mutate(undefined, {
      onSuccess: () => notify(say(shell.sentAgain)),
      onError: error => notify(error.message, { isBad: true }),
    })
  return (
    <Alert variant="outline" color="yellow" className="alert" mb="md" py="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{say(shell.unverified, { email })}</Text>
        <Button size="compact-sm" variant="default" loading={again.isPending} onClick={send}>
          {say(shell.sendAgain)}
        </Button>
      </Group>
    </Alert>
  )
}
