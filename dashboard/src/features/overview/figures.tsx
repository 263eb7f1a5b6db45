/** The figures of the overview, one tile each. */
import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../api/shapes.ts'
import { statusTexts } from '../../ui/texts.ts'
import { Time, useNumbers, useSpan } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { ListLink } from './list-link.tsx'
import { overview as words } from './texts.ts'

const plain = ['delivered', 'bounced', 'complained'] as const
const unsentTypes = ['suppressed', 'failed', 'cancelled'] as const

export function Figures({ data }: { data: Overview }) {
  const say = useSay()
  const { whole } = useNumbers()
  const span = useSpan()
  const { totals, rates, latency, queue } = data
  const isRated = rates.delivery !== null
  const { from } = data
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" mb="md">
      {isRated ? (
        <Rated data={data} />
      ) : (
        <>
          <Figure name={words.accepted} value={<ListLink count={totals.accepted} from={from} />} />
          {plain.map(event => (
            <Figure
              key={event}
              name={words[event]}
              value={<ListLink count={totals[event]} from={from} event={event} />}
            />
          ))}
        </>
      )}
      {isRated && <Unsent data={data} />}
      <Figure
        name={words.deferredOnce}
        value={<ListLink count={totals.deferred} from={from} event="deferred" />}
      >
        {isRated && (
          <ListLink count={totals.accepted} from={from}>
            {say(words.accepted)}: {whole(totals.accepted)}
          </ListLink>
        )}
      </Figure>
      <Figure name={words.latency} value={latency.p50_ms === null ? '–' : span(latency.p50_ms)}>
        {latency.p95_ms !== null && `${say(words.max)} ${span(latency.p95_ms)}`}
      </Figure>
      <Figure name={words.queue} value={whole(queue.waiting)}>
        {queue.due > 0
          ? say(words.due, { n: whole(queue.due) })
          : queue.waiting > 0 && say(words.noneLate)}
        {queue.oldest_due_at && (
          <>
            {' · '}
            {say(queue.due > 0 ? words.oldest : words.nextTry)} <Time at={queue.oldest_due_at} />
          </>
        )}
      </Figure>
    </SimpleGrid>
  )
}

/** Those to whom nothing went, by why. */
function Unsent({ data: { totals, from } }: { data: Overview }) {
  const say = useSay()
  const { whole } = useNumbers()
  const found = unsentTypes.filter(type => totals[type] > 0)
  if (found.length === 0) return null
  return (
    <Figure name={words.unsent} value={whole(found.reduce((sum, type) => sum + totals[type], 0))}>
      {found.map((type, n) => (
        <span key={type}>
          {n > 0 && ' · '}
          <ListLink count={totals[type]} from={from} event={type}>
            {say(statusTexts[type])}: {whole(totals[type])}
          </ListLink>
        </span>
      ))}
    </Figure>
  )
}

/** Each rate with what it was counted from. */
function Rated({ data: { totals, rates, from } }: { data: Overview }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const { delivered, bounced, hard, complained } = totals
  const of = (n: number) => say(words.ofFinal, { n: whole(n), all: whole(delivered + bounced) })
  const uncounted = bounced - hard
  return (
    <>
      <Figure
        name={words.delivered}
        value={<ListLink count={delivered} from={from} event="delivered" />}
      >
        {say(words.deliveryRate)}: {share(rates.delivery)}
      </Figure>
      <Figure name={words.bounceRate} value={share(rates.bounce)}>
        <ListLink count={bounced} from={from} event="bounced">
          {of(hard)}
          {uncounted > 0 && `; ${say(words.uncounted, { n: whole(uncounted) })}`}
        </ListLink>
      </Figure>
      <Figure name={words.complaintRate} value={share(rates.complaint)}>
        <ListLink count={complained} from={from} event="complained">
          {of(complained)}
        </ListLink>
      </Figure>
      <Figure
        name={words.openRate}
        value={
          <ListLink count={totals.opened} from={from} event="opened">
            {share(rates.open)}
          </ListLink>
        }
      >
        {say(words.openAbout)}
      </Figure>
      <Figure
        name={words.clickRate}
        value={
          <ListLink count={totals.clicked} from={from} event="clicked">
            {share(rates.click)}
          </ListLink>
        }
      >
        {say(words.openAbout)}
      </Figure>
    </>
  )
}

function Figure(props: { name: Words; value: ReactNode; children?: ReactNode }) {
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
