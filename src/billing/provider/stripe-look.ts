/** How a customer stands at Stripe now, in a handful of calls. */
import type Stripe from 'stripe'
import type { ProviderView } from './cashier.ts'
import {
  idKey,
  methodOf,
  ownId,
  refOf,
  seenDispute,
  seenInvoice,
  seenOrder,
} from './stripe-objects.ts'

interface Looking {
  readonly stripe: Stripe
  /** Objects of the other mode are dropped. */
  readonly isLive: boolean
}

/** Charges of a customer that are looked at, the newest first: of decades of months. */
const maxCharges = 1_000

export async function look(
  { stripe, isLive }: Looking,
  asked: { readonly customer: string; readonly disputes: readonly string[] },
): Promise<ProviderView> {
  const { customer } = asked
  const nothing = {
    method: null,
    orders: [],
    invoices: [],
    strangers: [],
    disputes: [],
    warnings: [],
  }
  const found = await stripe.customers.retrieve(customer).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'resource_missing') return null
    throw error
  })
  if (found === null || found.deleted) return { isGone: true, ...nothing }
  const ofCustomer = { customer, limit: 100 }
  const [methods, sessions, invoices, charges, warned] = await Promise.all([
    stripe.paymentMethods.list(ofCustomer),
    stripe.checkout.sessions.list(ofCustomer),
    stripe.invoices.list({ ...ofCustomer, expand: ['data.payments'] }),
    stripe.charges.list(ofCustomer).autoPagingToArray({ limit: maxCharges }),
    warnedCharges(stripe),
  ])
  // What does not say is play money.
  const isOurs = (one: { readonly livemode: boolean }) => Boolean(one.livemode) === isLive
  const refunded = new Map(
    charges.map(one => [refOf(one.payment_intent) ?? one.id, one.amount_refunded]),
  )
  const disputed = charges.filter(one => one.disputed && isOurs(one))
  const disputes = await disputesOf(stripe, disputed, asked.disputes)
  const own = invoices.data.filter(isOurs)
  return {
    isGone: false,
    method: methodOf(methods.data, refOf(found.invoice_settings?.default_payment_method)),
    orders: sessions.data.filter(isOurs).flatMap(one => {
      const id = ownId('ord', one)
      return id === null ? [] : [seenOrder(one, id, refunded)]
    }),
    invoices: own.flatMap(one => {
      const id = ownId('bil', one)
      return id === null ? [] : [seenInvoice(one, id, refunded)]
    }),
    strangers: own.flatMap(one => (one.metadata?.[idKey] === undefined ? (one.id ?? []) : [])),
    disputes,
    warnings: charges
      .filter(one => warned.has(one.id) && isOurs(one) && !one.refunded)
      .map(one => refOf(one.payment_intent) ?? one.id),
  }
}

/**
 * The disputes of these charges, and those that are known to have been open: whether a charge is
 * still said to be disputed once its dispute has ended, the provider's reference leaves open.
 */
async function disputesOf(
  stripe: Stripe,
  disputed: readonly Stripe.Charge[],
  known: readonly string[],
): Promise<ProviderView['disputes']> {
  const listed = await Promise.all(
    disputed.map(async one => {
      const { data } = await stripe.disputes.list({ charge: one.id, limit: 100 })
      return data.map(dispute => seenDispute(dispute, refOf(one.payment_intent)))
    }),
  )
  const seen = listed.flat()
  const missing = known.filter(id => seen.every(one => one.id !== id))
  const asked = await Promise.all(
    missing.map(id =>
      stripe.disputes.retrieve(id).catch((error: unknown) => {
        // Of the other mode, where the two have changed.
        if ((error as { code?: string }).code === 'resource_missing') return null
        throw error
      }),
    ),
  )
  const found = asked.filter(one => one !== null)
  return [...seen, ...found.map(one => seenDispute(one, refOf(one.payment_intent)))]
}

/**
 * Charges that banks take for fraud, the newest of all customers: there is no list by customer. A
 * key without the right to read them goes without, and so does a day on which they are not told.
 */
async function warnedCharges(stripe: Stripe): Promise<ReadonlySet<string | null>> {
  const listed = await stripe.radar.earlyFraudWarnings.list({ limit: 100 }).catch(() => null)
  return new Set((listed?.data ?? []).map(one => refOf(one.charge)))
}
