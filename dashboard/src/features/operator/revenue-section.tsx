/** What the plans bring in, in each currency: each month, still owed, and received month by month. */
import { BarChart } from '@mantine/charts'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { ChartPicture, seriesColours } from '../../ui/chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Fact, Loaded, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

type Revenue = Answer<'operator.billing.revenue'>['data'][number]
type Month = Revenue['months'][number]

export function RevenueSection() {
  const query = useApi('operator.billing.revenue')
  return (
    <Loaded query={query} lines={4}>
      {({ data }) => data.map(one => <InCurrency key={one.currency} revenue={one} />)}
    </Loaded>
  )
}

function InCurrency({ revenue }: { revenue: Revenue }) {
  const say = useSay()
  const { money } = useNumbers()
  const { currency, monthly, accounts, owed, overdue, months } = revenue
  return (
    <Section title={`${say(words.received)} (${currency})`}>
      <dl className="facts">
        <Fact name={say(words.monthly)}>
          {say(words.monthlyOf, { amount: money(monthly, currency), n: accounts })}
        </Fact>
        <Fact name={say(words.owed)}>
          {Number(overdue) > 0
            ? say(words.overdue, {
                amount: money(owed, currency),
                overdue: money(overdue, currency),
              })
            : money(owed, currency)}
        </Fact>
      </dl>
      <Stack gap="md" mt="md">
        <Months months={months} currency={currency} />
      </Stack>
    </Section>
  )
}

function Months({ months, currency }: { months: readonly Month[]; currency: string }) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const columns = useMemo(
    (): readonly Column<Month>[] => [
      {
        id: 'month',
        head: words.monthColumn,
        cell: row => times.month(row.month),
        onPhone: 'title',
      },
      {
        id: 'paid',
        head: words.receivedColumn,
        cell: row => money(row.paid, currency),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'refunded',
        head: words.refundedColumn,
        cell: row => money(row.refunded, currency),
        isTight: true,
        isNumber: true,
      },
    ],
    [times, money, currency],
  )
  const data = months.map(one => ({ month: times.month(one.month), paid: Number(one.paid) }))
  // Newest first, and none of before the first payment.
  const known = months.slice(months.findIndex(one => Number(one.paid) > 0)).toReversed()
  return (
    <>
      <ChartPicture label={say(words.received)}>
        <BarChart
          h={200}
          data={data}
          dataKey="month"
          tickLine="none"
          maxBarWidth={26}
          valueFormatter={value => money(value.toFixed(2), currency)}
          yAxisProps={{ width: 90 }}
          series={[
            {
              name: 'paid',
              label: say(words.receivedColumn),
              color: seriesColours.main,
            },
          ]}
        />
      </ChartPicture>
      {known.some(one => Number(one.paid) > 0) && (
        <DataTable
          label={say(words.received)}
          columns={columns}
          rows={known}
          idOf={row => row.month}
        />
      )}
    </>
  )
}
