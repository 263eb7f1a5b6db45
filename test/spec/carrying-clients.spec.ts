/** Usual programs hand mail over, and it arrives as they wrote it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createTransport, type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { eventOf } from '../support/service.ts'
import {
  type SubmissionStage,
  submissionStage,
  unstuffed,
  withoutOurs,
} from '../support/submission.ts'

const run = promisify(execFile)
const python = await run('python3', ['-c', 'import smtplib']).then(
  () => true,
  () => false,
)

const from = 'Loja <hello@shop.test>'
const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
const letters: Readonly<Record<string, SendMailOptions>> = {
  'hidden copies alone': {
    from,
    bcc: ['ana@here.test', 'bia@here.test'],
    subject: 'Olá',
    text: 'Oi',
  },
  'a list': {
    from,
    to: 'ana@here.test',
    subject: 'News',
    text: 'Oi',
    list: { unsubscribe: 'https://shop.test/leave', id: 'news.shop.test' },
  },
  'an invitation': {
    from,
    to: 'ana@here.test',
    subject: 'Invitation',
    text: 'Oi',
    html: '<p>Oi</p>',
    alternatives: [
      { contentType: 'text/calendar; charset=utf-8; method=REQUEST', content: calendar },
    ],
  },
  'a file alone': {
    from,
    to: 'ana@here.test',
    attachments: [{ filename: 'relatório.pdf', content: Buffer.from('%PDF-1.4 \0\xff', 'latin1') }],
  },
}

/** What the receiver got, by recipient, without what is ours. */
async function arrived(
  on: SubmissionStage,
  reply: string,
  given: Buffer,
  count = 1,
): Promise<string[]> {
  const [id = ''] = /msg_[0-9a-f]{32}/.exec(reply) ?? []
  for (let n = 1; n <= count; n++) await eventOf(on.service, id, 'delivered', n)
  const mine = on.service.mx.received.filter(one => one.content.includes(id))
  assert.equal(mine.length, count)
  return mine.map(one => withoutOurs(unstuffed(one.content), given).toString('latin1'))
}

describe('a usual program', () => {
  it('written with nodemailer hands over what arrives', async t => {
    const on = await submissionStage(t)
    const key = await on.service.key('live', 'send')
    const auth = { user: 'any', pass: key }
    const transport = createTransport({ host: '127.0.0.1', port: on.port, secure: false, auth })
    for (const [name, letter] of Object.entries(letters)) {
      const node = new MailComposer(letter).compile()
      const raw = await node.build()
      const { response } = await transport.sendMail({ envelope: node.getEnvelope(), raw })
      const shown = raw.toString('latin1')
      const [first, ...more] = await arrived(on, response, raw, node.getEnvelope().to.length)
      assert.equal(first, shown.endsWith('\r\n') ? shown : `${shown}\r\n`, name)
      for (const one of more) assert.equal(one, first, name)
    }
  })

  it('written with Python’s smtplib hands over what arrives', {
    skip: !python && 'no python3',
  }, async t => {
    const on = await submissionStage(t)
    const key = await on.service.key('live', 'send')
    const script = `
import smtplib, sys, base64
from email.message import EmailMessage
from email.policy import SMTP
plain = EmailMessage(policy=SMTP)
plain['From'] = 'Loja <hello@shop.test>'
plain['Subject'] = 'Olá'
plain.set_content('Olá, mundo', cte='8bit')
signed = b'\\r\\n'.join([b'From: hello@shop.test', b'To: ana@here.test', b'MIME-Version: 1.0',
  b'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="s"',
  b'', b'--s', b'Content-Type: text/plain', b'', b'trailing  ', b'--s',
  b'Content-Type: application/pkcs7-signature; name=smime.p7s', b'Content-Transfer-Encoding: base64',
  b'', b'MIIB', b'--s--', b''])
with smtplib.SMTP('127.0.0.1', int(sys.argv[1])) as server:
  server.login('any', sys.argv[2])
  for message in (plain.as_bytes(), signed):
    server.ehlo_or_helo_if_needed()
    server.mail('hello@shop.test')
    server.rcpt('ana@here.test')
    code, words = server.data(message)
    print(code, words.decode(), base64.b64encode(message).decode())
`
    const { stdout } = await run('python3', ['-c', script, String(on.port), key])
    for (const line of stdout.trim().split('\n')) {
      const given = Buffer.from(line.split(' ').at(-1)!, 'base64')
      const [content] = await arrived(on, line, given)
      assert.equal(content, given.toString('latin1'))
    }
  })
})
