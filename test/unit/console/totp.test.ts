/** The vectors of RFC 6238 appendix B (SHA-1) and RFC 4648 §10. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeAt, stepAt, stepOfCode } from '#tenants/identity/totp.ts'

const secret = Buffer.from('12345678901234567890')

test('Codes are those of RFC 6238', () => {
  const vectors: readonly (readonly [number, string])[] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of vectors) {
    assert.equal(codeAt(secret, stepAt(seconds * 1000)), code)
    assert.equal(stepOfCode(secret, code, seconds * 1000), Math.floor(seconds / 30))
  }
})

test('A code is good in its step and in those beside it', () => {
  const at = 1_000_000 * 30_000
  const code = codeAt(secret, 1_000_000)
  for (const [shift, isGood] of [
    [-60_000, false],
    [-30_000, true],
    [0, true],
    [30_000, true],
    [60_000, false],
  ] as const) {
    assert.equal(stepOfCode(secret, code, at + shift) !== null, isGood, `${shift} ms`)
  }
  assert.equal(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, at), 1_000_000)
  for (const junk of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    assert.equal(stepOfCode(secret, junk, at), null)
  }
})

test('Base32 is that of RFC 4648, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [plain, coded] of Object.entries(vectors))
    assert.equal(base32(Buffer.from(plain)), coded)
})
