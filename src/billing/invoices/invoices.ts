/** Invoices for whoever shows them: pages, commands, files. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { Invoice, InvoiceState } from '../shapes.ts'
import {
  findInvoice,
  invoicesOfPeriods,
  selectInvoices,
  selectLines,
  selectPayments,
} from './invoice-store.ts'
import { showInvoice } from './invoicing.ts'

/** At a time. */
const batchSize = 1_000

/** Of an account, or of all; in a state, or in any. */
interface InvoiceFilter {
  readonly accountId: Uuid | null
  readonly state?: InvoiceState | undefined
}

/** One page of a list, newest first. Throws Refusal on an unknown cursor. */
export async function pageOfInvoices(
  { db }: Pick<World, 'db'>,
  { accountId, state }: InvoiceFilter,
  page: { readonly limit?: number | undefined; readonly starting_after?: string | undefined },
): Promise<{ readonly rows: readonly Invoice[]; readonly has_more: boolean }> {
  const limit = page.limit ?? 50
  let before: Uuid | null = null
  if (page.starting_after !== undefined) {
    before = read('bil', page.starting_after)
    const last = before && (await findInvoice(db, accountId, before))
    if (!last) throw new Refusal('invalid_field', { param: 'starting_after' })
  }
  const rows = await selectInvoices(db, {
    accountId,
    state: state ?? null,
    before,
    count: limit + 1,
  })
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}

/** All of them, however many, newest first and a batch at a time. */
export async function* allInvoices(
  { db }: Pick<World, 'db'>,
  { accountId, state }: InvoiceFilter,
): AsyncGenerator<Invoice[]> {
  let before: Uuid | null = null
  do {
    const asked = { accountId, state: state ?? null, before, count: batchSize }
    const rows = await selectInvoices(db, asked)
    if (rows.length > 0) yield rows
    before = rows.length < batchSize ? null : rows.at(-1)!.id
  } while (before !== null)
}

/** Null: the account has no such invoice. */
export const getInvoice = (
  { db }: Pick<World, 'db'>,
  accountId: Uuid,
  id: Uuid,
): Promise<Invoice | null> => findInvoice(db, accountId, id)

/** Of whichever account. Throws `resource_not_found`. */
export async function anyInvoice({ db }: Pick<World, 'db'>, id: Uuid): Promise<Invoice> {
  const invoice = await findInvoice(db, null, id)
  if (invoice === null) throw new Refusal('resource_not_found')
  return invoice
}

/** Invoices with their lines and payments, as their owner is shown them. */
export async function shownInvoices(
  { db }: Pick<World, 'db'>,
  invoices: readonly Invoice[],
  language: Language,
) {
  const lines = Map.groupBy(await selectLines(db, invoices), line => line.invoiceId)
  const payments = Map.groupBy(await selectPayments(db, invoices), one => one.invoiceId)
  return invoices.map(one =>
    showInvoice(
      one,
      { lines: lines.get(one.id) ?? [], payments: payments.get(one.id) ?? [] },
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
