/** How sending goes: what needs attention first, then figures over time and by destination. */
import { Group, Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Counts, Level, Overview } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { shell } from '../../app/texts.ts'
import { IconChartBar, IconCircleCheck } from '../../ui/icons.ts'
import { providerName } from '../../ui/provider.ts'
import {
  Empty,
  LinkButton,
  Loaded,
  PageTitle,
  Scroll,
  Section,
  type Tone,
  Waiting,
} from '../../ui/show.tsx'
import { common, otherProvider, streamTexts } from '../../ui/texts.ts'
import { Time, useNumbers, useSpan } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { overview as words } from './texts.ts'

/** The charts are larger than all the rest: the figures do not wait for them. */
const Charts = lazy(() => import('./charts.tsx').then(({ Charts: part }) => ({ default: part })))

export function OverviewPage() {
  const say = useSay()
  const [days, setDays] = useState<Period>(30)
  const query = useApi('project.overview.get', { days }, { everyMs: 30_000 })
  return (
    <>
      <PageTitle title={say(words.title)}>
        <PeriodSwitch days={days} setDays={setDays} />
      </PageTitle>
      <Loaded query={query} lines={8}>
        {data => <Shown data={data} />}
      </Loaded>
    </>
  )
}

const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]

export function PeriodSwitch(props: { days: Period; setDays: (days: Period) => void }) {
  const say = useSay()
  return (
    <SegmentedControl
      size="xs"
      aria-label={say(common.period)}
      value={String(props.days)}
      onChange={days => props.setDays(Number(days) as Period)}
      data={periods.map(n => ({ value: String(n), label: say(common.days, { n }) }))}
    />
  )
}

const toneOfLevel: Record<Level, Tone> = { info: 'info', warning: 'wait', error: 'bad' }

function Shown({ data }: { data: Overview }) {
  const say = useSay()
  const where = useWhere()
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
        <Section>
          <Empty
            icon={IconChartBar}
            title={say(words.empty)}
            about={say(where.mode === 'test' ? words.emptyTest : words.emptyLive)}
          >
            <Group justify="center">
              <LinkButton to={where.to('/start')} variant="filled">
                {say(shell.start)}
              </LinkButton>
              {where.mode === 'test' && (
                <LinkButton to={where.to('/inbox')}>{say(shell.inbox)}</LinkButton>
              )}
            </Group>
          </Empty>
        </Section>
      ) : (
        <>
          <Figures data={data} />
          <Suspense fallback={<Waiting lines={8} />}>
            <Charts data={data} />
          </Suspense>
          <Tables data={data} />
        </>
      )}
    </>
  )
}

function Attention({ data }: { data: Overview }) {
  const say = useSay()
  if (data.attention.length === 0) {
    return (
      <Group gap={8} mb="md" c="dimmed">
        <IconCircleCheck size={18} aria-hidden />
        <Text size="sm">{say(words.allWell)}</Text>
      </Group>
    )
  }
  return (
    <Section title={say(words.attention)}>
      {data.attention.map(one => (
        <div key={one.code + one.text} className="note" data-tone={toneOfLevel[one.level]}>
          {one.text}
        </div>
      ))}
    </Section>
  )
}

function Figures({ data }: { data: Overview }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const span = useSpan()
  const { totals, rates, latency, queue } = data
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" mb="md">
      <Figure name={words.delivered} value={whole(totals.delivered)}>
        {say(words.deliveryRate)}: {share(rates.delivery)}
      </Figure>
      <Figure name={words.bounceRate} value={share(rates.bounce)}>
        {say(words.bounced)}: {whole(totals.bounced)}
      </Figure>
      <Figure name={words.complaintRate} value={share(rates.complaint)}>
        {say(words.complained)}: {whole(totals.complained)}
      </Figure>
      <Figure name={words.deferred} value={whole(totals.deferred)}>
        {say(words.accepted)}: {whole(totals.accepted)}
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
        {say(words.due)}: {whole(queue.due)}
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

function Tables({ data }: { data: Overview }) {
  const say = useSay()
  return (
    <>
      <CountTable
        title={words.byStream}
        head={common.stream}
        rows={data.by_stream.map(row => ({ name: say(streamTexts[row.stream]), counts: row }))}
      />
      <CountTable
        title={words.byProvider}
        head={words.provider}
        rows={data.by_provider.map(row => ({
          name: providerName(row.provider) ?? say(otherProvider),
          counts: row,
        }))}
      />
      <CountTable
        title={words.byDomain}
        head={words.domain}
        rows={data.by_domain.map(row => ({ name: row.domain, counts: row }))}
      />
    </>
  )
}

const columns = ['delivered', 'bounced', 'deferred', 'complained', 'opened', 'clicked'] as const

interface CountTableProps {
  readonly title: Words
  readonly head: Words
  readonly rows: readonly { readonly name: string; readonly counts: Counts }[]
}

function CountTable({ title, head, rows }: CountTableProps) {
  const say = useSay()
  const { whole } = useNumbers()
  if (rows.length === 0) return null
  return (
    <Section title={say(title)} flush>
      <Scroll label={say(title)}>
        <table className="table">
          <thead>
            <tr>
              <th>{say(head)}</th>
              {columns.map(column => (
                <th key={column} className="number">
                  {say(words[column])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }) => (
              <tr key={name}>
                <td>{name}</td>
                {columns.map(column => (
                  <td key={column} className="number">
                    {whole(counts[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  )
}
