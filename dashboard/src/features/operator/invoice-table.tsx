/** The invoices of all accounts as columns, with what an operator does about one. */
import { ActionIcon } from '@mantine/core'
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { OperatedInvoice } from '../../api/shapes.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconDots } from '../../ui/icons.ts'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { InvoiceDetails, useInvoiceColumns } from '../billing/invoice-parts.tsx'
import { billing } from '../billing/texts.ts'
import { FiscalForm, ForgiveForm, PaidForm, RefundForm, RemindForm } from './invoice-forms.tsx'
import { operator as words } from './texts.ts'

export function useOperatorInvoiceColumns(): readonly Column<OperatedInvoice>[] {
  const shared = useInvoiceColumns<OperatedInvoice>()
  const { data: accounts } = useAll('operator.accounts.list')
  return useMemo(() => {
    const names = new Map(accounts?.map(({ id, name }) => [id, name]))
    return [
      ...shared,
      {
        id: 'account',
        head: words.account,
        cell: row => <span className="wrap">{names.get(row.account_id) ?? row.account_id}</span>,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions invoice={row} />,
        isTight: true,
      },
    ]
  }, [shared, accounts])
}

const acts = [
  { label: words.markPaid, title: words.markPaidWhat, Form: PaidForm, fits: isUnpaid },
  { label: words.refund, title: words.refundWhat, Form: RefundForm, fits: isPaid },
  { label: words.remind, title: words.remindWhat, Form: RemindForm, fits: isOpen },
  { label: words.forgive, title: words.forgiveWhat, Form: ForgiveForm, fits: isUnpaid },
  { label: words.fiscalNote, title: words.fiscalNoteWhat, Form: FiscalForm, fits: () => true },
] as const

function isUnpaid({ state }: OperatedInvoice): boolean {
  return state === 'open' || state === 'lost' || state === 'due'
}

function isOpen({ state }: OperatedInvoice): boolean {
  return state === 'open'
}

function isPaid({ paid, refunded }: OperatedInvoice): boolean {
  return Number(paid) > Number(refunded)
}

function Actions({ invoice }: { invoice: OperatedInvoice }) {
  const say = useSay()
  const { number } = invoice
  const actions = say(words.invoiceActions, { number })
  return (
    <span className="row-acts">
      <DialogButton
        look="row"
        label={say(billing.details)}
        ariaLabel={say(billing.detailsOf, { number })}
        title={number}
        size="lg"
      >
        {() => <InvoiceDetails invoice={invoice} call="operator.billing.invoices.pdf" />}
      </DialogButton>
      <ActionsMenu
        label={actions}
        acts={acts
          .filter(act => act.fits(invoice))
          .map(({ label, title, Form }) => ({
            label: say(label),
            title: say(title, { number }),
            content: close => <Form invoice={invoice} close={close} />,
          }))}
        target={
          <ActionIcon variant="default" aria-label={actions}>
            <IconDots size={16} />
          </ActionIcon>
        }
      />
    </span>
  )
}
