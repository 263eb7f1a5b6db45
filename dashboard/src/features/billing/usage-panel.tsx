/** What a period has used and cost, what it will if it goes on, and how it came about by the hour. */
import { LineChart } from '@mantine/charts'
import { Group, NativeSelect, Progress, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { planTitles } from '../../api/generated.ts'
import { useApi } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { Chart, seriesColours } from '../../ui/chart.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { Loaded, Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { limits } from '../limits/texts.ts'
import { centsOf, monthCost, stopOf } from './rates.ts'
import { billing as words } from './texts.ts'
import { type Billing, type Plan, priceIn } from './use-billing.ts'

interface DataProps {
  readonly data: Billing
}

export function UsagePanel() {
  const query = useApi('billing.get')
  return (
    <Loaded query={query} lines={8}>
      {data => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Included data={data} />
            <Beyond data={data} />
          </SimpleGrid>
          <Forecast data={data} />
          <Trail data={data} />
        </>
      )}
    </Loaded>
  )
}

function Included({ data }: DataProps) {
  const say = useSay()
  const { whole } = useNumbers()
  const { used, extra, included } = data
  const inPlan = used - extra
  return (
    <Section title={say(words.inPlan)}>
      <div className="figure">
        {included === null
          ? say(limits.ofNone, { used: whole(inPlan) })
          : say(limits.of, { used: whole(inPlan), limit: whole(included) })}
      </div>
      {included !== null && (
        <Bar label={say(words.inPlan)} value={included === 0 ? 0 : inPlan / included} />
      )}
    </Section>
  )
}

function Beyond({ data }: DataProps) {
  const say = useSay()
  const { money } = useNumbers()
  const { overage, cost, cap_now: cap, currency, extra } = data
  const isOn = overage === 'on' || extra > 0
  return (
    <Section title={say(words.beyond)}>
      <div className="figure">
        {isOn
          ? say(words.ofCap, { cost: money(cost, currency), cap: money(cap, currency) })
          : money(cost, currency)}
      </div>
      {isOn && (
        <Bar label={say(words.beyond)} value={Number(cap) === 0 ? 0 : Number(cost) / Number(cap)} />
      )}
      <Text size="sm" c="dimmed">
        {overage === 'on' ? say(words.extraSent, { n: extra }) : say(words[stopOf(data) ?? 'off'])}
      </Text>
    </Section>
  )
}

function Bar({ label, value }: { label: string; value: number }) {
  return (
    <Progress
      value={Math.min(100, value * 100)}
      aria-label={label}
      color={value >= 0.9 ? 'red.8' : 'pouch'}
      my="sm"
    />
  )
}

function Forecast({ data }: DataProps) {
  const say = useSay()
  const times = useTimes()
  const { whole, money } = useNumbers()
  const { forecast, currency } = data
  return (
    <Section title={say(words.forecast)}>
      {forecast === null ? (
        <Text c="dimmed">{say(words.noForecast)}</Text>
      ) : (
        <>
          <Text>
            {say(words.forecastAll, {
              used: whole(forecast.used),
              cost: money(forecast.cost, currency),
            })}
          </Text>
          {forecast.cap_reached_at && (
            <Text fw={550}>{say(words.reached, { at: times.full(forecast.cap_reached_at) })}</Text>
          )}
          <Cheaper data={data} used={forecast.used} cost={forecast.cost} />
        </>
      )}
    </Section>
  )
}

/** Where a larger plan would cost less than this one with what it sells beyond. */
function Cheaper({ data, used, cost }: DataProps & { used: number; cost: string }) {
  const say = useSay()
  const { money } = useNumbers()
  const { data: plans } = useApi('plans.list')
  const found = plans && cheaperThan(plans.data, data, used, cost)
  if (!found) return null
  return (
    <Text>
      {say(words.cheaper, {
        plan: planTitles[found.plan],
        amount: money(found.amount, data.currency),
        now: money(found.now, data.currency),
      })}
    </Text>
  )
}

function cheaperThan(plans: readonly Plan[], data: Billing, used: number, cost: string) {
  const { price, plan, currency } = data
  if (price === null) return null
  const now = ((centsOf(price) + centsOf(cost)) / 100).toFixed(2)
  const larger = plans.slice(plans.findIndex(one => one.plan === plan) + 1)
  for (const one of larger) {
    const sold = priceIn(one, currency)
    if (sold === null) continue
    const { month, overage_per_1000: overage } = sold
    const amount = monthCost({ month, included: one.included, overage }, used)
    if (amount !== null && centsOf(amount) < centsOf(now)) return { plan: one.plan, amount, now }
  }
  return null
}

function Trail({ data }: DataProps) {
  const say = useSay()
  const times = useTimes()
  const [period, setPeriod] = useState('')
  const closed = useApi('billing.periods.list', { limit: 100 })
  const usage = useAll('billing.usage.list', period ? { period } : {})
  const named = (from: string, to: string) => ({ from: times.day(from), to: times.day(to) })
  const choices = [
    { value: '', label: say(words.presentPeriod, named(data.period.from, data.period.to)) },
    ...(closed.data?.data ?? []).map(({ from, to }) => ({
      value: from,
      label: say(words.fromTo, named(from, to)),
    })),
  ]
  return (
    <Section
      title={say(words.trail)}
      aside={
        <Group gap="xs">
          <NativeSelect
            aria-label={say(words.period)}
            data={choices}
            value={period}
            onChange={event => setPeriod(event.currentTarget.value)}
          />
          <ExportButton
            call="billing.usage.export"
            input={period ? { period } : {}}
            file="usage.csv"
          />
        </Group>
      }
    >
      <Loaded query={usage} lines={4}>
        {marks =>
          marks.length === 0 ? (
            <Text c="dimmed">{say(words.noTrail)}</Text>
          ) : (
            <TrailChart marks={marks} />
          )
        }
      </Loaded>
    </Section>
  )
}

interface Mark {
  readonly at: string
  readonly used: number
  readonly extra: number
}

function TrailChart({ marks }: { marks: readonly Mark[] }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  return (
    <Chart
      label={say(words.trail)}
      rows={marks}
      columns={[
        { id: 'at', head: words.trailAt, cell: row => times.short(row.at), onPhone: 'title' },
        { id: 'used', head: words.trail, cell: row => whole(row.used), isNumber: true },
        { id: 'extra', head: words.extraTrail, cell: row => whole(row.extra), isNumber: true },
      ]}
      idOf={row => row.at}
    >
      <LineChart
        h={220}
        data={marks.map(({ at, used, extra }) => ({ at: times.short(at), used, extra }))}
        dataKey="at"
        withLegend
        tickLine="none"
        curveType="stepAfter"
        withDots={marks.length <= 31}
        valueFormatter={whole}
        yAxisProps={{ allowDecimals: false }}
        series={[
          { name: 'used', label: say(words.trail), color: seriesColours.main },
          { name: 'extra', label: say(words.extraTrail), color: seriesColours.bad },
        ]}
      />
    </Chart>
  )
}
