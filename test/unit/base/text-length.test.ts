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

  it('has halves of pairs that stand alone as characters', () => {
    for (const text of ['\ud83d', '\ude00\ud83d', '\ud83d\ud83d\ude00', 'e\u0301']) {
      const max = [...text].length
      assert.ok(isLonger(text, max - 1) && !isLonger(text, max), JSON.stringify(text))
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
    assert.ok(countsWhile(() => void isLonger('abcd', 3)) > 0)
  })
})

/** How many units of texts are looked at meanwhile; the language has its own way back at once. */
function countsWhile(work: () => void): number {
  const own = String.prototype.charCodeAt
  let count = 0
  String.prototype.charCodeAt = function counting(this: string, at: number) {
    count++
    return own.call(this, at)
  }
  try {
    work()
  } finally {
    String.prototype.charCodeAt = own
  }
  return count
}
