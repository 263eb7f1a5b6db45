/**
 * A provider in memory, behind the port that Stripe's adapter serves: it holds orders and invoices,
 * charges, declines, does what it is asked and loses the answer. What it charged is the statement that
 * the auditor believes.
 */
import type { Cashier, Outcome, ProviderView, SeenInvoice } from '#billing/provider/cashier.ts'
import type { Uuid } from '#kernel/base/ids.ts'

export interface Charge {
  readonly invoiceId: Uuid | null
  readonly orderId: Uuid | null
  readonly cents: number
  readonly isPaid: boolean
}

interface Held extends Omit<SeenInvoice, 'state'> {
  state: SeenInvoice['state']
}

interface Page {
  readonly id: Uuid
  readonly cents: number
  readonly currency: string
  state: 'open' | 'paid' | 'closed'
  refundedCents: number
}

export interface Purse extends Cashier {
  declines: boolean
  /** Of so many calls in a hundred the answer is lost. */
  lostPercent: number
  /** Every try, in order; the driver takes them out. */
  readonly charges: Charge[]
  /** Sum of what was charged and not given back, in cents. */
  held(): number
  payPage(orderId: Uuid): void
  /** Pages that are closed can be paid all the same: they were open in another tab. */
  keepsPages: boolean
  /** An open invoice is paid by its link, or made void by hand. */
  settleLink(state: 'paid' | 'void'): void
  /** The first payment is disputed, or that is decided. */
  dispute(state: ProviderView['disputes'][number]['state'], isFraud: boolean): void
  giveBackByHand(cents: number): void
  setCard(hasCard: boolean): void
}

const done = <T>(value: T): Outcome<T> => ({ kind: 'done', value })

export function openPurse(chance: () => number): Purse {
  const invoices = new Map<string, Held>()
  const pages = new Map<string, Page>()
  const refunds = new Map<Uuid, number>()
  const charges: Charge[] = []
  let sum = 0
  let hasCard = false
  let disputes: ProviderView['disputes'] = []
  let byHand = 0
  const answer = <T>(value: T): Outcome<T> =>
    chance() * 100 < purse.lostPercent ? { kind: 'unknown' } : done(value)
  const charge = (one: Omit<Charge, 'isPaid'>, isPaid: boolean): void => {
    charges.push({ ...one, isPaid })
    if (isPaid) sum += one.cents
  }
  const purse: Purse = {
    declines: false,
    lostPercent: 0,
    keepsPages: false,
    charges,
    held: () => sum - byHand - [...refunds.values()].reduce((total, cents) => total + cents, 0),
    payPage(orderId) {
      const page = pages.get(orderId)!
      if (page.state !== 'open' && !purse.keepsPages)
        throw new Error(`the page of ${orderId} is ${page.state}`)
      page.state = 'paid'
      hasCard = true
      charge({ orderId, invoiceId: null, cents: page.cents }, true)
    },
    settleLink(state) {
      const invoice = [...invoices.values()].find(one => one.state === 'open')!
      invoice.state = state
      if (state === 'void') return
      const one = { invoiceId: invoice.id, orderId: null, cents: invoice.totalCents }
      charge(one, true)
    },
    dispute(state, isFraud) {
      const [page] = pages.values()
      disputes = [{ id: `dp_${page!.id}`, state, isFraud, payment: `pi_${page!.id}` }]
    },
    giveBackByHand(cents) {
      const [page] = pages.values()
      page!.refundedCents += cents
      byHand += cents
    },
    setCard(has) {
      hasCard = has
    },
    customer: async ({ accountId }) => done(`cus_${accountId}`),
    async openOrder(order) {
      const known = pages.get(order.id)
      const page = { id: order.id, cents: order.priceCents, currency: order.currency }
      if (!known) pages.set(order.id, { ...page, state: 'open', refundedCents: 0 })
      const url = `https://checkout.stripe.com/c/${order.id}`
      return answer({ ref: order.id, url, expiresAt: order.expiresAt })
    },
    async closeOrder(ref) {
      const page = pages.get(ref)!
      if (page.state === 'open') page.state = 'closed'
      return done(page.state === 'paid' ? 'paid' : 'closed')
    },
    openPortal: async () => done('https://billing.stripe.com/p/session'),
    async issue(invoice) {
      const ref = `in_${invoice.id}`
      const known = invoices.get(ref)
      const made: Held = known ?? {
        id: invoice.id,
        ref,
        state: 'open',
        totalCents: invoice.totalCents,
        currency: invoice.currency,
        refundedCents: 0,
        payUrl: `https://invoice.stripe.com/i/${ref}`,
        pdfUrl: null,
        payment: null,
      }
      invoices.set(ref, made)
      return answer({ ...made })
    },
    async collect(ref) {
      const invoice = invoices.get(ref)!
      if (invoice.state !== 'open') return answer({ ...invoice })
      const one = { invoiceId: invoice.id, orderId: null, cents: invoice.totalCents }
      charge(one, !purse.declines)
      if (purse.declines) {
        return done({ why: 'insufficient_funds', isHard: false, needsCustomer: false })
      }
      invoice.state = 'paid'
      return answer({ ...invoice })
    },
    async cancel(ref) {
      const invoice = invoices.get(ref)!
      if (invoice.state === 'open') invoice.state = 'void'
      return done({ ...invoice })
    },
    async refund({ id, amountCents }) {
      refunds.set(id, amountCents)
      return answer(`re_${id}`)
    },
    async look() {
      const method = { kind: 'card', brand: 'visa', last4: '4242', expires: '2040-12' }
      return done({
        isGone: false,
        method: hasCard ? method : null,
        orders: [...pages.values()].map(({ id, state, cents, currency, refundedCents }) => ({
          id,
          ref: `pi_${id}`,
          state,
          totalCents: cents,
          currency,
          refundedCents,
        })),
        invoices: [...invoices.values()].map(one => ({ ...one })),
        strangers: [],
        disputes,
        warnings: [],
      })
    },
    has: async ref => answer(pages.has(ref) || invoices.has(ref)),
    customerOfCharge: async () => done(null),
    since: async () => done([]),
  }
  return purse
}
