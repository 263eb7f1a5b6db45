/** `/api/operator/billing`: money acts, for operators who own their account; hidden from all others. */
import { Type } from 'typebox'
import { forgive, markPaid, noteFiscal, refundInvoice, remindOf } from '#billing/acts.ts'
import {
  allInvoices,
  anyInvoice,
  listedInvoices,
  pageOfInvoices,
} from '#billing/invoices/invoices.ts'
import { revenueOf } from '#billing/overview/revenue.ts'
import { statusOf } from '#billing/overview/status.ts'
import { providerNames } from '#billing/provider/provider.ts'
import { findings, settleFinding, showDifference } from '#billing/provider/reconcile.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { type Invoice, type InvoiceState, invoiceStates, payWays } from '#billing/shapes.ts'
import { subscribe } from '#billing/subscription/orders.ts'
import { csv } from '#kernel/base/csv.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { type Prefix, read, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { pageOf, pageOfRows, pageQuery } from '#kernel/routes/paging.ts'
import type { World } from '#kernel/world/world.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { planNames } from '#tenants/accounts/terms.ts'
import { currencies } from '#tenants/limits/plan-terms.ts'
import { readAmount } from '#tenants/trust/settings.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { invoiceSchema, pdfAnswer, pdfFile } from './invoice-routes.ts'

const text = Type.String({ minLength: 1, maxLength: 500 })
const maybeText = Type.Union([Type.String(), Type.Null()])
const moment = Type.String({ format: 'date-time' })
const listed = Type.Object({ ...invoiceSchema.properties, account_id: Type.String() })
const access = 'operator_owner'

function idOf(prefix: Prefix, typed: string | undefined): Uuid {
  const id = read(prefix, typed ?? '')
  if (id === null) throw new Refusal('resource_not_found')
  return id
}

/** An amount of a body; throws the refusal that names it. */
function amountOf(given: string): number {
  try {
    return readAmount(given)
  } catch {
    throw new Refusal('invalid_field', { param: 'amount' })
  }
}

const stateQuery = { state: Type.Optional(Type.Enum(invoiceStates)) }

const differenceSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    account_id: maybeText,
    invoice_id: maybeText,
    text: Type.String(),
    since: moment,
  },
  { $id: 'BillingDifference' },
)

const amounts = { monthly: Type.String(), owed: Type.String(), overdue: Type.String() }
const revenueSchema = Type.Object(
  {
    currency: Type.Enum(currencies),
    accounts: Type.Integer(),
    ...amounts,
    months: Type.Array(
      Type.Object({ month: Type.String(), paid: Type.String(), refunded: Type.String() }),
    ),
  },
  { $id: 'BillingRevenue' },
)

const headOfTable =
  'id number account_id state total paid refunded currency from to due_at paid_on reference'

async function* tableOf(
  world: World,
  state: InvoiceState | undefined,
  language: Language,
): AsyncGenerator<string> {
  yield csv([headOfTable.split(' ')])
  for await (const invoices of allInvoices(world, { accountId: null, state })) {
    const shown = await listedInvoices(world, invoices, language)
    yield csv(
      shown.map(({ payments, ...one }) => [
        one.id,
        one.number,
        one.account_id,
        one.state,
        one.total,
        one.paid,
        one.refunded,
        one.currency,
        one.period.from,
        one.period.to,
        one.due_at,
        ...paidBy(payments),
      ]),
    )
  }
}

/** The day on which an invoice was paid, and what that payment is known by. */
function paidBy(
  payments: Awaited<ReturnType<typeof listedInvoices>>[number]['payments'],
): readonly [string, string] {
  const payment = payments.find(one => one.kind === 'payment')
  return [payment?.date ?? '', payment?.reference ?? '']
}

