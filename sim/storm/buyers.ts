/**
 * Accounts that buy in the storm: they order, are noted as paid, change the plan and the cap, end it,
 * get their money back, and use recipients all the while, through whichever node lives. What they
 * know to be done, and what they do not know of, goes into the ledger.
 */
import { fileURLToPath } from 'node:url'
import { forgive, markPaid, refundInvoice } from '#billing/acts.ts'
import { pageOfInvoices } from '#billing/invoices/invoices.ts'
import { changePlan } from '#billing/subscription/change-plan.ts'
import { placeOrder } from '#billing/subscription/orders.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { openLedger, readStandings } from '#tenants/limits/reserve.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import type { Deal } from '../audit/ledger.ts'
import type { Crowd } from './customers.ts'

/** The operator collects; small volumes, so that a week reaches what lies beyond them. */
export const selling = {
  MALOTE_BILLING: 'manual',
  MALOTE_PLANS_FILE: fileURLToPath(new URL('plans.json', import.meta.url)),
}

/** Runs a verb on a node that lives; null where its end is not known. */
export type Lend = <T>(verb: (world: World) => Promise<T>) => Promise<T | null>

export async function makeBuyers(world: World, count: number): Promise<string[]> {
  const buyers: string[] = []
  for (let i = 0; i < count; i++) {
    const { accountId } = await createAccount(world, {
      email: `buyer${i + 1}@buyers.com`,
      plan: 'free',
      trustLevel: 3,
    })
    // Letters are no part of this: nobody has confirmed the address.
    await world.db.query('update members set verified_at = null where account_id = $1', [accountId])
    buyers.push(accountId)
  }
  return buyers
}

const kinds = [
  'order',
  'order',
  'pay',
  'pay',
  'pay',
  'cap',
  'cap',
  'larger',
  'end',
  'back',
] as const

/** One deed of a buyer, or a handful of uses at once. */
export async function buy(crowd: Crowd, lend: Lend): Promise<void> {
  const { chance, ledger } = crowd
  const account = chance.pick(ledger.buyers) as Uuid
  if (chance.happens(0.6)) {
    const uses = Array.from({ length: chance.between(1, 4) }, () => chance.between(1, 6))
    await Promise.all(uses.map(count => note(crowd, lend, { account, kind: 'use', count })))
    return
  }
  const kind = chance.pick(kinds)
  const count = kind === 'cap' ? chance.between(0, 1500) : chance.integer(4)
  await note(crowd, lend, { account, kind, count })
}

/** Does it, and notes whether it is known to be done. */
async function note(
  { ledger }: Crowd,
  lend: Lend,
  wish: Pick<Deal, 'account' | 'kind' | 'count'>,
): Promise<void> {
  const deal: Deal = { ...wish, isDone: null }
  ledger.deals.push(deal)
  const done = await lend(world => deed(world, wish))
  if (done !== null) deal.isDone = done
}

/** True: done; false: refused. */
async function deed(
  world: World,
  { account, kind, count }: Pick<Deal, 'account' | 'kind' | 'count'>,
): Promise<boolean> {
  const id = account as Uuid
  try {
    if (kind === 'use') return await use(world, id, count)
    if (kind === 'cap') await changeSettings(world, id, { spendCents: count })
    else if (kind === 'order') await order(world, id, count % 2 === 0 ? 'pro' : 'scale')
    else if (kind === 'larger' || kind === 'end') {
      const plan = kind === 'end' ? 'free' : 'scale'
      await changePlan(world, null, id, { plan, isDryRun: false, memberId: null })
    } else return await settle(world, id, kind, count)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const order = (world: World, id: Uuid, plan: 'pro' | 'scale') =>
  placeOrder(world, null, {
    accountId: id,
    wish: { plan, currency: 'BRL', memberId: null },
    mayOpen: async () => {},
  })

/** The operator notes a payment, forgives one, or gives one back. */
async function settle(world: World, id: Uuid, kind: Deal['kind'], count: number): Promise<boolean> {
  const state = kind === 'pay' ? 'open' : 'paid'
  const { rows } = await pageOfInvoices(world, { accountId: id, state }, { limit: 1 })
  const [invoice] = rows
  if (invoice === undefined) return false
  const act = { reason: 'storm', memberId: null }
  if (kind === 'back') {
    await refundInvoice(world, invoice.id, { ...act, cents: 100, isEnd: count === 0 })
  } else if (count === 0) await forgive(world, invoice.id, act)
  else await markPaid(world, invoice.id, { reference: 'storm', memberId: null })
  return true
}

/** Takes recipients from what may be sent, as a request would. */
const use = (world: World, accountId: Uuid, count: number): Promise<boolean> =>
  world.db.transaction(async tx => {
    const found = await readStandings(tx, world, [accountId])
    const ledger = await openLedger(tx, world, found, true)
    const refusal = ledger.take({ accountId, transactional: count, marketing: 0 })
    if (refusal instanceof Refusal) return false
    await ledger.book()
    return true
  })
