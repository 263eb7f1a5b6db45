/** `/api/plans` and `/api/billing`: for owners; there is nothing of it where nobody collects. */
import { type Static, type TSchema, Type } from 'typebox'
import { billsOfPeriods } from '#billing/invoices/invoices.ts'
import { portalOf } from '#billing/invoices/pay-now.ts'
import { changesOf } from '#billing/overview/changes.ts'
import { billingOf } from '#billing/overview/overview.ts'
import { lookAt } from '#billing/provider/look.ts'
import { providerNames } from '#billing/provider/provider.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { payWays, portalPurposes } from '#billing/shapes.ts'
import { changePlan, showAnswer } from '#billing/subscription/change-plan.ts'
import { placeOrder, withdrawOrder } from '#billing/subscription/orders.ts'
import { csv } from '#kernel/base/csv.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import type { World } from '#kernel/world/world.ts'
import { planNames } from '#tenants/accounts/terms.ts'
import { tryOnce } from '#tenants/identity/throttle.ts'
import { lastPeriods, marksOf, showPeriod } from '#tenants/limits/ledger.ts'
import { showAmount } from '#tenants/limits/money.ts'
import { soldCurrencies } from '#tenants/limits/offer.ts'
import { currencies } from '#tenants/limits/plan-terms.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { invoiceRoutes } from './invoice-routes.ts'

const moment = Type.String({ format: 'date-time' })
const count = Type.Integer()
const maybe = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const text = Type.String()
const plan = Type.Enum(planNames)
const currency = Type.Enum(currencies)

const billingSchema = Type.Object(
  {
    provider: Type.Enum(providerNames),
    mode: Type.Enum(['live', 'test']),
    state: Type.Enum(['none', 'active', 'past_due', 'ended']),
    plan,
    next_plan: maybe(plan),
    currency,
    period: Type.Object({ from: text, to: text }),
    price: maybe(text),
    used: count,
    included: maybe(count),
    extra: count,
    cost: text,
    cost_exact: Type.String({ description: 'The same before it is rounded, to 1/1000 cent.' }),
    overage_per_1000: Type.Union([text, Type.Null()], {
      description: 'What the period is sold at; null: nothing beyond its volume.',
    }),
    cap: maybe(text),
    cap_now: text,
    credit: maybe(text),
    forecast: maybe(Type.Object({ used: count, cost: text, cap_reached_at: maybe(moment) })),
    payment: maybe(
      Type.Object({
        kind: text,
        brand: maybe(text),
        last4: maybe(text),
        expires: maybe(text),
      }),
    ),
    billing_email: maybe(text),
    grace_until: maybe(moment),
    dispute: maybe(Type.Enum(['open', 'lost'])),
    open_invoice: maybe(text),
    order: maybe(Type.Object({ id: text, plan, url: maybe(text), expires_at: moment })),
    overage: Type.Enum(['on', 'off', 'stopped_by_payment']),
  },
  { $id: 'Billing' },
)

interface PageQuery {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
}

/** A page of rows in hand, after the one that goes by the cursor. */
function pageBy<Row>(
  rows: readonly Row[],
  page: PageQuery,
  keysOf: (row: Row) => readonly string[],
) {
  const limit = page.limit ?? 50
  const after = page.starting_after
  const last = after === undefined ? -1 : rows.findIndex(row => keysOf(row).includes(after))
  if (after !== undefined && last < 0) {
    throw new Refusal('invalid_field', { param: 'starting_after' })
  }
  const rest = rows.slice(last + 1)
  return { data: rest.slice(0, limit), has_more: rest.length > limit }
}

/** So many rows are in a list at most: centuries of months. */
const maxRows = 10_000

const plansRoute = memberRoute({
  method: 'GET',
  path: '/plans',
  name: 'plans.list',
  summary: 'What the plans hold and cost, smallest first',
  success: {
    status: 200,
    schema: Type.Object({
      currencies: Type.Array(currency),
      data: Type.Array(
        Type.Object({
          plan,
          included: maybe(count),
          daily: maybe(count),
          domains: maybe(count),
          retention_days: count,
          prices: Type.Array(Type.Object({ currency, month: text, overage_per_1000: maybe(text) })),
        }),
      ),
    }),
  },
  errors: [],
  async handle({ world }) {
    const sold = soldCurrencies(world.settings)
    const plans = plansOf(world.settings)
    const data = planNames.map(name => {
      const { included, daily, domains, retentionDays, prices } = plans[name]
      return {
        plan: name,
        included,
        daily,
        domains,
        retention_days: retentionDays,
        prices: sold.flatMap(one => {
          const price = prices[one]
          if (!price) return []
          const { monthCents, overageCents } = price
          const overage = overageCents === null ? null : showAmount(overageCents)
          return [{ currency: one, month: showAmount(monthCents), overage_per_1000: overage }]
        }),
      }
    })
    return { status: 200, body: { currencies: sold, data } }
  },
})

