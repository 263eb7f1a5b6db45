/** Reports made to deceive or to exhaust: forged ones change nothing, bombs cost next to nothing. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, it } from 'node:test'
import { makeReference } from '#kernel/mail/reference.ts'
import { makeReturnPath } from '#kernel/mail/return-path.ts'
import { readProse } from '#sending/inbound/prose.ts'
import { createReader } from '#sending/inbound/read-in-worker.ts'
import { createInbound } from '#sending/inbound/receive.ts'
import { readReport } from '#sending/inbound/report.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { createChance } from '../../../sim/world/random.ts'
import { freePort } from '../../support/free-port.ts'
import { eventOf, startTestService } from '../../support/service.ts'
import { callSmtp } from '../../support/smtp-caller.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const dsn = (returned: string): string => `From: MAILER-DAEMON@x.test
Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ana@here.test
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: message/rfc822

${returned}
--b--
`

const arf = (returned: string): string => `From: fbl@x.test
Content-Type: multipart/report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
Original-Rcpt-To: ana@here.test

--b
Content-Type: message/rfc822

${returned}
--b--
`

describe('forged reports', () => {
  it('change nothing, 10,000 of them', async t => {
    const service = await startTestService(t, { zones })
    const { world } = service
    const sent = await service.call('POST', '/v1/emails', {
      body: { from: 'a@shop.test', to: ['ana@here.test'], subject: 'x', text: 'y' },
    })
    await eventOf(service, sent.body.id, 'delivered')
    // How it came to be delivered, at the first try or a later one, is not the matter here.
    const before = await service.timeline(sent.body.id)
    const { from, content } = service.mx.received.at(-1)!
    const reference = /^X-Malote-Ref: (\S+)/m.exec(content.toString())![1]!
    const chance = createChance(7)
    const secret = await installationSecret(world)
    const inbound = createInbound(world, { secret })
    const id = sent.body.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const guessed = Buffer.from(chance.bytes(32))
    const forgeries: ((n: number) => string)[] = [
      n => changed(from.split('@')[0]!, n),
      n => changed(reference, n),
      () => makeReturnPath(guessed, id, 0, 'x').split('@')[0]!,
      () => makeReference(guessed, { emailId: id, n: 0 }),
      () => from.split('@')[0]!.slice('bounce+'.length),
      () => `bounce+${chance.bytes(28).toString('hex').slice(0, 45)}`,
    ]
    let taken = 0
    for (let n = 0; n < 10_000; n++) {
      const token = forgeries[n % forgeries.length]!(n)
      if (await inbound.accepts(`${token}@bounces.malote.test`)) taken++
      const isBounce = n % 2 === 0
      const returned = `Return-Path: <${token}@bounces.malote.test>\nX-Malote-Ref: ${token}\n\nhi`
      const to = isBounce ? `${token}@bounces.malote.test` : 'fbl@bounces.malote.test'
      const mail = Buffer.from(isBounce ? dsn(returned) : arf(returned))
      assert.equal((await inbound.receive({ from: '', to: [to] }, mail)).kind, 'ignored', token)
    }
    assert.equal(taken, 0)
    // A token of ours under another purpose opens nothing.
    assert.equal(await inbound.accepts(`bounce+${reference}@bounces.malote.test`), false)
    assert.deepEqual(await service.timeline(sent.body.id), before)
    assert.equal(before.at(-1)!.type, 'delivered')
    assert.deepEqual(await world.db.query('select id from suppressions'), [])
    // And the genuine ones still do.
    const genuine = await inbound.receive({ from: '', to: [from] }, Buffer.from(dsn('')))
    assert.deepEqual(genuine, { kind: 'recorded', type: 'bounced' })
  })
})

/** One character of a token changed for another of its alphabet. */
function changed(token: string, n: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  const start = token.startsWith('bounce+') ? 7 : 0
  const at = start + (n % (token.length - start))
  const other = alphabet[(alphabet.indexOf(token[at]!) + 1 + (n % 31)) % 32]!
  return token.slice(0, at) + other + token.slice(at + 1)
}

const megabyte = 1024 * 1024

