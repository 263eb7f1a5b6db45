/** Invoices for whoever shows them: pages, commands, files. */
import type { Uuid } from '#kernel/base/ids.ts'
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { findInvoice, invoicesOfPeriods, selectInvoices, selectLines } from './invoice-store.ts'
import { showInvoice } from './invoicing.ts'
import type { Invoice, InvoiceState } from './shapes.ts'

/** So many are in a list at most. */
const maxRows = 10_000

/** Newest first: of an account, or of all; in a state, or in any. */
export const listInvoices = (
  { db }: Pick<World, 'db'>,
  asked: { readonly accountId: Uuid | null; readonly state?: InvoiceState | undefined },
): Promise<Invoice[]> =>
  selectInvoices(db, {
    accountId: asked.accountId,
    state: asked.state ?? null,
    before: null,
    count: maxRows,
  })

/** Null: the account has no such invoice. */
export const getInvoice = (
  { db }: Pick<World, 'db'>,
  accountId: Uuid,
  id: Uuid,
): Promise<Invoice | null> => findInvoice(db, accountId, id)

/** Invoices with their lines, as their owner is shown them. */
export async function shownInvoices(
  { db }: Pick<World, 'db'>,
  invoices: readonly Invoice[],
  language: Language,
) {
  const ids = invoices.map(one => one.id)
  const lines = await selectLines(db, ids)
  return invoices.map(one =>
    showInvoice(
      one,
      lines.filter(line => line.invoiceId === one.id),
      language,
    ),
  )
}

/** The same with whose they are, for operators. */
export async function listedInvoices(
  world: Pick<World, 'db'>,
  invoices: readonly Invoice[],
  language: Language,
) {
  const shown = await shownInvoices(world, invoices, language)
  return shown.map((one, i) => ({ ...one, account_id: show('acc', invoices[i]!.accountId) }))
}

/** On which invoice the overage of closed periods stands, by the period's id. */
export const billsOfPeriods = (
  { db }: Pick<World, 'db'>,
  accountId: Uuid,
  periodIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Uuid>> => invoicesOfPeriods(db, accountId, periodIds)
