/**
 * What selling plans costs mail: the same emails, end to end, without billing, with Stripe's stand-in,
 * and with one that has gone away on the day on which all customers renew. Each round has a fresh
 * installation of each, in another order; ratios are within a round.
 */
import { lookAt } from '#billing/provider/look.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { placeOrder } from '#billing/subscription/orders.ts'
import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { allowTestMoney } from '#tenants/accounts/store.ts'
import { type StripeStandIn, standInForStripe } from '../test/support/stripe-stand-in.ts'
import { carry, type Node, pause, startNode, startSink, warmUp } from './node.ts'

const customers = 50
/** All have renewed by then, and it is past the hour at which cards are first tried. */
const later = 'P33D'

const kinds = ['off', 'on', 'away'] as const
type Kind = (typeof kinds)[number]

interface BillingFigures {
  readonly perSecond: number
  readonly cpuMs: number
  readonly p99: number
  /** Seconds from the provider's return until every renewal is paid. */
  readonly drained: number | null
}

export async function billing(mails: number, round: number): Promise<Record<string, number>> {
  const found = new Map<Kind, BillingFigures>()
  const order = kinds.map((_, n) => kinds[(n + round) % kinds.length]!)
  for (const kind of order) found.set(kind, await measure(kind, mails))
  const [off, on, away] = kinds.map(kind => found.get(kind)!) as [
    BillingFigures,
    BillingFigures,
    BillingFigures,
  ]
  return {
    'emails/s without billing': off.perSecond,
    'emails/s with billing, ratio': on.perSecond / off.perSecond,
    'CPU per email with billing, ratio': on.cpuMs / off.cpuMs,
    'p99 of accepts without billing, ms': off.p99,
    'p99 of accepts with billing, ratio': on.p99 / off.p99,
    'emails/s, provider away, ratio': away.perSecond / off.perSecond,
    'CPU per email, provider away, ratio': away.cpuMs / off.cpuMs,
    'p99 of accepts, provider away, ratio': away.p99 / off.p99,
    'provider back until all is paid, s': away.drained!,
  }
}

async function measure(kind: Kind, mails: number): Promise<BillingFigures> {
  const stripe = await standInForStripe(() => Date.now())
  const sink = await startSink()
  const node = await startNode(
    sink,
    'api,deliver,webhooks,jobs',
    true,
    kind === 'off' ? {} : selling(stripe, kind),
  )
  try {
    stripe.isAway = kind === 'away'
    const { seconds, cpu, posted } = await carry(node, sink, { warmUp, total: mails })
    return {
      perSecond: mails / seconds,
      cpuMs: ((cpu.node + cpu.database) / mails) * 1000,
      p99: posted.p99,
      drained: kind === 'away' ? await comeBack(node, stripe) : null,
    }
  } finally {
    await node.stop()
    sink.stop()
    await stripe.close()
  }
}

function selling(stripe: StripeStandIn, kind: Kind) {
  return {
    settings: {
      MALOTE_BILLING: 'stripe',
      MALOTE_STRIPE_KEY: 'sk_test_bench',
      MALOTE_STRIPE_API_URL: stripe.url,
    },
    serviceSettings: kind === 'away' ? { MALOTE_CLOCK_AHEAD: later } : {},
    prepare: (world: World) => sell(world, stripe),
  }
}

/** Customers who have paid for Pro. */
async function sell(world: World, stripe: StripeStandIn): Promise<void> {
  const cashier = await cashierOf(world)
  for (let n = 0; n < customers; n++) {
    const { accountId } = await createAccount(world, {
      email: `customer${n}@shop.test`,
      plan: 'free',
      trustLevel: 3,
    })
    await allowTestMoney(world.db, accountId, true)
    const wish = { plan: 'pro', currency: 'USD', payBy: 'card', memberId: null } as const
    const { order } = await placeOrder(world, cashier, { accountId, wish, mayOpen: async () => {} })
    stripe.payPage(order.url!)
    await lookAt(world, accountId)
  }
}

const maxMinutes = 60

async function comeBack({ db }: Node, stripe: StripeStandIn): Promise<number> {
  const unpaid = async (): Promise<number> => {
    const [row] = await db.query<{ paid: number }>(
      `select count(*)::integer as paid from invoices
       where cause like 'period:%' and state = 'paid'`,
    )
    return customers - row!.paid
  }
  if ((await unpaid()) !== customers) throw new Error('the provider was not away in time')
  const begun = performance.now()
  stripe.isAway = false
  while ((await unpaid()) > 0) {
    if (performance.now() - begun > maxMinutes * 60_000) throw new Error('not all is collected')
    await pause(500)
  }
  return (performance.now() - begun) / 1000
}
