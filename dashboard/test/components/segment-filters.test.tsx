import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Filter } from '../../src/api/shapes.ts'
import {
  daysOf,
  filterOf,
  groupOf,
  partOf,
  spanOfDays,
} from '../../src/features/segments/filter.ts'
import { ValueInput } from '../../src/features/segments/value-input.tsx'
import { show } from './stage.tsx'

const city: Filter = { field: 'properties.city', op: 'eq', value: 'Recife' }

describe('a filter taken apart and put together', () => {
  const filters: readonly Filter[] = [
    city,
    { not: city },
    { all: [] },
    { any: [city, { not: { all: [city, { any: [] }] } }] },
    { not: { any: [city] } },
    { letters: 'opened', last: 5, at_most: 0 },
  ]
  for (const filter of filters) {
    it(`is what it was: ${JSON.stringify(filter)}`, () => {
      assert.deepEqual(filterOf(partOf(filter)), filter)
    })
  }

  it('loses what is said twice and means nothing', () => {
    assert.deepEqual(filterOf(partOf({ not: { not: city } })), city)
  })

  it('always has a group outside, to which something can be added', () => {
    assert.deepEqual(groupOf(undefined), { all: [] })
    assert.deepEqual(groupOf(city), { all: [city] })
    assert.deepEqual(groupOf({ not: { any: [city] } }), { all: [{ not: { any: [city] } }] })
    assert.deepEqual(groupOf({ any: [city] }), { any: [city] })
  })
})

describe('the value of a condition', () => {
  it('must be there: an empty one is a condition that nobody meant', async () => {
    for (const [type, op] of [
      ['string', 'eq'],
      ['string', 'in'],
      ['number', 'gt'],
      ['number', 'between'],
      ['date', 'before'],
      ['date', 'within'],
    ] as const) {
      await show(<ValueInput type={type} op={op} value={undefined} set={() => {}} />)
      const [input] = document.querySelectorAll('input')
      assert.equal(input?.required, true, `${type} ${op}`)
    }
  })
})

describe('a span', () => {
  it('is typed in days, or as the API has it', () => {
    assert.equal(spanOfDays('30'), 'P30D')
    assert.equal(spanOfDays('PT12H'), 'PT12H')
    assert.equal(spanOfDays(' '), undefined)
    assert.equal(daysOf('P30D'), '30')
    assert.equal(daysOf('PT12H'), 'PT12H')
    assert.equal(daysOf(undefined), '')
  })
})
