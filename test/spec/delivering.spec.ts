/** What happens to a recipient, as the sender sees it on the timeline. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAccount } from '../support/accounts.ts'
import { waitingWork } from '../support/kept.ts'
import { startNode } from '../support/nodes.ts'
import { eventOf, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000
const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  'nomail.test': { MX: ['0 .'] },
  'gone.test': 'nxdomain',
  'misspelt.test': { MX: ['10 mx.gone.test'] },
  'mx.gone.test': 'nxdomain',
  'bare.test': { TXT: ['no mail here'] },
  'broken.test': 'servfail',
} as const

const email = (to: string, more: object = {}) => ({
  from: 'Shop <hello@shop.test>',
  to: [to],
  subject: 'Olá',
  text: 'Oi',
  html: '<p>Oi</p>',
  ...more,
})

describe('delivering', () => {
  it('hands a signed message to the recipient’s server and tells so', async t => {
    const service = await startTestService(t, { zones })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    assert.equal(sent.status, 202)
    assert.equal(sent.body.status, 'queued')
    const delivered = await eventOf(service, sent.body.id, 'delivered')
    assert.equal(delivered.mx, 'mx.here.test')
    assert.equal(delivered.provider, 'other')
    assert.equal(delivered.smtp_code, '250 2.0.0')
    assert.equal(delivered.recipient, 'ana@here.test')
    assert.match(String(delivered.explanation), /ana@here\.test/)
    const types = (await service.timeline(sent.body.id)).map(event => event.type)
    assert.deepEqual(types, ['accepted', 'queued', 'sent', 'delivered'])
    const [received] = service.mx.received
    assert.match(received!.from, /^bounce\+[a-z0-9]+@bounces\.malote\.test$/)
    const text = received!.content.toString()
    assert.equal(text.match(/^DKIM-Signature:/gm)?.length, 2)
    assert.match(text, /d=shop\.test/)
    const trace = /^Received: by malote\.test id (msg_\w+);\s+\w{3}, \d\d? .* \+0000$/m.exec(
      text.replace(/\r\n[ \t]+/g, ' ').replaceAll('\r\n', '\n'),
    )
    assert.equal(trace?.[1], sent.body.id)
  })

  it('hands over nothing of a domain that is no longer verified, and says so', async t => {
    const service = await startTestService(t, {
      zones,
      mx: { misbehave: refuse('rcpt', '451 4.7.1 try later') },
    })
    const { body: sent } = await service.call('POST', '/v1/emails', {
      body: email('ana@here.test'),
    })
    await eventOf(service, sent.id, 'deferred')
    const asked = service.mx.connections
    const [domain] = (await service.call('GET', '/v1/domains')).body.data
    assert.equal((await service.call('DELETE', `/v1/domains/${domain.id}`)).status, 200)
    service.turn(61_000)
    const failed = await eventOf(service, sent.id, 'failed')
    assert.match(String(failed.explanation), /no longer verified \(shop\.test\)/)
    assert.equal(service.mx.connections, asked)
    assert.equal((await service.call('GET', `/v1/emails/${sent.id}`)).body.status, 'failed')
  })

  it('signs what is sent from the sandbox address by whoever verified its domain', async t => {
    const lent = 'Try@shop.test'
    const service = await startTestService(t, {
      zones,
      settings: { MALOTE_SANDBOX_SENDER: lent },
    })
    const { world } = service
    const other = await openAccount(world, { email: 'ana@here.test', trustLevel: 0 })
    const key = await other.key('live', 'send')
    const body = email('ana@here.test', { from: 'A test <try@shop.test>' })
    assert.equal((await service.call('POST', '/v1/emails', { key, body })).status, 202)
    const received = await until(async () => service.mx.received[0])
    assert.equal(received.content.toString().match(/^DKIM-Signature:/gm)?.length, 2)
  })

  it('suppresses an unknown user at once and refuses the next email to it', async t => {
    const service = await startTestService(t, {
      zones,
      mx: { misbehave: refuse('rcpt', '550 5.1.1 <nobody@here.test>: user unknown') },
    })
    const sent = await service.call('POST', '/v1/emails', { body: email('nobody@here.test') })
    const bounced = await eventOf(service, sent.body.id, 'bounced')
    assert.equal(bounced.smtp_code, '550 5.1.1')
    assert.match(String(bounced.smtp_response), /user unknown/)
    const again = await service.call('POST', '/v1/emails', { body: email('nobody@here.test') })
    assert.equal(again.status, 422)
    assert.equal(again.body.error.code, 'recipient_suppressed')
    assert.equal(again.body.error.param, 'to[0]')
  })

  it('tries again by the schedule after a temporary refusal, and gives up after 72 hours', async t => {
    const service = await startTestService(t, {
      zones,
      mx: { misbehave: refuse('rcpt', '451 4.7.1 try later') },
    })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    const first = await eventOf(service, sent.body.id, 'deferred')
    assert.equal(first.attempt, 1)
    assert.equal(first.smtp_code, '451 4.7.1')
    const waits = Date.parse(String(first.next_attempt_at)) - Date.parse(first.at)
    assert.ok(waits >= 60_000 && waits < 65_000, `the second try waits a minute, not ${waits} ms`)
    service.turn(66_000)
    assert.equal((await eventOf(service, sent.body.id, 'deferred', 2)).attempt, 2)
    service.turn(70 * hour)
    await eventOf(service, sent.body.id, 'deferred', 3)
    service.turn(3 * hour)
    const bounced = await eventOf(service, sent.body.id, 'bounced')
    assert.equal(bounced.smtp_code, '451 4.7.1')
  })

  it('bounces with the last reply, though the last try had none', async t => {
    let isMute = false
    const service = await startTestService(t, {
      zones,
      mx: {
        misbehave(stage, socket) {
          if (isMute) return void socket.destroy() === undefined
          return refuse('rcpt', '451 4.7.1 try later')(stage, socket)
        },
      },
    })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    await eventOf(service, sent.body.id, 'deferred')
    isMute = true
    service.turn(72 * hour - 60_000)
    const bounced = await eventOf(service, sent.body.id, 'bounced')
    assert.equal(bounced.smtp_code, '451 4.7.1')
    assert.match(String(bounced.smtp_response), /try later/)
    assert.equal(bounced.mx, 'mx.here.test')
  })

  it('says 5.1.10 for a domain that takes no mail, without a server', async t => {
    const service = await startTestService(t, { zones })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@nomail.test') })
    const bounced = await eventOf(service, sent.body.id, 'bounced')
    assert.equal(bounced.smtp_code, '556 5.1.10')
    assert.equal(bounced.mx, undefined)
  })

  const secondLooks = {
    'a domain does not exist': ['ana@gone.test', /5\.1\.2/],
    'what its MX records name has no address': ['ana@misspelt.test', /5\.4\.4/],
  } as const
  for (const [what, [address, code]] of Object.entries(secondLooks)) {
    it(`believes that ${what} only the second time, an hour later`, async t => {
      const service = await startTestService(t, { zones })
      const sent = await service.call('POST', '/v1/emails', { body: email(address) })
      await eventOf(service, sent.body.id, 'deferred')
      service.turn(hour / 2)
      const second = await until(async () => {
        const [, ...later] = (await service.timeline(sent.body.id)).filter(event =>
          ['deferred', 'bounced'].includes(event.type),
        )
        return later[0]
      }, 'the second try')
      assert.equal(second.type, 'deferred', 'half an hour is too early')
      service.turn(2 * hour)
      const bounced = await eventOf(service, sent.body.id, 'bounced')
      assert.match(String(bounced.smtp_code), code)
    })
  }

  it('bounces at once where the DNS names no mail server', async t => {
    const service = await startTestService(t, { zones })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@bare.test') })
    const bounced = await eventOf(service, sent.body.id, 'bounced')
    assert.match(String(bounced.smtp_code), /5\.4\.4/)
    assert.deepEqual(
      (await service.timeline(sent.body.id)).filter(event => event.type === 'deferred'),
      [],
    )
  })

  it('waits where DNS cannot tell', async t => {
    const service = await startTestService(t, { zones })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@broken.test') })
    const deferred = await eventOf(service, sent.body.id, 'deferred')
    assert.equal(deferred.smtp_code, undefined)
    assert.equal(deferred.mx, undefined)
  })

  it('says uncertain when the connection is lost after the final dot', async t => {
    const service = await startTestService(t, {
      zones,
      mx: {
        misbehave(stage, socket) {
          if (stage === 'dot') socket.destroy()
          return stage === 'dot'
        },
      },
    })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    const deferred = await eventOf(service, sent.body.id, 'deferred')
    assert.equal(deferred.uncertain, true)
  })

  it('says so too where it was we who hung up after the final dot, and counts the try', async t => {
    const { promise: dotted, resolve: dot } = Promise.withResolvers<void>()
    const service = await startTestService(t, {
      zones,
      settings: { MALOTE_ROLES: 'api' },
      mx: {
        misbehave(stage) {
          if (stage === 'dot') dot()
          return stage === 'dot'
        },
      },
    })
    const { world } = service
    const sender = await startNode(service, { MALOTE_ROLES: ['deliver'] })
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    await dotted
    await sender.stop(0)
    const deferred = await eventOf(service, sent.body.id, 'deferred')
    assert.equal(deferred.uncertain, true)
    assert.equal(deferred.attempt, 1)
    const waiting = (await waitingWork(world.db)).map(({ tries, held }) => ({ tries, held }))
    assert.deepEqual(waiting, [{ tries: 1, held: false }])
  })
})

function refuse(at: string, reply: string) {
  return (stage: string, socket: { write(text: string): unknown }): boolean => {
    if (stage !== at) return false
    socket.write(`${reply}\r\n`)
    return true
  }
}
