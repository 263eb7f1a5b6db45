/** What billing keeps: subscriptions, orders, invoices. Amounts are whole cents, dates local ones. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import type { Currency } from '#tenants/limits/plan-terms.ts'

export const payWays = ['card', 'invoice'] as const
export type PayBy = (typeof payWays)[number]

/** What a customer wants of the provider's own pages. */
export const portalPurposes = ['payment_method', 'invoices'] as const
export type PortalPurpose = (typeof portalPurposes)[number]

export interface BoughtPlan {
  readonly accountId: Uuid
  readonly state: 'active' | 'past_due' | 'ended'
  readonly plan: PlanName
  readonly nextPlan: PlanName | null
  readonly currency: Currency
  readonly priceCents: number
  readonly payBy: PayBy
  /** First day of the running period. */
  readonly startsOn: string
  readonly renewsAt: Date
  readonly graceUntil: Date | null
  /** The last closed period that has its invoice. */
  readonly billed: Uuid | null
  /** Set by the operator; null: by the rule. */
  readonly creditCents: number | null
  /** Somebody disputes a charge at their bank. */
  readonly isDisputed: boolean
}

export interface Order {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly invoiceId: Uuid
  readonly plan: PlanName
  readonly currency: Currency
  readonly priceCents: number
  readonly payBy: PayBy
  readonly state: 'open' | 'done' | 'closed'
  /** The provider's name of it. */
  readonly ref: string | null
  readonly url: string | null
  readonly isLive: boolean
  readonly byMember: Uuid | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const invoiceStates = ['due', 'open', 'paid', 'void', 'lost'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export interface Invoice {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly number: number
  /** `order:ID`, `period:DATE`, `upgrade:ID`, `rest:ID`: each is invoiced once. */
  readonly cause: string
  readonly state: InvoiceState
  /** Of an order, upgrade or renewal: the plan that is paid for. */
  readonly plan: PlanName | null
  readonly payBy: PayBy
  readonly currency: Currency
  readonly totalCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly startsOn: string
  readonly endsOn: string
  readonly ref: string | null
  readonly isLive: boolean
  readonly payUrl: string | null
  readonly pdfUrl: string | null
  readonly fiscalNote: string | null
  /** What a payment outside of the provider is known by. */
  readonly reference: string | null
  /** Failed tries to collect it. */
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly declined: string | null
  /** Failed tries to bring it to the provider, and the next one. */
  readonly issueTries: number
  readonly issueAt: Date | null
  readonly issuedAt: Date | null
  readonly dueAt: Date
  readonly lostAt: Date | null
  readonly voidAt: Date | null
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** Who asked for the upgrade that it is for. */
  readonly byMember: Uuid | null
  /** The provider is to be told that nobody owes it any more. */
  readonly cancelAt: Date | null
}

export interface InvoiceLine {
  readonly kind: 'base' | 'overage' | 'upgrade'
  readonly en: string
  readonly pt: string
  readonly quantity: number
  readonly amountCents: number
  readonly startsOn: string
  readonly endsOn: string
  /** Of overage: the closed period that it is for. */
  readonly periodId: Uuid | null
}

/** What somebody pays with, as far as the provider tells. */
export interface Method {
  readonly kind: string
  readonly brand: string | null
  readonly last4: string | null
  /** `2027-05` */
  readonly expires: string | null
}

/** A card can be charged again without anybody there, and tells who somebody is. */
export const isCard = (method: Method | null | undefined): boolean => method?.kind === 'card'

export interface Customer {
  readonly ref: string | null
  readonly isGone: boolean
  readonly method: Method | null
  readonly lookedAt: Date | null
}
