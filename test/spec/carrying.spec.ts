/** Mail that is handed over by SMTP arrives as it came: what a mail server changes, and nothing else. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { publishedKeys } from '../support/domains.ts'
import { keptMessages } from '../support/kept.ts'
import { eventOf, type TestService } from '../support/service.ts'
import {
  handOver,
  idIn,
  loggedIn,
  type SubmissionStage,
  submissionStage,
  unstuffed,
  withoutOurs,
} from '../support/submission.ts'
import { until } from '../support/until.ts'

const crlf = (text: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(text.replaceAll('\n', '\r\n'), encoding)

interface Arrived {
  readonly id: string
  readonly to: readonly string[]
  readonly content: Buffer
}

/** Hands over, waits for all deliveries; what arrived, by recipient. */
async function delivered(
  on: SubmissionStage,
  to: readonly string[],
  message: string | Buffer,
): Promise<Arrived[]> {
  const { mx } = on.service
  const before = mx.received.length
  const caller = await loggedIn(on, await on.service.key('live', 'send'))
  const id = idIn(await handOver(caller, to, message))
  for (let n = 1; n <= to.length; n++) await eventOf(on.service, id, 'delivered', n)
  caller.close()
  return mx.received
    .slice(before)
    .map(one => ({ id, to: one.to, content: unstuffed(one.content) }))
    .sort((a, b) => (a.to[0]! < b.to[0]! ? -1 : 1))
}

/** It arrives octet for octet, at one recipient. */
async function arrivesAsItCame(
  on: SubmissionStage,
  message: Buffer,
  name?: string,
): Promise<string> {
  const [one] = await delivered(on, ['ana@here.test'], message)
  assert.equal(
    withoutOurs(one!.content, message).toString('latin1'),
    message.toString('latin1'),
    name,
  )
  return one!.id
}

const read = async (service: TestService, id: string) =>
  (await service.call('GET', `/v1/emails/${id}`)).body
const contentOf = async (service: TestService, id: string) =>
  (await service.call('GET', `/v1/emails/${id}/content`)).body

const head =
  'Date: Mon, 1 Jan 2024 00:00:00 +0000\nMessage-ID: <1@app.test>\nFrom: App <app@shop.test>\n'