const reading: readonly DashboardRoute[] = [
  plansRoute,
  memberRoute({
    method: 'GET',
    path: '/billing',
    name: 'billing.get',
    access: 'owner',
    summary: 'Plan, period, cap, payment: how the account stands',
    query: Type.Object({ fresh: Type.Optional(Type.Enum(['0', '1'])) }),
    success: { status: 200, schema: billingSchema },
    errors: [],
    async handle({ world, session, query }) {
      if (query.fresh === '1') await lookAt(world, session.accountId, { isGentle: true })
      return { status: 200, body: await billingOf(world, session.accountId) }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/periods',
    name: 'billing.periods.list',
    access: 'owner',
    summary: 'Closed periods, newest first',
    query: Type.Object(pageQuery),
    success: {
      status: 200,
      schema: pageOf(
        Type.Object({
          from: text,
          to: text,
          plan,
          currency,
          included: maybe(count),
          used: count,
          extra: count,
          cost: text,
          cap: text,
          invoice_id: maybe(text),
        }),
      ),
    },
    errors: ['invalid_field'],
    async handle({ world, session, query }) {
      const { accountId } = session
      const rows = await lastPeriods(world.db, accountId, maxRows)
      const page = pageBy(rows, query, row => [row.from])
      const ids = page.data.map(one => one.id)
      const invoices = await billsOfPeriods(world, accountId, ids)
      const data = page.data.map(one => {
        const invoice = invoices.get(one.id)
        return { ...showPeriod(one), invoice_id: invoice ? show('bil', invoice) : null }
      })
      return { status: 200, body: { ...page, data } }
    },
  }),
]

const markSchema = Type.Object({ at: moment, used: count, extra: count, cost: text })
const usageQuery = { period: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })) }

/** A day that the calendar has: the 30th of February rolls over into March. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Running totals of a period, the present one unless another is named. */
async function trailOf(world: World, accountId: Uuid, period: string | undefined) {
  if (period !== undefined && !isDay(period)) {
    throw new Refusal('invalid_field', { param: 'period' })
  }
  const from = period ?? (await readQuota(world.db, world, accountId))!.quota.month
  return marksOf(world.db, accountId, { from, count: maxRows })
}

const usage: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/billing/usage',
    name: 'billing.usage.list',
    access: 'owner',
    summary: 'Running totals of a period by the hour, oldest first',
    query: Type.Object({ ...usageQuery, ...pageQuery }),
    success: { status: 200, schema: pageOf(markSchema) },
    errors: ['invalid_field'],
    async handle({ world, session, query }) {
      const marks = await trailOf(world, session.accountId, query.period)
      return { status: 200, body: pageBy(marks, query, one => [one.at]) }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/usage/export',
    name: 'billing.usage.export',
    access: 'owner',
    summary: 'The same as CSV',
    query: Type.Object(usageQuery),
    success: { status: 200, schema: Type.String(), contentType: 'text/csv; charset=utf-8' },
    errors: ['invalid_field'],
    async handle({ world, session, query }) {
      const marks = await trailOf(world, session.accountId, query.period)
      const rows = marks.map(one => [one.at, String(one.used), String(one.extra), one.cost])
      return {
        status: 200,
        headers: { 'Content-Disposition': 'attachment; filename="usage.csv"' },
        body: csv([['at', 'used', 'extra', 'cost'], ...rows]),
      }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/changes',
    name: 'billing.changes.list',
    access: 'owner',
    summary: 'Who changed the cap or the plan, newest first',
    query: Type.Object(pageQuery),
    success: {
      status: 200,
      schema: pageOf(
        Type.Object({
          at: moment,
          kind: Type.Enum(['cap', 'plan']),
          from: maybe(text),
          to: maybe(text),
          by: maybe(text),
        }),
      ),
    },
    errors: ['invalid_field'],
    async handle({ world, session, query }) {
      const rows = await changesOf(world, session.accountId, maxRows)
      return { status: 200, body: pageBy(rows, query, one => [one.at]) }
    },
  }),
]

