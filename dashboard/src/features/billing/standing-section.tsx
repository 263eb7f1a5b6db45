/** Which plan runs, until when, how it is paid, and what is awaited. */
import { Button, Group, Text } from '@mantine/core'
import { planTitles } from '../../api/generated.ts'
import { useChange, useMe } from '../../api/hooks.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { IconExternalLink } from '../../ui/icons.ts'
import { Fact, Link, Refused, Section, Tag, type Tone } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { isService } from './provider.ts'
import { endOf, stopOf } from './rates.ts'
import { billing as words } from './texts.ts'
import { type Billing, useMoneyMoved } from './use-billing.ts'

const tones: Record<Billing['state'], Tone> = {
  none: 'calm',
  active: 'good',
  past_due: 'bad',
  ended: 'wait',
}

interface DataProps {
  readonly data: Billing
}

export function StandingSection({ data }: DataProps) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const { state, plan, next_plan: next, period, price, currency } = data
  // The operator gave it, without an invoice.
  const isAgreed = price === null && plan !== 'free'
  return (
    <Section
      title={say(words.standing)}
      aside={<Tag tone={tones[state]}>{say(isAgreed ? words.agreedState : words[state])}</Tag>}
    >
      <Awaited data={data} />
      <dl className="facts">
        <Fact name={say(words.plan)}>{planTitles[plan]}</Fact>
        <Fact name={say(words.price)}>
          {price !== null
            ? say(words.aMonth, { amount: money(price, currency) })
            : say(isAgreed ? words.agreed : words.free)}
        </Fact>
        <Fact name={say(words.period)}>
          {say(words.fromTo, { from: times.day(period.from), to: times.day(period.to) })}
        </Fact>
        {next && next !== plan && <Fact name={say(words.next)}>{planTitles[next]}</Fact>}
        {state !== 'none' && (
          <Fact name={say(words.method)}>
            <Method payment={data.payment} />
          </Fact>
        )}
      </dl>
      <Payment data={data} />
    </Section>
  )
}

/** What the account has to do, or waits for. */
function Awaited({ data }: DataProps) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const { grace_until: grace, open_invoice: open, order, dispute, period, currency } = data
  const end = endOf(data)
  return (
    <>
      {grace && (
        <div className="note" data-tone="bad">
          <div>
            <Text>{say(words.lateUntil, { date: times.full(grace) })}</Text>
            {open && <Link to="/billing?tab=invoices">{say(words.seeInvoice)}</Link>}
          </div>
        </div>
      )}
      {stopOf(data) === 'stopped_by_dispute' && (
        <div className="note" data-tone="bad">
          <Text>
            {say(words.beyond)}: {say(words.stopped_by_dispute)}
          </Text>
        </div>
      )}
      {dispute === 'lost' && (
        <div className="note" data-tone="bad">
          <Text>{say(words.disputeLost)}</Text>
        </div>
      )}
      {end && (
        <div className="note" data-tone="bad">
          <div>
            <Text>
              {say(end === 'cap' ? words.capEnd : words.volumeEnd, {
                amount: money(data.cap_now, currency),
                date: times.day(period.to),
              })}
            </Text>
            {data.overage_per_1000 !== null && <Link to="/billing?tab=cap">{say(words.cap)}</Link>}
          </div>
        </div>
      )}
      {order && (
        <div className="note" data-tone="info">
          <div>
            <Text>
              {say(words.waiting, {
                plan: planTitles[order.plan],
                at: times.full(order.expires_at),
              })}
            </Text>
            <Group gap="md" mt="xs">
              {order.url ? (
                <a className="link" href={order.url}>
                  {say(words.toPayment)}
                </a>
              ) : (
                <Link to="/billing?tab=invoices">{say(words.howToPay)}</Link>
              )}
              <Withdraw plan={planTitles[order.plan]} />
            </Group>
          </div>
        </div>
      )}
    </>
  )
}

/** Takes the order back, after a question. */
function Withdraw({ plan }: { plan: string }) {
  const say = useSay()
  const withdraw = useChange('billing.order.withdraw')
  const moved = useMoneyMoved()
  return (
    <ConfirmButton
      title={say(words.withdraw)}
      about={say(words.withdrawAbout, { plan })}
      done={say(words.withdrawn)}
      run={async () => {
        await withdraw.mutateAsync(undefined)
        moved()
      }}
    />
  )
}

function Method({ payment }: { payment: Billing['payment'] }) {
  const say = useSay()
  if (payment === null) return say(words.noMethod)
  const { kind, brand, last4, expires } = payment
  const name = nameOf(brand ?? kind)
  return (
    <>
      {last4 ? say(words.ending, { brand: name, last4 }) : name}
      {expires && <span className="dim"> {say(words.until, { date: monthOnCard(expires) })}</span>}
    </>
  )
}

/** `visa` as its own cards have it. */
const nameOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)

/** `2035-12` as it stands on a card: 12/35. */
const monthOnCard = (expires: string): string => {
  const [year = '', month = ''] = expires.split('-')
  return `${month}/${year.slice(2)}`
}

/** The provider's page where there is one, else whom to ask. */
function Payment({ data }: DataProps) {
  const say = useSay()
  const me = useMe()
  const portal = useChange('billing.portal')
  const open = () =>
    portal.mutate(
      { body: { purpose: 'payment_method' } },
      { onSuccess: ({ url }) => window.location.assign(url) },
    )
  const contact = me.billing?.contact
  if (isService(data.provider) && data.state !== 'none') {
    return (
      <Group mt="md">
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} />}
          loading={portal.isPending}
          onClick={open}
        >
          {say(words.portal)}
        </Button>
        <Refused error={portal.error} />
      </Group>
    )
  }
  return contact ? (
    <Text size="sm" c="dimmed" mt="md" className="wrap">
      {say(words.contact, { contact })}
    </Text>
  ) : null
}
