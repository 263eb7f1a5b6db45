/** What every list of invoices shows: the state of one, and its lines. */
import { Box, Group } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FileButton } from '../../ui/export.tsx'
import { Fact, Tag, type Tone } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time, useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { billing as words } from './texts.ts'

export type Invoice = Answer<'billing.invoices.list'>['data'][number]
type Line = Invoice['lines'][number]
type Payment = Invoice['payments'][number]

const tones: Record<Invoice['state'], Tone> = {
  due: 'calm',
  open: 'wait',
  paid: 'good',
  void: 'calm',
  lost: 'bad',
}

function InvoiceState({ invoice }: { invoice: Invoice }) {
  const say = useSay()
  const isOverdue = invoice.state === 'open' && Date.parse(invoice.due_at) <= Date.now()
  if (isOverdue) return <Tag tone="bad">{say(words.overdue)}</Tag>
  return <Tag tone={tones[invoice.state]}>{say(words[invoice.state])}</Tag>
}

/** The day of its payment. */
function PaidOn({ invoice }: { invoice: Invoice }) {
  const times = useTimes()
  const payment = invoice.payments.find(one => one.kind === 'payment')
  return payment ? times.day(payment.date) : '–'
}

/** The columns that all such lists begin with. */
export function useInvoiceColumns<Row extends Invoice>(): readonly Column<Row>[] {
  const { money } = useNumbers()
  return useMemo(
    () => [
      {
        id: 'number',
        head: words.number,
        cell: row => <span className="mono">{row.number}</span>,
        onPhone: 'title',
      },
      {
        id: 'state',
        head: words.state,
        cell: row => <InvoiceState invoice={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'total',
        head: words.total,
        cell: row => money(row.total, row.currency),
        isTight: true,
        isNumber: true,
      },
      { id: 'due', head: words.dueAt, cell: row => <Time at={row.due_at} />, isTight: true },
      { id: 'paidOn', head: words.paidOn, cell: row => <PaidOn invoice={row} />, isTight: true },
    ],
    [money],
  )
}

interface DetailsProps {
  readonly invoice: Invoice
  /** The call that makes the file. */
  readonly call: 'billing.invoices.pdf' | 'operator.billing.invoices.pdf'
}

export function InvoiceDetails({ invoice, call }: DetailsProps) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const { period, currency, lines, payments, fiscal_note: note, pdf_url: pdf } = invoice
  const columns = useLineColumns(currency)
  return (
    <>
      <dl className="facts">
        <Fact name={say(words.state)}>
          <InvoiceState invoice={invoice} />
        </Fact>
        <Fact name={say(words.period)}>
          {say(words.fromTo, { from: times.day(period.from), to: times.day(period.to) })}
        </Fact>
        <Fact name={say(words.issuedOn)}>{times.dayAt(invoice.created_at)}</Fact>
        <Fact name={say(words.dueAt)}>{times.dayAt(invoice.due_at)}</Fact>
        <Fact name={say(words.total)}>{money(invoice.total, currency)}</Fact>
        {note && <Fact name={say(words.fiscalNote)}>{note}</Fact>}
      </dl>
      <Box mt="md">
        <DataTable
          label={invoice.number}
          columns={columns}
          rows={lines}
          idOf={row => `${row.kind} ${row.from} ${row.text}`}
        />
      </Box>
      {payments.length > 0 && <Payments payments={payments} currency={currency} />}
      <Group mt="md" gap="md">
        <FileButton
          call={call}
          input={{ invoice_id: invoice.id }}
          file={`malote-${invoice.number}.pdf`}
          label={say(words.pdf)}
        />
        {pdf && (
          <a className="link" href={pdf} target="_blank" rel="noreferrer">
            {say(words.receipt)}
          </a>
        )}
      </Group>
    </>
  )
}

/** What came in for an invoice and what was given back: the day, the sum, and its reference. */
function Payments({ payments, currency }: { payments: readonly Payment[]; currency: string }) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const columns = useMemo(
    (): readonly Column<Payment & { n: number }>[] => [
      {
        id: 'kind',
        head: words.payments,
        cell: row => (
          <>
            {say(words[row.kind])}
            {row.reference && <span className="dim wrap"> {row.reference}</span>}
          </>
        ),
        onPhone: 'title',
      },
      { id: 'date', head: words.day, cell: row => times.day(row.date), isTight: true },
      {
        id: 'amount',
        head: words.amount,
        cell: row => money(row.amount, currency),
        isTight: true,
        isNumber: true,
      },
    ],
    [say, times, money, currency],
  )
  const rows = useMemo(() => payments.map((one, n) => ({ ...one, n })), [payments])
  return (
    <Box mt="md">
      <DataTable
        label={say(words.payments)}
        columns={columns}
        rows={rows}
        idOf={row => String(row.n)}
      />
    </Box>
  )
}

function useLineColumns(currency: string): readonly Column<Line>[] {
  const { money, whole } = useNumbers()
  return useMemo(
    () => [
      { id: 'text', head: words.line, cell: row => row.text, onPhone: 'title' },
      {
        id: 'quantity',
        head: words.quantity,
        cell: row => whole(row.quantity),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'amount',
        head: words.amount,
        cell: row => money(row.amount, currency),
        isTight: true,
        isNumber: true,
      },
    ],
    [money, whole, currency],
  )
}
