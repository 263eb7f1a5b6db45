/** A service on a database of its own, in the test's process, and all of its lists as the API shows them. */
import { readSettings } from '#kernel/base/config.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { startService } from '../../../src/service.ts'
import { testWorld } from '../../support/real-world.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

interface Known {
  readonly accountId: string
  readonly key: string
}

export interface Started extends Known {
  send(subject: string): Promise<string>
  list(path: string): Promise<string[]>
  stop(): Promise<void>
}

/** `known`: what an earlier start on the same rows made; else an account, a domain and a key are. */
export async function startOn(address: DatabaseAddress, known?: Known): Promise<Started> {
  const db = realDb({ address, connections: 4, log: silent })
  const settings = readSettings({
    PORT: '0',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.test',
    MALOTE_INBOUND_PORT: '0',
    MALOTE_ROLES: 'api,jobs',
  })
  const world = testWorld({ settings, db, log: silent })
  const service = await startService(world)
  const { accountId, key } = known ?? (await setUp(world))
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
  return {
    accountId,
    key,
    async send(subject) {
      const email = { from: 'hello@shop.test', to: ['ana@here.test'], subject, text: 'Hi' }
      return (await call('POST', '/v1/emails', email)).id
    },
    /** Page by page, so that cursors are asked, too. */
    async list(path) {
      const ids: string[] = []
      for (;;) {
        const after = ids.length === 0 ? '' : `&starting_after=${ids.at(-1)}`
        const page = await call('GET', `${path}?limit=3${after}`)
        ids.push(...page.data.map((one: { id: string }) => one.id))
        if (!page.has_more) return ids
      }
    },
    async stop() {
      await service.stop(2_000)
      await db.close()
    },
  }
}

async function setUp(world: ReturnType<typeof testWorld>): Promise<Known> {
  const { accountId, projectId } = await createAccount(world, {
    email: 'owner@malote.test',
    plan: 'enterprise',
    trustLevel: 3,
    language: 'en',
  })
  await trustDomain(world, (await createDomain(world, { projectId, name: 'shop.test' })).id)
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  return { accountId: `acc_${accountId.replaceAll('-', '')}`, key }
}

export async function readAllLists({ list }: Pick<Started, 'list'>) {
  return {
    emails: await list('/v1/emails'),
    events: await list('/v1/events'),
    domains: await list('/v1/domains'),
  }
}
