/** What the specs of domains have in common: a service with two accounts, and verbs on domains. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { Shown } from './called.ts'
import { startTestService, type TestService } from './service.ts'

export type ShownDomain = Shown<'domains.get'>
export type ShownRecord = ShownDomain['records'][number]

const quiet = { settings: { MALOTE_ROLES: 'api', MALOTE_BASE_URL: 'http://api.malote.test' } }

/** A service and a second account beside its own, in the sandbox. */
export async function start(t: TestContext, settings: Record<string, string> = {}) {
  const service = await startTestService(t, { settings: { ...quiet.settings, ...settings } })
  const { world } = service
  const other = await createAccount(world, { email: 'other@malote.test', plan: 'pro' })
  const { projectId } = other
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  return { service, world, other, key }
}

export async function create(
  service: TestService,
  name: string,
  key?: string,
): Promise<ShownDomain> {
  const answer = await service.call('POST', '/v1/domains', {
    body: { name },
    ...(key === undefined ? {} : { key }),
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

export async function verify(service: TestService, id: string, key?: string): Promise<ShownDomain> {
  const answer = await service.call('POST', `/v1/domains/${id}/verify`, key ? { key } : {})
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

export function publishAll(service: TestService, records: readonly ShownRecord[]): void {
  for (const { name, type, value } of records) service.dns.set(name, type, [value])
}

export const of = (domain: ShownDomain, purpose: string): ShownRecord =>
  domain.records.find(record => record.purpose === purpose)!

/** The keys that a domain says to publish, and what whoever checks a signature finds of them. */
export async function publishedKeys(service: TestService, name = 'shop.test') {
  const list = (await service.call('GET', '/v1/domains')).body.data
  const { id } = list.find(one => one.name === name)!
  const domain = (await service.call('GET', `/v1/domains/${id}`)).body
  const keys = domain.records.filter(one => one.purpose === 'dkim')
  const resolver = async (asked: string) =>
    keys.filter(key => key.name === asked).map(key => [key.value])
  return { keys, resolver }
}

/** The record of a domain with this purpose. */
export async function recordOf(
  service: TestService,
  purpose: string,
  name = 'shop.test',
): Promise<ShownRecord> {
  const list = (await service.call('GET', '/v1/domains')).body.data
  const { id } = list.find(one => one.name === name)!
  const domain = (await service.call('GET', `/v1/domains/${id}`)).body
  return domain.records.find(one => one.purpose === purpose)!
}
