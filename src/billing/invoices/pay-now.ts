/** What a customer may ask of the provider at once: a try of the card, and its own pages. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { placeOf } from '../provider/provider.ts'
import { cashierOf } from '../provider/shared-cashier.ts'
import { type Invoice, isCard, type PortalPurpose } from '../shapes.ts'
import { findCustomer, findOrder } from '../store.ts'
import { onAccount } from '../subscription/subscription.ts'
import { findInvoice } from './invoice-store.ts'
import { bringOut, payerOf, refusedThere, tryCard, unavailable } from './outside.ts'

/** The invoice after a try of the card, or where it can be paid. */
export async function payNow(
  world: World,
  invoice: Invoice,
): Promise<Invoice | { readonly payUrl: string | null }> {
  if (invoice.state === 'paid') return invoice
  if (invoice.state === 'void' || invoice.state === 'lost') {
    throw new Refusal('invalid_field', {
      param: 'state',
      why: {
        en: `The invoice is ${invoice.state}; it cannot be paid.`,
        pt: 'A fatura não está em aberto; ela não pode ser paga.',
      },
    })
  }
  const cashier = await cashierOf(world)
  if (cashier === null) return { payUrl: null }
  const payer = await payerOf(world, cashier, invoice.accountId)
  // The page of its order collects it.
  const [kind, orderId = ''] = invoice.cause.split(':')
  const order = kind === 'order' ? await findOrder(world.db, invoice.accountId, orderId) : null
  if (order?.payBy === 'card') {
    if (order.url === null) throw unavailable()
    return { payUrl: order.url }
  }
  const out = invoice.state === 'due' ? await bringOut(world, cashier, invoice, payer) : invoice
  if (out === null) throw unavailable()
  const customer = await findCustomer(world.db, invoice.accountId, placeOf(world))
  if (out.state !== 'open' || out.ref === null) return out
  if (!isCard(customer?.method)) return { payUrl: await pageOf(world, out) }
  const tried = await tryCard(world, cashier, out)
  if (tried === null) throw unavailable()
  const after = await findInvoice(world.db, invoice.accountId, invoice.id)
  return after?.state === 'paid' ? after : { payUrl: await pageOf(world, out) }
}

/** Where an invoice that is out can be paid; throws `billing_unavailable` where that is no place. */
async function pageOf(world: World, { accountId, id, payUrl }: Invoice): Promise<string> {
  if (payUrl !== null) return payUrl
  await onAccount(world, accountId, billing =>
    refusedThere(billing, id, 'a link that is not its own'),
  )
  throw unavailable()
}

/** A link to the provider's pages; throws `billing_unavailable`, before a first order too. */
export async function portalOf(
  world: World,
  accountId: Uuid,
  purpose: PortalPurpose | null,
): Promise<string> {
  const cashier = await cashierOf(world)
  const customer = await findCustomer(world.db, accountId, placeOf(world))
  if (cashier === null || !customer?.ref || customer.isGone) throw unavailable()
  const opened = await cashier.openPortal(customer.ref, purpose)
  if (opened.kind === 'refused') {
    await onAccount(world, accountId, billing => refusedThere(billing, null, opened.why))
  }
  if (opened.kind !== 'done') throw unavailable()
  return opened.value
}
