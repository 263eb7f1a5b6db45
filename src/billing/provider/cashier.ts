/**
 * What a provider must be able to do for us: show a page where an order is paid, bring an invoice
 * there and collect it, give money back, and say how things stand. Every call may be made again
 * with the same id, whenever, and has one effect. It never throws what the network does.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Refund } from '../invoices/invoice-store.ts'
import type { Invoice, InvoiceLine, Method, Order, PortalPurpose } from '../shapes.ts'

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It answered, and it will not. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer: it may have been done. */
  | { readonly kind: 'unknown' }

interface Payer {
  readonly accountId: Uuid
  readonly email: string
  readonly name: string
  readonly language: 'pt' | 'en'
  readonly taxId: string | null
  /** The provider's name of the customer; null: it has none yet. */
  readonly ref: string | null
}

/** How an invoice stands at the provider. */
export interface SeenInvoice {
  /** Ours. */
  readonly id: Uuid
  readonly ref: string
  readonly state: 'open' | 'paid' | 'void' | 'lost'
  readonly totalCents: number
  readonly currency: string
  readonly refundedCents: number
  readonly payUrl: string | null
  readonly pdfUrl: string | null
  /** The payment behind it, as disputes name it. */
  readonly payment: string | null
}

interface SeenOrder {
  readonly id: Uuid
  readonly ref: string
  readonly state: 'open' | 'paid' | 'closed'
  readonly totalCents: number
  readonly currency: string
  readonly refundedCents: number
}

export interface ProviderView {
  readonly isGone: boolean
  readonly method: Method | null
  readonly orders: readonly SeenOrder[]
  readonly invoices: readonly SeenInvoice[]
  /** Objects on our customer that we did not make. */
  readonly strangers: readonly string[]
  readonly disputes: readonly {
    readonly id: string
    readonly state: 'open' | 'won' | 'lost'
    readonly isFraud: boolean
    /** What is disputed; the name of the payment. */
    readonly payment: string | null
  }[]
  /** Payments that the bank warns of: it takes them for fraud, and nobody disputes them yet. */
  readonly warnings: readonly string[]
}

/** A failed try to collect. */
export interface Decline {
  readonly why: string
  /** No try of this card will ever go through. */
  readonly isHard: boolean
  /** The bank asks the customer to confirm. */
  readonly needsCustomer: boolean
}

export interface Cashier {
  /** The customer, made where there is none. */
  customer(payer: Payer): Promise<Outcome<string>>
  openOrder(
    order: Order,
    line: InvoiceLine,
    payer: { readonly ref: string; readonly language: 'pt' | 'en' },
  ): Promise<Outcome<{ readonly ref: string; readonly url: string; readonly expiresAt: Date }>>
  closeOrder(ref: string): Promise<Outcome<'closed' | 'paid'>>
  openPortal(customer: string, purpose: PortalPurpose | null): Promise<Outcome<string>>
  issue(
    invoice: Invoice,
    lines: readonly InvoiceLine[],
    customer: { readonly ref: string; readonly language: 'pt' | 'en' },
  ): Promise<Outcome<SeenInvoice>>
  collect(ref: string): Promise<Outcome<SeenInvoice | Decline>>
  cancel(ref: string): Promise<Outcome<SeenInvoice>>
  refund(refund: Refund, invoice: Invoice, customer: string): Promise<Outcome<string>>
  /** `disputes`: those that were seen before and are not decided, as far as is known. */
  look(customer: string, disputes: readonly string[]): Promise<Outcome<ProviderView>>
  /** Whether it knows an invoice, or the page of an order, by its own name; whoever has it. */
  has(ref: string): Promise<Outcome<boolean>>
  /** Whose charge it is; null: nobody's. */
  customerOfCharge(charge: string): Promise<Outcome<string | null>>
  /** What has happened since a moment (ms since 1970), and to which customers. */
  since(fromMs: number): Promise<Outcome<readonly ProviderEvent[]>>
}

/** That something has happened, and whom it is about: a customer, or a charge of one. */
export interface ProviderEvent {
  readonly id: string
  readonly customer: string | null
  readonly charge: string | null
}
