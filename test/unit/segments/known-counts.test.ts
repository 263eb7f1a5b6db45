import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Condition } from '#marketing/segments/filter-tree.ts'
import { keepCounts, knownCount, knownCounts } from '#marketing/segments/known-counts.ts'

const uuid = (n: number): Uuid => `00000000-0000-7000-8000-00000000000${n}` as Uuid
const asked = (now: number, projectId = uuid(1), mode: 'live' | 'test' = 'live') => ({
  owner: { projectId, mode },
  moment: { now, zone: 'UTC' },
})
const member = (path: string, segmentId: Uuid): Condition => ({ kind: 'member', path, segmentId })
const one = member('all[0]', uuid(3))

describe('the count of a condition', () => {
  it('is known for fifteen seconds, wherever the condition stands', () => {
    const known = knownCounts.make(undefined)
    keepCounts(known, asked(1_000), new Map([[one, 7]]), 100_000)
    assert.equal(knownCount(known, asked(15_999), member('all[4].not', uuid(3))), 7)
    assert.equal(knownCount(known, asked(16_000), one), null)
    assert.equal(knownCount(known, asked(-14_000), one), null)
  })

  it('is that of its project, its mode and what it asks', () => {
    const known = knownCounts.make(undefined)
    keepCounts(known, asked(0), new Map([[one, 7]]), 100_000)
    assert.equal(knownCount(known, asked(0), one), 7)
    assert.equal(knownCount(known, asked(0, uuid(2)), one), null)
    assert.equal(knownCount(known, asked(0, uuid(1), 'test'), one), null)
    assert.equal(knownCount(known, asked(0), member('all[0]', uuid(4))), null)
  })

  it('is not kept among few contacts, and never more than a thousand are', () => {
    const known = knownCounts.make(undefined)
    keepCounts(known, asked(0), new Map([[one, 7]]), 99_999)
    assert.equal(knownCount(known, asked(0), one), null)
    for (let i = 0; i < 3_000; i++) {
      const next = member('', `00000000-0000-7000-8000-${String(i).padStart(12, '0')}` as Uuid)
      keepCounts(known, asked(0), new Map([[next, 100_000]]), 0)
      assert.equal(knownCount(known, asked(0), next), 100_000)
      assert.ok(known.size <= 1_000)
    }
  })
})
