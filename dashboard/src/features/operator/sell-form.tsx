/** Sells a plan to an account in its owner's name: at the list price, or as agreed. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import { planTitles } from '../../api/generated.ts'
import { useApi } from '../../api/hooks.ts'
import type { OperatedAccount } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { amountOf } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

interface SellFormProps {
  readonly account: OperatedAccount
  readonly close: () => void
}

type Sale = Body<'operator.billing.accounts.subscribe'>

export function SellForm({ account, close }: SellFormProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { data } = useApi('plans.list')
  const form = useApiForm('operator.billing.accounts.subscribe', {
    stale: ['operator.billing'],
    initial: { plan: 'pro', currency: '', price: '' },
    input: ({ plan, currency, price }) => ({
      account_id: account.id,
      body: {
        plan: plan as Sale['plan'],
        ...(currency ? { currency: currency as NonNullable<Sale['currency']> } : {}),
        ...(price.trim() ? { price: amountOf(price, language) ?? price.trim() } : {}),
      },
    }),
    onDone: ({ number }) => {
      close()
      notify(say(words.sold, { number }))
    },
  })
  const plans = (data?.data ?? [])
    .filter(({ plan }) => plan !== 'free')
    .map(({ plan }) => ({ value: plan, label: planTitles[plan] }))
  return (
    <ApiForm form={form} action={say(words.sell)} onCancel={close}>
      <NativeSelect {...form.field('plan')} label={say(words.plan)} data={plans} />
      <NativeSelect
        {...form.field('currency')}
        label={say(words.currency)}
        data={[{ value: '', label: '–' }, ...(data?.currencies ?? [])]}
      />
      <TextInput
        {...form.field('price')}
        label={say(words.agreed)}
        description={say(words.agreedAbout)}
        inputMode="decimal"
      />
    </ApiForm>
  )
}
