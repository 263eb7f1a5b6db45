/** The client verifies what the server signs, and refuses everything else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from '#platform/webhooks/sign.ts'
import { verifyWebhook, WebhookVerificationError } from '../../../client/src/malote.ts'

const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
  now: 1614265330,
}

const verify = (change: Partial<typeof vector> & { toleranceSeconds?: number } = {}) => {
  const { body, headers, secret, now, toleranceSeconds } = { ...vector, ...change }
  return verifyWebhook(body, headers, secret, { now, toleranceSeconds })
}

const signature = (value: string) => ({
  headers: { ...vector.headers, 'webhook-signature': value },
})

describe('verifyWebhook', () => {
  it('takes the published vector of the scheme', async () => {
    assert.deepEqual(await verify(), { test: 2432232314 })
  })

  it('takes headers of fetch, of node and in any case, and the body as bytes', async () => {
    const { body, headers, secret, now } = vector
    const upper = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v]))
    for (const form of [new Headers(headers), upper, { ...headers, host: undefined }]) {
      assert.ok(await verifyWebhook(Buffer.from(body), form, secret, { now }))
    }
  })

  it('takes any of several signatures, as while a secret is changed', async () => {
    const good = vector.headers['webhook-signature']
    await verify(signature(`v1,${Buffer.alloc(32).toString('base64')} v1a,x ${good}`))
  })

  it('takes what the server signs, as the scheme’s own library does', async () => {
    const secret = Buffer.from('0123456789abcdef01234567')
    const shown = `whsec_${secret.toString('base64')}`
    const now = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 200; i++) {
      const body = JSON.stringify({ type: 'bounced', n: i, text: 'olá ✓ '.repeat(i) })
      const headers = signedHeaders({ id: `evt_${i}`, timestamp: now, body }, [secret])
      assert.deepEqual(await verifyWebhook(body, headers, shown), JSON.parse(body))
      assert.deepEqual(new Webhook(shown).verify(body, headers), JSON.parse(body))
    }
  })

  it('refuses another body, id, time, secret or signature', async () => {
    const refused = [
      { body: '{"test": 2432232315}' },
      { body: '{"test":2432232314}' },
      { headers: { ...vector.headers, 'webhook-id': 'msg_other' } },
      { headers: { ...vector.headers, 'webhook-timestamp': '1614265331' } },
      { secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` },
      signature('v1,'),
      signature('v1'),
      signature('v1,%%%'),
      signature('v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='),
      { headers: { ...vector.headers, 'webhook-timestamp': 'soon' } },
      { headers: { 'webhook-id': 'x' } as unknown as typeof vector.headers },
    ]
    for (const change of refused) await assert.rejects(verify(change), WebhookVerificationError)
  })

  it('refuses what is more than 300 seconds away from now, on either side', async () => {
    for (const distance of [-300, 300]) await verify({ now: vector.now + distance })
    for (const distance of [-301, 301]) {
      await assert.rejects(verify({ now: vector.now + distance }), /301 s away/)
    }
    await verify({ now: vector.now + 900, toleranceSeconds: 900 })
  })
})
