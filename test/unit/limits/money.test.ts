/** Amounts as people write and read them: no cent is made or lost on the way. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  centsUp,
  maxCents,
  money,
  number,
  parseCents,
  showAmount,
  showExact,
} from '#tenants/limits/money.ts'

describe('an amount', () => {
  it('is read with a point or a comma, and at most two digits after it', () => {
    const amounts = ['0', '25', '25.5', '25,50', '0.07', '007', '100000000.00']
    assert.deepEqual(amounts.map(parseCents), [0, 2_500, 2_550, 2_550, 7, 700, maxCents])
  })

  it('is none where it says more than that, or something else', () => {
    const others = [
      '',
      '.5',
      '5.',
      '1.005',
      '1,000.00',
      '-1',
      '1e3',
      ' 1',
      '100000000.01',
      25,
      null,
    ]
    for (const other of others) assert.equal(parseCents(other), null, JSON.stringify(other))
  })

  it('is shown with two digits after the point, as it is read', () => {
    const cents = [0, 7, 99, 100, 2_550, maxCents]
    const shown = ['0.00', '0.07', '0.99', '1.00', '25.50', '100000000.00']
    assert.deepEqual(cents.map(showAmount), shown)
    assert.deepEqual(shown.map(parseCents), cents)
  })

  it('is exact to a thousandth of a cent before the bill, which is rounded up', () => {
    const millicents = [0, 1, 4_950, 99_999, 100_000, 1_234_567]
    const exact = ['0.00000', '0.00001', '0.04950', '0.99999', '1.00000', '12.34567']
    assert.deepEqual(millicents.map(showExact), exact)
    assert.deepEqual(millicents.map(centsUp), [0, 1, 5, 100, 100, 1_235])
  })

  it('stands with its sign in a sentence, grouped as each language does', () => {
    assert.deepEqual(money(1_250, 'USD'), { en: 'US$ 12.50', pt: 'US$ 12,50' })
    assert.deepEqual(money(123_456_705, 'BRL'), {
      en: 'R$ 1,234,567.05',
      pt: 'R$ 1.234.567,05',
    })
    assert.deepEqual(money(99, 'EUR'), { en: 'EUR 0.99', pt: 'EUR 0,99' })
  })
})

describe('a number', () => {
  it('is grouped by thousands', () => {
    const grouped = [0, 999, 1_000, 50_000, 1_234_567].map(value => number(value).en)
    assert.deepEqual(grouped, ['0', '999', '1,000', '50,000', '1,234,567'])
    assert.equal(number(1_234_567).pt, '1.234.567')
  })
})
