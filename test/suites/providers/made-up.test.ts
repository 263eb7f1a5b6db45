/**
 * A payment service that does not exist, as one record and the code that speaks to it: settings and
 * their page, faults of a start, the API, orders, the webhook and the doctor know it, and nothing of
 * the program was touched for it. It is added before any of that is loaded, so this is a process.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Cashier } from '#billing/provider/cashier.ts'
import { paymentProviders } from '#kernel/base/payment-providers.ts'
import { setting } from '#kernel/base/setting-values.ts'
import type { World } from '#kernel/world/world.ts'

const about = (en: string, pt: string) => ({ en, pt })

Object.assign(paymentProviders, {
  ouro_pay: {
    settings: {
      MALOTE_OURO_PAY_KEY: setting('text', '', about('Key of Ouro.', 'Chave da Ouro.')),
      MALOTE_OURO_PAY_SECRETS: setting('list', '', about('Its secrets.', 'Os segredos dela.')),
      MALOTE_OURO_PAY_WAYS: setting('list', 'pix', about('Ways to pay.', 'Como pagar.'), ['pix']),
    },
    key: {
      setting: 'MALOTE_OURO_PAY_KEY',
      shape: /^ouro_(real|play)_\w+$/,
      beginsWith: about('ouro_', 'ouro_'),
      contains: about('real or play', 'real ou play'),
      isLive: (key: string) => key.startsWith('ouro_real_'),
    },
    webhook: { secrets: 'MALOTE_OURO_PAY_SECRETS', header: 'Ouro-Signature' },
    neverEmpty: ['MALOTE_OURO_PAY_WAYS'],
    minBillCents: 700,
  },
})

const { providerCode } = await import('#billing/provider/provider-code.ts')
const asked: string[] = []
const known = { customer: '' }
const done = <T>(value: T) => ({ kind: 'done', value }) as const
const page = 'https://pay.ouro.test/page'
const cashier = {
  customer: async ({ email }) => {
    known.customer = `ouro-${email}`
    return done(known.customer)
  },
  openOrder: async order => {
    asked.push(`order of ${order.plan}`)
    return done({ ref: 'order-1', url: page, expiresAt: order.expiresAt })
  },
  look: async customer => {
    asked.push(`look at ${customer}`)
    const nothing = { method: null, orders: [], invoices: [], strangers: [], disputes: [] }
    return done({ ...nothing, isGone: false, warnings: [] })
  },
} satisfies Partial<Cashier>
Object.assign(providerCode, {
  ouro_pay: async () => ({
    cashier: () => cashier,
    readKnock: (_: World, body: Buffer, signature: string) =>
      signature === 'the secret' ? { id: 'evt-1', customer: String(body), charge: null } : null,
  }),
})

const { readSettings, settingsTable } = await import('#kernel/base/config.ts')
const { modeOf, minBillCents, isToldOf } = await import('#billing/provider/provider.ts')
const { mountBillingHooks } = await import('#faces/hooks/billing.ts')
const { createApi } = await import('#faces/api/server.ts')
const { money } = await import('#faces/doctor/money.ts')
const { testDatabase } = await import('../../support/database.ts')
const { until } = await import('../../support/until.ts')
const { generatedAnswers } = await import('../../../scripts/dashboard-client.ts')
const { settingPages } = await import('../../../scripts/docs/settings.ts')
const { openShop, orderer } = await import('../../unit/billing/stage.ts')

const env = {
  MALOTE_BILLING: 'ouro_pay',
  MALOTE_OURO_PAY_KEY: 'ouro_play_1',
  MALOTE_OURO_PAY_SECRETS: 'the secret',
}
const database = await testDatabase()

describe('a payment service of which there is one record', () => {
  it('has its settings, and what is wrong with them is said by their names', () => {
    const faultOf = (more: Record<string, string>): string => {
      try {
        readSettings({ ...env, ...more })
      } catch (error) {
        return (error as Error).message
      }
      return 'none'
    }
    assert.equal(faultOf({}), 'none')
    assert.match(faultOf({ MALOTE_OURO_PAY_KEY: '' }), /ouro_pay.*MALOTE_OURO_PAY_KEY/)
    assert.equal(
      faultOf({ MALOTE_OURO_PAY_KEY: 'sk_test_x' }),
      'MALOTE_OURO_PAY_KEY must begin with ouro_, and have real or play in it.',
    )
    const ahead = { MALOTE_CLOCK_AHEAD: 'P1D', MALOTE_OURO_PAY_KEY: 'ouro_real_1' }
    assert.match(faultOf(ahead), /MALOTE_CLOCK_AHEAD is not for a live MALOTE_OURO_PAY_KEY/)
    assert.match(faultOf({ MALOTE_OURO_PAY_WAYS: ',' }), /MALOTE_OURO_PAY_WAYS/)
    assert.match(faultOf({ MALOTE_OURO_PAY_WAYS: 'gold' }), /MALOTE_OURO_PAY_WAYS.*pix/)
    assert.match(faultOf({ MALOTE_BILLING: 'silver' }), /off, manual, stripe, ouro_pay/)
  })

  it('says whether its money is real, what is worth collecting, and whether it tells of it', () => {
    const real = readSettings({ ...env, MALOTE_OURO_PAY_KEY: 'ouro_real_1' })
    const silent = readSettings({ ...env, MALOTE_OURO_PAY_SECRETS: '' })
    assert.deepEqual([real, silent].map(modeOf), ['live', 'test'])
    assert.deepEqual([real, silent].map(isToldOf), [true, false])
    assert.equal(minBillCents(real), 700)
  })

  it('stands on the page of settings, in both languages', () => {
    const pages = Object.values(settingPages())
    assert.equal(pages.length, 2)
    for (const text of pages) assert.match(text, /`MALOTE_OURO_PAY_KEY`/)
    const { en, pt } = settingsTable.MALOTE_BILLING.about
    assert.match(en, /\(the operator, by hand\), stripe, or ouro_pay\.$/)
    assert.match(pt, /\(o operador, à mão\), stripe ou ouro_pay\.$/)
  })

  it('may be named by every answer that names who collects', () => {
    const named = generatedAnswers().all.match(/provider: 'manual' \| 'stripe'.*/g)
    const all = "provider: 'manual' | 'stripe' | 'ouro_pay'"
    assert.deepEqual(named, [all, all, all])
  })

  it('takes orders, hears its webhook, and is what the doctor speaks of', async () => {
    const shop = await openShop(database, env)
    const { world } = shop
    const api = createApi(world, [], { mount: [mountBillingHooks(world)] })
    after(async () => {
      await api.close()
      await shop.api.close()
    })
    const customer = await orderer(shop)
    const { body } = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.equal(body.url, page, JSON.stringify(body))
    const shown = await customer.get('/billing')
    assert.deepEqual([shown.provider, shown.mode], ['ouro_pay', 'test'])

    const hooks = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}/hooks/billing`
    const [order] = asked.splice(0)
    assert.equal(order, 'order of pro')
    const { customer: ref } = known
    const post = async (name: string, signature: string) => {
      const headers = { 'ouro-signature': signature }
      const answer = await fetch(`${hooks}/${name}`, {
        method: 'POST',
        body: ref,
        headers,
      })
      return { status: answer.status, text: await answer.text() }
    }
    assert.equal((await post('stripe', 'the secret')).status, 404)
    const odd = await post('ouro_pay', 'another')
    assert.deepEqual([odd.status, /Ouro-Signature/.test(odd.text)], [400, true])
    assert.equal((await post('ouro_pay', 'the secret')).status, 200)
    await until(async () => asked.includes(`look at ${ref}`), 'the look')

    const open = { ...world.settings, MALOTE_BASE_URL: 'https://mail.shop.test' }
    const [finding] = await money({ ...world, settings: open })
    assert.equal(finding!.level, 'error')
    assert.match(finding!.text.en, /^MALOTE_OURO_PAY_KEY is a test key/)
  })
})
