/** Sending by SMTP: the API's rules, spoken as SMTP. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { openAccount } from '../support/accounts.ts'
import { freePort } from '../support/free-port.ts'
import { lostKey } from '../support/happened.ts'
import { emailsAccepted } from '../support/kept.ts'
import {
  eventOf,
  type ServiceOptions,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { callSmtp, type SmtpCaller } from '../support/smtp-caller.ts'
import { takesRoom } from '../support/submission.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

interface Stage {
  readonly service: TestService
  readonly port: number
}

async function stage(t: TestContext, options: Pick<ServiceOptions, 'log'> = {}): Promise<Stage> {
  const port = await freePort()
  const settings = { MALOTE_SUBMISSION_PORT: String(port) }
  return { service: await startTestService(t, { zones, settings, ...options }), port }
}

const transport = ({ port }: Stage, key: string) =>
  createTransport({ host: '127.0.0.1', port, secure: false, auth: { user: 'any', pass: key } })

const plain = (key: string): string =>
  `AUTH PLAIN ${Buffer.from(`\0any\0${key}`).toString('base64')}`

/** A caller who has logged in. */
async function loggedIn(on: Stage, key: string): Promise<SmtpCaller> {
  const caller = await callSmtp(on.port)
  await caller.say('EHLO here.test')
  assert.match(await caller.say(plain(key)), /^235/)
  return caller
}

/** Sends a message as it stands; gives the last reply. */
async function submit(caller: SmtpCaller, to: readonly string[], message: string): Promise<string> {
  assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^250/)
  for (const address of to) {
    const reply = await caller.say(`RCPT TO:<${address}>`)
    if (!reply.startsWith('250')) return reply
  }
  assert.match(await caller.say('DATA'), /^354/)
  return caller.content(message)
}

const message = (more = '', text = 'Oi'): string =>
  `From: Shop <hello@shop.test>\nTo: ana@here.test\nSubject: Oi\n${more}\n${text}\n`

const idIn = (reply: string): string => /^250 2\.0\.0 (msg_[0-9a-f]{32}) accepted$/.exec(reply)![1]!

