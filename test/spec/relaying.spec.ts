/** Everything through one smart host, with the same timeline. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventOf, startTestService } from '../support/service.ts'
import { startMx } from '../unit/smtp/mx.ts'

describe('relaying', () => {
  it('delivers through the smart host, logged in, whatever the recipient’s domain says', async t => {
    const host = await startMx({ features: ['PIPELINING', 'AUTH PLAIN LOGIN'] })
    t.after(() => host.close())
    const service = await startTestService(t, {
      settings: { MALOTE_RELAY: `smtp://user:secret@127.0.0.1:${host.port}?tls=none` },
    })
    const sent = await service.call('POST', '/v1/emails', {
      body: { from: 'hello@shop.test', to: ['ana@anywhere.test'], subject: 'Oi', text: 'Oi' },
    })
    const delivered = await eventOf(service, sent.body.id, 'delivered')
    assert.equal(delivered.mx, '127.0.0.1')
    assert.equal(delivered.tls, 'none')
    assert.equal(host.received.length, 1)
    assert.ok(host.lines.some(line => line.startsWith('AUTH PLAIN')))
  })
})
