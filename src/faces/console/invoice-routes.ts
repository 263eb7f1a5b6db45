/** An account's invoices: seen, on paper, and paid. */
import { Type } from 'typebox'
import { howToPay } from '#billing/invoices/how-to-pay.ts'
import { invoicePdf } from '#billing/invoices/invoice-pdf.ts'
import { getInvoice, pageOfInvoices, shownInvoices } from '#billing/invoices/invoices.ts'
import { shownNumber } from '#billing/invoices/invoicing.ts'
import { payNow } from '#billing/invoices/pay-now.ts'
import { type Invoice, invoiceStates } from '#billing/shapes.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import type { World } from '#kernel/world/world.ts'
import { currencies } from '#tenants/limits/plan-terms.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

const moment = Type.String({ format: 'date-time' })
const text = Type.String()
const maybe = Type.Union([text, Type.Null()])
const currency = Type.Enum(currencies)

export const invoiceSchema = Type.Object(
  {
    id: text,
    number: text,
    state: Type.Enum(invoiceStates),
    total: text,
    paid: text,
    refunded: text,
    currency,
    period: Type.Object({ from: text, to: text }),
    lines: Type.Array(
      Type.Object({
        kind: Type.Enum(['base', 'overage', 'upgrade']),
        text,
        quantity: Type.Integer(),
        amount: text,
        from: text,
        to: text,
      }),
    ),
    payments: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['payment', 'refund']),
          date: Type.String({ format: 'date', description: "A day of the account's zone." }),
          amount: text,
          reference: maybe,
        },
        { $id: 'InvoicePayment' },
      ),
    ),
    pay_url: maybe,
    pdf_url: maybe,
    fiscal_note: maybe,
    created_at: moment,
    due_at: moment,
  },
  { $id: 'Invoice' },
)

export const pdfFile = {
  status: 200,
  schema: Type.String(),
  contentType: 'application/pdf',
} as const

/** An invoice as a file that is saved under its number. */
export async function pdfAnswer(world: World, invoice: Invoice, language: Language) {
  const name = `malote-${shownNumber(invoice)}.pdf`
  return {
    status: 200,
    headers: {
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
    body: await invoicePdf(world, invoice, language),
  }
}

async function ownInvoice(world: World, accountId: Uuid, typed: string) {
  const id = read('bil', typed)
  const invoice = id && (await getInvoice(world, accountId, id))
  if (!invoice) throw new Refusal('resource_not_found')
  return invoice
}

export const invoiceRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/billing/invoices',
    name: 'billing.invoices.list',
    access: 'owner',
    summary: 'Invoices, newest first',
    query: Type.Object(pageQuery),
    success: { status: 200, schema: pageOf(invoiceSchema) },
    errors: ['invalid_field'],
    async handle({ world, session, query, language }) {
      const of = { accountId: session.accountId }
      const { rows, has_more } = await pageOfInvoices(world, of, query)
      return { status: 200, body: { data: await shownInvoices(world, rows, language), has_more } }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/invoices/{invoice_id}',
    name: 'billing.invoices.get',
    access: 'owner',
    summary: 'An invoice',
    success: { status: 200, schema: invoiceSchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params, language }) {
      const invoice = await ownInvoice(world, session.accountId, params.invoice_id!)
      return { status: 200, body: (await shownInvoices(world, [invoice], language))[0]! }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/invoices/{invoice_id}/payment',
    name: 'billing.invoices.payment',
    access: 'owner',
    summary: 'How an invoice is paid where the operator collects by hand',
    success: {
      status: 200,
      schema: Type.Object({
        number: text,
        amount: text,
        currency,
        contact: maybe,
        text: maybe,
        pix: Type.Union([Type.Object({ code: text, key: text, name: text }), Type.Null()]),
      }),
    },
    errors: ['resource_not_found'],
    async handle({ world, session, params }) {
      const invoice = await ownInvoice(world, session.accountId, params.invoice_id!)
      return { status: 200, body: howToPay(world.settings, invoice) }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/billing/invoices/{invoice_id}/pdf',
    name: 'billing.invoices.pdf',
    access: 'owner',
    summary: 'An invoice as PDF',
    success: pdfFile,
    errors: ['resource_not_found'],
    async handle({ world, session, params, language }) {
      const invoice = await ownInvoice(world, session.accountId, params.invoice_id!)
      return pdfAnswer(world, invoice, language)
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/billing/invoices/{invoice_id}/pay',
    name: 'billing.invoices.pay',
    access: 'owner',
    summary: 'Try the card now, or say where to pay',
    success: {
      status: 200,
      schema: Type.Union([invoiceSchema, Type.Object({ pay_url: maybe })]),
    },
    errors: ['resource_not_found', 'billing_unavailable'],
    async handle({ world, session, params, language }) {
      const invoice = await ownInvoice(world, session.accountId, params.invoice_id!)
      const after = await payNow(world, invoice)
      if ('payUrl' in after && !('id' in after)) {
        return { status: 200, body: { pay_url: after.payUrl } }
      }
      return {
        status: 200,
        body: (await shownInvoices(world, [after as typeof invoice], language))[0]!,
      }
    },
  }),
]
