/**
 * Stripe as the cashier: hosted pages, one invoice a bill, no subscription of its own. Before it
 * creates anything it looks for our id among what the customer has, since idempotency keys are
 * forgotten after a day.
 */
import Stripe from 'stripe'
import { show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { Invoice, InvoiceLine, Order, PortalPurpose } from '../shapes.ts'
import type { Cashier, Decline, ProviderEvent, SeenInvoice } from './cashier.ts'
import { modeOf } from './provider.ts'
import { type Ask, createBreaker, StripeRefused } from './stripe-breaker.ts'
import { callMs, httpClient } from './stripe-http.ts'
import { look } from './stripe-look.ts'
import {
  chosenMethod,
  declinedOf,
  idKey,
  neededLink,
  ownId,
  paymentOf,
  refOf,
  seenInvoice,
} from './stripe-objects.ts'

interface Parts {
  readonly stripe: Stripe
  readonly world: World
  readonly ask: Ask
}

const none: ReadonlyMap<string, number> = new Map()
/** So that what was paid can be given back. */
const withPayments = ['payments']

export function stripeCashier(world: World): Cashier {
  const { settings } = world
  const url = new URL(settings.MALOTE_STRIPE_API_URL)
  const stripe = new Stripe(settings.MALOTE_STRIPE_KEY, {
    apiVersion: '2026-10-28.endive',
    httpClient: httpClient(world),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: callMs,
    host: url.hostname,
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    ...(url.port === '' ? {} : { port: url.port }),
  })
  const parts: Parts = { stripe, world, ask: createBreaker(world) }
  const { ask } = parts
  return {
    customer: payer => ask(() => makeCustomer(parts, payer)),
    openOrder: (order, line, payer) => ask(() => openSession(parts, { order, line, payer })),
    closeOrder: ref => ask(() => closeSession(parts, ref)),
    openPortal: (customer, purpose) => ask(() => openPortal(parts, customer, purpose)),
    issue: (invoice, lines, customer) => ask(() => issue(parts, { invoice, lines, customer })),
    collect: ref => ask(() => collect(parts, ref)),
    cancel: ref => ask(() => cancel(parts, ref)),
    refund: (refund, invoice, customer) =>
      ask(async () => {
        const payment = await paidWith(parts, invoice, customer)
        const given = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
        const id = refund.id
        const known = given.data.find(one => one.metadata?.[idKey] === id)
        if (known) return known.id
        const made = await stripe.refunds.create(
          { payment_intent: payment, amount: refund.amountCents, metadata: { [idKey]: id } },
          { idempotencyKey: `refund:${id}` },
        )
        return made.id
      }),
    look: (customer, disputes) =>
      ask(() => look({ stripe, isLive: modeOf(settings) === 'live' }, { customer, disputes })),
    has: ref => ask(() => has(parts, ref)),
    customerOfCharge: charge =>
      ask(async () => refOf((await stripe.charges.retrieve(charge)).customer)),
    since: fromMs => ask(() => eventsSince(parts, fromMs)),
  }
}

async function makeCustomer(
  { stripe }: Parts,
  { accountId, email, name, language, ref }: Parameters<Cashier['customer']>[0],
): Promise<string> {
  const id = show('acc', accountId)
  const made = await stripe.customers.create(
    { email, name, preferred_locales: [localeOf(language)], metadata: { [idKey]: id } },
    // One that is gone there must not come back out of the provider's memory.
    { idempotencyKey: `customer:${id}:${ref ?? 'first'}` },
  )
  return made.id
}

const localeOf = (language: 'pt' | 'en') => (language === 'pt' ? 'pt-BR' : 'en')

interface SessionOf {
  readonly order: Order
  readonly line: InvoiceLine
  readonly payer: { readonly ref: string; readonly language: 'pt' | 'en' }
}

async function openSession({ stripe, world }: Parts, { order, line, payer }: SessionOf) {
  const id = show('ord', order.id)
  const known = await stripe.checkout.sessions.list({ customer: payer.ref, limit: 100 })
  const open = known.data.find(one => one.metadata?.[idKey] === id && one.status === 'open')
  const { MALOTE_DASHBOARD_URL: dashboard, MALOTE_STRIPE_METHODS: methods } = world.settings
  const { MALOTE_CLOCK_AHEAD: aheadMs } = world.settings
  const session =
    open ??
    (await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer: payer.ref,
        client_reference_id: id,
        locale: localeOf(payer.language),
        allowed_payment_method_types: [...methods] as ('card' | 'boleto')[],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency.toLowerCase(),
              unit_amount: order.priceCents,
              product_data: { name: line[payer.language] },
            },
          },
        ],
        payment_intent_data: { setup_future_usage: 'off_session', metadata: { [idKey]: id } },
        invoice_creation: { enabled: true, invoice_data: { metadata: { [idKey]: id } } },
        expires_at: Math.floor((order.expiresAt.getTime() - aheadMs) / 1000),
        success_url: `${dashboard}/billing?order=${id}`,
        cancel_url: `${dashboard}/billing`,
        metadata: { [idKey]: id },
      },
      { idempotencyKey: `order:${id}` },
    ))
  return {
    ref: session.id,
    url: neededLink(session.url),
    expiresAt: session.expires_at ? new Date(session.expires_at * 1000 + aheadMs) : order.expiresAt,
  }
}