describe('a message that is handed over', () => {
  it('goes to hidden copies alone, none of whom sees another (F1)', async t => {
    const on = await submissionStage(t)
    for (const to of ['To: undisclosed-recipients:;\n', '']) {
      const message = crlf(`${head}${to}Subject: s\n\nhello\n`)
      const all = await delivered(on, ['a@here.test', 'b@here.test'], message)
      assert.deepEqual(
        all.map(one => one.to[0]),
        ['a@here.test', 'b@here.test'],
      )
      for (const { content } of all) {
        assert.equal(withoutOurs(content, message).toString(), message.toString())
        assert.doesNotMatch(content.toString(), /[ab]@here\.test/)
      }
      const { to: shown, cc, bcc, submitted } = await read(on.service, all[0]!.id)
      assert.deepEqual([shown, cc, bcc, submitted], [[], [], ['a@here.test', 'b@here.test'], true])
    }
  })

  it('needs no subject, no text and no recipient in its header (F4)', async t => {
    const on = await submissionStage(t)
    const scan =
      `${head}To: ana@here.test\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n` +
      '--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: application/pdf; name=scan.pdf\n' +
      'Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=scan.pdf\n\nJVBERi0=\n--b--\n'
    const id = await arrivesAsItCame(on, crlf(scan), 'scan')
    assert.deepEqual((await contentOf(on.service, id)).attachments, [
      { filename: 'scan.pdf', content_type: 'application/pdf', size_bytes: 5 },
    ])
    assert.equal((await read(on.service, id)).subject, '')
    await arrivesAsItCame(on, crlf(`${head}To: ana@here.test\nSubject: nothing\n\n`), 'no body')
    await arrivesAsItCame(on, crlf(`${head}Subject: no empty line\n`), 'no empty line')
  })

  it('keeps octets of every charset, known or not (F6)', async t => {
    const on = await submissionStage(t)
    for (const charset of ['ibm850', 'cp437', 'utf-7', 'x-nobody', 'utf-8']) {
      const text = `${head}Subject: Ol\xe1 mundo\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n\nol\xa0\n`
      await arrivesAsItCame(on, crlf(text, 'latin1'), charset)
    }
    const [mail] = on.service.mx.lines.filter(line => line.startsWith('MAIL'))
    assert.match(mail!, / BODY=8BITMIME$/)
  })

  it('keeps flowed text, named text files, parameters and alternatives (F7 to F10)', async t => {
    const on = await submissionStage(t)
    const flowed = `${head}Content-Type: text/plain; format=flowed\n\n> First line of hers that is long and \n> goes on.\n\nMy answer.\n`
    await arrivesAsItCame(on, crlf(flowed), 'F7')
    const mixed = (part: string): Buffer =>
      crlf(
        `${head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nbody\n--b\n${part}\n--b--\n`,
      )
    const log = await arrivesAsItCame(
      on,
      mixed(
        'Content-Type: text/plain; name="log.txt"\nContent-Disposition: inline; filename="log.txt"\n\nlines',
      ),
      'F8',
    )
    const { text, attachments } = await contentOf(on.service, log)
    assert.deepEqual([text, attachments[0].filename], ['body', 'log.txt'])
    await arrivesAsItCame(
      on,
      mixed(
        'Content-Type: text/csv; charset=windows-1252; header=present; name=p.csv\nContent-Disposition: attachment\n\na;b',
      ),
      'F9',
    )
    const invitation =
      `${head}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nhi\n` +
      '--b\nContent-Type: text/x-amp-html\n\n<html amp4email>\n--b\nContent-Type: text/html\n\n<p>hi</p>\n' +
      '--b\nContent-Type: text/calendar; charset=UTF-8; method=REQUEST\n\nBEGIN:VCALENDAR\n--b--\n'
    const invited = await arrivesAsItCame(on, crlf(invitation), 'F10')
    const shown = await contentOf(on.service, invited)
    assert.deepEqual([shown.text, shown.html, shown.attachments], ['hi', '<p>hi</p>', []])
  })

  it('keeps every field, however long and however many (F11)', async t => {
    const on = await submissionStage(t)
    const ids = Array.from({ length: 40 }, (_, n) => `<${'x'.repeat(50)}${n}@app.test>`)
    const fields = Array.from({ length: 80 }, (_, n) => `X-F${n}: ${n}\nKeywords: k${n}\n`).join('')
    const message = `${head}References: ${ids.join('\n ')}\n${fields}X-Long: ${'y'.repeat(5_000)}\nX-Odd:\n\nhi\n`
    await arrivesAsItCame(on, crlf(message))
  })

  it('shows To and Cc as they are written, whoever gets it in this transaction (F12)', async t => {
    const on = await submissionStage(t)
    const to = 'To: Ana <a@here.test>, Bia <b@here.test>\nCc: team@there.test\n'
    const message = crlf(`${head}${to}\nhi\n`)
    for (const address of ['a@here.test', 'b@here.test']) {
      const [one] = await delivered(on, [address], message)
      assert.equal(withoutOurs(one!.content, message).toString(), message.toString())
      const shown = await read(on.service, one!.id)
      assert.deepEqual(shown.to, ['"Ana" <a@here.test>', '"Bia" <b@here.test>'])
      assert.deepEqual([shown.cc, shown.bcc], [['team@there.test'], []])
    }
  })

  it('may hold what is only odd (F13)', async t => {
    const on = await submissionStage(t)
    const odd =
      `${head.replace('App', '"A=?utf-8?Q?=0A?=pp"')}Subject: ${'s'.repeat(1_200)}\n` +
      'MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n' +
      '<img src="cid:@assets/img/logo.png">\n--b\nContent-Type: image/png\n' +
      `Content-ID: <@assets/img/logo.png>\nContent-Disposition: inline; filename="a\t${'n'.repeat(300)}.png"\n\nx\n--b--\n`
    const id = await arrivesAsItCame(on, crlf(odd))
    const { attachments } = await contentOf(on.service, id)
    assert.equal(attachments[0].content_id, '@assets/img/logo.png')
    assert.equal((await read(on.service, id)).subject.length, 998)
  })

  it('keeps its Message-ID, a signature, and messages inside it (A4)', async t => {
    const on = await submissionStage(t)
    const id = await arrivesAsItCame(on, crlf(`${head}\nhi\n`))
    assert.equal((await read(on.service, id)).message_id, '<1@app.test>')
    const [without] = await delivered(on, ['ana@here.test'], crlf('From: app@shop.test\n\nhi\n'))
    const { message_id: ours } = await read(on.service, without!.id)
    assert.equal(ours, `<${without!.id.slice(4)}@shop.test>`)
    assert.ok(without!.content.includes(`Message-ID: ${ours}\r\n`))
    const signed =
      `${head}MIME-Version: 1.0\nContent-Type: multipart/signed; protocol="application/pgp-signature"; boundary=s\n\n` +
      '--s\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nolá  \n\n--s\n' +
      'Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\n--s--\n'
    await arrivesAsItCame(on, crlf(signed), 'signed')
    const encrypted =
      `${head}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n` +
      'Content-Transfer-Encoding: base64\n\nMIIB\n'
    await arrivesAsItCame(on, crlf(encrypted), 'encrypted')
    const inside = `${head}Content-Type: message/rfc822\n\nFrom: x@y.test\nSubject: olá\n\nolá\n`
    await arrivesAsItCame(on, crlf(inside), 'message')
  })

  it('ends its lines with CRLF on the way out, and hides no second message', async t => {
    const on = await submissionStage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    await caller.say('MAIL FROM:<hello@shop.test>')
    await caller.say('RCPT TO:<ana@here.test>')
    await caller.say('DATA')
    const hidden = 'MAIL FROM:<evil@x.test>\nRCPT TO:<ana@here.test>\nDATA\nSubject: forged\n\nx'
    const raw = `${head}Subject: s\n\na\rb\n.\n${hidden}\n\0.\n`
    const id = idIn(await caller.say(`${raw}\r\n.`))
    await eventOf(on.service, id, 'delivered')
    const { received } = on.service.mx
    assert.equal(received.length, 1)
    const wire = received[0]!.content.toString('latin1')
    assert.match(wire, /\r\na\r\nb\r\n\.\.\r\nMAIL FROM/)
    assert.doesNotMatch(wire, /\0|\r(?!\n)|(?<!\r)\n/)
    caller.close()
  })

  it('is signed with the domain’s key over what arrives', async t => {
    const on = await submissionStage(t)
    const message = crlf(`${head}To: ana@here.test\nX-Odd :  a\tb \n\nol\u00e1  \n\n .x\n\n\n`)
    const [one] = await delivered(on, ['ana@here.test'], message)
    const { resolver } = await publishedKeys(on.service)
    const { results } = await dkimVerify(one!.content, { resolver })
    assert.ok(results.length > 0)
    for (const { status } of results) assert.equal(status.result, 'pass')
  })

  it('is refused for what a mail server refuses, and for nothing else', async t => {
    const on = await submissionStage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const cases: [string, RegExp][] = [
      [head.replace('app@shop.test', 'ceo@bank.test'), /^550 5\.7\.1 domain_not_verified \(from\)/],
      [`${head}From: ceo@bank.test\n`, /^554 5\.6\.0 invalid_field \(from\)/],
      [head.replace(/From:.*\n/, ''), /^554 5\.6\.0 missing_field \(from\)/],
      [head.replace('<app@shop.test>', '<app>'), /^554 5\.6\.0 invalid_field \(from\)/],
      [`${head}X-Long: ${'x'.repeat(130 * 1024)}\n`, /^554 5\.6\.0 invalid_field \(headers\)/],
    ]
    for (const [text, reply] of cases) {
      assert.match(await handOver(caller, ['ana@here.test'], `${text}\nhi\n`), reply)
    }
    await caller.say('MAIL FROM:<hello@shop.test>')
    for (let n = 0; n < 50; n++) assert.match(await caller.say(`RCPT TO:<a${n}@here.test>`), /^250/)
    assert.match(await caller.say('RCPT TO:<b@here.test>'), /^452/)
    caller.close()
  })

  it('is stopped by the content check as other mail is: accepted, and failed', async t => {
    const on = await submissionStage(t)
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const html = '<a href="https://evil.test/x">https://www.bank.test/login</a>'
    const inner = `${head}Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n${Buffer.from(html).toString('base64')}\n`
    const id = idIn(await handOver(caller, ['ana@here.test'], inner))
    const failed = await eventOf(on.service, id, 'failed')
    assert.match(String(failed.reason), /^phishing_link_mismatch/)
    caller.close()
  })
})