const looking: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/operator/billing',
    name: 'operator.billing.get',
    access,
    summary: 'How the installation stands with money',
    success: {
      status: 200,
      schema: Type.Object({
        provider: Type.Enum(providerNames),
        mode: Type.Enum(['live', 'test']),
        active: Type.Integer(),
        past_due: Type.Integer(),
        differences: Type.Integer(),
        last_event_at: Type.Union([moment, Type.Null()]),
      }),
    },
    errors: [],
    handle: async ({ world }) => ({ status: 200, body: await statusOf(world) }),
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/billing/revenue',
    name: 'operator.billing.revenue',
    access,
    summary: 'What comes in each month, what came in, and what is owed',
    success: { status: 200, schema: Type.Object({ data: Type.Array(revenueSchema) }) },
    errors: [],
    async handle({ world, session }) {
      const account = await getAccount(world, session.accountId)
      return { status: 200, body: { data: await revenueOf(world, account!.timeZone) } }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/billing/invoices/{invoice_id}/pdf',
    name: 'operator.billing.invoices.pdf',
    access,
    summary: 'An invoice as PDF',
    success: pdfFile,
    errors: ['resource_not_found'],
    async handle({ world, params, language }) {
      const invoice = await anyInvoice(world, idOf('bil', params.invoice_id))
      return pdfAnswer(world, invoice, language)
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/billing/differences',
    name: 'operator.billing.differences.list',
    access,
    summary: 'Where the provider and this installation disagree, newest first',
    query: Type.Object(pageQuery),
    success: { status: 200, schema: pageOf(differenceSchema) },
    errors: ['invalid_field'],
    async handle({ world, query, language }) {
      const { rows, has_more } = pageOfRows(await findings(world), { limit: 50, ...query }, 'dif')
      const data = rows.map(one => showDifference(one, language))
      return { status: 200, body: { data, has_more } }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/billing/invoices',
    name: 'operator.billing.invoices.list',
    access,
    summary: 'Invoices of all accounts, newest first',
    query: Type.Object({ ...stateQuery, ...pageQuery }),
    success: { status: 200, schema: pageOf(listed) },
    errors: ['invalid_field'],
    async handle({ world, query, language }) {
      const of = { accountId: null, state: query.state }
      const { rows, has_more } = await pageOfInvoices(world, of, query)
      const data = await listedInvoices(world, rows, language)
      return { status: 200, body: { data, has_more } }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/billing/invoices/export',
    name: 'operator.billing.invoices.export',
    access,
    summary: 'The same as CSV, for the accountant',
    query: Type.Object(stateQuery),
    success: { status: 200, schema: Type.String(), contentType: 'text/csv; charset=utf-8' },
    errors: ['invalid_field', 'rate_limited'],
    handle: async ({ world, session, query, language }) => ({
      status: 200,
      headers: { 'Content-Disposition': 'attachment; filename="invoices.csv"' },
      body: world.runtime
        .get(exportPlaces, world)
        .stream(session.accountId, tableOf(world, query.state, language)),
    }),
  }),
]

const invoiceAct = { access, success: { status: 200, schema: listed } } as const
const shown = async (world: World, invoice: Invoice, language: Language) => ({
  status: 200,
  body: (await listedInvoices(world, [invoice], language))[0]!,
})

const acting: readonly DashboardRoute[] = [
  memberRoute({
    ...invoiceAct,
    method: 'POST',
    path: '/operator/billing/invoices/{invoice_id}/paid',
    name: 'operator.billing.invoices.paid',
    summary: 'Paid outside of the provider',
    body: Type.Object({
      reference: text,
      date: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: "The day on which the money came, in the account's zone; null: today.",
        }),
      ),
      amount: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'What came; it has to be the whole of the invoice.',
        }),
      ),
    }),
    errors: ['resource_not_found', 'invalid_field'],
    async handle({ world, session, params, body, language }) {
      const { reference, date, amount } = body
      const cents = amount == null ? undefined : amountOf(amount)
      const act = { reference, date, cents, memberId: session.memberId }
      return shown(world, await markPaid(world, idOf('bil', params.invoice_id), act), language)
    },
  }),
  memberRoute({
    ...invoiceAct,
    method: 'POST',
    path: '/operator/billing/invoices/{invoice_id}/refund',
    name: 'operator.billing.invoices.refund',
    summary: 'Give money back',
    body: Type.Object({
      amount: Type.String(),
      reason: text,
      end: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
    errors: ['resource_not_found', 'invalid_field'],
    async handle({ world, session, params, body, language }) {
      const ask = {
        cents: amountOf(body.amount),
        reason: body.reason,
        isEnd: body.end === true,
        memberId: session.memberId,
      }
      const id = idOf('bil', params.invoice_id)
      return shown(world, await refundInvoice(world, id, ask), language)
    },
  }),
  memberRoute({
    ...invoiceAct,
    method: 'POST',
    path: '/operator/billing/invoices/{invoice_id}/forgive',
    name: 'operator.billing.invoices.forgive',
    summary: 'Nobody has to pay it any more',
    body: Type.Object({ reason: text }),
    errors: ['resource_not_found', 'invalid_field'],
    async handle({ world, session, params, body, language }) {
      const act = { ...body, memberId: session.memberId }
      return shown(world, await forgive(world, idOf('bil', params.invoice_id), act), language)
    },
  }),
  memberRoute({
    ...invoiceAct,
    method: 'POST',
    path: '/operator/billing/invoices/{invoice_id}/remind',
    name: 'operator.billing.invoices.remind',
    summary: 'Send the letter of an open invoice once more, at most once a day',
    errors: ['resource_not_found', 'invalid_field'],
    async handle({ world, session, params, language }) {
      const act = { memberId: session.memberId }
      return shown(world, await remindOf(world, idOf('bil', params.invoice_id), act), language)
    },
  }),
  memberRoute({
    ...invoiceAct,
    method: 'POST',
    path: '/operator/billing/invoices/{invoice_id}/fiscal-note',
    name: 'operator.billing.invoices.fiscal_note',
    summary: 'The number of the fiscal note',
    body: Type.Object({ number: text }),
    errors: ['resource_not_found'],
    async handle({ world, session, params, body, language }) {
      const act = { ...body, memberId: session.memberId }
      return shown(world, await noteFiscal(world, idOf('bil', params.invoice_id), act), language)
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/operator/billing/differences/{difference_id}/settle',
    name: 'operator.billing.differences.settle',
    access,
    summary: 'A finding is looked into and done',
    success: { status: 200, schema: differenceSchema },
    errors: ['resource_not_found'],
    async handle({ world, params, language }) {
      const one = await settleFinding(world, idOf('dif', params.difference_id))
      if (one === null) throw new Refusal('resource_not_found')
      return { status: 200, body: showDifference(one, language) }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/operator/billing/accounts/{account_id}/subscribe',
    name: 'operator.billing.accounts.subscribe',
    access,
    summary: "An order in the owner's name",
    body: Type.Object({
      plan: Type.Enum(planNames),
      currency: Type.Optional(Type.Union([Type.Enum(currencies), Type.Null()])),
      price: Type.Optional(maybeText),
      pay_by: Type.Optional(Type.Union([Type.Enum(payWays), Type.Null()])),
    }),
    success: { status: 201, schema: listed },
    errors: ['resource_not_found', 'invalid_field', 'subscription_exists', 'payment_due'],
    async handle({ world, session, params, body, language }) {
      const id = idOf('acc', params.account_id)
      const wish = {
        plan: body.plan,
        currency: body.currency ?? undefined,
        payBy: body.pay_by ?? undefined,
        priceCents: body.price == null ? undefined : priceOf(body.price),
        memberId: session.memberId,
      }
      const invoice = await subscribe(world, await cashierOf(world), id, wish)
      return { ...(await shown(world, invoice, language)), status: 201 }
    },
  }),
]

function priceOf(given: string): number {
  try {
    return readAmount(given)
  } catch {
    throw new Refusal('invalid_field', { param: 'price' })
  }
}

export const operatorBillingRoutes: readonly DashboardRoute[] = [...looking, ...acting]
