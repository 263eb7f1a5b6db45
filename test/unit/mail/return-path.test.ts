/** Tokens that only we can make, and the return path that says whom a bounce is about. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseAddress } from '#kernel/mail/address.ts'
import { makeReturnPath, makeToken, readReturnPath, readToken } from '#kernel/mail/return-path.ts'
import { anyText } from '../../support/texts.ts'

const secret = Buffer.alloc(32, 7)
const emailId = '0192f0c1-8e7f-7000-a1b2-c3d4e5f60718'
const sample = makeReturnPath(secret, emailId, 3, 'bounces.example.com')
const sampleLocal = sample.slice(0, sample.indexOf('@'))

describe('A return path', () => {
  it('looks like this, fits its limits and is an address', () => {
    assert.match(sample, /^bounce\+[a-z2-7]{45}@bounces\.example\.com$/)
    assert.ok(sampleLocal.length <= 64)
    assert.ok(parseAddress(sample).ok)
    assert.equal(makeReturnPath(secret, emailId, 3, 'bounces.example.com'), sample)
  })
  it('is read back, in whatever case it returns', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(bytes, fc.nat(0xffff), fc.boolean(), (id, n, upper) => {
        const hex = Buffer.from(id).toString('hex')
        const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
        const local = makeReturnPath(secret, uuid, n, 'x.y').split('@')[0]!
        assert.deepEqual(readReturnPath(secret, upper ? local.toUpperCase() : local), {
          emailId: uuid,
          n,
        })
      }),
      { numRuns: 2000, seed: 42 },
    )
  })
  it('is worth nothing with any one character changed, cut, added or under another secret', () => {
    for (let at = 0; at < sampleLocal.length; at++) {
      for (const character of 'abcdefghijklmnopqrstuvwxyz234567018=+-é\0') {
        if (sampleLocal[at] === character) continue
        const forged = sampleLocal.slice(0, at) + character + sampleLocal.slice(at + 1)
        assert.equal(readReturnPath(secret, forged), null, forged)
      }
      assert.equal(readReturnPath(secret, sampleLocal.slice(0, at)), null)
    }
    for (const more of ['a', '2', '=', '+x'])
      assert.equal(readReturnPath(secret, sampleLocal + more), null)
    assert.equal(readReturnPath(Buffer.alloc(32, 8), sampleLocal), null)
  })
  it('is not found in what strangers make up', () => {
    let state = 1
    for (let i = 0; i < 10_000; i++) {
      let token = ''
      for (let k = 0; k < 45; k++) {
        state = (state * 48_271) % 0x7fffffff
        token += 'abcdefghijklmnopqrstuvwxyz234567'[state % 32]
      }
      assert.equal(readReturnPath(secret, `bounce+${token}`), null)
    }
    fc.assert(fc.property(anyText(), text => assert.equal(readReturnPath(secret, text), null)))
    for (const local of ['', 'bounce', 'bounce+', 'fbl', 'postmaster', `x${sampleLocal}`]) {
      assert.equal(readReturnPath(secret, local), null)
    }
  })
  it('has room for recipient numbers up to 65,535', () => {
    for (const n of [0, 65_535]) {
      const [local = ''] = makeReturnPath(secret, emailId, n, 'x.y').split('@')
      assert.deepEqual(readReturnPath(secret, local), { emailId, n })
    }
    for (const n of [-1, 1.5, 65_536, Number.NaN]) {
      assert.throws(() => makeReturnPath(secret, emailId, n, 'x.y'), /16 bits/)
    }
    assert.throws(() => makeReturnPath(secret, 'msg_1', 0, 'x.y'), /uuid/)
  })
})

describe('A token', () => {
  it('serves one purpose', () => {
    const payload = Buffer.from('payload')
    const token = makeToken(secret, 'click', payload)
    assert.deepEqual(readToken(secret, 'click', token), payload)
    for (const purpose of ['open', 'clic', 'click\0', 'Click', ''])
      assert.equal(readToken(secret, purpose, token), null)
    const local = makeToken(secret, 'return-path', payload)
    assert.equal(
      readReturnPath(secret, `bounce+${local}`),
      null,
      'a payload too short for a recipient',
    )
  })
  it('holds any payload, and no bit of it can be turned', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(), (bytes, where) => {
        const payload = Buffer.from(bytes)
        const token = makeToken(secret, 'open', payload)
        assert.match(token, /^[a-z2-7]+$/)
        assert.deepEqual(readToken(secret, 'open', token), payload)
        const at = where % token.length
        const other = token[at] === 'a' ? 'b' : 'a'
        assert.equal(
          readToken(secret, 'open', token.slice(0, at) + other + token.slice(at + 1)),
          null,
        )
      }),
      { numRuns: 2000, seed: 42 },
    )
    assert.equal(readToken(secret, 'open', 'a'.repeat(100_000)), null)
  })
  it('has one spelling but for its case: nothing can be added or left out', () => {
    for (let length = 0; length <= 10; length++) {
      const token = makeToken(secret, 'open', Buffer.alloc(length, 9))
      assert.equal(token.length, Math.ceil(((length + 10) * 8) / 5))
      assert.ok(readToken(secret, 'open', token.toUpperCase()))
      for (const other of [`${token}a`, `${token}aa`, token.slice(0, -1), `a${token}`]) {
        assert.equal(readToken(secret, 'open', other), null, other)
      }
    }
  })
  it('has at most 1024 characters', () => {
    const longest = Buffer.alloc(630, 9)
    assert.deepEqual(readToken(secret, 'open', makeToken(secret, 'open', longest)), longest)
    assert.equal(readToken(secret, 'open', makeToken(secret, 'open', Buffer.alloc(631, 9))), null)
  })
  it('is never made from a secret too short to be one', () => {
    assert.throws(() => makeToken(Buffer.alloc(15), 'open', Buffer.alloc(1)), /16 bytes/)
    assert.ok(makeToken(Buffer.alloc(16), 'open', Buffer.alloc(1)))
  })
})
