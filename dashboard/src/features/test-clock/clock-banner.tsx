/** Said above every page of test mode while its clock is ahead: dates there are not today's. */
import { Alert, Group, Text } from '@mantine/core'
import { useWhere } from '../../api/where.ts'
import { LinkButton } from '../../ui/show.tsx'
import { useSpan, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { testClock as words } from './texts.ts'
import { aheadOf, useTestClock } from './use-test-clock.ts'

export function ClockBanner() {
  const say = useSay()
  const { to } = useWhere()
  const times = useTimes()
  const span = useSpan()
  const { clock } = useTestClock()
  if (clock === undefined || clock.ahead_s <= 0) return null
  const said = { at: times.full(clock.now), span: span(aheadOf(clock)) }
  return (
    <Alert variant="outline" color="yellow" className="alert" mb="md" py="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{say(words.banner, said)}</Text>
        <LinkButton to={to('/inbox')}>{say(words.seeClock)}</LinkButton>
      </Group>
    </Alert>
  )
}
