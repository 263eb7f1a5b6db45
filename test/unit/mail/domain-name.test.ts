import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'

describe('a domain in its own letters', () => {
  it('is what people write, alone and in an address', () => {
    for (const [kept, shown] of [
      ['xn--acar-0oa8i.test', 'açúcar.test'],
      ['maria@XN--ACAR-0OA8I.test', 'maria@açúcar.test'],
      ['maria@loja.test', 'maria@loja.test'],
      ['xn--acar-0oa8i@loja.test', 'xn--acar-0oa8i@loja.test'],
    ] as const) {
      assert.equal(inOwnLetters(kept), shown)
    }
  })

  it('stays as it is where it is no name', () => {
    for (const kept of ['xn--99999999999.test', 'maria@xn--ab-g4t.test']) {
      assert.equal(inOwnLetters(kept), kept)
    }
  })
})