describe('submission', () => {
  it('takes addresses beyond ASCII under SMTPUTF8 only', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    t.after(() => caller.close())
    assert.match(await caller.say('MAIL FROM:<olá@shop.test>'), /^553 5\.6\.7 /)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^250/)
    assert.match(await caller.say('RCPT TO:<josé@here.test>'), /^553 5\.6\.7 /)
    assert.match(await caller.say('RCPT TO:<ana@xn--bcher-kva.test>'), /^250/)
    assert.match(await caller.say('RSET'), /^250/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test> SMTPUTF8'), /^250/)
    assert.match(await caller.say('RCPT TO:<josé@here.test>'), /^250/)
    assert.match(await caller.say('RCPT TO:<=?utf-8?q?ana?=@here.test>'), /^550 5\.1\.3 /)
    const latin1 = Buffer.from('RCPT TO:<jos\xe9@here.test>', 'latin1')
    assert.match(await caller.say(latin1), /^553 5\.6\.7 /)
  })

  it('delivers what a usual mail library sends', async t => {
    const on = await stage(t)
    const key = await on.service.key('live', 'send')
    const info = await transport(on, key).sendMail({
      from: '"Loja, a \\"boa\\"" <hello@shop.test>',
      to: ['Ana Ü <ana@here.test>'],
      cc: 'bia@here.test',
      bcc: 'caio@here.test',
      replyTo: 'help@shop.test',
      subject: 'Olá, mundo',
      text: 'Oi',
      html: '<p>Oi <img src="cid:logo"></p>',
      headers: {
        'X-Malote-Tag-Campaign': 'Verão',
        'X-Malote-Metadata-order_id': '42',
        'Malote-Anything': 'removed',
        'X-Malote-Unknown': 'removed',
        'X-Own': 'kept',
      },
      attachments: [
        { filename: 'relatório.pdf', content: Buffer.from('%PDF-1.4 \0\xff', 'latin1') },
        { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo' },
      ],
    })
    const id = /msg_[0-9a-f]{32}/.exec(info.response)![0]
    const email = (await on.service.call('GET', `/v1/emails/${id}`)).body
    assert.equal(email.from, '"Loja, a \\"boa\\"" <hello@shop.test>')
    assert.deepEqual([email.cc, email.bcc], [['bia@here.test'], ['caio@here.test']])
    assert.deepEqual(email.tags, { campaign: 'Verão' })
    assert.deepEqual(email.metadata, { order_id: '42' })
    for (let n = 1; n <= 3; n++) await eventOf(on.service, id, 'delivered', n)
    const to = on.service.mx.received.flatMap(one => one.to).sort()
    assert.deepEqual(to, ['ana@here.test', 'bia@here.test', 'caio@here.test'])
    const received = await PostalMime.parse(on.service.mx.received[0]!.content)
    assert.equal(received.subject, 'Olá, mundo')
    assert.doesNotMatch(on.service.mx.received[0]!.content.toString(), /malote-(anything|unknown)/i)
    assert.deepEqual(received.to, [{ name: 'Ana Ü', address: 'ana@here.test' }])
    assert.equal(received.bcc, undefined)
    assert.equal(received.html?.trim(), '<p>Oi <img src="cid:logo"></p>')
    assert.equal(received.text?.trim(), 'Oi')
    assert.equal(received.headers.find(one => one.key === 'x-own')?.value, 'kept')
    const [logo, file] = received.attachments.toSorted((a, b) =>
      String(a.filename).localeCompare(String(b.filename)),
    )
    assert.deepEqual([logo!.filename, logo!.contentId], ['logo.png', '<logo>'])
    assert.equal(file!.filename, 'relatório.pdf')
    assert.deepEqual(
      Buffer.from(file!.content as ArrayBuffer),
      Buffer.from('%PDF-1.4 \0\xff', 'latin1'),
    )
  })

  it('shows recipients at international domains, however envelope and header spell them', async t => {
    const on = await stage(t)
    const key = await on.service.key('test', 'send')
    const caller = await loggedIn(on, key)
    const [encoded, decoded] = ['ana@xn--bcher-kva.example', 'ana@bücher.example']
    const bia = 'bia@xn--bcher-kva.example'
    const sent = async (to: readonly string[], shown: string) => {
      const text = message().replace('ana@here.test', shown)
      const id = idIn(await submit(caller, to, text))
      const { body } = await on.service.call('GET', `/v1/emails/${id}`, {
        key: await on.service.key('test', 'read'),
      })
      return { to: body.to, cc: body.cc, bcc: body.bcc }
    }
    for (const given of [encoded, decoded, 'Ana@XN--Bcher-Kva.example']) {
      for (const shown of [encoded, decoded, 'ana@BÜCHER.example']) {
        const lists = await sent([given, 'caio@here.test'], shown)
        assert.deepEqual(
          lists,
          { to: [shown], cc: [], bcc: ['caio@here.test'] },
          `${given} and ${shown}`,
        )
      }
    }
    const both = await sent([encoded, bia], `${encoded}, ${bia}`)
    assert.deepEqual(both.to, [encoded, bia])
    caller.close()
  })

  it('takes large mail in turn, as large as it was announced', async t => {
    const on = await stage(t)
    const key = await on.service.key('test', 'send')
    const text = `${'x'.repeat(70)}\n`.repeat(30_000)
    const caller = await loggedIn(on, key)
    const say = async (by: SmtpCaller, size: string) => {
      assert.match(await by.say(`MAIL FROM:<hello@shop.test>${size}`), /^250/)
      assert.match(await by.say('RCPT TO:<ana@here.test>'), /^250/)
      assert.match(await by.say('DATA'), /^354/)
      return by.content(message('', text))
    }
    assert.match(await say(caller, ' SIZE=1200000'), /^552 5\.3\.4 Larger than announced/)
    idIn(await say(caller, ` SIZE=${text.length + 30_000}`))
    // Of one account half of the room and no more, by whatever way; a second one passes it by.
    const release = await takesRoom(on.service, 40 * 1024 * 1024)
    let isThrough = false
    const waiting = say(caller, '').finally(() => {
      isThrough = true
    })
    const other = await openAccount(on.service.world, { email: 'other@here.test' })
    const otherKey = await other.key('test', 'send')
    idIn(await say(await loggedIn(on, otherKey), ` SIZE=${text.length + 30_000}`))
    assert.equal(isThrough, false)
    release()
    idIn(await waiting)
  })

  it('takes stream, time and a test key as the API does', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const at = new Date(on.service.world.clock.now() + 3_600_000).toISOString()
    const options = `X-Malote-Stream: marketing\nX-Malote-Scheduled-At: ${at}\n`
    const id = idIn(await submit(caller, ['ana@here.test'], message(options)))
    const email = (await on.service.call('GET', `/v1/emails/${id}`)).body
    assert.deepEqual([email.stream, email.status, email.scheduled_at], ['marketing', 'queued', at])
    caller.close()

    const test = await on.service.key('test', 'send')
    const other = await loggedIn(on, test)
    const captured = idIn(await submit(other, ['ana@nowhere.test'], message()))
    const key = await on.service.key('test', 'read')
    const shown = await on.service.call('GET', `/v1/emails/${captured}`, { key })
    assert.equal(shown.body.status, 'captured')
    assert.deepEqual(shown.body.to, ['ana@here.test'], 'as the header has it')
    assert.deepEqual(shown.body.bcc, ['ana@nowhere.test'], 'whom the header does not name')
    other.close()
  })

  it('wants a key that may send, from where it may be used', async t => {
    const on = await stage(t)
    const noKey = /^530 5\.7\.0 missing_api_key: Log in with AUTH first/
    const wrong: [string, RegExp][] = [
      [`svc_live_${'a'.repeat(32)}`, /^535 5\.7\.8 invalid_api_key/],
      ['', /^5/],
      [
        await on.service.key('live', 'send', { allowIps: ['10.0.0.0/8'] }),
        /^550 5\.7\.1 ip_not_allowed/,
      ],
    ]
    for (const [key, reply] of wrong) {
      const caller = await callSmtp(on.port)
      await caller.say('EHLO here.test')
      assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), noKey)
      assert.match(await caller.say(plain(key)), reply)
      assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), noKey)
      caller.close()
    }
    const reader = await loggedIn(on, await on.service.key('live', 'read'))
    assert.match(
      await submit(reader, ['ana@here.test'], message()),
      /^550 5\.7\.1 insufficient_scope/,
    )
    reader.close()

    const login = await callSmtp(on.port)
    await login.say('EHLO here.test')
    const key = await on.service.key('live', 'send')
    assert.match(await login.say('AUTH LOGIN'), /^334/)
    assert.match(await login.say(Buffer.from('x').toString('base64')), /^334/)
    assert.match(await login.say(Buffer.from(key).toString('base64')), /^235/)
    login.close()
  })

  it('closes at the third wrong key of a connection', async t => {
    const on = await stage(t)
    const caller = await callSmtp(on.port)
    await caller.say('EHLO here.test')
    const replies: string[] = []
    for (const letter of 'abc') {
      replies.push(await caller.say(plain(`svc_live_${letter.repeat(32)}`)))
    }
    assert.deepEqual(
      replies.map(reply => reply.slice(0, 9)),
      ['535 5.7.8', '535 5.7.8', '421 4.7.0'],
    )
    caller.close()
    // Another connection starts anew.
    const other = await loggedIn(on, await on.service.key('live', 'send'))
    other.close()
  })

  it('backs off after many wrong keys of a network, and from no right one', async t => {
    const on = await stage(t)
    const tryKey = async (letter: string) => {
      const caller = await callSmtp(on.port)
      await caller.say('EHLO here.test')
      const reply = await caller.say(plain(`svc_live_${letter.repeat(32)}`))
      caller.close()
      return reply.slice(0, 9)
    }
    for (let i = 0; i < 30; i++) assert.equal(await tryKey('a'), '535 5.7.8')
    assert.equal(await tryKey('b'), '421 4.7.0')
    const right = await loggedIn(on, await on.service.key('live', 'send'))
    right.close()
    on.service.turn(60_000)
    assert.equal(await tryKey('c'), '535 5.7.8')
    assert.equal(await tryKey('d'), '421 4.7.0')
  })

  it('backs off after many wrong keys that begin alike, from wherever they come', async t => {
    const on = await stage(t)
    const tryKey = async (key: string, network: number) => {
      const caller = await callSmtp(on.port, '127.0.0.1', { localAddress: `127.0.${network}.1` })
      await caller.say('EHLO here.test')
      const reply = await caller.say(plain(key))
      caller.close()
      return reply.slice(0, 9)
    }
    const right = await on.service.key('live', 'send')
    const guess = (i: number) => right.slice(0, 14) + String(i).padStart(right.length - 14, '0')
    for (let i = 0; i < 30; i++) assert.equal(await tryKey(guess(i), i), '535 5.7.8')
    assert.equal(await tryKey(guess(30), 30), '421 4.7.0')
    assert.equal(await tryKey(`svc_live_${'z'.repeat(32)}`, 31), '535 5.7.8', 'of no other key')
    assert.equal((await tryKey(right, 32)).slice(0, 3), '235', 'nor of the right one')
  })

  it('refuses a header that says two things of who sent it, or holds a NUL', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const headers = [
      'From: Shop <hello@shop.test>\nFrom: Bank <ceo@bank.test>',
      'From: Shop <hello@shop.test>, Bank <ceo@bank.test>',
      'From: both: hello@shop.test, ceo@bank.test;',
      'From: ceo@bank.test (x) <hello@shop.test>',
      'From: ceo@bank.test <hello@shop.test>',
      'From: ceo@bank.test\n (x)\n <hello@shop.test>',
      'From: Bank, Ltd <hello@shop.test>',
      'From: =?utf-8?q?ceo@bank.test?= <hello@shop.test>',
      'From: hello@shop.test <>',
      'From: shop: hello@shop.test;',
      'From: Shop <hello@shop.test>\nX-Note: a\0b',
    ]
    for (const header of headers) {
      const reply = await submit(caller, ['ana@here.test'], `${header}\nSubject: Oi\n\nOi\n`)
      assert.match(reply, /^554 5\.6\.0 invalid_field/, header)
    }
    caller.close()
  })

  it('takes a name in quotes, in encoded words and in a comment', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const fields = [
      'hello@shop.test (Shop of Ana)',
      '"Shop <ceo@bank.test>" <hello@shop.test>',
      '=?utf-8?q?ceo=40bank=2Etest=2C?=\n Shop <hello@shop.test> (x)',
      'Shop Inc. São Paulo <hello@shop.test>',
      '<hello@shop.test>',
    ]
    for (const from of fields) {
      const reply = await submit(
        caller,
        ['ana@here.test'],
        message().replace(/From:.*/, `From: ${from}`),
      )
      assert.match(reply, /^250 2\.0\.0 msg_/, from)
    }
    caller.close()
  })

  it('answers the API’s refusals, temporary ones as such', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    await on.service.call('POST', '/v1/suppressions', {
      body: { email: 'gone@here.test', stream: 'all' },
    })
    const to = ['ana@here.test']
    const cases: [readonly string[], string, RegExp][] = [
      [['a b@here.test'], message(), /^5/],
      [['gone@here.test'], message(), /^550 5\.7\.1 recipient_suppressed/],
      [
        to,
        message().replace('@shop.test', '@other.test'),
        /^550 5\.7\.1 domain_not_verified \(from\)/,
      ],
      [to, message().replace(/From:.*\n/, ''), /^554 5\.6\.0 missing_field \(from\)/],
      [to, message('X-Malote-Stream: other\n'), /^554 5\.6\.0 invalid_field \(stream\)/],
      [to, message(`X-Malote-Tag-${'k'.repeat(41)}: 1\n`), /^554 5\.6\.0 invalid_field \(tags\./],
    ]
    for (const [recipients, text, reply] of cases) {
      assert.match(await submit(caller, recipients, text), reply)
      await caller.say('RSET')
    }
    assert.match(await submit(caller, to, message()), /^250 2\.0\.0 msg_/)
    caller.close()
  })

  it('takes NUL in what it only carries, and refuses it for good in what it keeps', async t => {
    const failures: string[] = []
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: object, about: string) => void failures.push(about),
    }
    const on = await stage(t, { log })
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const nul = '=?utf-8?B?QQBC?='
    const quoted = (type: string): string =>
      message(`Content-Type: text/${type}\nContent-Transfer-Encoding: quoted-printable\n`, 'A=00B')
    const carried = [
      quoted('plain'),
      quoted('html'),
      message('', 'A\0B'),
      message().replace('Subject: Oi', 'Subject: =?utf-8?B?AA==?='),
      message().replace('Shop', nul),
    ]
    for (const text of carried) {
      const id = idIn(await submit(caller, ['ana@here.test'], text))
      await eventOf(on.service, id, 'delivered')
      const { body } = await on.service.call('GET', `/v1/emails/${id}`)
      assert.ok(!JSON.stringify(body).includes('\\u0000'))
      assert.equal((await on.service.call('GET', `/v1/emails/${id}/content`)).status, 200)
    }
    assert.match(on.service.mx.received[2]!.content.toString(), /\r\n\r\nA\0B\r\n$/)
    for (const [text, param] of [
      [message(`X-Malote-Tag-Kind: ${nul}\n`), 'tags.kind'],
      [message(`X-Malote-Metadata-Order: ${nul}\n`), 'metadata.order'],
    ] as const) {
      const reply = await submit(caller, ['ana@here.test'], text)
      assert.ok(reply.startsWith(`554 5.6.0 invalid_field (${param}): The text holds`), reply)
    }
    assert.deepEqual(failures, [])
    caller.close()
  })

  it('counts against the key’s rate', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('test', 'send', { rate: 2 }))
    const replies: string[] = []
    for (let i = 0; i < 12; i++) replies.push(await submit(caller, ['ana@here.test'], message()))
    const refused = replies.filter(reply => /^450 4\.7\.0 rate_limited: /.test(reply))
    assert.ok(refused.length > 0, replies.join('\n'))
    assert.equal(refused.length + replies.filter(reply => reply.startsWith('250')).length, 12)
    caller.close()
  })

  it('knows a repeated message by its idempotency key', async t => {
    const on = await stage(t)
    const key = await on.service.key('test', 'send')
    const callers = await Promise.all(Array.from({ length: 4 }, () => loggedIn(on, key)))
    const keyed = message('X-Malote-Idempotency-Key: order-1\n')
    const replies = await Promise.all(callers.map(one => submit(one, ['ana@here.test'], keyed)))
    const ids = new Set(replies.filter(reply => reply.startsWith('250')).map(idIn))
    assert.equal(ids.size, 1)
    const others = replies.filter(reply => !reply.startsWith('250'))
    for (const reply of others) assert.match(reply, /^451 4\.5\.0 idempotency_in_progress/)
    assert.deepEqual(new Set([idIn(await submit(callers[0]!, ['ana@here.test'], keyed))]), ids)
    const changed = message('X-Malote-Idempotency-Key: order-1\n', 'Other')
    const conflict = await submit(callers[0]!, ['ana@here.test'], changed)
    assert.match(conflict, /^554 5\.6\.0 idempotency_conflict/)
    assert.equal(await emailsAccepted(on.service.world.db), 1)
    for (const caller of callers) caller.close()
  })

  it('does not hear of a key that was deleted after it had logged in', async t => {
    const on = await stage(t)
    const key = await on.service.key('live', 'send')
    const caller = await loggedIn(on, key)
    await lostKey(on.service.world.db, key)
    on.service.turn(1000)
    assert.match(await submit(caller, ['ana@here.test'], message()), /^535 5\.7\.8 invalid_api_key/)
    caller.close()
  })

  it('keeps a message of another whole one inside', async t => {
    const on = await stage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const inner =
      '\n.\nMAIL FROM:<evil@x.test>\nRCPT TO:<ana@here.test>\nDATA\nSubject: smuggled\n\nx'
    const id = idIn(await submit(caller, ['ana@here.test'], message('', `a${inner}`)))
    await eventOf(on.service, id, 'delivered')
    assert.equal(on.service.mx.received.length, 1)
    assert.equal(await emailsAccepted(on.service.world.db), 1)
    caller.close()
  })
})
