/** Signatures, against the scheme's published vector, its public library, and RFC 4231's cases. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { bodyOf } from '#platform/webhooks/enqueue.ts'
import { hmac, showSecret, signedHeaders } from '#platform/webhooks/sign.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { createChance } from '../../../sim/world/random.ts'

const repeated = (byte: number, count: number): Buffer => Buffer.alloc(count, byte)

/** RFC 4231 §4.2 to §4.8; the fifth is given to 128 bits only. */
const rfc4231: readonly (readonly [string, Buffer, string | Buffer, string])[] = [
  [
    'case 1',
    repeated(0x0b, 20),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    'case 2, a key shorter than the hash',
    Buffer.from('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    'case 3',
    repeated(0xaa, 20),
    repeated(0xdd, 50),
    '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  ],
  [
    'case 4',
    Buffer.from(Array.from({ length: 25 }, (_, i) => i + 1)),
    repeated(0xcd, 50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    'case 5, truncated',
    repeated(0x0c, 20),
    'Test With Truncation',
    'a3b6167473100ee06e0c796c2955552b',
  ],
  [
    'case 6, a key longer than a block',
    repeated(0xaa, 131),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    'case 7, key and data longer than a block',
    repeated(0xaa, 131),
    'This is a test using a larger than block-size key and a larger than block-size data. ' +
      'The key needs to be hashed before being used by the HMAC algorithm.',
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
]

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

  it('is accepted by the public library for 10,000 random events, and no other is', () => {
    const chance = createChance('signatures')
    const timestamp = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 10_000; i++) {
      const secret = chance.bytes(chance.between(24, 64))
      const id = `evt_${chance.bytes(16).toString('hex')}`
      const words = () => chance.bytes(chance.integer(150)).toString('utf8')
      const body = bodyOf({
        type: chance.pick(eventTypeNames),
        at: timestamp * 1000 + chance.integer(1000),
        data: { event_id: id, smtp_response: words(), tags: { [words()]: words() } },
      })
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

  for (const [name, key, data, wanted] of rfc4231) {
    it(`rests on the HMAC-SHA256 of RFC 4231: ${name}`, () => {
      const whole = hmac(key, data).toString('hex')
      assert.equal(whole.slice(0, wanted.length), wanted)
    })
  }
})
