/** Who was born on 29 February has a birthday every year: on the 28th, where the year has no 29th. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachStored } from '#marketing/contacts/fields/contact-fields.ts'
import { evaluate, type Facts } from '#marketing/segments/evaluate.ts'
import { readFilter } from '#marketing/segments/filter.ts'

const born: Facts = {
  email: 'ana@x.example',
  ...eachStored(() => null),
  source: 'api',
  createdAt: 0,
  updatedAt: 0,
  properties: { born: '2024-02-29' },
  isSuppressed: false,
  topics: new Map(),
  segments: new Set(),
  letters: [],
  activity: [],
  sequences: new Map(),
}

const isSoon = (now: string, value: string): boolean =>
  evaluate(
    readFilter(
      { field: 'properties.born', op: 'anniversary_within', value },
      {
        properties: new Map([['born', 'date']]),
        topics: new Set(),
        segments: new Map(),
        sequences: new Set(),
      },
    ),
    born,
    { now: Date.parse(now), zone: 'UTC' },
  ).result

it('29 February is the 28th in a year without it', () => {
  assert.equal(isSoon('2027-02-27T12:00:00Z', 'P1D'), true)
  assert.equal(isSoon('2027-02-28T12:00:00Z', 'PT1H'), true, 'the day itself')
  assert.equal(isSoon('2027-03-01T12:00:00Z', 'P30D'), false, 'it has passed')
  assert.equal(isSoon('2027-02-26T12:00:00Z', 'P1D'), false)
})

it('29 February is itself in a leap year, and is looked for over the turn of the year', () => {
  assert.equal(isSoon('2028-02-28T12:00:00Z', 'PT1H'), false)
  assert.equal(isSoon('2028-02-29T12:00:00Z', 'PT1H'), true)
  assert.equal(isSoon('2026-12-31T12:00:00Z', 'P59D'), true)
})
