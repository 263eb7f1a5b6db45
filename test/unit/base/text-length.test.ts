/** Lengths in characters: pairs count once, and what is far too long is not counted at all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLonger, isShorter } from '#kernel/base/text-length.ts'

const pair = '😀'

describe('a text', () => {
  it('is longer than so many characters, whose pairs count once', () => {
    for (const [text, max, expected] of [
      ['', 0, false],
      ['abc', 3, false],
      ['abcd', 3, true],
      [pair.repeat(3), 3, false],
      [pair.repeat(4), 3, true],
      [`${pair}${pair}ab`, 3, true],
      ['abcdefg', 3, true],
    ] as const) {
      assert.equal(isLonger(text, max), expected, `${text} ${max}`)
    }
  })

  it('is shorter than so many', () => {
    for (const [text, min, expected] of [
      ['', 0, false],
      ['', 1, true],
      ['a', 1, false],
      [pair, 2, true],
      [`${pair}a`, 2, false],
      [pair.repeat(2), 2, false],
    ] as const) {
      assert.equal(isShorter(text, min), expected, `${text} ${min}`)
    }
  })

  it('is not counted where its units say enough', () => {
    const long = 'x'.repeat(1_000_000)
    const counted = countsWhile(() => {
      assert.ok(isLonger(long, 200))
      assert.ok(!isLonger(long, 1_000_000))
      assert.ok(!isShorter(long, 200))
    })
    assert.equal(counted, 0)
    assert.equal(
      countsWhile(() => void isLonger('abcd', 3)),
      1,
    )
  })
})

/**
 * How many texts are gone through by character meanwhile. Everything in the process does so, the
 * loader of the next test's modules too: the language has its own way back before anything else runs.
 */
function countsWhile(work: () => void): number {
  const own = String.prototype[Symbol.iterator]
  let count = 0
  String.prototype[Symbol.iterator] = function counting(this: string) {
    count++
    return own.call(this)
  }
  try {
    work()
  } finally {
    String.prototype[Symbol.iterator] = own
  }
  return count
}
