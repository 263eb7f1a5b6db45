/** Stripe's objects as ours. */
import Stripe from 'stripe'
import { type Prefix, read, type Uuid } from '#kernel/base/ids.ts'
import type { Method } from '../shapes.ts'
import type { Decline, ProviderView, SeenInvoice } from './cashier.ts'
import { StripeRefused } from './stripe-breaker.ts'

/** The name of our id on every object; frozen, since objects of years carry it. */
export const idKey = 'malote_id'

export function ownId(prefix: Prefix, object: { readonly metadata?: unknown }): Uuid | null {
  const value = (object.metadata as Record<string, string> | null | undefined)?.[idKey]
  return value === undefined ? null : read(prefix, value)
}

export const refOf = (object: string | { readonly id: string } | null | undefined) =>
  typeof object === 'string' ? object : (object?.id ?? null)

const hosts = ['checkout.stripe.com', 'billing.stripe.com', 'invoice.stripe.com', 'pay.stripe.com']

/** A link of Stripe's own pages; anything else is none. */
function ownLink(url: string | null | undefined): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && hosts.includes(host) ? url : null
}

export function neededLink(url: string | null | undefined): string {
  const link = ownLink(url)
  if (link === null) throw new StripeRefused('a link that is not its own')
  return link
}

/** The payment that a bill was paid with. */
export function paymentOf(invoice: Stripe.Invoice): string | null {
  const paid =
    invoice.payments?.data.find(one => one.status === 'paid') ?? invoice.payments?.data[0]
  return refOf(paid?.payment.payment_intent)
}

const invoiceStates = {
  draft: 'open',
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'lost',
} as const

export function seenInvoice(
  invoice: Stripe.Invoice,
  id: Uuid,
  refunded: ReadonlyMap<string, number>,
): SeenInvoice {
  const payment = paymentOf(invoice)
  return {
    id,
    ref: invoice.id ?? '',
    state: invoiceStates[(invoice.status ?? 'draft') as keyof typeof invoiceStates] ?? 'open',
    totalCents: invoice.total,
    currency: invoice.currency.toUpperCase(),
    refundedCents: payment === null ? 0 : (refunded.get(payment) ?? 0),
    payUrl: ownLink(invoice.hosted_invoice_url),
    pdfUrl: ownLink(invoice.invoice_pdf),
    payment,
  }
}

/** What a customer pays with: the card of their choice, else the newest, else whatever there is. */
export function chosenMethod(
  methods: readonly Stripe.PaymentMethod[],
  chosen: string | null,
): Stripe.PaymentMethod | null {
  const cards = methods.filter(one => one.card)
  return cards.find(one => one.id === chosen) ?? cards[0] ?? methods[0] ?? null
}

export function methodOf(
  methods: readonly Stripe.PaymentMethod[],
  chosen: string | null,
): Method | null {
  const method = chosenMethod(methods, chosen)
  if (method === null) return null
  const { card } = method
  if (!card) return { kind: method.type, brand: null, last4: null, expires: null }
  const month = String(card.exp_month).padStart(2, '0')
  return {
    kind: 'card',
    brand: card.brand,
    last4: card.last4,
    expires: `${card.exp_year}-${month}`,
  }
}

export function seenOrder(
  session: Stripe.Checkout.Session,
  id: Uuid,
  refunded: ReadonlyMap<string, number>,
): ProviderView['orders'][number] {
  const isPaid = session.payment_status === 'paid'
  const payment = refOf(session.payment_intent)
  return {
    id,
    ref: payment ?? session.id,
    state: isPaid ? 'paid' : session.status === 'open' ? 'open' : 'closed',
    totalCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refundedCents: payment === null ? 0 : (refunded.get(payment) ?? 0),
  }
}

/** Declines after which the same card need not be tried. */
const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'fraudulent',
  'invalid_account',
  'expired_card',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'do_not_try_again',
  'stop_payment_order',
])

/** The bank wants the customer to confirm, on the invoice's page. */
const confirmations = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
])

/** Null: no word about the card. */
export function declinedOf(error: unknown): Decline | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { decline_code, code, message } = error
  const needsCustomer = [code, decline_code].some(one => confirmations.has(one ?? ''))
  if (!needsCustomer && !(error instanceof Stripe.errors.StripeCardError)) return null
  const why = decline_code ?? code ?? message
  return { why, isHard: hardDeclines.has(why), needsCustomer }
}

const disputeStates: Readonly<Record<string, 'won' | 'lost'>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

export const seenDispute = (
  dispute: Stripe.Dispute,
  payment: string | null,
): ProviderView['disputes'][number] => ({
  id: dispute.id,
  state: disputeStates[dispute.status] ?? 'open',
  isFraud: dispute.reason === 'fraudulent',
  payment,
})
