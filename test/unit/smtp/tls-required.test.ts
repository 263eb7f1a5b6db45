/** TLS-Required: No (RFC 8689 §5): the sender would rather be read on the way than not arrive. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkCustomHeader } from '#kernel/mail/custom-headers.ts'
import { makeMessage } from '#sending/delivery/message.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { found } from './plain-world.ts'
import { stage, startServer } from './stage.ts'

describe('mail that waives TLS', () => {
  it('goes in plain text where MTA-STS or DANE hold the rest back, and says so', async t => {
    const mx = await startServer(t)
    const { domain, policy, node, plain } = stage(t, mx.port)
    domain('sts.example', { 'mx.sts.example': '127.0.0.1' })
    policy('sts.example', 'enforce', 'mx.sts.example')
    domain('host.example', { 'mx.host.example': '127.0.0.1' })
    policy('host.example', 'enforce', 'another.example')
    domain('dane.example', { 'mx.dane.example': '127.0.0.1' }, true)
    const record = { usage: 3, selector: 1, matching: 1, data: Buffer.alloc(32) }
    plain.tlsa[`_${mx.port}._tcp.mx.dane.example`] = found([record], true)
    domain('bogus.example', { 'mx.bogus.example': '127.0.0.1' }, true)
    plain.tlsa[`_${mx.port}._tcp.mx.bogus.example`] = { kind: 'failure', reason: 'servfail' }
    const { send } = node()
    for (const name of ['sts', 'host', 'dane', 'bogus']) {
      const to = `ana@${name}.example`
      assert.equal((await send(to)).finding.kind, 'deferred', name)
      const waived = await send(to, { tlsOptional: true })
      assert.equal(waived.finding.kind, 'delivered', name)
      assert.equal(waived.finding.tls, 'none')
      assert.equal(waived.sent[0]?.tls, 'none')
      assert.equal((await send(to)).finding.kind, 'deferred', `${name}: its connection is its own`)
    }
    assert.equal(mx.received.length, 4)
  })

  it('is mail whose header says so, in whatever case', async () => {
    assert.equal(checkCustomHeader('TLS-Required', 'No'), null)
    const delivery = {
      emailId: 'e1',
      senderDomain: 'shop.example',
      sender: 'hello@shop.example',
      address: 'ana@here.example',
      addressees: { to: ['ana@here.example'] },
      subject: 'Hi',
      acceptedAt: 0,
    } as unknown as Delivery
    const optional = async (headers: Record<string, string>) => {
      const message = await makeMessage(delivery, { text: 'hi', headers }, { signer: null })
      return message.tlsOptional
    }
    assert.equal(await optional({ 'TLS-Required': 'No' }), true)
    assert.equal(await optional({ 'tls-required': ' no ' }), true)
    for (const headers of [{}, { 'TLS-Required': 'Yes' }, { 'X-TLS-Required': 'No' }]) {
      assert.equal(await optional(headers), false)
    }
  })
})
