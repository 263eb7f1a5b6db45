/** A customer with a browser at an installation that sells plans, on a clock that the test turns. */
import { runBilling } from '#billing/periodic.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { openLedger, readStandings } from '#tenants/limits/reserve.ts'
import type { TestDatabase } from '../../support/database.ts'
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
      await runBilling(stage.world)
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
  }
}
