/**
 * Which charges are disputed and not decided yet, by the account's own steps: a subscription that was
 * bought meanwhile does not know of them, and the provider is not asked for it.
 */
import type { Billing } from './invoicing.ts'
import { selectSteps, takeStep } from './store.ts'

const [open, decided] = ['disputed ', 'decided ']

const note = ({ tx, world, accountId }: Billing, key: string): Promise<boolean> =>
  takeStep(tx, accountId, key, new Date(world.clock.now()))

export const noteOpen = (billing: Billing, id: string): Promise<boolean> =>
  note(billing, `${open}${id}`)

/** True the first time. */
export const noteDecided = (billing: Billing, id: string): Promise<boolean> =>
  note(billing, `${decided}${id}`)

/** Whether the bank has still to decide on a charge of the account. */
export async function isDoubted({ tx, accountId }: Billing): Promise<boolean> {
  const over = new Set(await selectSteps(tx, accountId, decided))
  const all = await selectSteps(tx, accountId, open)
  return all.some(key => !over.has(`${decided}${key.slice(open.length)}`))
}
