/** What a change of plan does, said before it is done: what is charged, from when, what to mind. */
import { Button, Group, Text } from '@mantine/core'
import { useChange, useLook } from '../../api/hooks.ts'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, Refused } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { centsOf } from './rates.ts'
import { billing as words } from './texts.ts'
import { type Billing, type Plan, priceIn, useMoneyMoved } from './use-billing.ts'

interface ChangeSheetProps {
  readonly plan: Plan
  readonly name: string
  readonly data: Billing
  readonly close: () => void
}

export function ChangeSheet({ plan: chosen, name, data, close }: ChangeSheetProps) {
  const { plan } = chosen
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const look = useLook('billing.plan', { body: { plan, dry_run: true } })
  const change = useChange('billing.plan')
  const moved = useMoneyMoved()
  const run = () =>
    change.mutate(
      { body: { plan } },
      {
        onSuccess: ({ applies, at, warnings }) => {
          moved()
          close()
          const declined = warnings.find(({ code }) => code === 'payment_declined')
          const date = at ? times.dayAt(at) : ''
          const done = applies === 'now' ? words.changed : words.changesLater
          notify(declined?.text ?? say(plan === 'free' && at ? words.planEnds : done, { date }))
        },
      },
    )
  return (
    <Loaded query={look} lines={3}>
      {({ applies, at, charge, currency, warnings }) => (
        <>
          <dl className="facts">
            <Fact name={say(words.charged)}>
              <Charge charge={charge} currency={currency} plan={chosen} before={data.price} />
            </Fact>
            {plan !== 'free' && (
              <Fact name={say(words.afterwards)}>
                {say(words.aMonth, {
                  amount: money(priceIn(chosen, currency)?.month ?? '0.00', currency),
                })}
              </Fact>
            )}
            <Fact name={say(words.applies)}>
              {say(words[applies], { date: at ? times.dayAt(at) : '' })}
            </Fact>
          </dl>
          {warnings.map(({ code, text }) => (
            <div className="note" data-tone="wait" key={code}>
              <Text size="sm">{text}</Text>
            </div>
          ))}
          <Refused error={change.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {say(common.cancel)}
            </Button>
            <Button loading={change.isPending} onClick={run}>
              {say(plan === 'free' ? words.endPlan : words.changeTo, { plan: name })}
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  )
}

interface ChargeProps {
  readonly charge: string
  readonly currency: string
  readonly plan: Plan
  /** What the running plan costs a month; null: nothing. */
  readonly before: string | null
}

/** What is charged now, and what it is the difference of. */
function Charge({ charge, currency, plan, before }: ChargeProps) {
  const say = useSay()
  const { money } = useNumbers()
  const price = priceIn(plan, currency)?.month
  const amount = money(charge, currency)
  if (price === undefined || before === null || centsOf(charge) === 0) return amount
  if (centsOf(price) - centsOf(before) !== centsOf(charge)) return amount
  return say(words.difference, {
    amount,
    price: money(price, currency),
    before: money(before, currency),
  })
}
