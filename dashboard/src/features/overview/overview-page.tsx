/** How sending goes: what needs attention first, then figures over time and by destination. */
import { Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Level, Overview } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { shell } from '../../app/texts.ts'
import { IconChartBar, IconCircleCheck } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import {
  Empty,
  Link,
  LinkButton,
  Loaded,
  PageTitle,
  Section,
  type Tone,
  Waiting,
} from '../../ui/show.tsx'
import { useSpan } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Figures } from './figures.tsx'
import { PeriodSwitch, usePeriod } from './period.tsx'
import { overview as words } from './texts.ts'

/** Charts and tables are larger than all the rest: the figures do not wait for them. */
const Charts = lazyPart(() => import('./charts.tsx'), 'Charts')
const CountTables = lazyPart(() => import('./count-tables.tsx'), 'CountTables')

const everyMs = 30_000

export function OverviewPage() {
  const say = useSay()
  const period = usePeriod()
  const query = useApi(
    'project.overview.get',
    { days: period.days },
    { everyMs, keepsPrevious: true },
  )
  return (
    <>
      <PageTitle title={say(words.title)}>
        <PeriodSwitch {...period} />
      </PageTitle>
      <Loaded query={query} lines={8}>
        {data => <Shown data={data} />}
      </Loaded>
    </>
  )
}

function Shown({ data }: { data: Overview }) {
  const say = useSay()
  const span = useSpan()
  const isEmpty = data.totals.accepted === 0 && data.totals.delivered === 0
  return (
    <>
      <Attention data={data} />
      {data.behind_seconds > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {say(words.behind, { span: span(data.behind_seconds * 1000) })}
        </Text>
      )}
      {isEmpty ? (
        <NothingYet />
      ) : (
        <>
          <Figures data={data} />
          <Suspense fallback={<Waiting lines={8} />}>
            <Charts data={data} />
            <CountTables data={data} />
          </Suspense>
        </>
      )}
    </>
  )
}

function NothingYet() {
  const say = useSay()
  const where = useWhere()
  const isTest = where.mode === 'test'
  return (
    <Section>
      <Empty
        icon={IconChartBar}
        title={say(words.empty)}
        about={say(isTest ? words.emptyTest : words.emptyLive)}
      >
        <Group justify="center">
          <LinkButton to={where.to('/start')} variant="filled">
            {say(shell.start)}
          </LinkButton>
          {isTest && <LinkButton to={where.to('/inbox')}>{say(shell.inbox)}</LinkButton>}
        </Group>
      </Empty>
    </Section>
  )
}

/** Where what is said can be looked at, by its code; `day` is the first that is counted. */
const doors: Readonly<Record<string, string>> = {
  bounces_high: '/emails?event=bounced&since={day}',
  complaints_high: '/emails?event=complained&since={day}',
  refusals_high: '/deliverability',
  queue_slow: '/emails?status=queued',
  domain_failed: '/domains',
  no_domain: '/domains',
  webhook_failing: '/webhooks',
}

function Door({ code, from }: { code: string; from: string }) {
  const say = useSay()
  const where = useWhere()
  const to = doors[code]
  return to === undefined ? null : (
    <Link to={where.to(to.replace('{day}', from))}>{say(words.seeWhich)}</Link>
  )
}

const toneOfLevel: Record<Level, Tone> = { info: 'info', warning: 'wait', error: 'bad' }

function Attention({ data }: { data: Overview }) {
  const say = useSay()
  // The banner above every page says it already.
  const attention = data.attention.filter(({ code }) => code !== 'paused')
  if (attention.length === 0 && data.attention.length > 0) return null
  if (attention.length === 0) {
    return (
      <Group gap={8} mb="md" c="dimmed">
        <IconCircleCheck size={18} aria-hidden />
        <Text size="sm">{say(words.allWell)}</Text>
      </Group>
    )
  }
  return (
    <Section title={say(words.attention)}>
      {attention.map(one => (
        <div key={one.code + one.text} className="note" data-tone={toneOfLevel[one.level]}>
          <span>
            {one.text} <Door code={one.code} from={data.from} />
          </span>
        </div>
      ))}
    </Section>
  )
}
