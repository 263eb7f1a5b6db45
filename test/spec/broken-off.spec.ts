/**
 * Somebody who goes away in the middle: a remote's doing, which no operator is warned of. By every
 * door that takes or gives more than a line.
 */
import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { freePort } from '../support/free-port.ts'
import { callSmtp, type SmtpCaller } from '../support/smtp-caller.ts'
import { loggedIn, submissionStage } from '../support/submission.ts'
import { until } from '../support/until.ts'
import { keptLog } from '../unit/api/probe.ts'

/** Says the beginning of a call and goes away, by an end of its own or by a reset. */
async function breakOff(port: number, head: string, body: Buffer, isReset: boolean): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const lines = [head, 'Host: 127.0.0.1', `Content-Length: ${body.length + 1_000}`, '', '']
  await new Promise<void>(resolve => {
    socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), body]), () => resolve())
  })
  // The server has begun to read when it asks for more, or it never knows of the call at all.
  await new Promise(resolve => setImmediate(resolve))
  const gone = new Promise(resolve => socket.once('close', resolve))
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
  await gone
}

describe('whoever breaks off', () => {
  it('leaves no error in the log, by whichever call', async t => {
    const log = keptLog()
    const inbound = await freePort()
    const on = await submissionStage(t, {
      log,
      settings: { MALOTE_INBOUND_PORT: String(inbound) },
    })
    const { service } = on
    const { call } = service
    const key = await service.key('live', 'admin')
    const topic = (await call('POST', '/v1/topics', { body: { name: { en: 'News' } } })).body.id
    const form = (await call('POST', '/v1/forms', { body: { name: 'F', topics: [topic] } })).body.id
    const made = await call('POST', '/v1/imports', { body: { format: 'csv' } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const file = `/v1/imports/${made.body.id}/file` as const
    const rows = Buffer.from(`email,name\n${'a@here.test,Ana\n'.repeat(50_000)}`)
    const bearer = `Authorization: Bearer ${key}`
    const json = `${bearer}\r\nContent-Type: application/json`
    const cut = Buffer.from('{"from":"a@shop.test","to":["b@here.te')
    const calls: (readonly [string, Buffer])[] = [
      [`POST /v1/emails HTTP/1.1\r\n${json}`, cut],
      [`POST /v1/contacts/batch HTTP/1.1\r\n${json}`, cut],
      [`POST /resend/emails HTTP/1.1\r\n${json}`, cut],
      [`POST ${file} HTTP/1.1\r\n${bearer}\r\nContent-Type: text/csv`, rows],
      [
        `POST ${file} HTTP/1.1\r\n${bearer}\r\nContent-Type: text/csv\r\nContent-Encoding: gzip`,
        gzipSync(rows).subarray(0, 2_000),
      ],
      [
        `POST /resend/contacts/imports HTTP/1.1\r\n${bearer}\r\nContent-Type: multipart/form-data; boundary=b`,
        Buffer.from(
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nema',
        ),
      ],
    ]
    for (const isReset of [false, true]) {
      for (const [head, body] of calls) {
        const before = log.lines.length
        await breakOff(service.port, head, body, isReset)
        const isNoted = () => log.lines.slice(before).some(one => one.message.includes('broke off'))
        await until(async () => isNoted() || loud().length > 0, `${head}: ${isReset}`)
        assert.deepEqual(loud(), [], head)
      }
    }
    // A page's own reading notes nothing.
    const page = `POST /f/${form} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded`
    for (const isReset of [false, true]) {
      await breakOff(service.port, page, Buffer.from('email=a'), isReset)
    }
    // A file that broke off is sent again.
    const again = await fetch(`http://127.0.0.1:${service.port}${file}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv' },
      body: rows,
    })
    assert.ok(again.status < 300, await again.text())
    for (const isReset of [false, true]) {
      const caller = await loggedIn(on, key)
      await caller.say('MAIL FROM:<a@shop.test>')
      await caller.say('RCPT TO:<b@here.test>')
      assert.match(await caller.say('DATA'), /^354/)
      await leave(caller, 'a submitted message broke off', isReset)
      const reporter = await callSmtp(inbound)
      await reporter.say('EHLO mx.here.test')
      await reporter.say('MAIL FROM:<>')
      assert.match(await reporter.say('RCPT TO:<fbl@bounce.shop.test>'), /^250/)
      assert.match(await reporter.say('DATA'), /^354/)
      await leave(reporter, 'a report broke off', isReset)
    }

    async function leave(caller: SmtpCaller, message: string, isReset: boolean): Promise<void> {
      const before = log.lines.length
      caller.leave('From: a@shop.test\r\nSubject: Ha', isReset)
      const isNoted = () => log.lines.slice(before).some(one => one.message === message)
      await until(async () => isNoted() || loud().length > 0, message)
      assert.deepEqual(loud(), [])
    }

    function loud() {
      return log.lines.filter(one => one.level === 'error' || one.level === 'warn')
    }
  })
})
