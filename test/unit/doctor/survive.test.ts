/** A check of the doctor that breaks: it is named, and what it hides is told. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Check, CheckResult } from '#faces/doctor/finding.ts'
import { blameCheck, survived } from '#faces/doctor/survive.ts'
import type { World } from '#kernel/world/world.ts'

describe('a check that breaks', () => {
  const late = (error: unknown) => () =>
    new Promise<CheckResult[]>(() => {
      setTimeout(() => {
        throw error
      }, 1)
    })
  const ways: readonly (readonly [string, Check, RegExp])[] = [
    ['throws at once', () => assert.fail('at once'), /: AssertionError.*at once\.$/],
    [
      'rejects with an error',
      async () => Promise.reject(new Error('broken')),
      /: Error: broken\.$/,
    ],
    ['rejects with no error', () => Promise.reject(null), /: null\.$/],
    [
      'rejects with what has no words',
      () => Promise.reject(Object.create(null)),
      /: \[Object: null/,
    ],
    ['throws behind the back of who waits', late(new Error('late')), /: Error: late\.$/],
  ]
  for (const [how, check, words] of ways) {
    it(`is named where it ${how}`, async t => {
      // Before the test runner, which would take it for a failure of this test.
      process.setUncaughtExceptionCaptureCallback(error => void blameCheck(error))
      t.after(() => process.setUncaughtExceptionCaptureCallback(null))
      const findings = await survived('disk', check, {} as World)
      assert.deepEqual(
        findings.map(({ check, level }) => [check, level]),
        [['disk', 'warning']],
      )
      assert.match(findings[0]!.text.en, /^Could not be checked: /)
      assert.match(findings[0]!.text.pt, words)
    })
  }

  it('is not blamed for what others throw', () => assert.equal(blameCheck(new Error('x')), false))
})
