/**
 * What the rows owe to the provider: invoices that it does not know of, tries of a card, refunds.
 * Each intent is committed before, each result after; no transaction is open while it is asked.
 */
import { hourMs, minuteMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { money } from '#tenants/limits/money.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { payerFacts } from '#tenants/trust/standing.ts'
import { same, tell } from '../overview/tell.ts'
import type { Cashier, Decline, Outcome, SeenInvoice } from '../provider/cashier.ts'
import { placeOf } from '../provider/provider.ts'
import type { Invoice } from '../shapes.ts'
import { findCustomer, findSubscription, insertDifference, writeCustomer } from '../store.ts'
import { paid } from '../subscription/paid.ts'
import { fallBehind, onAccount, voidInvoice } from '../subscription/subscription.ts'
import {
  findInvoice,
  findingOfRefund,
  type Refund,
  selectLines,
  selectRefundsDue,
  selectToCancel,
  selectUnpaid,
  updateRefund,
} from './invoice-store.ts'
import { type Billing, change, firstTry, shownNumber, tellIssued, tryOf } from './invoicing.ts'

export const unavailable = (): Refusal => new Refusal('billing_unavailable')

/** Minutes after which the provider is asked again; then hourly. */
const retryMinutes = [1, 5, 15, 60]

interface KnownPayer {
  readonly ref: string
  readonly language: 'pt' | 'en'
}

/** The account as the provider's customer, made there where needed; throws `billing_unavailable`. */
export async function payerOf(
  world: World,
  cashier: Cashier,
  accountId: Uuid,
): Promise<KnownPayer> {
  const found = await findPayer(world, cashier, accountId)
  if (found === null) throw unavailable()
  return found
}

/** The same; null where the provider does not answer. */
async function findPayer(
  world: World,
  cashier: Cashier,
  accountId: Uuid,
): Promise<KnownPayer | null> {
  const [account, customer, standing] = await Promise.all([
    getAccount(world, accountId),
    findCustomer(world.db, accountId, placeOf(world)),
    payerFacts(world.db, accountId),
  ])
  const { language, name, email } = account!
  if (customer?.ref && !customer.isGone) return { ref: customer.ref, language }
  const ref = customer?.ref ?? null
  const payer = { accountId, name, language, taxId: standing.taxId, ref }
  const made = await cashier.customer({ ...payer, email: standing.billingEmail ?? email })
  if (made.kind !== 'done') return null
  await onAccount(world, accountId, async ({ tx }) => {
    const isSame = customer?.ref === made.value
    await writeCustomer(tx, accountId, placeOf(world), {
      ref: made.value,
      isGone: false,
      method: isSame ? customer.method : null,
      lookedAt: null,
    })
  })
  return { ref: made.value, language }
}

/** The provider does not know the customer any more. */
export async function forgetCustomer(world: World, accountId: Uuid): Promise<void> {
  await onAccount(world, accountId, async ({ tx }) => {
    const customer = await findCustomer(tx, accountId, placeOf(world))
    if (customer === null) return
    await writeCustomer(tx, accountId, placeOf(world), { ...customer, isGone: true, method: null })
  })
}

/** Brings an invoice to the provider; null where it did not answer, and the job tries again. */
export async function bringOut(
  world: World,
  cashier: Cashier,
  invoice: Invoice,
  payer: KnownPayer,
): Promise<Invoice | null> {
  const lines = await selectLines(world.db, [invoice])
  const issued = await cashier.issue(invoice, lines, payer)
  return onAccount(world, invoice.accountId, async billing => {
    const now = billing.world.clock.now()
    const fresh = (await findInvoice(billing.tx, invoice.accountId, invoice.id))!
    if (fresh.state !== 'due') return fresh
    if (issued.kind !== 'done') {
      if (issued.kind === 'refused') await refusedThere(billing, invoice.id, issued.why)
      const minutes = retryMinutes[fresh.issueTries] ?? 60
      const issueAt = new Date(now + minutes * minuteMs)
      await change(billing, fresh, { issueTries: fresh.issueTries + 1, issueAt })
      return null
    }
    return takeIssued(billing, fresh, issued.value)
  })
}

/** What is out begins its days: those of grace and of collection count from here. */
async function takeIssued(billing: Billing, invoice: Invoice, seen: SeenInvoice): Promise<Invoice> {
  const { world } = billing
  const now = world.clock.now()
  const shiftMs = now - invoice.createdAt.getTime()
  const { timeZone } = (await getAccount({ db: billing.tx }, billing.accountId))!
  // Who asks for a larger plan waits for the try, which is theirs.
  const isAsked = invoice.cause.startsWith('upgrade:')
  const tryAt = isAsked ? hourAfter(now) : firstTry(timeZone, now)
  const after = await change(billing, invoice, {
    state: 'open',
    ref: seen.ref,
    payUrl: seen.payUrl,
    pdfUrl: seen.pdfUrl,
    issueAt: null,
    issuedAt: new Date(now),
    dueAt: new Date(invoice.dueAt.getTime() + (invoice.voidAt ? 0 : shiftMs)),
    nextTryAt: invoice.payBy === 'card' && invoice.lostAt === null ? tryAt : null,
  })
  if (seen.state === 'paid') return paid(billing, after)
  await tellIssued(billing, after)
  return after
}

/**
 * Whoever tries a card leaves a try an hour later, before the provider is asked: nobody else tries it
 * meanwhile, and one that dies over it, or has no answer, is followed by another.
 */
const leaveTry = (billing: Billing, invoice: Invoice): Promise<Invoice> =>
  change(billing, invoice, { nextTryAt: hourAfter(billing.world.clock.now()) })

const hourAfter = (ms: number): Date => new Date(ms + hourMs)

/**
 * One try of the card, as its customer asks for it. Returns the invoice as it then is, or null
 * without an answer.
 */
export async function tryCard(
  world: World,
  cashier: Cashier,
  { accountId, id }: Invoice,
): Promise<Invoice | null> {
  const mine = await onAccount(world, accountId, async billing => {
    const fresh = (await findInvoice(billing.tx, accountId, id))!
    // An offer to come back is tried by its customer alone.
    return fresh.state === 'open' && fresh.lostAt === null ? leaveTry(billing, fresh) : fresh
  })
  return mine.state === 'open' ? collect(world, cashier, mine) : mine
}

async function collect(world: World, cashier: Cashier, invoice: Invoice): Promise<Invoice | null> {
  if (invoice.ref === null) return null
  const result = await cashier.collect(invoice.ref)
  return onAccount(world, invoice.accountId, async billing => {
    const fresh = (await findInvoice(billing.tx, invoice.accountId, invoice.id))!
    if (fresh.state !== 'open') return fresh
    // Not known whether it was charged: the next look says so, or the try that was left.
    return result.kind === 'done' ? takeTry(billing, fresh, result) : null
  })
}

async function takeTry(
  billing: Billing,
  invoice: Invoice,
  { value }: Extract<Outcome<SeenInvoice | Decline>, { kind: 'done' }>,
): Promise<Invoice> {
  if (!('why' in value)) {
    return value.state === 'paid' ? paid(billing, invoice) : invoice
  }
  if (invoice.cause.startsWith('upgrade:')) return voidInvoice(billing, invoice)
  const { tx, world, accountId } = billing
  const account = (await getAccount({ db: tx }, accountId))!
  const tries = invoice.tries + 1
  const first = dateIn(account.timeZone, (invoice.issuedAt ?? invoice.createdAt).getTime())
  const isOver = value.isHard || value.needsCustomer || invoice.lostAt !== null
  const after = await change(billing, invoice, {
    tries,
    declined: value.why,
    nextTryAt: isOver ? null : laterTry(world, first, account.timeZone),
  })
  if (value.needsCustomer) {
    await tell(tx, world, {
      accountId,
      code: 'payment_needed',
      of: invoice.id,
      values: {
        number: same(shownNumber(invoice)),
        amount: money(invoice.totalCents, invoice.currency),
      },
    })
  }
  await fallBehind(billing, after)
  return after
}

/**
 * The next moment of the calendar, which neither "pay now" nor a new card uses up. Days that passed
 * while nobody ran are not made up.
 */
function laterTry(world: Pick<World, 'clock'>, first: string, zone: string): Date | null {
  for (let n = 0; ; n++) {
    const at = tryOf(first, zone, n)
    if (at === null || at.getTime() > world.clock.now()) return at
  }
}

/** Something that an operator should look at; one finding per key. */
export async function found(
  { tx, world, accountId }: Billing,
  invoiceId: Uuid | null,
  one: { readonly kind: string; readonly key: string; readonly en: string; readonly pt: string },
): Promise<void> {
  const since = new Date(world.clock.now())
  await insertDifference(tx, { id: world.ids.next(), accountId, invoiceId, ...one, since })
}

/** The provider answered, and not with what was asked for; `invoiceId` null: the portal. */
export const refusedThere = (
  billing: Billing,
  invoiceId: Uuid | null,
  why: string,
): Promise<void> =>
  found(billing, invoiceId, {
    kind: 'refused',
    key: `refused ${invoiceId ?? billing.accountId} ${why}`,
    en: `The provider refuses what is asked of it: ${why}`,
    pt: `O provedor recusa o que lhe é pedido: ${why}`,
  })

/** The invoice whose card is to be tried by now, for one of all who run what is due at this moment. */
async function takeTurn(
  world: World,
  { accountId, id }: Invoice,
  now: Date,
): Promise<Invoice | null> {
  const toTry = async (sql: Sql): Promise<Invoice | null> => {
    const fresh = await findInvoice(sql, accountId, id)
    return fresh?.state === 'open' && fresh.nextTryAt !== null && fresh.nextTryAt <= now
      ? fresh
      : null
  }
  // Most are not: for those the account is not locked.
  if ((await toTry(world.db)) === null) return null
  return onAccount(world, accountId, async billing => {
    const fresh = await toTry(billing.tx)
    return fresh === null ? null : leaveTry(billing, fresh)
  })
}

/** Everything that the rows of an account owe to the provider by now. */
export async function settleOutside(
  world: World,
  cashier: Cashier,
  accountId: Uuid,
): Promise<void> {
  const now = new Date(world.clock.now())
  const isDisputed = (await findSubscription(world.db, accountId))?.isDisputed === true
  for (const invoice of await selectUnpaid(world.db, accountId)) {
    if (invoice.state === 'due' && invoice.issueAt !== null && invoice.issueAt <= now) {
      const payer = await findPayer(world, cashier, accountId)
      if (payer) await bringOut(world, cashier, invoice, payer)
      else await postponeIssue(world, invoice)
    }
    const mine = isDisputed ? null : await takeTurn(world, invoice, now)
    if (mine) await collect(world, cashier, mine)
  }
  for (const invoice of await selectToCancel(world.db, accountId, now)) {
    await callOff(world, cashier, invoice)
  }
  for (const refund of await selectRefundsDue(world.db, accountId, now)) {
    await giveBackThere(world, cashier, refund)
  }
}

/** What is void here is not collected there; paid there before it was called off, it is given back. */
async function callOff(world: World, cashier: Cashier, invoice: Invoice): Promise<void> {
  const called = await cashier.cancel(invoice.ref!)
  await onAccount(world, invoice.accountId, async billing => {
    const fresh = (await findInvoice(billing.tx, invoice.accountId, invoice.id))!
    const isAnswered = called.kind !== 'unknown'
    const cancelAt = isAnswered ? null : new Date(world.clock.now() + hourMs)
    const after = await change(billing, fresh, { cancelAt })
    const isPaid = called.kind === 'done' && called.value.state === 'paid'
    if (isPaid && after.paidAt === null) await paid(billing, after)
  })
}

async function giveBackThere(world: World, cashier: Cashier, refund: Refund): Promise<void> {
  const { accountId } = refund
  const now = world.clock.now()
  const invoice = (await findInvoice(world.db, accountId, refund.invoiceId))!
  const payer = await findPayer(world, cashier, accountId)
  const given = payer ? await cashier.refund(refund, invoice, payer.ref) : null
  const minutes = retryMinutes[refund.tries] ?? 60
  await onAccount(world, accountId, async billing => {
    if (given?.kind === 'refused') await refundRefused(billing, refund, invoice, given.why)
    await updateRefund(
      billing.tx,
      given?.kind === 'done'
        ? { ...refund, state: 'done', ref: given.value, at: new Date(now) }
        : given?.kind === 'refused'
          ? { ...refund, state: 'by_hand' }
          : {
              ...refund,
              tries: refund.tries + 1,
              dueAt: new Date(now + minutes * minuteMs),
            },
    )
  })
}

/** Each by itself: nobody would hear of a second one that is refused for the same reason. */
async function refundRefused(
  billing: Billing,
  refund: Refund,
  { currency }: Invoice,
  why: string,
): Promise<void> {
  const sum = money(refund.amountCents, currency)
  await found(billing, refund.invoiceId, {
    kind: 'refused',
    key: findingOfRefund(refund),
    en: `The provider refuses to give ${sum.en} back: ${why}. Give it by hand; settled, it counts as given back.`,
    pt: `O provedor recusa devolver ${sum.pt}: ${why}. Devolva por fora; resolvida a diferença, consta como devolvido.`,
  })
}

async function postponeIssue(world: World, invoice: Invoice): Promise<void> {
  await onAccount(world, invoice.accountId, async billing => {
    // While nobody answered it may have been paid outside, or forgiven.
    const fresh = (await findInvoice(billing.tx, invoice.accountId, invoice.id))!
    if (fresh.state !== 'due') return
    const minutes = retryMinutes[fresh.issueTries] ?? 60
    const issueAt = new Date(world.clock.now() + minutes * minuteMs)
    await change(billing, fresh, { issueTries: fresh.issueTries + 1, issueAt })
  })
}
