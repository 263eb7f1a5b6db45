/** The operator's own plans: every figure as written, and whatever is unclear stops the start. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { test } from 'node:test'
import { BadSetting, readSettings } from '#kernel/base/config.ts'
import { builtInPlans, plansOf } from '#tenants/limits/plans.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'malote-plans-'))
let files = 0
function plansFrom(text: string) {
  const file = path.join(folder, `${++files}.json`)
  fs.writeFileSync(file, text)
  return plansOf(readSettings({ MALOTE_PLANS_FILE: file }))
}

const pro = {
  included: 10_000,
  daily: null,
  domains: 3,
  files_mb: 700,
  retention_days: 45,
  prices: { BRL: { month: '79.90', overage_per_1000: '3.05' }, USD: { month: '15.00' } },
}

test('A file replaces the plans that it names, and leaves the others', () => {
  const plans = plansFrom(JSON.stringify({ pro }))
  assert.deepEqual(plans.pro, {
    title: builtInPlans.pro.title,
    included: 10_000,
    daily: null,
    domains: 3,
    filesMb: 700,
    retentionDays: 45,
    prices: {
      BRL: { monthCents: 7_990, overageCents: 305 },
      USD: { monthCents: 1_500, overageCents: null },
    },
  })
  assert.deepEqual(plans.scale, builtInPlans.scale)
})

test('A plan without prices is not sold', () => {
  const { prices: _, ...bare } = pro
  assert.deepEqual(plansFrom(JSON.stringify({ pro: bare })).pro.prices, {})
})

test('A figure that is left out stays as built in, and null is without a limit', () => {
  const { free, pro: bought } = plansFrom('{"free":{"included":10},"pro":{"domains":null}}')
  assert.deepEqual(free, { ...builtInPlans.free, included: 10, prices: {} })
  assert.deepEqual(bought, { ...builtInPlans.pro, domains: null, prices: {} })
})

test('Whatever is unclear stops the start and is named', () => {
  const withPrice = (price: object) => ({ pro: { ...pro, prices: { BRL: price } } })
  for (const [data, named] of [
    ['{', 'MALOTE_PLANS_FILE'],
    ['[]', 'object'],
    [{ gold: pro }, 'gold'],
    [{ pro: 7 }, 'pro'],
    [{ pro: { ...pro, price: 1 } }, 'price'],
    [{ pro: { ...pro, included: -1 } }, 'pro.included'],
    [{ pro: { ...pro, included: 1.5 } }, 'pro.included'],
    [{ pro: { ...pro, daily: '100' } }, 'pro.daily'],
    [{ pro: { ...pro, retention_days: 0 } }, 'pro.retention_days'],
    [{ pro: { ...pro, retention_days: null } }, 'pro.retention_days'],
    [{ pro: { ...pro, prices: { EUR: { month: '1.00' } } } }, 'EUR'],
    [withPrice({}), 'month'],
    [withPrice({ month: 99 }), 'month'],
    [withPrice({ month: '99.005' }), 'month'],
    [withPrice({ month: '-1.00' }), 'month'],
    [withPrice({ month: '9.00', overage_per_1000: 4.5 }), 'overage_per_1000'],
    [withPrice({ month: '9.00', overage_per_1000: '0.00' }), 'overage_per_1000'],
    [withPrice({ month: '9.00', per_year: '99.00' }), 'per_year'],
  ] as const) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    assert.throws(
      () => plansFrom(text),
      error => error instanceof BadSetting && error.message.includes(named),
      text,
    )
  }
  const missing = path.join(folder, 'none.json')
  assert.throws(() => plansOf(readSettings({ MALOTE_PLANS_FILE: missing })), /MALOTE_PLANS_FILE/)
})
