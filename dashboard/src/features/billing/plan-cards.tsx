/** The plans with their figures, the present one marked, and the way from one to another. */
import { SimpleGrid, Text, Title } from '@mantine/core'
import { planTitles } from '../../api/generated.ts'
import { useApi, useMe } from '../../api/hooks.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { Loaded, Tag } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { ChangeSheet } from './change-sheet.tsx'
import { OrderSheet } from './order-form.tsx'
import { stopOf } from './rates.ts'
import { billing as words } from './texts.ts'
import { type Billing, type Plan, priceIn } from './use-billing.ts'

interface PlanCardsProps {
  readonly data: Billing
}

export function PlanCards({ data }: PlanCardsProps) {
  const query = useApi('plans.list')
  return (
    <Loaded query={query} lines={6}>
      {({ data: plans, currencies }) => (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
          {plans.map(plan => (
            <PlanCard
              key={plan.plan}
              plan={plan}
              plans={plans}
              currencies={currencies}
              data={data}
            />
          ))}
        </SimpleGrid>
      )}
    </Loaded>
  )
}

interface PlanCardProps extends PlanCardsProps {
  readonly plan: Plan
  readonly plans: readonly Plan[]
  readonly currencies: readonly ('BRL' | 'USD')[]
}

function PlanCard({ plan, plans, currencies, data }: PlanCardProps) {
  const say = useSay()
  const times = useTimes()
  const name = planTitles[plan.plan]
  const isPresent = plan.plan === data.plan
  const isNext = !isPresent && plan.plan === data.next_plan
  return (
    <section className="plan-card" data-present={isPresent} aria-label={name}>
      <div className="plan-head">
        <Title order={2} size="h4">
          {name}
        </Title>
        {isPresent && <Tag tone="good">{say(words.present)}</Tag>}
        {data.order?.plan === plan.plan && <Tag tone="wait">{say(words.isOrdered)}</Tag>}
        {isNext && <Tag tone="wait">{say(words.planned, { date: times.day(data.period.to) })}</Tag>}
      </div>
      <Price plan={plan} currency={data.currency} />
      <Figures plan={plan} currency={data.currency} />
      <PlanAction plan={plan} plans={plans} currencies={currencies} data={data} />
    </section>
  )
}

function Price({ plan, currency }: { plan: Plan; currency: string }) {
  const say = useSay()
  const { money } = useNumbers()
  const price = priceIn(plan, currency)
  if (plan.plan === 'free') return <div className="figure">{say(words.free)}</div>
  if (price === null) return <div className="figure">{say(words.onRequest)}</div>
  return <div className="figure">{say(words.aMonth, { amount: money(price.month, currency) })}</div>
}

function Figures({ plan, currency }: { plan: Plan; currency: string }) {
  const say = useSay()
  const { money } = useNumbers()
  const { included, daily, domains, retention_days: days } = plan
  const overage = priceIn(plan, currency)?.overage_per_1000 ?? null
  const isSold = plan.prices.length > 0
  return (
    <ul className="plan-figures">
      <li>
        {included === null ? say(words.includedAll) : say(words.included, { n: included })}
        {daily !== null && `, ${say(words.daily, { n: daily })}`}
      </li>
      {isSold && (
        <li>
          {overage === null
            ? say(words.noOverage)
            : say(words.overage, { amount: money(overage, currency) })}
        </li>
      )}
      <li>{domains === null ? say(words.allDomains) : say(words.domains, { n: domains })}</li>
      <li>{say(words.logs, { n: days })}</li>
    </ul>
  )
}

function PlanAction({ plan, plans, currencies, data }: PlanCardProps) {
  const say = useSay()
  const me = useMe()
  const name = planTitles[plan.plan]
  const isRunning = data.state === 'active' || data.state === 'past_due'
  const isPresent = plan.plan === data.plan
  const isPlanned = data.next_plan !== null && data.next_plan !== data.plan
  if (isRunning && (!isPresent || isPlanned) && plan.plan !== data.next_plan) {
    if (plan.plan !== 'free' && priceIn(plan, data.currency) === null) return null
    const label = isPresent ? words.keepPlan : plan.plan === 'free' ? words.endPlan : words.changeTo
    const isLarger =
      plans.findIndex(one => one.plan === plan.plan) >
      plans.findIndex(one => one.plan === data.plan)
    // Refused until what is owed is paid, or the bank has decided.
    if (isLarger && (data.state === 'past_due' || stopOf(data) !== null)) return null
    return (
      <DialogButton label={say(label, { plan: name })} look={isLarger ? 'filled' : 'default'}>
        {close => <ChangeSheet plan={plan} name={name} data={data} close={close} />}
      </DialogButton>
    )
  }
  // Refused until it is settled.
  if (data.dispute === 'lost') return null
  // Its payment is what is waited for: how to pay stands above. Another one may take its place.
  if (data.order?.plan === plan.plan) return null
  if (!isRunning && plan.plan !== 'free' && plan.prices.length > 0) {
    const look = data.order === null ? 'filled' : 'default'
    return (
      <DialogButton label={say(words.order, { plan: name })} look={look}>
        {close => <OrderSheet plan={plan} currencies={currencies} data={data} close={close} />}
      </DialogButton>
    )
  }
  const contact = me.billing?.contact
  if (plan.plan !== 'free' && plan.prices.length === 0 && contact) {
    return (
      <Text size="sm" c="dimmed" className="wrap">
        {say(words.contact, { contact })}
      </Text>
    )
  }
  return null
}
