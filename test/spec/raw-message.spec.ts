/** The bytes of an email to one recipient: what was sent, octet for octet, whatever has changed since. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foundTrackingNames, replacedDkimKeys, sentByNode } from '../support/happened.ts'
import { eventOf, type TestService } from '../support/service.ts'
import { handOver, idIn, loggedIn, submissionStage, unstuffed } from '../support/submission.ts'
import { until } from '../support/until.ts'

/** Null: 404. */
async function rawOf(
  { port }: TestService,
  key: string,
  path: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/emails/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 404) return null
  assert.equal(answer.status, 200, bytes.toString())
  return { type: answer.headers.get('content-type') ?? '', bytes }
}

const email = {
  from: 'Shop <hello@shop.test>',
  to: ['Ana <ana@here.test>', 'bia@here.test'],
  bcc: ['caio@here.test'],
  subject: 'Olá',
  html: '<p>Olá <a href="https://shop.test/x">x</a></p>',
  attachments: [{ filename: 'a.bin', content: Buffer.from('\0\xff', 'latin1').toString('base64') }],
}

const eightBit = Buffer.from(
  'From: App <app@shop.test>\r\nTo: ana@here.test\r\nSubject: ol\xe1\r\n\r\nol\xe1\0x\r\n',
  'latin1',
)

describe('the message of an email', () => {
  it('is what went to each recipient: composed, of marketing, carried', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const { mx } = service
    const key = await service.key('live', 'read')
    const compare = async (id: string, count: number): Promise<void> => {
      for (let n = 1; n <= count; n++) await eventOf(service, id, 'delivered', n)
      const mine = mx.received.slice(-count)
      for (const { to, content } of mine) {
        const found = await rawOf(service, key, `${id}/raw?recipient=${encodeURIComponent(to[0]!)}`)
        assert.equal(found?.type, 'message/rfc822')
        assert.equal(found.bytes.toString('latin1'), unstuffed(content).toString('latin1'), to[0])
      }
    }
    for (const stream of ['transactional', 'marketing']) {
      const { body } = await service.call('POST', '/v1/emails', { body: { ...email, stream } })
      await compare(body.id, 3)
      const first = await rawOf(service, key, `${body.id}/raw`)
      const ana = await rawOf(service, key, `${body.id}/raw?recipient=ANA%40here.test`)
      assert.deepEqual(first, ana)
      assert.equal(await rawOf(service, key, `${body.id}/raw?recipient=eva%40here.test`), null)
    }
    const caller = await loggedIn(on, await service.key('live', 'send'))
    await compare(idIn(await handOver(caller, ['ana@here.test'], eightBit)), 1)
    caller.close()
  })

  it('is the form in which a plainer server got it', async t => {
    const on = await submissionStage(t, { mx: { features: ['PIPELINING'] } })
    const { service } = on
    const caller = await loggedIn(on, await service.key('live', 'send'))
    const id = idIn(await handOver(caller, ['ana@here.test'], eightBit))
    await eventOf(service, id, 'delivered')
    const found = await rawOf(service, await service.key('live', 'read'), `${id}/raw`)
    const sent = unstuffed(service.mx.received[0]!.content)
    assert.equal(found?.bytes.toString('latin1'), sent.toString('latin1'))
    assert.doesNotMatch(sent.toString('latin1'), /[^\x00-\x7f]/)
    const { body } = await service.call('GET', `/v1/emails/${id}`)
    assert.doesNotMatch(JSON.stringify(body), /seven_bit|"made"/)
    caller.close()
  })

  it('stays what it was when keys, link hosts and names of nodes change', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const key = await service.key('live', 'read')
    const { db } = service.world
    const { body } = await service.call('POST', '/v1/emails', {
      body: { ...email, stream: 'marketing', to: ['ana@here.test'], bcc: [] },
    })
    await eventOf(service, body.id, 'delivered')
    const sent = unstuffed(service.mx.received[0]!.content)
    await replacedDkimKeys(db)
    await foundTrackingNames(db)
    await sentByNode(db, 'old.node.test')
    service.turn(2_000)
    const later = await rawOf(service, key, `${body.id}/raw`)
    const expected = sent.toString('latin1').replace(/^(Received: by )\S+/m, '$1old.node.test')
    assert.equal(
      later?.bytes.toString('latin1').replace(/\s+/g, ' '),
      expected.replace(/\s+/g, ' '),
    )
  })

  it('is what would be sent now, before it is sent and of test mode', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const at = new Date(service.world.clock.now() + 3_600_000).toISOString()
    const { body } = await service.call('POST', '/v1/emails', {
      body: { ...email, scheduled_at: at },
    })
    const waiting = await rawOf(service, await service.key('live', 'read'), `${body.id}/raw`)
    assert.match(String(waiting?.bytes), /^DKIM-Signature: /)
    assert.match(
      String(waiting?.bytes),
      new RegExp(`\r\nMessage-ID: <${body.id.slice(4)}@shop\\.test>\r\n`),
    )

    const test = await service.key('test', 'admin')
    const { body: captured } = await service.call('POST', '/v1/emails', {
      body: { ...email, stream: 'marketing' },
      key: test,
    })
    const shown = String((await rawOf(service, test, `${captured.id}/raw`))?.bytes)
    assert.match(shown, /href=3D"https:\/\/shop\.test\/x"/, 'watched by nobody')
    assert.match(shown, /\r\nList-Unsubscribe: </)
    assert.equal(
      await rawOf(service, await service.key('live', 'read'), `${captured.id}/raw`),
      null,
    )
  })

  it('is gone with what it says', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const key = await service.key('live', 'admin')
    const { body } = await service.call('POST', '/v1/emails', {
      body: { ...email, to: ['ana@here.test'], bcc: [] },
    })
    await eventOf(service, body.id, 'delivered')
    const { body: person } = await service.call('POST', '/v1/contacts', {
      body: { email: 'ana@here.test' },
    })
    await service.call('POST', `/v1/contacts/${person.id}/erase`, { body: {} })
    await until(async () => (await rawOf(service, key, `${body.id}/raw`)) === null)
    assert.equal(await rawOf(service, key, 'msg_00000000000070008000000000000000/raw'), null)
  })
})
