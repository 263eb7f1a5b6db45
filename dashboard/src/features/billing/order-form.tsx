/** Orders a plan: for which company, in which currency, paid how; then on to the provider's page. */
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { planTitles } from '../../api/generated.ts'
import { useApi } from '../../api/hooks.ts'
import { useApiForm } from '../../ui/form.tsx'
import { typedTaxId } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Loaded } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { isService } from './provider.ts'
import { billing as words } from './texts.ts'
import { type Billing, type Plan, priceIn, useMoneyMoved } from './use-billing.ts'

interface OrderFormProps {
  readonly plan: Plan
  readonly currencies: readonly ('BRL' | 'USD')[]
  readonly data: Billing
  readonly close: () => void
}

export function OrderSheet(props: OrderFormProps) {
  const query = useApi('limits.get')
  return (
    <Loaded query={query} lines={4}>
      {({ evidence }) => <OrderForm {...props} taxId={typedTaxId(evidence.tax_id ?? '')} />}
    </Loaded>
  )
}

function OrderForm(props: OrderFormProps & { readonly taxId: string }) {
  const { plan, currencies, data, close, taxId: known } = props
  const say = useSay()

  const { money } = useNumbers()
  const moved = useMoneyMoved()
  const sold = currencies.filter(one => priceIn(plan, one) !== null)
  const form = useApiForm('billing.checkout', {
    initial: {
      currency: sold.find(one => one === data.currency) ?? sold[0]!,
      payBy: 'card' as 'card' | 'invoice',
      taxId: known,
    },
    params: { pay_by: 'payBy', tax_id: 'taxId' },

    input: ({ currency, payBy, taxId }) => ({
      body: {
        plan: plan.plan,
        currency,
        ...(taxId.trim() && taxId.trim() !== known ? { tax_id: taxId.trim() } : {}),
        ...(isService(data.provider) ? { pay_by: payBy } : {}),
      },
    }),
    onDone: ({ url }) => {
      if (url !== null) return window.location.assign(url)
      moved()
      close()
      notify(say(words.ordered))
    },
  })
  const { currency } = form.values
  const price = priceIn(plan, currency)
  return (
    <ApiForm
      form={form}
      action={say(words.order, { plan: planTitles[plan.plan] })}
      onCancel={close}
    >
      {price && <Text>{say(words.chargedEach, { amount: money(price.month, currency) })}</Text>}
      {sold.length > 1 && (
        <Radio.Group {...form.field('currency')} label={say(words.currency)}>
          <Stack gap={6} mt="xs">
            {sold.map(one => (
              <Radio key={one} value={one} label={one} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        {...form.field('taxId')}
        label={say(words.taxId)}
        description={`${say(words.taxAbout)} ${say(words.taxOptional)}`}
      />
      {isService(data.provider) && (
        <Radio.Group {...form.field('payBy')} label={say(words.payBy)}>
          <Stack gap={6} mt="xs">
            <Radio value="card" label={say(words.card)} />
            <Radio value="invoice" label={say(words.invoice)} />
          </Stack>
        </Radio.Group>
      )}
    </ApiForm>
  )
}