function bombs(): Record<string, string> {
  let nested = ''
  for (let i = 0; i < 10_000; i++)
    nested += `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`
  let messages = ''
  for (let i = 0; i < 10_000; i++) messages += 'Content-Type: message/rfc822\n\n'
  const parts =
    '--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: a\nAction: failed\n\n'
  const many = 'Content-Type: multipart/report; boundary=b\n\n'
  const continued = Array.from({ length: 50_000 }, (_, i) => ` name*${i}=x;`).join('\n')
  return {
    'nested multiparts': nested,
    'nested messages': messages,
    'a million headers': 'X: y\n'.repeat(200_000),
    'one long header': `X: ${'a'.repeat(megabyte)}`,
    'one long line': `Subject: x\n\n${'550 '.repeat(megabyte / 4)}`,
    'a long base64': `Content-Transfer-Encoding: base64\n\n${'QUFB\n'.repeat(megabyte / 5)}`,
    'many short lines': `${many}--b\n${'\n'.repeat(megabyte)}`,
    'many parts': many + parts.repeat(10_000),
    'many fields': `${many}--b\nContent-Type: message/delivery-status\n\n${'Final-Recipient: a\n'.repeat(50_000)}`,
    'many blank lines': `${many}--b\nContent-Type: message/delivery-status\n\n${'\n \t'.repeat(300_000)}`,
    'blanks in prose': `From: mailer-daemon@x\n\n${' '.repeat(megabyte)}`,
    'open tags': `Content-Type: text/html\nFrom: mailer-daemon@x\n\n${'<'.repeat(megabyte)}`,
    'parameter continuations': `Content-Type: text/plain;\n${continued}\n\nhello`,
    'address groups': `From: ${'a:'.repeat(100_000)}\n\nx`,
    'encoded words': `Subject: ${'=?utf-8?q?a?= '.repeat(50_000)}\n\nx`,
    'token candidates': arf(`${'bounce+abcdefghijklmnopqrstuvwxyz@x '.repeat(20_000)}`),
  }
}

/** What takes hundreds of milliseconds, or seconds. */
const heavy = () => ({
  'short lines': `From: a@x.test\n\n${'a\n'.repeat(20_000)}`,
  'odd base64': `Content-Transfer-Encoding: base64\n\n${'=0A'.repeat(megabyte / 3)}`,
  'a header of groups': `To: ${'a:b;'.repeat(15_000)}\n\nhi`,
})

describe('a bomb of a report', () => {
  for (const [name, text] of Object.entries(bombs())) {
    it(`is read or given up within seconds: ${name}`, async () => {
      const raw = Buffer.from(text.slice(0, megabyte))
      const start = process.cpuUsage()
      await readReport(raw, true)
      const { user, system } = process.cpuUsage(start)
      assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms of CPU`)
    })
  }

  for (const [name, text] of Object.entries(heavy())) {
    it(`leaves the main thread to others: ${name}`, async () => {
      const raw = Buffer.from(text.slice(0, megabyte))
      const timers = new Set<object>()
      const timer = () => {
        const one = { cancel: () => void timers.delete(one) }
        timers.add(one)
        return one
      }
      const start = process.threadCpuUsage()
      const report = await createReader({ clock: { timer } as never })(raw, true)
      const { user, system } = process.threadCpuUsage(start)
      assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms of the main thread`)
      assert.deepEqual(report, await readReport(raw, true))
      assert.equal(timers.size, 0)
    })
  }

  it('that takes too long is unreadable, and the next is read', async () => {
    const raw = Buffer.from(heavy()['short lines'])
    const fired: (() => void)[] = []
    const timer = (_ms: number, then: () => void) => {
      fired.push(then)
      return { cancel: () => {} }
    }
    const read = createReader({ clock: { timer } as never })
    const [first, second] = [read(raw, true), read(raw, true)]
    while (fired.length === 0) await new Promise(setImmediate)
    fired[0]!()
    assert.deepEqual(await first, { kind: 'ignored', why: 'unreadable' })
    assert.equal((await second).kind, 'feedback')
  })

  it('of prose, made of dashes, costs milliseconds', () => {
    const start = process.threadCpuUsage()
    readProse('ana@here.test', '-'.repeat(megabyte))
    const { user, system } = process.threadCpuUsage(start)
    assert.ok(user + system < 2_500_000, `${(user + system) / 1000} ms`)
  })

  it('larger than the limit is refused, and costs no more memory than what is kept of it', async t => {
    const port = await freePort()
    const settings = { MALOTE_INBOUND_PORT: String(port) }
    await startTestService(t, { zones, settings })
    const caller = await callSmtp(port)
    await caller.say('EHLO x.test')
    await caller.say('MAIL FROM:<>')
    assert.match(await caller.say('MAIL FROM:<> SIZE=99999999'), /^5/)
    assert.match(await caller.say('RCPT TO:<fbl@bounces.malote.test>'), /^250/)
    await caller.say('DATA')
    const before = process.memoryUsage().rss
    const reply = await caller.content('a'.repeat(70).concat('\r\n').repeat(160_000))
    assert.match(reply, /^552/)
    // The sender itself lives in this process: its three copies of 11 MB are part of the figure.
    assert.ok(process.memoryUsage().rss - before < 128 * megabyte)
    caller.close()
  })

  it('does not get more than its share of connections', async t => {
    const port = await freePort()
    await startTestService(t, { zones, settings: { MALOTE_INBOUND_PORT: String(port) } })
    const sockets = Array.from({ length: 20 }, () => net.connect(port, '127.0.0.1'))
    t.after(() => sockets.forEach(socket => void socket.destroy()))
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('data', resolve))))
    const late = await callSmtp(port)
    assert.match(late.banner, /^421/)
    sockets[0]!.destroy()
    // As soon as one has left there is room again.
    for (;;) {
      const caller = await callSmtp(port)
      caller.close()
      if (caller.banner.startsWith('220')) break
    }
  })
})
