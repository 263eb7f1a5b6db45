/**
 * Which charges are disputed and not decided yet, by the account's own steps: a subscription that was
 * bought meanwhile does not know of them. The provider is asked for each until it is decided, by its
 * name: no list of what is disputed now is sure to hold what has ended.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Billing } from '../invoices/invoicing.ts'
import { selectSteps, takeStep } from '../store.ts'

const [open, decided] = ['disputed ', 'decided ']

const note = ({ tx, world, accountId }: Billing, key: string): Promise<boolean> =>
  takeStep(tx, accountId, key, new Date(world.clock.now()))

export const noteOpen = (billing: Billing, id: string): Promise<boolean> =>
  note(billing, `${open}${id}`)

/** True the first time. */
export const noteDecided = (billing: Billing, id: string): Promise<boolean> =>
  note(billing, `${decided}${id}`)

/** By the provider's names, those on which the bank has still to decide. */
export async function openDisputes(sql: Sql, accountId: Uuid): Promise<string[]> {
  const over = new Set(await selectSteps(sql, accountId, decided))
  const all = await selectSteps(sql, accountId, open)
  return all.map(key => key.slice(open.length)).filter(id => !over.has(`${decided}${id}`))
}

export const isDoubted = async ({ tx, accountId }: Billing): Promise<boolean> =>
  (await openDisputes(tx, accountId)).length > 0
