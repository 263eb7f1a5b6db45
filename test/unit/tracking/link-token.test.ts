/** Tokens in links: nobody reads, changes or makes one, and the same content gives the same bytes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type LinkPurpose,
  maxAboutBytes,
  openLink,
  sealedChars,
  sealLink,
  sealLinks,
} from '#sending/tracking/link-token.ts'
import { anyUrl } from '../../support/texts.ts'

const secret = Buffer.alloc(32, 7)
const content = {
  projectId: '0192f0c1-0000-7000-8000-0000000000aa',
  emailId: '0192f0c1-1111-7111-9111-1111111111bb',
  n: 49,
  about: 'https://shop.example/sale?a=1',
}

describe('a link token', () => {
  it('gives back what was sealed, for its purpose and secret alone', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.nat(65_535), anyUrl, (projectId, emailId, n, about) => {
        const link = { projectId, emailId, n, about }
        const token = sealLink(secret, 'click', link)
        assert.match(token, /^[\w-]+$/)
        assert.deepEqual(openLink(secret, 'click', token), link)
        assert.equal(sealLink(secret, 'click', link), token)
        assert.equal(openLink(secret, 'open', token), null)
        assert.equal(openLink(Buffer.alloc(32, 8), 'click', token), null)
      }),
    )
  })

  it('is the same whether it is sealed alone or among others, of any length', () => {
    const abouts = Array.from({ length: 70 }, (_, n) => 'á/'.repeat(n * 3))
    const alone = abouts.map(about => sealLink(secret, 'click', { ...content, about }))
    assert.deepEqual(sealLinks(secret, 'click', { ...content, abouts }), alone)
    const opened = alone.map(token => openLink(secret, 'click', token)?.about)
    assert.deepEqual(opened, abouts)
  })

  it('carries so much and no more, and is as long as was said', () => {
    const longest = 'á'.repeat(maxAboutBytes / 2)
    for (const about of ['', 'a', 'ab', 'abc', 'é', content.about, longest]) {
      const token = sealLink(secret, 'click', { ...content, about })
      assert.equal(token.length, sealedChars(about))
      assert.equal(openLink(secret, 'click', token)?.about, about)
    }
    const tooLong = { ...content, about: `${longest}x` }
    assert.throws(() => sealLink(secret, 'click', tooLong), /a link that long/)
  })

  it('shows nothing of its content', () => {
    const token = sealLink(secret, 'unsubscribe', { ...content, about: 'ana@example.com' })
    const bytes = Buffer.from(token, 'base64url').toString('latin1')
    assert.doesNotMatch(bytes, /ana|example/)
    assert.ok(
      !bytes.includes(Buffer.from(content.emailId.replaceAll('-', ''), 'hex').toString('latin1')),
    )
  })

  it('is worth nothing with any of 10,000 bits changed', () => {
    let flips = 0
    for (let round = 0; flips < 10_000; round++) {
      const purpose = (['open', 'click', 'unsubscribe'] as const)[round % 3]!
      const about = `${content.about}${round}`
      const bytes = Buffer.from(sealLink(secret, purpose, { ...content, about }), 'base64url')
      for (let bit = 0; bit < bytes.length * 8 && flips < 10_000; bit++, flips++) {
        const changed = Buffer.from(bytes)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        assert.equal(openLink(secret, purpose, changed.toString('base64url')), null)
      }
    }
  })

  it('has one spelling', () => {
    const token = sealLink(secret, 'click', content)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const last of alphabet) {
      const other = token.slice(0, -1) + last
      if (other !== token) assert.equal(openLink(secret, 'click', other), null)
    }
    for (const other of [`${token}=`, `${token} `, ` ${token}`, token.replaceAll('-', '+')]) {
      if (other !== token) assert.equal(openLink(secret, 'click', other), null)
    }
  })

  it('is not made of noise', () => {
    const purposes: LinkPurpose[] = ['open', 'click', 'unsubscribe']
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 300 }), (text, bytes) => {
        for (const purpose of purposes) {
          assert.equal(openLink(secret, purpose, text), null)
          assert.equal(openLink(secret, purpose, Buffer.from(bytes).toString('base64url')), null)
        }
      }),
    )
  })
})
