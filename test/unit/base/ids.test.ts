/** Ids (src/kernel/base/ids.ts): UUIDv7 by RFC 9562 §5.7, growing, from any time and any randomness. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { floorId, idSource, read, show, timeOfId } from '#kernel/base/ids.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('An id', () => {
  it('is laid out as the RFC says', () => {
    // The example of RFC 9562 §A.6.
    const bytes = Buffer.from('18c4dc0c0c07398f', 'hex')
    const ids = idSource(
      () => 0x017f22e279b0,
      () => bytes,
    )
    for (let count = 0; count < 0xcc3; count++) ids.next()
    assert.equal(ids.next(), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('tells its time, goes to the API and back, and grows whatever the clock does', () => {
    const times = [0, 1, 1_700_000_000_000, 1_700_000_000_000, 5, 1_900_000_000_000, 2 ** 48 - 2]
    const two = [0, 1].map(() => {
      let at = 0
      return idSource(() => times[Math.floor(at++ / 3) % times.length]!, randomBytes)
    })
    const before = ['', '']
    for (let n = 0; n < times.length * 3; n++) {
      for (const [i, ids] of two.entries()) {
        const id = ids.next()
        assert.match(id, form)
        assert.ok(id > before[i]!, 'each greater than the one before')
        assert.equal(read('msg', show('msg', id)), id)
        assert.ok(id >= floorId(timeOfId(id)))
        before[i] = id
      }
    }
    assert.equal(timeOfId(before[0]!), 2 ** 48 - 2)
  })

  it('grows also where more are made in a millisecond than its counter holds', () => {
    const ids = idSource(() => 1_700_000_000_000, randomBytes)
    const made = Array.from({ length: 10_000 }, () => ids.next())
    assert.deepEqual(made, made.toSorted())
    assert.equal(new Set(made).size, made.length)
    assert.equal(timeOfId(made.at(-1)!), 1_700_000_000_002)
  })
})
