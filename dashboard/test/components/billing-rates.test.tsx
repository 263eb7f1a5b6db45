import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monthCost, recipientsFor, smallerOf } from '../../src/features/billing/rates.ts'

describe('what money buys', () => {
  it('is said as recipients that a limit still lets out', () => {
    assert.equal(recipientsFor('50.00', '4.50', '0.00000'), 11_111)
    assert.equal(recipientsFor('0.00', '4.50', '0.00000'), 0)
    assert.equal(recipientsFor('0.90', '0.90', '0.00000'), 1000)
  })

  it('counts what is sold already to the recipient', () => {
    // 11 recipients at 4.50 per 1,000 are 4.95 cents, shown as 5: eleven less, not as many as 5 cents buy.
    assert.equal(recipientsFor('50.00', '4.50', '0.04950'), 11_100)
    assert.equal(recipientsFor('0.05', '4.50', '0.04950'), 0)
  })

  it('is exact where the price changed within the period', () => {
    assert.equal(recipientsFor('1.00', '3.00', '0.45000'), 183)
    assert.equal(recipientsFor('1.00', '4.50', '0.00300'), 221)
  })

  it('is compared between plans, where a plan holds as much', () => {
    const pro = { month: '99.00', included: 50_000, overage: '4.50' }
    assert.equal(monthCost(pro, 50_000), '99.00')
    assert.equal(monthCost(pro, 50_001), '99.01')
    assert.equal(monthCost(pro, 250_000), '999.00')
    assert.equal(monthCost({ month: '0.00', included: 3000, overage: null }, 3001), null)
    assert.equal(monthCost({ month: '9.00', included: null, overage: null }, 9e9), '9.00')
  })

  it('is bound by the smaller of two amounts', () => {
    assert.equal(smallerOf('10.00', '9.99'), '9.99')
    assert.equal(smallerOf('10.00', null), '10.00')
  })
})
