/**
 * What a provider tells, in any order. A history is some facts at the provider, some minutes apart;
 * each makes an event, which is delivered, dropped, doubled, delayed, or delivered while a look runs,
 * as the seed of the order says. How things stand in the end must be how they stand without any event.
 */
import { bringUp } from '#billing/jobs.ts'
import { lookAt } from '#billing/provider/look.ts'
import { noteKnock } from '#billing/provider/poll.ts'
import { placeOrder } from '#billing/subscription/orders.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createChance } from '../../../sim/world/random.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { openPurse, type Purse } from './purse.ts'
import { invoicesOf } from './statement.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const startMs = Date.parse('2028-02-10T08:00:00Z')

type World = ReturnType<typeof fakeWorld>

interface Scene {
  readonly world: World
  readonly accountId: Uuid
  readonly purse: Purse
  readonly pages: readonly Uuid[]
}

let count = 0

function rollOf(seed: number): (n: number) => number {
  const random = createChance(seed)
  return n => Math.floor((random.bytes(4).readUInt32BE(0) / 2 ** 32) * n)
}

/** Where a history begins: two orders open in two tabs, or a renewal that was declined. */
async function setUp(db: Db, isRenewal: boolean): Promise<Scene> {
  const env = { MALOTE_BILLING: 'stripe', MALOTE_STRIPE_KEY: 'sk_live_of_a_history' }
  const base = fakeWorld({ db, seed: ++count, startMs, env })
  const purse = openPurse(() => 1)
  const runtime = {
    ...base.runtime,
    get: (part: { readonly name: string }, of: unknown) =>
      part.name === 'cashier'
        ? Promise.resolve(purse)
        : base.runtime.get(part as never, of as never),
  }
  const world = { ...base, runtime } as unknown as World
  const { accountId } = await createAccount(world, {
    email: `history${count}@lives.test`,
    plan: 'free',
    trustLevel: 3,
  })
  const wish = (plan: 'pro' | 'scale') =>
    placeOrder(world, purse, {
      accountId,
      wish: { plan, currency: 'USD', payBy: 'card', memberId: null },
      mayOpen: async () => {},
    })
  const first = await wish('pro')
  if (!isRenewal) {
    purse.keepsPages = true
    const second = await wish('scale')
    return { world, accountId, purse, pages: [first.order.id, second.order.id] }
  }
  purse.payPage(first.order.id)
  await lookAt(world, accountId)
  purse.declines = true
  // After ten in the morning, wherever the account is.
  await world.clock.advance(29 * dayMs + 8 * 60 * minuteMs)
  await bringUp(world, purse, accountId)
  purse.declines = false
  return { world, accountId, purse, pages: [] }
}

type Fact = (scene: Scene) => void

/** Facts of a history, in the order in which they become true. */
function factsOf(history: number): {
  readonly isRenewal: boolean
  readonly facts: readonly Fact[]
} {
  const roll = rollOf(history)
  const isRenewal = roll(2) === 0
  const first: Fact[] = isRenewal
    ? [({ purse }) => purse.settleLink(roll(4) === 0 ? 'void' : 'paid')]
    : roll(2) === 0
      ? [s => s.purse.payPage(s.pages[0]!)]
      : [s => s.purse.payPage(s.pages[0]!), s => s.purse.payPage(s.pages[1]!)]
  const isFraud = roll(3) === 0
  const verdict = roll(2) === 0 ? 'won' : 'lost'
  const later: readonly (readonly Fact[])[] = [
    [({ purse }) => purse.dispute('open', isFraud)],
    [({ purse }) => purse.dispute('open', isFraud), ({ purse }) => purse.dispute(verdict, isFraud)],
    [({ purse }) => purse.giveBackByHand(1 + roll(500))],
    [({ purse }) => purse.setCard(false)],
    [({ purse }) => purse.setCard(false), ({ purse }) => purse.setCard(true)],
  ]
  const chosen = Array.from({ length: 1 + roll(3) }, () => later[roll(later.length)]!)
  const isOnce = (facts: readonly Fact[], i: number): boolean => chosen.indexOf(facts) === i
  return { isRenewal, facts: [...first, ...chosen.filter(isOnce).flat()] }
}

/** Plays a history with the events in the order of a seed; null: without any. */
export async function play(db: Db, history: number, order: number | null): Promise<string> {
  const { isRenewal, facts } = factsOf(history)
  const scene = await setUp(db, isRenewal)
  const { world, accountId, purse } = scene
  const roll = order === null ? null : rollOf(order * 1_000 + history)
  const late: number[] = []
  const knock = async (n: number): Promise<void> => {
    await noteKnock(world, {
      id: `evt_${accountId}_${n}`,
      customer: `cus_${accountId}`,
      charge: null,
    })
    await lookAt(world, accountId)
  }
  for (const [n, fact] of facts.entries()) {
    await world.clock.advance(20 * minuteMs)
    fact(scene)
    const kind = roll?.(5) ?? 0
    if (kind === 1) await knock(n)
    else if (kind === 2) await Promise.all([knock(n), knock(n)])
    else if (kind === 3) late.push(n)
    else if (kind === 4 && late.length > 0) await knock(late.splice(roll!(late.length), 1)[0]!)
    // What each knock may have missed is found by the poll.
    await world.clock.advance(10 * minuteMs)
    await lookAt(world, accountId)
  }
  for (const n of late.reverse()) await knock(n)
  await settle(scene)
  return stateOf(db, scene, purse)
}

async function settle({ world, accountId, purse }: Scene): Promise<void> {
  for (let n = 0; n < 2; n++) {
    await world.clock.advance(61 * minuteMs)
    await lookAt(world, accountId)
    await bringUp(world, purse, accountId)
  }
}

/** How everything stands, without names and moments. */
async function stateOf(db: Db, { accountId }: Scene, purse: Purse): Promise<string> {
  const [subscription] = await db.query(
    `select state, plan, next_plan, currency, price_cents::integer, pay_by, starts_on, disputed
     from subscriptions where account_id = $1`,
    [accountId],
  )
  const [quota] = await db.query(
    `select month, plan, stopped, ordered, credit_cents::integer from quotas where account_id = $1`,
    [accountId],
  )
  const [standing] = await db.query(
    `select s.has_payment, a.plan, a.pause, a.trust_level
     from standings s join accounts a on a.id = s.account_id where a.id = $1`,
    [accountId],
  )
  const invoices = await invoicesOf(db, accountId)
  const bills = invoices.map(one => ({ ...one, id: '', cause: one.cause.split(':')[0] }))
  const told = await db.query(
    'select code, count(*)::integer as n from notices where account_id = $1 group by 1 order by 1',
    [accountId],
  )
  return JSON.stringify({ subscription, quota, standing, bills, told, held: purse.held() })
}