const buying: readonly DashboardRoute[] = [
  memberRoute({
    method: 'POST',
    path: '/billing/checkout',
    name: 'billing.checkout',
    access: 'owner',
    summary: 'Order a plan',
    body: Type.Object({
      plan,
      currency: Type.Optional(maybe(currency)),
      pay_by: Type.Optional(maybe(Type.Enum(payWays))),
      tax_id: Type.Optional(
        Type.Union([text, Type.Null()], { description: 'As of PATCH /api/account; kept.' }),
      ),
    }),
    success: {
      status: 201,
      schema: Type.Object({ id: text, url: maybe(text), expires_at: moment, invoice_id: text }),
    },
    errors: ['subscription_exists', 'payment_due', 'rate_limited', 'billing_unavailable'],
    async handle({ world, session, body, address }) {
      if (!session.isVerified) throw new Refusal('insufficient_scope')
      const { accountId, memberId } = session
      if (body.tax_id) await changeSettings(world, accountId, { taxId: body.tax_id }, { memberId })
      const wish = {
        plan: body.plan,
        currency: body.currency ?? undefined,
        payBy: body.pay_by ?? undefined,
        memberId,
      }
      const { order, isNew } = await placeOrder(world, await cashierOf(world), {
        accountId,
        wish,
        mayOpen: tx =>
          tryOnce({ db: tx, clock: world.clock }, [
            ['order', accountId],
            ['order_place', address],
          ]),
      })
      return {
        status: isNew ? 201 : 200,
        body: {
          id: show('ord', order.id),
          url: order.url,
          expires_at: order.expiresAt.toISOString(),
          invoice_id: show('bil', order.invoiceId),
        },
      }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/billing/order',
    name: 'billing.order.withdraw',
    access: 'owner',
    summary: 'Take back the order that is open',
    success: { status: 200, schema: billingSchema },
    errors: ['resource_not_found'],
    async handle({ world, session }) {
      await withdrawOrder(world, await cashierOf(world), session.accountId)
      return { status: 200, body: await billingOf(world, session.accountId) }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/billing/portal',
    name: 'billing.portal',
    access: 'owner',
    summary: "A link to the provider's page for payment methods and invoices",
    body: Type.Object({ purpose: Type.Optional(maybe(Type.Enum(portalPurposes))) }),
    success: { status: 201, schema: Type.Object({ url: text }) },
    errors: ['billing_unavailable'],
    handle: async ({ world, session, body }) => ({
      status: 201,
      body: { url: await portalOf(world, session.accountId, body?.purpose ?? null) },
    }),
  }),
  memberRoute({
    method: 'POST',
    path: '/billing/plan',
    name: 'billing.plan',
    access: 'owner',
    summary: 'Change the plan of the subscription, or say what that would do',
    body: Type.Object({ plan, dry_run: Type.Optional(maybe(Type.Boolean())) }),
    success: {
      status: 200,
      schema: Type.Object({
        applies: Type.Enum(['now', 'when_paid', 'at_period_end', 'unchanged']),
        at: maybe(moment),
        charge: text,
        currency,
        invoice: maybe(text),
        warnings: Type.Array(
          Type.Object({
            code: Type.Enum(['payment_declined', 'domains_above', 'logs_shrink']),
            text,
          }),
        ),
      }),
    },
    errors: ['payment_due', 'billing_unavailable'],
    async handle({ world, session, body, language }) {
      const wanted = {
        plan: body.plan,
        isDryRun: body.dry_run === true,
        memberId: session.memberId,
      }
      const cashier = await cashierOf(world)
      const answer = await changePlan(world, cashier, session.accountId, wanted)
      return {
        status: 200,
        body: showAnswer(answer, language) as ReturnType<typeof showAnswer> & {
          currency: Static<typeof currency>
        },
      }
    },
  }),
]

export const billingRoutes: readonly DashboardRoute[] = [
  ...reading,
  ...invoiceRoutes,
  ...usage,
  ...buying,
]
