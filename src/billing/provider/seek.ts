/**
 * Invoices that are paid here: does the provider know of them? A look lists what its customer has; of
 * what is not in that list (the customer was made anew, the key is of another account, a copy of the
 * database is older) nobody can tell but by asking for the object itself. Each is asked for once as
 * long as the customer there is the same, and again where it refused to tell. Only findings come of
 * it.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { noteSought, selectUnsought } from '../invoices/invoice-store.ts'
import type { Billing } from '../invoices/invoicing.ts'
import { found, refusedThere } from '../invoices/outside.ts'
import type { Customer } from '../shapes.ts'
import { findCustomer } from '../store.ts'
import { onAccount } from '../subscription/subscription.ts'
import type { Cashier, ProviderView } from './cashier.ts'
import { placeOf } from './provider.ts'

/** Calls of a look for them: the rest is for the next one. */
const maxSought = 5

/** One that is gone there is another customer than the one that it was. */
const nameOf = ({ ref, isGone }: Pick<Customer, 'ref' | 'isGone'>): string =>
  isGone ? `${ref} gone` : `${ref}`

/** What a look has shown need not be asked for. */
export const noteSeen = (
  { tx, accountId }: Billing,
  ref: string,
  { isGone, invoices, orders }: ProviderView,
): Promise<void> =>
  noteSought(tx, accountId, {
    invoiceIds: invoices.map(one => one.id),
    orderIds: orders.map(one => one.id),
    as: nameOf({ ref, isGone }),
  })

/** Asks for what is paid here and was not shown. */
export async function seekPaid(world: World, cashier: Cashier, accountId: Uuid): Promise<void> {
  const place = placeOf(world)
  const customer = await findCustomer(world.db, accountId, place)
  if (!customer?.ref) return
  const as = nameOf(customer)
  const refusedAs = `${as} refused`
  const asked = { as, refusedAs, isLive: place.isLive, count: maxSought }
  for (const { id, ref } of await selectUnsought(world.db, accountId, asked)) {
    const known = await cashier.has(ref)
    if (known.kind === 'unknown') return
    await onAccount(world, accountId, async billing => {
      if (known.kind === 'refused') await refusedThere(billing, id, known.why)
      else if (!known.value) await missing(billing, id, ref)
      const sought = { invoiceIds: [id], orderIds: [] }
      const by = known.kind === 'refused' ? refusedAs : as
      await noteSought(billing.tx, accountId, { ...sought, as: by })
    })
  }
}

const missing = (billing: Billing, invoiceId: Uuid, ref: string): Promise<void> =>
  found(billing, invoiceId, {
    kind: 'unknown',
    key: `unknown ${invoiceId}`,
    en: `Paid here, and the provider does not know ${ref}: the key may be of another account there, or the object was removed.`,
    pt: `Paga aqui, e o provedor não conhece ${ref}: a chave pode ser de outra conta nele, ou o objeto foi removido.`,
  })
