/** Sealed secrets: what opens them, and what does not. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import {
  seal,
  sealingKey,
  sealText,
  UnopenedSeal,
  unseal,
  unsealText,
  useKeyring,
} from '#kernel/world/sealed.ts'

const [one, two] = [sealingKey('one'.repeat(11)), sealingKey('two'.repeat(11))]
const secret = Buffer.from('a secret of some bytes')
const text = '-----BEGIN PRIVATE KEY-----\nabc\n'

describe('a sealed secret', () => {
  afterEach(() => useKeyring({ keys: [], place: '' }))

  it('opens under its key, also when that is a former one, and never shows what it is', () => {
    useKeyring({ keys: [one], place: 'here' })
    const sealed = seal('webhook', secret)
    const sealedText = sealText('dkim', text)
    assert.ok(!sealed.includes(secret) && !sealedText.includes('PRIVATE'))
    assert.notDeepEqual(seal('webhook', secret), sealed)
    useKeyring({ keys: [two, one], place: 'here' })
    assert.deepEqual(unseal('webhook', sealed), secret)
    assert.equal(unsealText('dkim', sealedText), text)
    assert.equal(unsealText('dkim', sealedText), text)
  })

  it('opens under no other key, as no other kind, and not when it was changed', () => {
    useKeyring({ keys: [one], place: 'here' })
    const sealed = seal('webhook', secret)
    assert.throws(() => unseal('totp', sealed), UnopenedSeal)
    for (const at of [18, 30, 50, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      assert.throws(() => unseal('webhook', changed), UnopenedSeal, `byte ${at}`)
    }
    useKeyring({ keys: [two], place: 'here' })
    assert.throws(() => unseal('webhook', sealed), /key [0-9a-f]{8}, which is not here/)
  })

  it('is as it was where there is no key, and plain ones are read where there is one', () => {
    assert.deepEqual(seal('webhook', secret), secret)
    assert.equal(sealText('dkim', text), text)
    useKeyring({ keys: [one], place: 'here' })
    assert.deepEqual(unseal('webhook', secret), secret)
    assert.equal(unsealText('dkim', text), text)
  })

  it('looks for a new key before it seals and before it gives up', () => {
    let keys = [one]
    const again = () => ({ keys, place: 'here', again })
    useKeyring(again())
    keys = [two, one]
    const sealed = seal('totp', secret)
    useKeyring({ keys: [two], place: 'here' })
    assert.deepEqual(unseal('totp', sealed), secret)
    keys = [one]
    useKeyring(again())
    keys = [two, one]
    assert.deepEqual(unseal('totp', sealed), secret)
  })
})
