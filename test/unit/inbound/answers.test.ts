/**
 * Answers that machines give in somebody's name to mail that arrived: whatever they share with the
 * mail that they answer is no evidence, so nobody is suppressed for a vacation.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '#sending/inbound/answered.ts'
import { readBounce } from '#sending/inbound/bounce.ts'
import { readReport } from '#sending/inbound/report.ts'

const ana = 'ana@here.test'

/** A customer that writes about failed deliveries, as couriers and banks do. */
const original: Reply = {
  addresses: [ana],
  subjects: ['Delivery failed: order 77'],
  text: [
    'Hello Ana,',
    'We could not deliver your parcel to the address that you gave us: no such user lives there.',
    'The recipient does not exist. Your order 77 was returned to sender.',
    'O endereço não existe e o pedido não foi entregue.',
    '550 5.1.1 User unknown, said the courier.',
  ].join('\n'),
}

async function read(mail: string, answered = original): Promise<string> {
  const report = await readReport(Buffer.from(mail), false, answered)
  const found = readBounce(ana, report)
  if (found === null) return report.kind === 'ignored' ? report.why : 'no final failure'
  const { verdict, isCertain } = found
  return verdict.suppress && isCertain ? `${verdict.cause}, suppressed` : verdict.cause
}

interface Letter {
  readonly from?: string
  readonly subject?: string
  readonly fields?: readonly string[]
  readonly text: string
}

