/** What an operator does about an invoice: it is paid, given back, forgiven, or has its fiscal note. */
import { Switch, TextInput } from '@mantine/core'
import type { OperatedInvoice } from '../../api/shapes.ts'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { amountOf } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { common } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

interface ActProps {
  readonly invoice: OperatedInvoice
  readonly close: () => void
}

const stale = ['operator.billing', 'billing', 'billing.invoices'] as const

/** Said and closed. */
function useDone(close: () => void): () => void {
  const say = useSay()
  return () => {
    close()
    notify(say(common.saved))
  }
}

export function PaidForm({ invoice, close }: ActProps) {
  const say = useSay()
  const form = useApiForm('operator.billing.invoices.paid', {
    stale,
    initial: { reference: '' },
    input: body => ({ invoice_id: invoice.id, body }),
    onDone: useDone(close),
  })
  return (
    <ApiForm form={form} action={say(words.markPaid)} onCancel={close}>
      <TextInput {...form.field('reference')} label={say(words.reference)} data-autofocus />
    </ApiForm>
  )
}

export function RefundForm({ invoice, close }: ActProps) {
  const say = useSay()
  const { language } = useSpeech()
  const left = (Number(invoice.paid) - Number(invoice.refunded)).toFixed(2)
  const form = useApiForm('operator.billing.invoices.refund', {
    stale,
    initial: {
      amount: language === 'pt' ? left.replace('.', ',') : left,
      reason: '',
      end: false,
    },
    input: ({ amount, reason, end }) => ({
      invoice_id: invoice.id,
      body: { amount: amountOf(amount, language) ?? amount.trim(), reason, end },
    }),
    onDone: useDone(close),
  })
  return (
    <ApiForm form={form} action={say(words.refund)} onCancel={close}>
      <TextInput
        {...form.field('amount')}
        label={`${say(words.amount)} (${invoice.currency})`}
        inputMode="decimal"
        data-autofocus
      />
      <TextInput {...form.field('reason')} label={say(common.reason)} />
      <Switch {...form.check('end')} label={say(words.endPlan)} />
    </ApiForm>
  )
}

export function ForgiveForm({ invoice, close }: ActProps) {
  const say = useSay()
  const form = useApiForm('operator.billing.invoices.forgive', {
    stale,
    initial: { reason: '' },
    input: body => ({ invoice_id: invoice.id, body }),
    onDone: useDone(close),
  })
  return (
    <ApiForm form={form} action={say(words.forgive)} onCancel={close}>
      <TextInput {...form.field('reason')} label={say(common.reason)} data-autofocus />
    </ApiForm>
  )
}

export function FiscalForm({ invoice, close }: ActProps) {
  const say = useSay()
  const form = useApiForm('operator.billing.invoices.fiscal_note', {
    stale,
    initial: { number: invoice.fiscal_note ?? '' },
    input: body => ({ invoice_id: invoice.id, body }),
    onDone: useDone(close),
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput {...form.field('number')} label={say(words.fiscalNumber)} data-autofocus />
    </ApiForm>
  )
}
