/** Settings about money that cannot be used stop the start, each by its name. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { after, describe, test } from 'node:test'
import { modeOf } from '#billing/provider/provider.ts'
import { readSettings } from '#kernel/base/config.ts'
import { plansOf } from '#tenants/limits/plans.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plans-'))
after(() => fs.rmSync(folder, { recursive: true }))

function planFile(data: unknown): string {
  const file = path.join(folder, `${fs.readdirSync(folder).length}.json`)
  fs.writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data))
  return file
}

describe('A setting that cannot be used is named', () => {
  const key = (kind: string) => `sk_${kind}_x`
  const bad: readonly (readonly [string, Record<string, string>])[] = [
    ['MALOTE_BILLING', { MALOTE_BILLING: 'maybe' }],
    ['MALOTE_STRIPE_KEY', { MALOTE_BILLING: 'stripe' }],
    ['MALOTE_STRIPE_KEY', { MALOTE_STRIPE_KEY: 'pk_test_x' }],
    ['MALOTE_STRIPE_KEY', { MALOTE_STRIPE_KEY: 'sk_x' }],
    ['MALOTE_CLOCK_AHEAD', { MALOTE_CLOCK_AHEAD: '31 days' }],
    ['MALOTE_CLOCK_AHEAD', { MALOTE_CLOCK_AHEAD: 'P1D', MALOTE_STRIPE_KEY: key('live') }],
    ['MALOTE_CURRENCIES', { MALOTE_CURRENCIES: 'BRL,EUR' }],
    ['MALOTE_STRIPE_METHODS', { MALOTE_STRIPE_METHODS: 'pix' }],
    ['MALOTE_STRIPE_API_URL', { MALOTE_STRIPE_API_URL: 'here' }],
    ['MALOTE_BILLING_GRACE_DAYS', { MALOTE_BILLING_GRACE_DAYS: '0' }],
    ['MALOTE_BILLING_GRACE_DAYS', { MALOTE_BILLING_GRACE_DAYS: '9999999999' }],
    ['MALOTE_BILLING_DUE_DAYS', { MALOTE_BILLING_DUE_DAYS: '366' }],
    ['MALOTE_BILLING_CREDIT', { MALOTE_BILLING_CREDIT: '1,5' }],
    ['MALOTE_BILLING_CREDIT', { MALOTE_BILLING_CREDIT: 'no' }],
  ]
  for (const [name, env] of bad) {
    test(`${name} in ${JSON.stringify(env)}`, () => {
      assert.throws(() => readSettings(env), new RegExp(`^BadSetting: .*${name}`))
    })
  }

  test('the key says in which mode money is', () => {
    const modes = ['sk_live_x', 'rk_test_x', 'sk_org_live_x', 'sk_org_test_x'].map(one =>
      modeOf(readSettings({ MALOTE_BILLING: 'stripe', MALOTE_STRIPE_KEY: one })),
    )
    assert.deepEqual(modes, ['live', 'test', 'live', 'test'])
    assert.equal(modeOf(readSettings({ MALOTE_BILLING: 'manual' })), 'live')
  })
})

describe('A plans file', () => {
  const plans = (data: unknown) => plansOf({ MALOTE_PLANS_FILE: planFile(data) })
  const pro = { included: 10, daily: null, domains: 1, retention_days: 5 }

  for (const [what, data] of [
    ['that is not there', null],
    ['that is no JSON', '{'],
    ['of a plan that does not exist', { gold: pro }],
    ['with an amount that is a number', { pro: { ...pro, prices: { BRL: { month: 9 } } } }],
    ['with three digits', { pro: { ...pro, prices: { BRL: { month: '9.001' } } } }],
    ['with half a recipient', { pro: { ...pro, included: 1.5 } }],
    [
      'that sells overage for more than a counter holds',
      { pro: { ...pro, prices: { USD: { month: '1', overage_per_1000: '1000000.01' } } } },
    ],
  ] as const) {
    test(`${what} is named`, () => {
      const file = data === null ? '/nowhere/plans.json' : planFile(data)
      assert.throws(() => plansOf({ MALOTE_PLANS_FILE: file }), /^BadSetting: MALOTE_PLANS_FILE/)
    })
  }

  test('replaces what it names and leaves the rest', () => {
    const read = plans({
      pro: { ...pro, prices: { BRL: { month: '1,50', overage_per_1000: null } } },
    })
    assert.deepEqual(read.pro.prices, { BRL: { monthCents: 150, overageCents: null } })
    assert.equal(read.pro.included, 10)
    assert.equal(read.scale.included, 500_000)
    assert.deepEqual(plans({ pro }).pro.prices, {})
  })
})