async function closeSession({ stripe }: Parts, ref: string): Promise<'closed' | 'paid'> {
  const session = await stripe.checkout.sessions.retrieve(ref)
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'open') await stripe.checkout.sessions.expire(ref)
  return 'closed'
}

const portalName = 'malote'

async function openPortal(
  { stripe, world }: Parts,
  customer: string,
  purpose: PortalPurpose | null,
): Promise<string> {
  const listed = await stripe.billingPortal.configurations.list({ limit: 100, active: true })
  const known = listed.data.find(one => one.metadata?.[idKey] === portalName)
  const returnTo = `${world.settings.MALOTE_DASHBOARD_URL}/billing`
  const configuration =
    known ??
    (await stripe.billingPortal.configurations.create(
      {
        default_return_url: returnTo,
        features: {
          customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'email'] },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: false },
          subscription_update: { enabled: false },
        },
        metadata: { [idKey]: portalName },
      },
      { idempotencyKey: `portal:${portalName}` },
    ))
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: returnTo,
    ...(purpose === 'payment_method' ? { flow_data: { type: 'payment_method_update' } } : {}),
  })
  return neededLink(session.url)
}

interface Issue {
  readonly invoice: Invoice
  readonly lines: readonly InvoiceLine[]
  readonly customer: { readonly ref: string; readonly language: 'pt' | 'en' }
}

/** A draft, its lines, the sum compared, and only then final. */
async function issue(
  { stripe, world }: Parts,
  { invoice, lines, customer }: Issue,
): Promise<SeenInvoice> {
  const id = show('bil', invoice.id)
  const listed = await stripe.invoices.list({
    customer: customer.ref,
    limit: 100,
    expand: withPayments.map(one => `data.${one}`),
  })
  const known = listed.data.find(one => one.metadata?.[idKey] === id && one.status !== 'void')
  const isByCard = invoice.payBy === 'card'
  const dueDays = world.settings.MALOTE_BILLING_DUE_DAYS
  const draft =
    known ??
    (await stripe.invoices.create(
      {
        customer: customer.ref,
        currency: invoice.currency.toLowerCase(),
        collection_method: isByCard ? 'charge_automatically' : 'send_invoice',
        ...(isByCard ? {} : { days_until_due: dueDays }),
        auto_advance: false,
        pending_invoice_items_behavior: 'exclude',
        metadata: { [idKey]: id },
      },
      { idempotencyKey: `invoice:${id}` },
    ))
  if (draft.status !== 'draft') return checked(draft, invoice)
  const hasLines = (draft.lines?.data.length ?? 0) > 0
  const filled = hasLines
    ? draft
    : await stripe.invoices.addLines(
        draft.id!,
        {
          lines: lines.map(line => ({
            amount: line.amountCents,
            description: line[customer.language],
          })),
        },
        { idempotencyKey: `lines:${id}` },
      )
  if (filled.total !== invoice.totalCents) {
    throw new StripeRefused(`a total of ${filled.total} instead of ${invoice.totalCents}`)
  }
  const final = await stripe.invoices.finalizeInvoice(
    draft.id!,
    { auto_advance: false },
    { idempotencyKey: `final:${id}` },
  )
  return checked(final, invoice)
}

function checked(found: Stripe.Invoice, invoice: Invoice): SeenInvoice {
  const seen = seenInvoice(found, invoice.id, none)
  if (seen.totalCents === invoice.totalCents && seen.currency === invoice.currency) return seen
  throw new StripeRefused(`${seen.totalCents} ${seen.currency} of ${seen.ref}`)
}

