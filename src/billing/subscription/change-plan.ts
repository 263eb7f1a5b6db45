/**
 * Changing the plan of a subscription (T11–T15): larger at once for the full difference of two month
 * prices, smaller at the end of the period, the present one takes a planned change back. Nothing is
 * pro-rated: the figure that a dry run names is the figure that is charged.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { number, showAmount } from '#tenants/limits/money.ts'
import { nextMonth } from '#tenants/limits/period.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { changeDeal, readQuota } from '#tenants/limits/reserve.ts'
import { domainsOf, notePlanChange } from '#tenants/trust/store.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { type Billing, issueInvoice, upgradeLine } from '../invoices/invoicing.ts'
import { bringOut, payerOf, tryCard, unavailable } from '../invoices/outside.ts'
import { dateText, same, tell } from '../overview/tell.ts'
import type { Cashier } from '../provider/cashier.ts'
import type { BoughtPlan, Invoice } from '../shapes.ts'
import { writeSubscription } from '../store.ts'
import { keepLogsAfter, keepLogsOf } from './kept-logs.ts'
import { isLarger, priceOf } from './offers.ts'
import { upgradePaid } from './paid.ts'
import {
  end,
  isRunning,
  onAccount,
  openUpgrades,
  renew,
  voidInvoice,
  voidUpgrades,
} from './subscription.ts'

interface Warning {
  readonly code: 'payment_declined' | 'domains_above' | 'logs_shrink'
  readonly text: Text
}

interface PlanAnswer {
  readonly applies: 'now' | 'when_paid' | 'at_period_end' | 'unchanged'
  readonly at: Date | null
  readonly chargeCents: number
  readonly currency: string
  readonly invoiceId: Uuid | null
  readonly warnings: readonly Warning[]
}

interface PlanRequest {
  readonly plan: PlanName
  readonly isDryRun: boolean
  readonly memberId: Uuid | null
}

const upgradeMs = dayMs

/** Does what is wanted, or in a dry run says what would be done. */
export async function changePlan(
  world: World,
  cashier: Cashier | null,
  accountId: Uuid,
  wanted: PlanRequest,
): Promise<PlanAnswer> {
  // A period that is over is closed first, for a dry run, too: what is changed is the one of now.
  const subscription = await onAccount(world, accountId, running)
  const { plan, isDryRun } = wanted
  const step = (of: (billing: Billing, before: BoughtPlan) => Promise<void>): Promise<boolean> =>
    onAccount(world, accountId, billing => unlessChanged(billing, subscription, of))
  if (plan === subscription.plan) {
    const isDone = isDryRun || (await step((billing, one) => takeBack(billing, one, wanted)))
    return isDone ? unchanged(subscription) : changePlan(world, cashier, accountId, wanted)
  }
  if (isLarger(plan, subscription.plan)) return upgrade(world, cashier, subscription, wanted)
  const warnings = await warningsOf(world, subscription, plan)
  const answer = { chargeCents: 0, currency: subscription.currency, invoiceId: null, warnings }
  const isNow = plan === 'free' && subscription.state === 'past_due'
  if (plan !== 'free') priceOf(world.settings, plan, subscription.currency)
  const isDone =
    isDryRun ||
    (await step((billing, one) => (isNow ? stop(billing) : planNext(billing, one, wanted))))
  if (!isDone) return changePlan(world, cashier, accountId, wanted)
  return isNow
    ? { applies: 'now', at: new Date(world.clock.now()), ...answer }
    : { applies: 'at_period_end', at: subscription.renewsAt, ...answer }
}

const noSubscription = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'plan',
    why: {
      en: 'There is no subscription whose plan could be changed; order one.',
      pt: 'Não há assinatura cujo plano possa ser trocado; peça uma.',
    },
  })

const unchanged = ({ currency }: BoughtPlan, warnings: readonly Warning[] = []): PlanAnswer => ({
  applies: 'unchanged',
  at: null,
  chargeCents: 0,
  currency,
  invoiceId: null,
  warnings,
})

const stop = (billing: Billing): Promise<void> =>
  end(billing, {
    why: { en: 'It was ended, as was asked.', pt: 'Ele foi encerrado, como foi pedido.' },
    isVoided: true,
  })