const eightBit =
  `${head}To: ana@here.test, josé@there.test\nSubject: olá\nMIME-Version: 1.0\n` +
  'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nolá\n'

async function arrivedAt(t: TestContext, features: readonly string[]): Promise<string> {
  const on = await submissionStage(t, { mx: { features } })
  const [one] = await delivered(on, ['ana@here.test'], crlf(eightBit))
  return one!.content.toString()
}

describe('what a server does not offer', () => {
  it('is not asked of it: addresses beyond ASCII without SMTPUTF8, octets without 8BITMIME', async t => {
    const all = await arrivedAt(t, ['PIPELINING', '8BITMIME', 'SMTPUTF8'])
    assert.ok(all.endsWith(crlf(eightBit.slice(eightBit.indexOf('To: '))).toString()))
    const ascii = await arrivedAt(t, ['PIPELINING', '8BITMIME'])
    assert.match(
      ascii,
      /\r\nTo: ana@here\.test,\r\n =\?UTF-8\?[QB]\?[^?]+\?= :;\r\nSubject: olá\r\n/,
    )
    assert.match(ascii, /8bit\r\n\r\nolá\r\n$/)
    const seven = await arrivedAt(t, ['PIPELINING'])
    assert.doesNotMatch(seven, /[^\x00-\x7f]/)
    assert.match(seven, /quoted-printable\r\n\r\nol=C3=A1\r\n$/)
  })

  it('bounces what is signed, which nobody may change', async t => {
    const on = await submissionStage(t, { mx: { features: ['PIPELINING'] } })
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    const signed = `${head}Content-Type: multipart/signed; boundary=s\n\n--s\n\nolá\n--s--\n`
    const id = idIn(await handOver(caller, ['ana@here.test'], signed))
    const bounced = await eventOf(on.service, id, 'bounced')
    assert.equal(bounced.smtp_code, '554 5.6.3')
    caller.close()
  })
})

