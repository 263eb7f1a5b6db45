/** Signatures, against the scheme's published vector and its public library. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createChance } from '../../sim/random.ts'
import { showSecret, signedHeaders } from '../../src/webhooks/sign.ts'

describe('The signature of a webhook', () => {
  it('is that of the published vector', () => {
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
      [Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')],
    )
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by the public library for 10,000 random messages, and no other is', () => {
    const chance = createChance('signatures')
    const timestamp = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 10_000; i++) {
      const secret = chance.bytes(chance.between(24, 64))
      const body = JSON.stringify({
        n: i,
        text: chance.bytes(chance.integer(300)).toString('utf8'),
      })
      const id = `evt_${chance.bytes(16).toString('hex')}`
      // During a rotation the signature that counts may be the first or the second.
      const secrets = chance.pick([
        [secret],
        [secret, chance.bytes(24)],
        [chance.bytes(24), secret],
      ])
      const headers = signedHeaders({ id, timestamp, body }, secrets)
      const library = new Webhook(showSecret(secret))
      assert.deepEqual(library.verify(body, headers), JSON.parse(body))
      assert.throws(() => library.verify(`${body} `, headers))
      assert.throws(() => library.verify(body, { ...headers, 'webhook-id': `${id}0` }))
    }
  })
})