/** The subscription in its period of now. */
async function running(billing: Billing): Promise<BoughtPlan> {
  const subscription = await renew(billing)
  if (!isRunning(subscription)) throw noSubscription()
  return subscription
}

/** False: since it was looked at it has become another one, by a second click or its period's end. */
async function unlessChanged(
  billing: Billing,
  before: BoughtPlan,
  step: (billing: Billing, subscription: BoughtPlan) => Promise<void>,
): Promise<boolean> {
  const subscription = await running(billing)
  const { plan, state, startsOn } = subscription
  if (plan !== before.plan || state !== before.state || startsOn !== before.startsOn) return false
  await step(billing, subscription)
  return true
}

async function takeBack(
  billing: Billing,
  subscription: BoughtPlan,
  { memberId }: PlanRequest,
): Promise<void> {
  const { tx, world, accountId } = billing
  await voidUpgrades(billing)
  if (subscription.nextPlan === null) return
  await writeSubscription(tx, { ...subscription, nextPlan: null })
  await changeDeal(tx, world, accountId, { next: null })
  await keepLogsOf(billing, subscription.plan)
  await noteChange(billing, subscription.nextPlan, subscription.plan, memberId)
}

async function noteChange(
  { tx, world, accountId }: Billing,
  from: PlanName,
  to: PlanName,
  memberId: Uuid | null,
): Promise<void> {
  const [id, at] = [world.ids.next(), new Date(world.clock.now())]
  await notePlanChange(tx, { accountId, id, memberId, from, to, at })
}

/** Smaller, or none: at the end of the period, without a word to anybody outside. */
async function planNext(
  billing: Billing,
  subscription: BoughtPlan,
  { plan, memberId }: PlanRequest,
): Promise<void> {
  const { tx, world, accountId } = billing
  const plans = plansOf(world.settings)
  await voidUpgrades(billing)
  const overageCents = plans[plan].prices[subscription.currency]?.overageCents ?? null
  await writeSubscription(tx, { ...subscription, nextPlan: plan })
  await changeDeal(tx, world, accountId, { next: { plan, overageCents } })
  const isShorter = plans[plan].retentionDays < plans[subscription.plan].retentionDays
  if (isShorter) {
    await keepLogsAfter(billing, { plan: subscription.plan, end: subscription.renewsAt })
  } else await keepLogsOf(billing, subscription.plan)
  await noteChange(billing, subscription.plan, plan, memberId)
  const { quota } = (await readQuota(tx, world, accountId))!
  await tell(tx, world, {
    accountId,
    code: 'plan_ends',
    of: `${subscription.startsOn} ${plan}`,
    values: {
      before: same(plans[subscription.plan].title),
      plan: same(plans[plan].title),
      until: dateText(nextMonth(quota.month, quota.anchor)),
    },
  })
}

async function warningsOf(
  world: World,
  { accountId, plan: before }: BoughtPlan,
  plan: PlanName,
): Promise<Warning[]> {
  const plans = plansOf(world.settings)
  const { domains, retentionDays, title } = plans[plan]
  const used = await domainsOf(world.db, accountId)
  const warnings: Warning[] = []
  if (domains !== null && used > domains) {
    warnings.push({
      code: 'domains_above',
      text: {
        en: `${title} has room for ${domains} domain(s), and ${used} are in use. All of them keep working; no new one can be added.`,
        pt: `O ${title} permite ${domains} domínio(s), e ${used} estão em uso. Todos continuam funcionando; nenhum novo pode ser criado.`,
      },
    })
  }
  if (retentionDays < plans[before].retentionDays) {
    const days = number(retentionDays)
    warnings.push({
      code: 'logs_shrink',
      text: {
        en: `Logs are kept for ${days.en} days instead of ${plans[before].retentionDays}, from 30 days after the change on.`,
        pt: `Os registros são guardados por ${days.pt} dias em vez de ${plans[before].retentionDays}, a partir de 30 dias depois da troca.`,
      },
    })
  }
  return warnings
}

// A larger plan --------------------------------------------------------------------------------

