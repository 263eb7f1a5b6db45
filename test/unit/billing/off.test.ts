/** Without billing there is nothing to see, to call or to be charged. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../../suites/attack/endpoints.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, newBrowser, type Stage, startStage } from '../console/stage.ts'

const database = await testDatabase()
let stage: Stage
before(async () => {
  stage = await startStage(database.db, { env: { MALOTE_STRIPE_WEBHOOK_SECRETS: '' } })
})
after(() => stage.api.close())

const money = endpoints.filter(
  one => /\/billing/.test(one.path) || one.path === '/api/plans' || one.path === '/hooks/billing',
)

describe('With billing off', () => {
  test('every path of it is a path that does not exist', async () => {
    assert.ok(money.length > 20, String(money.length))
    const { browser } = await makeTenant(stage)
    const nobody = newBrowser(stage)
    for (const { method, path } of money) {
      const place = path.replaceAll(/\{\w+\}/g, 'bil_00000000000000000000000000')
      const body = method === 'GET' ? undefined : {}
      const seen = await browser.ask(method, place, body)
      assert.deepEqual(
        [seen.status, seen.body.error.code],
        [404, 'route_not_found'],
        `${method} ${place}`,
      )
      if (!place.startsWith('/api')) continue
      assert.equal((await nobody.ask(method, place, body)).status, 401, `${method} ${place}`)
    }
  })

  test('a session says that nobody collects', async () => {
    const { browser } = await makeTenant(stage)
    const { body } = await browser.ask('GET', '/api/session')
    assert.equal(body.billing, null)
    assert.equal(body.clock_ahead, false)
  })

  test('an account has no address for invoices', async () => {
    const { browser } = await makeTenant(stage)
    const kept = await browser.ask('PATCH', '/api/account', { billing_email: 'bills@tenant.test' })
    assert.deepEqual(
      [kept.status, kept.body.error.code, kept.body.error.param],
      [400, 'invalid_field', 'billing_email'],
    )
    const { status, body } = await browser.ask('PATCH', '/api/account', { name: 'Loja' })
    assert.deepEqual([status, body.name, 'billing_email' in body], [200, 'Loja', false])
  })

  test('the hooks do not exist either, with a session and without', async () => {
    const { browser } = await makeTenant(stage)
    for (const caller of [browser, newBrowser(stage)]) {
      const reply = await caller.ask('POST', '/hooks/billing/stripe', {})
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'route_not_found'])
    }
  })
})