const letter = ({ from = ana, subject = 'Re: hello', fields = [], text }: Letter): string =>
  [
    `From: ${from}`,
    `Subject: ${subject}`,
    ...fields,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\n')

const replied = ['Auto-Submitted: auto-replied']
const quoted = original.text.replace(/^/gm, '> ')

describe('an automatic answer', () => {
  const answers: Record<string, Letter> = {
    'of the recipient, with the subject of what it answers': {
      fields: replied,
      subject: 'Automatic reply: Delivery failed: order 77',
      text: 'I am out of office.',
    },
    'of the recipient, that quotes the customer': {
      fields: replied,
      subject: 'Automatic reply: Delivery failed: order 77',
      text: `I am out of office.\n\n${quoted}`,
    },
    'of the recipient, without a field that says so': {
      subject: 'Re: Delivery failed: order 77',
      text: `Thanks!\n\nThe recipient does not exist. Your order 77 was returned to sender.`,
    },
    'of a help desk by another address': {
      from: 'Support <support@desk.test>',
      fields: ['Auto-Submitted: auto-replied', 'X-Auto-Response-Suppress: All'],
      subject: '[#4711] Delivery failed: order 77',
      text: `We have received your request.\n\n${original.text}`,
    },
    'of a help desk without any field': {
      from: 'Support <support@desk.test>',
      subject: '[Ticket 4711] Delivery failed: order 77',
      text: `Thank you for writing. We answer within a day.\n\n-----Original Message-----\n${original.text}`,
    },
    'of a help desk that says auto-generated and folds the quotation anew': {
      from: 'desk@desk.test',
      fields: ['Auto-Submitted: auto-generated'],
      subject: 'Request received: Delivery failed: order 77',
      text: `Your ticket is 12.\n\nOn Mon, 1 Jan 2026, Shop wrote:\n> We could not deliver your parcel to the\n> address that you gave us: no such user\n> lives there.`,
    },
    'in Portuguese': {
      fields: replied,
      subject: 'Resposta automática: Delivery failed: order 77',
      text: `Estou de férias.\n\n${original.text}`,
    },
    'in German, from postmaster': {
      from: 'postmaster@here.test',
      fields: ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
      subject: 'Automatische Antwort: Delivery failed: order 77',
      text: `Ich bin abwesend.\n\n${quoted}`,
    },
    'in French, by Precedence': {
      from: 'accueil@desk.test',
      fields: ['Precedence: auto_reply'],
      subject: 'Votre demande: Delivery failed: order 77',
      text: 'Votre message a été reçu; il ne peut être remis avant lundi.',
    },
    'in Spanish, with words of its own about delivery': {
      from: 'ayuda@desk.test',
      fields: replied,
      subject: 'Su mensaje no ha podido ser entregado a un agente',
      text: 'Usuario desconocido en nuestro sistema de ayuda.',
    },
    'in Japanese': {
      fields: replied,
      subject: '自動返信: Delivery failed: order 77',
      text: `不在です。\n\n${quoted}`,
    },
    'with the subject cut': {
      from: 'x@desk.test',
      subject: 'Ticket: Delivery failed: order',
      text: 'We will see to it.',
    },
  }
  for (const [name, one] of Object.entries(answers)) {
    it(`is no bounce: ${name}`, async () => {
      assert.match(await read(letter(one)), /^(?:automatic answer|no report)$/)
    })
  }

  it('is no bounce where the email itself is not kept any more', async () => {
    const gone = { addresses: [ana], subjects: [], text: '' }
    const one = answers['of a help desk without any field']!
    assert.equal(await read(letter({ ...one, subject: '[Ticket 4711]' }), gone), 'no report')
    const own = answers['of the recipient, that quotes the customer']!
    assert.equal(await read(letter(own), gone), 'automatic answer')
  })

  it('is no bounce as a disposition notification (RFC 8098)', async () => {
    const mail = `From: ${ana}
Subject: Not read: Delivery failed: order 77
MIME-Version: 1.0
Content-Type: multipart/report; report-type=disposition-notification; boundary=b

--b
Content-Type: text/plain

Your message was not displayed; it could not be delivered to a person.

--b
Content-Type: message/disposition-notification

Final-Recipient: rfc822; ${ana}
Disposition: automatic-action/MDN-sent-automatically; deleted

--b--
`
    assert.equal(await read(mail), 'automatic answer')
  })
})

describe('a bounce of an email about failed deliveries', () => {
  const bounces: Record<string, readonly [Letter, string]> = {
    Exim: [
      {
        from: 'Mail Delivery System <Mailer-Daemon@relay.test>',
        fields: [`X-Failed-Recipients: ${ana}`, 'Auto-Submitted: auto-replied'],
        subject: 'Mail delivery failed: returning message to sender',
        text: `A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${ana}\n    host mx.here.test [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${ana}>:\n    550 5.1.1 no mailbox of that name`,
      },
      'unknown_user, suppressed',
    ],
    Postfix: [
      {
        from: 'MAILER-DAEMON@relay.test (Mail Delivery System)',
        fields: replied,
        subject: 'Undelivered Mail Returned to Sender',
        text: `This is the mail system at host relay.test.\n\n<${ana}>: host mx.here.test[192.0.2.1] said: 550 5.1.1\n    <${ana}>: Recipient address rejected: User unknown (in reply to RCPT TO command)`,
      },
      'unknown_user, suppressed',
    ],
    qmail: [
      {
        from: 'MAILER-DAEMON@relay.test',
        subject: 'failure notice',
        text: `Hi. This is the qmail-send program at relay.test.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<${ana}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${original.text}`,
      },
      'unknown_user, suppressed',
    ],
    Exchange: [
      {
        from: 'Microsoft Outlook <postmaster@here.test>',
        subject: 'Undeliverable: Delivery failed: order 77',
        text: `Delivery has failed to these recipients or groups:\n\n${ana}\nThe email address you entered couldn't be found.\n\nRemote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'`,
      },
      'unknown_user, suppressed',
    ],
    'a full mailbox': [
      {
        from: 'postmaster@here.test',
        subject: 'Undeliverable: Delivery failed: order 77',
        text: `<${ana}>: 552 5.2.2 mailbox is full\n\n${quoted}`,
      },
      'mailbox_full',
    ],
  }
  for (const [name, [one, expected]] of Object.entries(bounces)) {
    it(`is one: ${name}`, async () => assert.equal(await read(letter(one)), expected))
  }

  it('says nothing by the words that it repeats', async () => {
    const one = {
      from: 'MAILER-DAEMON@here.test',
      subject: 'failure notice',
      text: `Your message could not be delivered.\n\n${original.text}`,
    }
    assert.equal(await read(letter(one)), 'refused_unexplained')
  })
})

describe('a notice of a mail system whose reason nobody understands', () => {
  const notices: Record<string, Letter> = {
    'in Spanish': {
      from: 'MAILER-DAEMON@here.test',
      subject: 'failure notice',
      text: `Your message could not be delivered.\n\n<${ana}>:\nLa casilla ha expirado.`,
    },
    'in Turkish': {
      from: 'Mail Delivery System <postmaster@here.test>',
      subject: 'Undeliverable mail',
      text: `${ana}: posta kutusu yok`,
    },
    'by X-Failed-Recipients': {
      from: 'gateway@here.test',
      fields: [`X-Failed-Recipients: ${ana}`],
      subject: 'Mail delivery failed',
      text: 'Reason: 77.',
    },
  }
  for (const [name, one] of Object.entries(notices)) {
    it(`is a bounce that suppresses nobody: ${name}`, async () => {
      assert.equal(await read(letter(one)), 'refused_unexplained')
    })
  }

  it('is none where it tells of a success, or comes from anybody else', async () => {
    const mail = { subject: 'Successful Mail Delivery Report', text: `${ana}: delivered.` }
    assert.equal(
      await read(letter({ ...mail, from: 'MAILER-DAEMON@here.test' })),
      'no final failure',
    )
    const other = { subject: 'Mail delivery failed', text: 'Reason: 77.', from: 'x@desk.test' }
    assert.equal(await read(letter(other)), 'no final failure')
  })

  it('shows what stands beside the address', async () => {
    const mail = letter(notices['in Spanish']!)
    const found = readBounce(ana, await readReport(Buffer.from(mail), false, original))
    assert.match(found!.reply.text, /La casilla ha expirado\.$/)
  })
})

describe('who is no mail system by name', () => {
  it('suppresses nobody without a quoted reply', async () => {
    const from = 'no-reply@gate.test'
    const subject = 'Your mail was not delivered'
    const text = `<${ana}>: no such user here`
    assert.equal(await read(letter({ from, subject, text })), 'unknown_user')
    const reply = `<${ana}>: 550 5.1.1 no such user here`
    assert.equal(await read(letter({ from, subject, text: reply })), 'unknown_user, suppressed')
  })
})