async function upgrade(
  world: World,
  cashier: Cashier | null,
  subscription: BoughtPlan,
  wanted: PlanRequest,
): Promise<PlanAnswer> {
  if (subscription.state === 'past_due' || subscription.isDisputed) {
    throw new Refusal('payment_due')
  }
  const price = priceOf(world.settings, wanted.plan, subscription.currency)
  const { accountId, currency } = subscription
  const chargeCents = Math.max(0, price.monthCents - subscription.priceCents)
  const isByCard = cashier !== null && subscription.payBy === 'card'
  const at = new Date(world.clock.now())
  const answer: PlanAnswer = {
    applies: isByCard || chargeCents === 0 ? 'now' : 'when_paid',
    at: isByCard || chargeCents === 0 ? at : null,
    chargeCents,
    currency,
    invoiceId: null,
    warnings: [],
  }
  if (wanted.isDryRun) return answer
  // The provider is asked for the customer first: away, nothing has happened.
  const payer = cashier ? await payerOf(world, cashier, accountId) : null
  const invoice = await onAccount(world, accountId, billing =>
    upgradeInvoice(billing, wanted, { before: subscription, chargeCents }),
  )
  if (invoice === null) return changePlan(world, cashier, accountId, wanted)
  const named = { ...answer, invoiceId: invoice.id }
  if (cashier === null || payer === null || invoice.state === 'paid') return named
  const issued = invoice.state === 'due' ? await bringOut(world, cashier, invoice, payer) : invoice
  if (issued === null) {
    await onAccount(world, accountId, async billing => {
      const fresh = await findInvoice(billing.tx, accountId, invoice.id)
      if (fresh?.state === 'due') await voidInvoice(billing, fresh)
    })
    throw unavailable()
  }
  if (!isByCard) return named
  const tried = await tryCard(world, cashier, issued)
  if (tried === null) return { ...named, applies: 'when_paid', at: null }
  if (tried.state === 'paid') return named
  return unchanged(subscription, [
    {
      code: 'payment_declined',
      text: {
        en: 'The card was declined; nothing has changed.',
        pt: 'O cartão foi recusado; nada mudou.',
      },
    },
  ])
}

interface PlanDifference {
  /** From which the difference was reckoned. */
  readonly before: BoughtPlan
  readonly chargeCents: number
}

/**
 * One at a time: the same again is the same invoice, another one voids it. Null where the plan has
 * become another one meanwhile: a second click, or the end of the period.
 */
async function upgradeInvoice(
  billing: Billing,
  { plan, memberId }: PlanRequest,
  { before, chargeCents: differenceCents }: PlanDifference,
): Promise<Invoice | null> {
  const { tx, world, accountId } = billing
  const subscription = await running(billing)
  if (subscription.state === 'past_due' || subscription.isDisputed) {
    throw new Refusal('payment_due')
  }
  const { priceCents, currency } = subscription
  const isAsBefore = priceCents === before.priceCents && currency === before.currency
  if (subscription.plan !== before.plan || !isAsBefore) return null
  const now = world.clock.now()
  for (const open of await openUpgrades(billing)) {
    const isStill = open.plan === plan && open.totalCents === differenceCents
    if (isStill && (open.voidAt?.getTime() ?? 0) > now) return open
    await voidInvoice(billing, open)
  }
  const { quota } = (await readQuota(tx, world, accountId))!
  const until = nextMonth(quota.month, quota.anchor)
  const invoice = (await issueInvoice(billing, {
    cause: `upgrade:${world.ids.next()}`,
    plan,
    payBy: subscription.payBy,
    currency: subscription.currency,
    startsOn: quota.month,
    endsOn: until,
    lines: [
      upgradeLine(plansOf(world.settings), {
        from: subscription.plan,
        to: plan,
        differenceCents,
        day: quota.day,
        until,
      }),
    ],
    voidAt: new Date(now + upgradeMs),
    memberId,
  }))!
  // Nothing to pay: it is paid.
  if (invoice.state === 'paid') {
    await upgradePaid(billing, invoice, invoice)
  }
  return invoice
}

/** An answer as the dashboard gets it. */
export const showAnswer = (answer: PlanAnswer, language: 'en' | 'pt') => ({
  applies: answer.applies,
  at: answer.at?.toISOString() ?? null,
  charge: showAmount(answer.chargeCents),
  currency: answer.currency,
  invoice: answer.invoiceId === null ? null : show('bil', answer.invoiceId),
  warnings: answer.warnings.map(one => ({ code: one.code, text: one.text[language] })),
})
