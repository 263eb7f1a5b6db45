/** Two nodes on one database with a clock that the test turns, an account, and ways to send. */

import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { sendBatch, sendOne } from '#sending/intake/send.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { type AccountChanges, createAccount } from '#tenants/accounts/accounts.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type FakeWorld, fakeWorld } from '../../support/fake-world.ts'

export interface Stage {
  /** Two nodes. */
  readonly worlds: readonly [FakeWorld, FakeWorld]
  readonly account: (settings: AccountChanges) => Promise<Customer>
  close(): Promise<void>
}

export interface Customer {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly tenant: Tenant
  readonly domain: string
  /** Sends one email over a node; the code of the refusal, or 'accepted'. */
  send(node: 0 | 1, email?: Partial<Sent>): Promise<string>
  /** Sends a batch of emails to one recipient each. */
  batch(node: 0 | 1, count: number): Promise<string>
  /** The refusal of one more email; null if it was accepted. */
  refusal(email?: Partial<Sent>): Promise<Refusal | null>
}

export interface Sent {
  readonly recipients: number
  readonly stream: 'transactional' | 'marketing'
  readonly key: string
}

let count = 0

export async function setStage(database: TestDatabase, startMs?: number): Promise<Stage> {
  const silent = { warn() {} }
  const second = realDb({ address: database.address, connections: 4, log: silent })
  const at = startMs === undefined ? {} : { startMs }
  const worlds = [
    fakeWorld({ db: database.db, seed: 1, ...at }),
    fakeWorld({ db: second, seed: 2, ...at }),
  ] as const
  await ensurePartitions(worlds[0])
  return {
    worlds,
    account: settings => newCustomer(worlds, settings),
    close: () => second.close(),
  }
}

async function newCustomer(worlds: Stage['worlds'], settings: AccountChanges): Promise<Customer> {
  const n = ++count
  const domain = `shop${n}.test`
  const { accountId, projectId } = await createAccount(worlds[0], {
    email: `owner${n}@malote.test`,
    plan: 'free',
    trustLevel: 1,
    ...(settings as object),
  })
  const made = await createDomain(worlds[0], { projectId, name: domain })
  await trustDomain(worlds[0], made.id)
  const tenant: Tenant = {
    projectId,
    accountId,
    mode: 'live',
    projectLanguage: 'pt',
    timeZone: 'UTC',
  }
  const body = ({ recipients = 1, stream = 'transactional' }: Partial<Sent>) => ({
    from: `hello@${domain}`,
    to: Array.from({ length: recipients }, () => `person${++count}@there.test`),
    subject: 'Olá',
    text: 'Oi',
    stream,
  })
  const callOf = (world: FakeWorld, key?: string) => ({
    world,
    tenant,
    ...(key === undefined
      ? {}
      : { idempotency: { key, fingerprint: Buffer.from(key.padEnd(32).slice(0, 32)) } }),
  })
  const attempt = async (work: () => Promise<unknown>): Promise<Refusal | null> => {
    try {
      await work()
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  const codeOf = (refusal: Refusal | null): string => refusal?.code ?? 'accepted'
  return {
    accountId,
    projectId,
    tenant,
    domain,
    send: async (node, email = {}) =>
      codeOf(await attempt(() => sendOne(callOf(worlds[node], email.key), body(email)))),
    batch: async (node, size) =>
      codeOf(
        await attempt(() =>
          sendBatch(
            callOf(worlds[node]),
            Array.from({ length: size }, () => body({})),
          ),
        ),
      ),
    refusal: (email = {}) => attempt(() => sendOne(callOf(worlds[0]), body(email))),
  }
}

/** How often each word occurs. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
