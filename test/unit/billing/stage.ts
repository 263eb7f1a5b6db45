/** A customer with a browser at an installation that sells plans, on a clock that the test turns. */
import { runBilling } from '#billing/periodic.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { allowTestMoney } from '#tenants/accounts/store.ts'
import { openLedger, readStandings } from '#tenants/limits/reserve.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type StripeStandIn, standInForStripe } from '../../support/stripe-stand-in.ts'
import {
  makeTenant,
  password,
  type Reply,
  type Stage,
  type StageOptions,
  startStage,
} from '../console/stage.ts'

export const day = 86_400_000

export interface Shop extends Stage {
  readonly customer: (settings?: Parameters<typeof makeTenant>[1]) => Promise<Customer>
  /** Turns the clock, and lets the jobs of the minute run. */
  later(ms: number): Promise<void>
}

export interface Customer {
  readonly accountId: Uuid
  ask(method: string, path: string, body?: unknown): Promise<Reply>
  get(path: string): Promise<Reply['body']>
  post(path: string, body?: unknown): Promise<Reply>
  /** Uses recipients of the quota: `accepted`, or the code of the refusal. */
  use(count: number): Promise<string>
  /** What would be said to so many recipients, in English; they are not used. */
  saidTo(count: number): Promise<string>
  /** A week of clean days: evidence, be it taken back at the next look, raises the level at once. */
  beClean(): Promise<void>
}

export async function openShop(
  database: TestDatabase,
  env: StageOptions['env'] = {},
): Promise<Shop> {
  const stage = await startStage(database.db, { env: { MALOTE_BILLING: 'manual', ...env } })
  return {
    ...stage,
    customer: settings => newCustomer(stage, settings),
    async later(ms) {
      stage.turn(ms)
      await ensurePartitions(stage.world)
      await runBilling(stage.world)
    },
  }
}

interface StripeShop {
  readonly shop: Shop
  readonly stripe: StripeStandIn
  /** As the functions of these names below. */
  readonly orderer: (settings?: Parameters<Shop['customer']>[0]) => Promise<Customer>
  readonly subscriber: () => Promise<Customer>
  /** The last customer's name at the provider. */
  readonly refOfLast: () => string
  close(): Promise<void>
}

/** A shop whose provider is the stand-in for Stripe, on the clock of the shop. */
export async function openStripeShop(database: TestDatabase): Promise<StripeShop> {
  let now = () => Date.now()
  const stripe = await standInForStripe(() => now())
  const shop = await openShop(database, {
    MALOTE_BILLING: 'stripe',
    MALOTE_STRIPE_KEY: 'sk_test_abc',
    MALOTE_STRIPE_API_URL: stripe.url,
  })
  now = () => shop.world.clock.now()
  return {
    shop,
    stripe,
    orderer: settings => orderer(shop, settings),
    subscriber: () => subscriber(shop, stripe),
    refOfLast: () => stripe.of('customer').at(-1)!.id,
    async close() {
      await shop.api.close()
      await stripe.close()
    },
  }
}

async function newCustomer(
  stage: Stage,
  settings: Parameters<typeof makeTenant>[1] = {},
): Promise<Customer> {
  const tenant = await makeTenant(stage, { trustLevel: 3, timeZone: 'UTC', ...settings })
  const { browser, accountId, email } = tenant
  // Months go by: whoever comes back logs in again.
  async function ask(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await browser.ask(method, `/api${path}`, body)
    if (reply.status !== 401) return reply
    await browser.ask('POST', '/api/session', { email, password })
    return browser.ask(method, `/api${path}`, body)
  }
  return {
    accountId,
    ask,
    async get(path) {
      const reply = await ask('GET', path)
      if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
      return reply.body
    },
    post: (path, body) => ask('POST', path, body),
    async use(count) {
      const { world } = stage
      return world.db.transaction(async tx => {
        const found = await readStandings(tx, world, [accountId])
        const ledger = await openLedger(tx, world, found, true)
        const refusal = ledger.take({ accountId, transactional: count, marketing: 0 })
        if (refusal instanceof Refusal) return refusal.code
        await ledger.book()
        return 'accepted'
      })
    },
    async beClean() {
      await stage.world.db.query(
        'insert into standings (account_id, level_since, clean_days) values ($1, $2, 7)',
        [accountId, new Date(stage.world.clock.now())],
      )
    },
    async saidTo(count) {
      const { world } = stage
      return world.db.transaction(async tx => {
        const found = await readStandings(tx, world, [accountId])
        const ledger = await openLedger(tx, world, found, true)
        const refusal = ledger.take({ accountId, transactional: count, marketing: 0 })
        return refusal instanceof Refusal ? refusal.message : 'accepted'
      })
    },
  }
}

/** A customer whose orders may be paid with play money. */
export async function orderer(
  shop: Shop,
  settings: Parameters<Shop['customer']>[0] = {},
): Promise<Customer> {
  const customer = await shop.customer(settings)
  await allowTestMoney(shop.world.db, customer.accountId, true)
  return customer
}

/** One who has paid for Pro on the provider's page. */
export async function subscriber(shop: Shop, stripe: StripeStandIn): Promise<Customer> {
  const customer = await orderer(shop)
  const order = await customer.post('/billing/checkout', { plan: 'pro' })
  if (order.status !== 201) throw new Error(order.text)
  stripe.payPage(order.body.url)
  await shop.later(6_000)
  const { state } = await customer.get('/billing')
  if (state !== 'active') throw new Error(`paid, and ${state}`)
  return customer
}

/** What a payment says of who somebody is. */
export async function evidenceOf(
  { world }: Shop,
  { accountId }: Customer,
): Promise<{ readonly has: boolean; readonly level: number }> {
  const [row] = await world.db.query<{ has: boolean; level: number }>(
    `select s.has_payment as has, a.trust_level as level from standings s
     join accounts a on a.id = s.account_id where a.id = $1`,
    [accountId],
  )
  return row!
}
