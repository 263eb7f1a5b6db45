/** Durations as they are written, which are read as what they were. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dayMs, durationMs, durationOf } from '#kernel/base/durations.ts'

it('A duration is written in whole days, or else in seconds, rounded up', () => {
  for (const [ms, text] of [
    [8 * dayMs, 'P8D'],
    [dayMs, 'P1D'],
    [dayMs + 1_000, 'PT86401S'],
    [dayMs - 1, 'P1D'],
    [1, 'PT1S'],
    [0, 'PT0S'],
  ] as const) {
    assert.equal(durationOf(ms), text)
    assert.equal(durationMs(text), Math.ceil(ms / 1_000) * 1_000)
  }
})
