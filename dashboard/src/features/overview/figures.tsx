/** The figures of the overview, one tile each. */
import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../api/shapes.ts'
import { Time, useNumbers, useSpan } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { overview as words } from './texts.ts'

export function Figures({ data }: { data: Overview }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const span = useSpan()
  const { totals, rates, latency, queue } = data
  const counted = (name: Words, n: number) => `${say(name)}: ${whole(n)}`
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" mb="md">
      <Figure name={words.delivered} value={whole(totals.delivered)}>
        {say(words.deliveryRate)}: {share(rates.delivery)}
      </Figure>
      <Figure name={words.bounceRate} value={share(rates.bounce)}>
        {counted(words.bounced, totals.bounced)}
      </Figure>
      <Figure name={words.complaintRate} value={share(rates.complaint)}>
        {counted(words.complained, totals.complained)}
      </Figure>
      <Figure name={words.deferred} value={whole(totals.deferred)}>
        {counted(words.accepted, totals.accepted)}
      </Figure>
      <Figure name={words.openRate} value={share(rates.open)}>
        {say(words.openAbout)}
      </Figure>
      <Figure name={words.clickRate} value={share(rates.click)}>
        {say(words.openAbout)}
      </Figure>
      <Figure name={words.latency} value={latency.p50_ms === null ? '–' : span(latency.p50_ms)}>
        {latency.p95_ms !== null && `${say(words.most)} ${span(latency.p95_ms)}`}
      </Figure>
      <Figure name={words.queue} value={whole(queue.waiting)}>
        {counted(words.due, queue.due)}
        {queue.oldest_due_at && (
          <>
            {' · '}
            {say(words.oldest)} <Time at={queue.oldest_due_at} />
          </>
        )}
      </Figure>
    </SimpleGrid>
  )
}

function Figure(props: { name: Words; value: string; children?: ReactNode }) {
  const say = useSay()
  return (
    <Paper withBorder p="md" className="card">
      <Text size="sm" c="dimmed">
        {say(props.name)}
      </Text>
      <div className="figure">{props.value}</div>
      <Text size="xs" c="dimmed">
        {props.children}
      </Text>
    </Paper>
  )
}
