/** What an operator does about an invoice: it is paid, given back, forgiven, or has its fiscal note. */
import { Switch, Text, TextInput } from '@mantine/core'
import type { OperatedInvoice } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { amountOf, typedAmount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Fact } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, useSpeech, type Text as Words } from '../../ui/words.tsx'
import { billing } from '../billing/texts.ts'
import { operator as words } from './texts.ts'

interface ActProps {
  readonly invoice: OperatedInvoice
  readonly close: () => void
}

const stale = ['operator.billing', 'billing', 'billing.invoices'] as const

/** Said and closed. */
function useDone(close: () => void, done: Words = common.saved): () => void {
  const say = useSay()
  return () => {
    close()
    notify(say(done))
  }
}

export function PaidForm({ invoice, close }: ActProps) {
  const say = useSay()
  const { language } = useSpeech()
  const form = useApiForm('operator.billing.invoices.paid', {
    stale,
    initial: { reference: '', date: '', amount: typedAmount(invoice.total, language) },
    input: ({ reference, date, amount }) => ({
      invoice_id: invoice.id,
      body: {
        reference,
        date: date === '' ? null : date,
        amount: amountOf(amount, language) ?? amount.trim(),
      },
    }),
    onDone: useDone(close),
  })
  return (
    <ApiForm form={form} action={say(words.markPaid)} onCancel={close}>
      <About invoice={invoice} />
      <TextInput
        {...form.field('reference')}
        label={say(words.reference)}
        description={say(words.referenceAbout)}
        data-autofocus
      />
      <TextInput
        {...form.field('date')}
        type="date"
        label={say(words.paymentDay)}
        description={say(words.paymentDayAbout)}
      />
      <TextInput
        {...form.field('amount')}
        label={`${say(words.amount)} (${invoice.currency})`}
        inputMode="decimal"
      />
    </ApiForm>
  )
}

/** Whose invoice it is, how much and until when, before anything is done about it. */
function About({ invoice }: Pick<ActProps, 'invoice'>) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  return (
    <dl className="facts">
      <Fact name={say(billing.total)}>{money(invoice.total, invoice.currency)}</Fact>
      <Fact name={say(billing.dueAt)}>{times.dayAt(invoice.due_at)}</Fact>
    </dl>
  )
}

export function RemindForm({ invoice, close }: ActProps) {
  const say = useSay()
  const form = useApiForm('operator.billing.invoices.remind', {
    initial: {},
    input: () => ({ invoice_id: invoice.id }),
    onDone: useDone(close, words.reminded),
  })
  return (
    <ApiForm form={form} action={say(words.remind)} onCancel={close}>
      <About invoice={invoice} />
      <Text size="sm">{say(words.remindAbout)}</Text>
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
