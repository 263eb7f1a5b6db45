/**
 * What failed behind an address says nothing certain of it: mail is forwarded, expanded, delivered by
 * machinery of the receiver's own. And in which forms a report says whom it is about.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBounce } from '#sending/inbound/bounce.ts'
import { readReport } from '#sending/inbound/report.ts'

const ana = 'ana@inbox.test'
const old = 'old@private.test'

async function read(mail: string): Promise<string> {
  const found = readBounce(ana, await readReport(Buffer.from(mail), false))
  if (found === null) return 'nothing'
  const { verdict, isCertain } = found
  return verdict.suppress && isCertain ? `${verdict.cause}, suppressed` : verdict.cause
}

const dsn = (fields: string, words = 'It did not work.'): string =>
  `From: MAILER-DAEMON@relay.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

${words}

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.test

${fields}

--b--
`

const prose = (text: string): string =>
  `From: MAILER-DAEMON@relay.test\nSubject: Undelivered Mail Returned to Sender\n\n${text}\n`

const block = (to: string, diagnostic: string, status = '5.1.1'): string =>
  `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: ${diagnostic}`

describe('a dead address behind a living one', () => {
  const reports: Record<string, string> = {
    'as the report’s own recipient': dsn(block(old, `smtp; 550 5.1.1 <${old}> no such user`)),
    'without angle brackets': dsn(block(old, `smtp; 550 5.1.1 ${old} no such user`)),
    'without its name in the reply': dsn(block(old, 'smtp; 550 5.1.1 no such user')),
    'with ours as the original one, and its name in the reply': dsn(
      `Original-Recipient: rfc822; ${ana}\n${block(old, `smtp; 550 5.1.1 <${old}> no such user`)}`,
    ),
    'in a reply under our name': dsn(block(ana, `smtp; 550 5.1.1 ${old}: user unknown`)),
    'expanded, in the words of Postfix': prose(
      `<${old}> (expanded from <${ana}>): host mx.private.test[192.0.2.1] said:\n    550 5.1.1 user unknown (in reply to RCPT TO command)`,
    ),
    'generated, in the words of Exim': prose(
      `  ${old}\n    (generated from ${ana})\n    SMTP error from remote mail server after RCPT TO: 550 5.1.1 no such user`,
    ),
    'expanded, in the words of Sendmail': prose(
      `   ----- The following addresses had permanent fatal errors -----\n<${old}>\n    (reason: 550 5.1.1 <${old}>... User unknown)\n    (expanded from: <${ana}>)`,
    ),
    'alone in the words of qmail': prose(
      `I'm afraid I wasn't able to deliver your message.\n\n<${old}>:\nSorry, no mailbox here by that name. (#5.1.1)`,
    ),
  }
  for (const [name, mail] of Object.entries(reports)) {
    it(`suppresses nobody: ${name}`, async () => assert.equal(await read(mail), 'unknown_user'))
  }

  const own: Record<string, string> = {
    'by its own name': dsn(block(ana, 'smtp; 550 5.1.1 no such user')),
    'by the name that we gave': dsn(
      `Original-Recipient: rfc822; ${ana}\n${block('ana@store.inbox.test', 'smtp; 550 5.1.1 <ana@store.inbox.test> no such user')}`,
    ),
    'with the address of who may be asked': dsn(
      block(ana, 'smtp; 550 5.1.1 No such user. Write to postmaster@inbox.test'),
    ),
    'in prose': prose(`<${ana}>:\n550 5.1.1 user unknown`),
  }
  for (const [name, mail] of Object.entries(own)) {
    it(`is no excuse for our own: ${name}`, async () => {
      assert.equal(await read(mail), 'unknown_user, suppressed')
    })
  }
})

describe('what a receiver’s own machinery lacks', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['5.4.4', 'X-Postfix; Name service error for store1.lan: host not found', 'receiver_error'],
    ['5.4.4', 'smtp; 550 Name service error for store1.lan: host not found', 'receiver_error'],
    ['5.0.0', 'X-Unix; 67 no such user', 'receiver_error'],
    ['5.3.0', 'X-Postfix; unknown user: "ana"', 'receiver_error'],
    [
      '5.2.0',
      'smtp; 554 5.2.0 cannot open mailbox: home directory does not exist',
      'receiver_error',
    ],
    ['5.1.1', 'X-Postfix; unknown user: "ana"', 'unknown_user, suppressed'],
    [
      '5.4.4',
      'smtp; 550 Host or domain name not found. Name service error for name=inbox.test type=A',
      'unknown_domain, suppressed',
    ],
    ['5.1.2', 'X-Postfix; Host or domain name not found: inbox.test', 'unknown_domain, suppressed'],
  ]
  for (const [status, diagnostic, expected] of rows) {
    it(`is told from a missing user: ${status} ${diagnostic}`, async () => {
      assert.equal(await read(dsn(block(ana, diagnostic, status))), expected)
    })
  }
})

describe('the fields of a report', () => {
  const said = 'smtp; 550 5.1.1 no such user'
  const orders: Record<string, string> = {
    'with the action first': `Action: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822; ${ana}\nDiagnostic-Code: ${said}`,
    'with the diagnostic first': `Diagnostic-Code: ${said}\nStatus: 5.1.1\nAction: failed\nFinal-Recipient: rfc822; ${ana}`,
    'of two in one block, the actions first': `Action: failed\nStatus: 5.2.2\nFinal-Recipient: rfc822; bia@inbox.test\nAction: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822; ${ana}`,
  }
  for (const [name, fields] of Object.entries(orders)) {
    it(`are read ${name}`, async () => {
      assert.equal(await read(dsn(fields)), 'unknown_user, suppressed')
      const quoted = `From: MAILER-DAEMON@relay.test\nSubject: failure notice\n\nIt did not work.\n\n${fields}\n`
      assert.equal(await read(quoted), 'unknown_user, suppressed', 'as text')
    })
  }

  it('hold a reply in one of their own where Diagnostic-Code is missing', async () => {
    const with_ = (field: string): string =>
      dsn(`Final-Recipient: rfc822; ${ana}\nAction: failed\nStatus: 5.0.0\n${field}`)
    const field = 'X-Supplementary-Info: <mx.far.test #5.0.0 smtp; 550 no such user>'
    assert.equal(await read(with_(field)), 'unknown_user, suppressed')
    const found = readBounce(ana, await readReport(Buffer.from(with_(field)), false))
    assert.deepEqual([found?.reply.code, found?.reply.text], [550, '550 no such user'])
    assert.equal(await read(with_('X-Remote-Reply: 552 5.2.2 mailbox full')), 'mailbox_full')
    assert.equal(await read(with_('X-Note: 550')), 'refused_unexplained')
  })
})
