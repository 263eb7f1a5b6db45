import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone } from '#kernel/base/time-zones.ts'

describe('a time zone', () => {
  for (const name of ['America/Recife', 'UTC', 'Etc/GMT+3', 'europe/lisbon']) {
    it(`is ${name}`, () => assert.ok(isTimeZone(name) && isTimeZone(name)))
  }
  for (const name of ['+03:00', '-0300', '', 'Mars/Olympus', 'America/Recife ', '03:00']) {
    it(`is not ${JSON.stringify(name)}`, () => assert.ok(!isTimeZone(name)))
  }
})
