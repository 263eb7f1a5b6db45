/** Everything through one smart host, with the same timeline. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRelay } from '#sending/delivery/relay.ts'
import { sourceOf } from '#sending/delivery/source.ts'
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

  it('never sends a password in clear text unless told to', () => {
    assert.equal(readRelay('smtp://u:p@mail.example')?.plain, false)
    assert.equal(readRelay('smtps://u:p@mail.example')?.port, 465)
    assert.equal(readRelay('smtp://u:p@mail.example?tls=none')?.plain, true)
    assert.throws(() => readRelay('http://mail.example'), /MALOTE_RELAY/)
    assert.equal(readRelay(''), null)
  })
})

describe('source addresses', () => {
  const day = 24 * 3_600_000
  const address = (last: number, since: number | null) => ({
    address: `192.0.2.${last}`,
    hostname: `out${last}.example.com`,
    since,
  })
  const ids = Array.from({ length: 10_000 }, (_, i) => {
    const tail = Math.floor((i / 10_000) * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
    return `00000000-0000-7000-8000-0000${tail}`
  })
  const count = (sources: Parameters<typeof sourceOf>[0], now: number): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const emailId of ids) {
      const sending = { projectId: ids[0]!, stream: 'transactional' as const, emailId }
      const { hostname } = sourceOf(sources, sending, { hostname: 'one', now })
      counts.set(hostname, (counts.get(hostname) ?? 0) + 1)
    }
    return counts
  }

  it('gives a new address 2 % of a full share on its first day and twice that every day', () => {
    const pool = { streams: null, projects: null, addresses: [address(1, null), address(2, 0)] }
    const share = (now: number): number =>
      (count([pool], now).get('out2.example.com') ?? 0) / ids.length
    assert.ok(Math.abs(share(0) - 0.02 / 1.02) < 0.002)
    assert.ok(Math.abs(share(3 * day) - 0.16 / 1.16) < 0.002)
    assert.ok(Math.abs(share(10 * day) - 0.5) < 0.002)
  })

  it('keeps a stream’s pool for that stream', () => {
    const pool = { streams: ['marketing'], projects: null, addresses: [address(9, null)] }
    assert.deepEqual([...count([pool], 0).keys()], ['one'])
  })
})