/** One try of the card that the customer has there. */
async function collect({ stripe }: Parts, ref: string): Promise<SeenInvoice | Decline> {
  const invoice = await stripe.invoices.retrieve(ref, { expand: ['customer'] })
  const id = ownId('bil', invoice)
  if (id === null) throw new StripeRefused(`${ref} is not ours`)
  if (invoice.status !== 'open') return seenInvoice(invoice, id, none)
  const method = await cardOf(stripe, invoice.customer)
  if (method === null) return { why: 'no_method', isHard: true, needsCustomer: false }
  try {
    // Each try of a day is one call, however often it is repeated.
    const paid = await stripe.invoices.pay(ref, { off_session: true, payment_method: method.id })
    return seenInvoice(paid, id, none)
  } catch (error) {
    const declined = declinedOf(error)
    if (declined !== null) return declined
    // Perhaps an earlier try has gone through unheard.
    const now = await stripe.invoices.retrieve(ref)
    if (now.status !== 'paid') throw error
    return seenInvoice(now, id, none)
  }
}

/** The card that a customer has chosen, or the newest; null: none that could be charged. */
async function cardOf(
  stripe: Stripe,
  owner: Stripe.Invoice['customer'],
): Promise<Stripe.PaymentMethod | null> {
  const customer = refOf(owner)!
  const isWhole = typeof owner === 'object' && owner !== null && !owner.deleted
  const chosen = isWhole ? refOf(owner.invoice_settings?.default_payment_method) : null
  const { data } = await stripe.paymentMethods.list({ customer, limit: 100 })
  const method = chosenMethod(data, chosen)
  return method?.card ? method : null
}

async function cancel({ stripe }: Parts, ref: string): Promise<SeenInvoice> {
  const invoice = await stripe.invoices.retrieve(ref)
  const id = ownId('bil', invoice)
  if (id === null) throw new StripeRefused(`${ref} is not ours`)
  if (invoice.status === 'draft') {
    await stripe.invoices.del(ref)
    return { ...seenInvoice(invoice, id, none), state: 'void' }
  }
  const after = invoice.status === 'open' ? await stripe.invoices.voidInvoice(ref) : invoice
  return seenInvoice(after, id, none)
}

async function has({ stripe }: Parts, ref: string): Promise<boolean> {
  const { sessions } = stripe.checkout
  const asked = ref.startsWith('cs_') ? sessions.retrieve(ref) : stripe.invoices.retrieve(ref)
  return asked.then(() => true, falseIfMissing)
}

/** False where there is no such object; any other error is thrown on. */
function falseIfMissing(error: unknown): false {
  if ((error as { code?: string }).code === 'resource_missing') return false
  throw error
}

/** The payment behind an invoice: by its own object, or by the page of its order. */
async function paidWith({ stripe }: Parts, invoice: Invoice, customer: string): Promise<string> {
  if (invoice.ref !== null) {
    const found = await stripe.invoices.retrieve(invoice.ref, { expand: withPayments })
    const payment = paymentOf(found)
    if (payment !== null) return payment
  }
  const orderId = invoice.cause.startsWith('order:') ? invoice.cause.slice('order:'.length) : null
  const sessions = await stripe.checkout.sessions.list({ customer, limit: 100 })
  const session = sessions.data.find(one => ownId('ord', one) === orderId)
  const payment = refOf(session?.payment_intent)
  if (payment === null) throw new StripeRefused('no payment to give back')
  return payment
}

/** Pages of events that are read at a time. */
const maxPages = 100

async function eventsSince({ stripe }: Parts, fromMs: number) {
  const events: ProviderEvent[] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const listed = await stripe.events.list({
      created: { gte: Math.floor(fromMs / 1000) },
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    })
    for (const event of listed.data) {
      const subject = subjectOf(event)
      if (subject !== null) events.push({ id: event.id, ...subject })
    }
    after = listed.data.at(-1)?.id
    if (!listed.has_more || after === undefined) break
  }
  return events
}

type Ref = string | { readonly id: string } | null | undefined

/**
 * Whom an event is about: a customer, or where it names none (disputes and warnings do not) the
 * charge of one; null where it says neither. A method that is detached names whose it was.
 */
export function subjectOf(event: {
  readonly data: { readonly object: unknown; readonly previous_attributes?: unknown }
}): Pick<ProviderEvent, 'customer' | 'charge'> | null {
  const { id, object, customer, charge } = event.data.object as Record<string, unknown>
  const before = event.data.previous_attributes as Record<string, unknown> | null | undefined
  const own = object === 'customer' && typeof id === 'string' ? id : null
  const owner = own ?? refOf(customer as Ref) ?? refOf(before?.customer as Ref)
  if (owner !== null) return { customer: owner, charge: null }
  const of = refOf(charge as Ref)
  return of === null ? null : { customer: null, charge: of }
}