describe('a message of the marketing stream', () => {
  it('gets links in its html, fields by which one leaves, and nothing where it is signed', async t => {
    const on = await submissionStage(t)
    const marketing = `X-Malote-Stream: marketing\n${head}MIME-Version: 1.0\n`
    const letter =
      `${marketing}Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhi\n--b\n` +
      'Content-Type: text/html; charset=iso-8859-1\n\n<p>olá <a href="https://shop.test/">x</a></p>\n--b--\n'
    const [a, b] = await delivered(on, ['a@here.test', 'b@here.test'], crlf(letter, 'latin1'))
    const text = a!.content.toString('latin1')
    assert.match(
      text,
      /\r\nList-Unsubscribe: <[^>]+>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/,
    )
    assert.doesNotMatch(text, /X-Malote-Stream|href="https:\/\/shop\.test/)
    assert.match(text, /--b\r\n\r\nhi\r\n--b\r\nContent-Type: text\/html; charset=utf-8\r\n/)
    assert.match(text, /<p>ol=C3=A1 <a href=3D"http[^"]*\/t\/c\//)
    assert.notEqual(text, b!.content.toString('latin1'))
    const { html } = await contentOf(on.service, a!.id)
    assert.equal(html, '<p>olá <a href="https://shop.test/">x</a></p>')

    const signed =
      `${marketing}List-Unsubscribe: <mailto:leave@shop.test>\nContent-Type: multipart/signed; boundary=s\n\n` +
      '--s\nContent-Type: text/html\n\n<a href="https://shop.test/">x</a>\n--s\n\nsignature\n--s--\n'
    const given = crlf(signed.replace('X-Malote-Stream: marketing\n', ''))
    const [one] = await delivered(on, ['a@here.test'], signed)
    assert.equal(withoutOurs(one!.content, given).toString(), given.toString())
  })
})

describe('a message that is kept', () => {
  it('is found, and forgotten with the last person who got it', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const to = 'To: Ana <ana@here.test>, bia@here.test\nSubject: Invoice olá\n'
    const [one] = await delivered(
      on,
      ['ana@here.test', 'bia@here.test'],
      crlf(`${head}${to}\nhi\n`),
    )
    for (const query of ['to=ana@here.test', 'subject=invoice', 'from=app@shop.test']) {
      const { body } = await service.call('GET', `/v1/emails?${query}`)
      assert.deepEqual(
        body.data.map((email: { id: string }) => email.id),
        [one!.id],
        query,
      )
    }
    const erase = async (email: string): Promise<void> => {
      const { body } = await service.call('POST', '/v1/contacts', { body: { email } })
      const { status } = await service.call('POST', `/v1/contacts/${body.id}/erase`, { body: {} })
      assert.equal(status, 202)
      await until(async () => !JSON.stringify(await read(service, one!.id)).includes(email))
    }
    await erase('ana@here.test')
    const left = String((await keptMessages(service.world.db))[0])
    assert.doesNotMatch(left, /ana@here|Ana </)
    assert.match(left, /To: erased\+0@erased\.invalid,\r\n bia@here\.test\r\n/)
    assert.deepEqual((await read(service, one!.id)).to[0], 'erased+0@erased.invalid')

    const [alone] = await delivered(on, ['caio@here.test'], crlf(`${head}Subject: x\n\nhi\n`))
    const { body } = await service.call('POST', '/v1/contacts', {
      body: { email: 'caio@here.test' },
    })
    await service.call('POST', `/v1/contacts/${body.id}/erase`, { body: {} })
    await until(async () => (await read(service, alone!.id)).subject === '')
    assert.equal((await keptMessages(service.world.db)).at(-1), null)
  })
})
