/** The account's invoices: what each is for, and how to pay what is open. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useChange, useMe } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconReceipt } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { Empty } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { type Invoice, InvoiceDetails, useInvoiceColumns } from './invoice-parts.tsx'
import { PaySheet } from './pay-sheet.tsx'
import { billing as words } from './texts.ts'
import { useMoneyMoved } from './use-billing.ts'

export function InvoicesPanel() {
  const say = useSay()
  const list = useList('billing.invoices.list')
  const first = useInvoiceColumns<Invoice>()
  const columns = useMemo(
    (): readonly Column<Invoice>[] => [
      ...first,
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions invoice={row} />,
        isTight: true,
      },
    ],
    [first],
  )
  return (
    <ListSection
      label={say(words.invoices)}
      query={list}
      columns={columns}
      empty={
        <Empty
          icon={IconReceipt}
          title={say(words.noInvoices)}
          about={say(words.noInvoicesAbout)}
        />
      }
    />
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const say = useSay()
  const { number, state } = invoice
  const isOpen = state === 'open' || state === 'lost'
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}>
      <DialogButton
        look="row"
        label={say(words.details)}
        ariaLabel={say(words.detailsOf, { number })}
        title={number}
        size="lg"
      >
        {() => <InvoiceDetails invoice={invoice} call="billing.invoices.pdf" />}
      </DialogButton>
      {isOpen && <PayButton invoice={invoice} />}
    </span>
  )
}

function PayButton({ invoice }: { invoice: Invoice }) {
  const say = useSay()
  const me = useMe()
  const moved = useMoneyMoved()
  const pay = useChange('billing.invoices.pay')
  const { number } = invoice
  const label = say(words.payWhat, { number })
  if (me.billing?.provider === 'manual') {
    return (
      <DialogButton look="row" label={say(words.pay)} ariaLabel={label} title={label}>
        {() => <PaySheet id={invoice.id} />}
      </DialogButton>
    )
  }
  const run = () =>
    pay.mutate(
      { invoice_id: invoice.id },
      {
        onSuccess: answer => {
          const url = 'id' in answer ? null : answer.pay_url
          if (url !== null) return window.location.assign(url)
          moved()
        },
        onError: error => notify(error.message, { isBad: true }),
      },
    )
  return (
    <Button size="compact-sm" aria-label={label} loading={pay.isPending} onClick={run}>
      {say(words.pay)}
    </Button>
  )
}
