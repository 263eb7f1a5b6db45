/** docs/collection.json, run as whoever imports it would run it, and held to what it is made from. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { folders, leftOut } from '../../../scripts/collection/steps.ts'
import { generatedCollection } from '../../../scripts/collection.ts'
import { type Collection, runCollection } from '../../support/collection.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const text = await readFile(new URL('../../../docs/collection.json', import.meta.url), 'utf8')
const collection: Collection = JSON.parse(text)
const called = folders.flatMap(folder => folder.steps.map(step => step.call))

/** What a run makes and is to delete again. */
const lists = [
  'topics',
  'contact-properties',
  'contacts',
  'segments',
  'forms',
  'templates',
  'saved-blocks',
  'campaigns',
  'sequences',
  'webhooks',
  'suppressions',
  'domains',
]

describe('the collection of calls', () => {
  it('is what the program says', () => {
    assert.equal(text, generatedCollection(), 'run scripts/client.ts')
  })

  it('has every operation, or says why not', () => {
    for (const { name } of apiRoutes) {
      assert.notEqual(called.includes(name), leftOut[name] !== undefined, name)
    }
    const names = apiRoutes.map(route => route.name)
    for (const name of Object.keys(leftOut)) assert.ok(names.includes(name), name)
  })

  it('keeps each call in the folder of its tag, except for the deletions at the end', () => {
    for (const { name, steps } of folders.slice(0, -1)) {
      for (const { call } of steps) assert.equal(call.split('.')[0], name)
    }
    for (const { call } of folders.at(-1)!.steps) assert.match(call, /\.(delete|erase)$/)
  })

  it('runs from top to bottom with a test key of a first account, leaves nothing, and is served', async t => {
    const service = await startTestService(t)
    const api_key = await keyOfNewAccount(service)
    const before = await countsOf(service, api_key)
    const ran = await runCollection(collection, {
      base_url: `http://127.0.0.1:${service.port}`,
      api_key,
    })
    const faults = ran.flatMap(one => one.faults)
    assert.deepEqual(faults, [])
    assert.equal(ran.length, called.length)
    for (const { path, checks } of ran) assert.equal(checks, 1, path)
    await until(
      async () => (await countsOf(service, api_key)).contacts === before.contacts,
      'the erased contact to be gone',
    )
    assert.deepEqual(await countsOf(service, api_key), before)
    const answer = await fetch(`http://127.0.0.1:${service.port}/docs/collection.json`)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(await answer.text(), text)
  })
})

/** With the plan and limits of the account that a first start makes, but no rate of calls. */
async function keyOfNewAccount({ world }: TestService): Promise<string> {
  const { projectId } = await createAccount(world, { email: 'first@malote.test' })
  const { key } = await createKey(world, { projectId, mode: 'test', scope: 'admin', rate: 0 })
  return key
}

async function countsOf(service: TestService, key: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const list of lists) {
    const { status, body } = await service.call('GET', `/v1/${list}?limit=100`, { key })
    assert.equal(status, 200, list)
    counts[list] = body.data.length
  }
  return counts
}
