/** How the installation stands with money: figures, differences with the provider, all invoices. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconReceipt } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, Fact, Loaded, None, Refused, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { isService, titleOfService } from '../billing/provider.ts'
import { billing } from '../billing/texts.ts'
import { useOperatorInvoiceColumns } from './invoice-table.tsx'
import { everyMs } from './pace.ts'
import { RevenueSection } from './revenue-section.tsx'
import { operator as words } from './texts.ts'

type Difference = Answer<'operator.billing.differences.list'>['data'][number]

export function BillingPanel() {
  return (
    <>
      <Standing />
      <RevenueSection />
      <Differences />
      <Invoices />
    </>
  )
}

function Standing() {
  const say = useSay()
  const { whole } = useNumbers()
  const query = useApi('operator.billing.get', undefined, { everyMs })
  return (
    <Section title={say(words.billing)}>
      <Loaded query={query} lines={3}>
        {({ provider, mode, active, past_due: late, last_event_at: at }) => (
          <dl className="facts">
            <Fact name={say(words.provider)}>
              {isService(provider) ? titleOfService(provider) : say(words.byHand)}
              {mode === 'test' && ` (${say(words.testKey)})`}
            </Fact>
            <Fact name={say(words.paying)}>{whole(active)}</Fact>
            <Fact name={say(words.late)}>{whole(late)}</Fact>
            {isService(provider) && (
              <Fact name={say(words.lastEvent)}>
                {at === null ? say(common.never) : <Time at={at} />}
              </Fact>
            )}
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

function Differences() {
  const say = useSay()
  const query = useList('operator.billing.differences.list')
  const columns = useDifferenceColumns()
  return (
    <Section title={say(words.differences)} about={say(words.differencesAbout)} flush>
      <Loaded query={query} lines={2}>
        {rows =>
          rows.length === 0 ? (
            <None>{say(words.noDifferences)}</None>
          ) : (
            <DataTable label={say(words.differences)} columns={columns} rows={rows} />
          )
        }
      </Loaded>
    </Section>
  )
}

function useDifferenceColumns(): readonly Column<Difference>[] {
  return useMemo(
    () => [
      { id: 'text', head: words.differences, cell: row => row.text, onPhone: 'title' },
      { id: 'since', head: words.since, cell: row => <Time at={row.since} />, isTight: true },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Settle id={row.id} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [],
  )
}

function Settle({ id }: { id: string }) {
  const say = useSay()
  const settle = useChange('operator.billing.differences.settle', 'operator.billing')
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={settle.isPending}
        onClick={() => settle.mutate({ difference_id: id })}
      >
        {say(words.settle)}
      </Button>
      <Refused error={settle.error} />
    </>
  )
}

const states = ['due', 'open', 'paid', 'void', 'lost'] as const
const fields: readonly FilterField<'state'>[] = [
  {
    name: 'state',
    kind: 'choice',
    label: billing.state,
    choices: states.map(value => ({ value, label: billing[value] })),
  },
]

function Invoices() {
  const say = useSay()
  const filters = useFilters(['state'])
  const state = states.find(one => one === filters.values.state)
  const asked = state ? { state } : {}
  const list = useList('operator.billing.invoices.list', asked)
  const columns = useOperatorInvoiceColumns()
  return (
    <>
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.invoices)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconReceipt} title={say(words.noInvoices)} />}
      />
      <ExportButton call="operator.billing.invoices.export" input={asked} file="invoices.csv" />
    </>
  )
}
