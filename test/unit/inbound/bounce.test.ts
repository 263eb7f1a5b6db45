/**
 * What a report says of one recipient, over mails written after the standards (RFC 3461 to 3464,
 * 5321) and the forms of the common mail systems: who gave up, whose words count, whom it is about.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBounce } from '#sending/inbound/bounce.ts'
import { readReport } from '#sending/inbound/report.ts'

const ana = 'ana@here.test'

interface Read {
  readonly class: string
  readonly cause: string
  readonly code: string
  readonly text: string
  readonly suppresses: boolean
}

async function read(mail: string, address = ana): Promise<Read | string> {
  const report = await readReport(Buffer.from(mail), false)
  const found = readBounce(address, report)
  if (found === null) return report.kind === 'ignored' ? report.why : 'no final failure'
  const { reply, verdict } = found
  return {
    class: verdict.class,
    cause: verdict.cause,
    code: [reply.code, reply.enhanced].filter(part => part !== null).join(' '),
    text: reply.text,
    suppresses: verdict.suppress && found.isCertain,
  }
}

async function bounce(mail: string, address = ana): Promise<Read> {
  const found = await read(mail, address)
  if (typeof found === 'string') assert.fail(`not read as a bounce: ${found}`)
  return found
}

const fieldsOf = (status: string, diagnostic: string, to = ana): string =>
  [
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    `Status: ${status}`,
    diagnostic && `Diagnostic-Code: ${diagnostic}`,
  ]
    .filter(line => line !== '')
    .join('\n')

const report = (blocks: readonly string[], words = 'It did not work.'): string =>
  `From: MAILER-DAEMON@relay.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain; charset=utf-8

${words}

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.test

${blocks.join('\n\n')}

--b--
`

const dsn = (status: string, diagnostic: string): string => report([fieldsOf(status, diagnostic)])

const letter = (text: string, subject = 'Undeliverable: Olá', from = 'postmaster@relay.test') =>
  `From: ${from}\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`

describe('a relay that gave up after temporary trouble', () => {
  const reports: Record<string, readonly [mail: string, code: string, says: RegExp]> = {
    'with an expired status (RFC 3463 X.4.7)': [dsn('4.4.7', ''), '4.4.7', /^$/],
    'with a permanent one': [dsn('5.4.7', 'smtp; 550 5.4.7 no success'), '4.4.7', /no success/],
    'with a reply of its own': [
      dsn('5.0.0', 'smtp; 550 4.4.7 queue expired; message expired'),
      '4.4.7',
      /message expired/,
    ],
    'with a 5xx around the last 4xx': [
      dsn('5.4.0', 'smtp; 554 5.4.0 giving up: host mx.here.test said: 452 4.2.2 Mailbox full'),
      '452 4.2.2',
      /^452 4\.2\.2 Mailbox full$/,
    ],
    'with an arrow before the last 4xx': [
      dsn('5.4.300', 'smtp; 550 5.4.300 Message expired -> 451 4.3.2 Come back later'),
      '451 4.3.2',
      /^451 4\.3\.2 Come back later$/,
    ],
    'in the words of retries': [
      dsn('5.0.0', 'smtp; 451 Greylisted: retry timeout exceeded'),
      '451',
      /Greylisted/,
    ],
    'with an action of its own': [
      dsn('', 'connection timed out').replace('failed', 'expired'),
      '4.4.7',
      /timed out/,
    ],
    'after so many tries': [
      letter(`Delivery to ${ana} failed 20 attempts`),
      '4.4.7',
      /20 attempts/,
    ],
    'in words only': [
      letter(
        `Your mail to <${ana}> is returned.\n\nIt could not be delivered for 5 days. Giving up.`,
      ),
      '4.4.7',
      /5 days/,
    ],
    'in words that quote the last reply': [
      letter(
        `<${ana}>: message expired in the queue.\nThe last answer of mx.here.test was: 450 4.2.1 Busy, later`,
      ),
      '450 4.2.1',
      /^450 4\.2\.1 Busy, later$/,
    ],
    'in German': [
      letter(
        `Ihre Nachricht an ${ana} konnte nicht zugestellt werden.\n\nDie Zustellversuche wurden eingestellt: 451 4.4.1 keine Verbindung`,
        'Unzustellbar',
      ),
      '451 4.4.1',
      /keine Verbindung/,
    ],
  }
  for (const [name, [mail, code, says]] of Object.entries(reports)) {
    it(`tells of a soft bounce, ${name}`, async () => {
      const found = await bounce(mail)
      assert.equal(found.class, 'temporary')
      assert.equal(found.suppresses, false)
      assert.equal(found.code, code)
      assert.match(found.text, says)
    })
  }

  it('is told from a server that refused for good', async () => {
    const found = await bounce(dsn('4.4.2', 'smtp; 550 5.1.1 No such user'))
    assert.deepEqual([found.class, found.suppresses], ['address_dead', true])
  })

  it('is believed where no server could be reached and none is quoted', async () => {
    for (const trouble of ['connection refused', 'Host not found, try again', 'socket error']) {
      const found = await bounce(letter(`Your mail to ${ana} failed.\n\nmx.here.test: ${trouble}`))
      assert.deepEqual([found.class, found.suppresses], ['temporary', false], trouble)
    }
  })
})

describe('the reply that a report quotes', () => {
  const quotes: Record<string, readonly [mail: string, cause: string, suppresses: boolean]> = {
    'beats a status of unknown users where it speaks of policy': [
      dsn('5.1.1', 'smtp; 550 Access denied by policy'),
      'policy_other',
      false,
    ],
    'beats a status of policy where it knows no such user': [
      dsn('5.7.1', 'smtp; 550 User unknown'),
      'unknown_user',
      true,
    ],
    'leaves it to the status where it says nothing plain': [
      dsn('5.1.1', 'smtp; 550 Recipient rejected'),
      'unknown_user',
      true,
    ],
    'is the innermost of several': [
      dsn('5.1.1', 'smtp; 550 5.1.1 failed: host mx.here.test said: 554 5.7.1 listed at a dnsbl'),
      'blocklisted',
      false,
    ],
    'is no number of something that is counted': [
      dsn('5.7.1', 'smtp; 550 5.7.1 Your limit was: 450 messages a day'),
      'policy_other',
      false,
    ],
    'beats what a letter says of its own patience': [
      letter(`It has been in the queue since Monday.\n\n<${ana}>: 550 5.1.1 No such user`),
      'unknown_user',
      true,
    ],
    'stands behind the words of Exim': [
      dsn(
        '5.0.0',
        'smtp; error after RCPT TO:<ana@here.test>: host mx [192.0.2.1]: 552 5.2.2 full',
      ),
      'mailbox_full',
      false,
    ],
    'is no reply in a diagnostic of another type (RFC 3464 §2.3.6)': [
      dsn('5.2.2', 'x-unix; 550 5.1.1 is what the program printed'),
      'mailbox_full',
      false,
    ],
  }
  for (const [name, [mail, cause, suppresses]] of Object.entries(quotes)) {
    it(name, async () => {
      const found = await bounce(mail)
      assert.deepEqual([found.cause, found.suppresses], [cause, suppresses])
    })
  }

  it('is not needed for what is transient by its nature (RFC 3463 §3.5)', async () => {
    assert.equal((await bounce(dsn('5.4.1', 'x-relay; no answer'))).class, 'temporary')
    assert.equal((await bounce(dsn('5.0.0', 'smtp; The attempt timed out'))).class, 'temporary')
    assert.equal((await bounce(dsn('5.4.1', 'smtp; 550 5.4.1 Refused'))).class, 'other')
  })

  it('holds no code where the diagnostic is not of the type smtp', async () => {
    assert.equal((await bounce(dsn('5.1.1', 'x-local; 450 users tried'))).code, '5.1.1')
  })
})

describe('a report in prose', () => {
  const letters: Record<string, readonly [mail: string, cause: string]> = {
    'of qmail': [
      letter(
        `Hi. This is the program at relay.test.\n\n<${ana}>:\nSorry, no mailbox here by that name. (#5.1.1)`,
        'failure notice',
      ),
      'unknown_user',
    ],
    'of Exim': [
      letter(
        `A message could not be delivered to all of its recipients:\n\n  ${ana}\n    host mx.here.test [192.0.2.1]:\n    550 5.1.1 no such user`,
        'Mail delivery failed',
      ),
      'unknown_user',
    ],
    'of Sendmail': [
      letter(
        `  ----- The following addresses had permanent fatal errors -----\n<${ana}>\n\n  ----- Transcript of session follows -----\n>>> RCPT To:<${ana}>\n<<< 552 5.2.2 Mailbox full\n554 5.0.0 Service unavailable`,
        'Returned mail: see transcript for details',
      ),
      'mailbox_full',
    ],
    'of Notes': [
      letter(
        `Your document was not delivered to ${ana} because:\n\nUser ana (${ana}) not listed in public Name & Address Book`,
        'DELIVERY FAILURE: Olá',
      ),
      'unknown_user',
    ],
    'of Exchange': [
      letter(
        `Your message did not reach some or all of the intended recipients.\n\n${ana}\nThe e-mail account does not exist at the organization this message was sent to.\n<relay.test #5.1.1>`,
      ),
      'unknown_user',
    ],
    'of an older Exchange': [
      letter(
        `did not reach the following recipient(s):\n\n${ana} on Thu\n    The recipient name is not recognized`,
      ),
      'unknown_user',
    ],
    'of Courier': [
      letter(`<${ana}>:\n  mx.here.test [192.0.2.1]:\n<<< RCPT TO:<${ana}>\n>>> 552 5.2.2 Full`),
      'mailbox_full',
    ],
    'of Notes in German': [
      letter(
        `Ihr Dokument wurde nicht zugestellt.\n\nBenutzer ana (${ana}) nicht im Domino-Verzeichnis`,
      ),
      'unknown_user',
    ],
    'that shows a session': [
      letter(`--> RCPT To:<${ana}>\n<-- 550 <${ana}>, recipient unknown\n--> QUIT`),
      'unknown_user',
    ],
    'that puts the reply in brackets': [
      letter(`mx.here.test rejected <${ana}>. It responded as follows: [550 5.1.1 User unknown]`),
      'unknown_user',
    ],
    'of GroupWise': [
      letter(
        `The message that you sent was undeliverable to the following:\n\n  ${ana} (user not found)`,
        'Message status - undeliverable',
      ),
      'unknown_user',
    ],
    'of MDaemon': [
      letter(
        `The attached message could not be delivered to ${ana}\n\nNo such user here`,
        'Permanent Delivery Failure',
        'MDaemon@relay.test',
      ),
      'unknown_user',
    ],
    'from a sender and with a subject that say nothing': [
      letter(
        `Your mail could not be delivered to <${ana}>\nas their mailbox is full.`,
        'Mail',
        'info@relay.test',
      ),
      'mailbox_full',
    ],
    'in German': [
      letter(
        `Ihre Nachricht an ${ana} konnte nicht zugestellt werden.\n\nDer Empfänger ist unbekannt.`,
        'Nachricht nicht zustellbar',
        'info@relay.test',
      ),
      'unknown_user',
    ],
    'in French': [
      letter(
        `Votre message à ${ana} n'a pas pu être remis.\n\nL'adresse du destinataire n'existe pas.`,
        'Message non remis',
        'info@relay.test',
      ),
      'unknown_user',
    ],
    'in Spanish': [
      letter(
        `Su mensaje a ${ana} no se ha podido entregar.\n\nEl buzón del destinatario está lleno.`,
        'Mensaje no entregado',
        'info@relay.test',
      ),
      'mailbox_full',
    ],
    'in Portuguese': [
      letter(
        `Sua mensagem para ${ana} não pôde ser entregue.\n\nO destinatário não foi encontrado.`,
        'Falha na entrega',
        'info@relay.test',
      ),
      'unknown_user',
    ],
    'in Italian': [
      letter(
        `Il messaggio per ${ana} non è stato consegnato.\n\nIl destinatario è sconosciuto.`,
        'Messaggio non recapitato',
        'info@relay.test',
      ),
      'unknown_user',
    ],
    'in Japanese': [
      letter(
        `${ana} 宛のメールは配信できませんでした。\n\n宛先が見つかりません。`,
        '配信エラー',
        'info@relay.test',
      ),
      'unknown_user',
    ],
    'in Russian': [
      letter(
        `Сообщение для ${ana} не доставлено.\n\nПолучатель не найден.`,
        'Сообщение',
        'info@relay.test',
      ),
      'unknown_user',
    ],
  }
  for (const [name, [mail, cause]] of Object.entries(letters)) {
    it(`is understood: ${name}`, async () => assert.equal((await bounce(mail)).cause, cause))
  }

  it('is found inside a letter that sends it on', async () => {
    const inner = letter(`<${ana}>: 550 5.1.1 no such user`)
    const outer = `From: bob@far.test
Subject: Fwd: what is this?
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=o

--o
Content-Type: text/plain

See below.

--o
Content-Type: message/rfc822

${inner}
--o--
`
    assert.equal((await bounce(outer)).cause, 'unknown_user')
  })

  it('is not the message that comes back with it, whoever wrote that', async () => {
    const mail = `From: MAILER-DAEMON@relay.test
Subject: failure notice
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=o

--o

<${ana}>:
Remote host said: 552 5.2.2 Mailbox full

--o
Content-Type: message/rfc822

From: postmaster@shop.test
Subject: 550 5.1.1 no such user

Olá
--o--
`
    assert.equal((await bounce(mail)).cause, 'mailbox_full')
  })

  it('keeps its fields where the boundary was lost, or somebody quotes them', async () => {
    const whole = report([fieldsOf('5.0.0', 'smtp; 550 5.1.1 no such user')])
    const torn = whole.replace('boundary=b', 'boundary=another')
    assert.deepEqual((await bounce(torn)).suppresses, true)
    const quoted = `From: bob@far.test\nSubject: Fwd: failure\n\n${whole.replace(/^/gm, '> ')}`
    assert.deepEqual((await bounce(quoted)).suppresses, true)
  })

  it('adds what the fields leave out', async () => {
    const words = `** Address not found **\n\nYour message wasn't delivered to ${ana} because the address couldn't be found.`
    const found = await bounce(report([fieldsOf('5.0.0', '')], words))
    assert.deepEqual([found.cause, found.suppresses], ['unknown_user', true])
  })

  it('is none where somebody is away, or mail is only late', async () => {
    assert.equal(
      await read(letter('I am away. 550 5.1.1 user unknown', 'Out of office', ana)),
      'no report',
    )
    const late = letter(`Delivery to ${ana} has been delayed. 451 4.4.1 later`, 'Delayed Mail')
    assert.equal(await read(late), 'a delay')
    const about = letter(`<${ana}>: 550 5.1.1 No such user`, 'Undeliverable: Delayed parcels')
    assert.equal((await bounce(about)).cause, 'unknown_user')
    assert.equal(await read(letter('How are you?', 'Hi', ana)), 'no report')
  })
})

describe('a report about several recipients', () => {
  const dead = (to: string): string => fieldsOf('5.1.1', `smtp; 550 5.1.1 <${to}> unknown`, to)

  it('says of each what its own block says', async () => {
    const mail = report([dead('bob@here.test'), fieldsOf('5.2.2', 'smtp; 552 5.2.2 full')])
    const found = await bounce(mail)
    assert.deepEqual([found.cause, found.suppresses], ['mailbox_full', false])
    assert.equal((await bounce(mail, 'bob@here.test')).suppresses, true)
  })

  it('suppresses nobody whom it does not name', async () => {
    const mail = report([dead('bob@here.test'), dead('eva@here.test')])
    assert.equal((await bounce(mail)).suppresses, false)
  })

  it('suppresses nobody where the reply names somebody else', async () => {
    const mail = dsn('5.1.1', 'smtp; 550 5.1.1 <bob@far.test> User unknown')
    assert.equal((await bounce(mail)).suppresses, false)
  })

  it('says in prose of each what stands beside its name', async () => {
    const mail = letter(
      `These addresses failed:\n\n<bob@here.test>:\n550 5.1.1 No such user\n\n<${ana}>:\n552 5.2.2 Mailbox full\n\n<eva@here.test>:\n550 5.7.1 Blocked`,
    )
    const read = async (to: string) => (await bounce(mail, to)).cause
    assert.deepEqual(
      [await read('bob@here.test'), await read(ana), await read('eva@here.test')],
      ['unknown_user', 'mailbox_full', 'blocked'],
    )
    assert.equal((await bounce(mail, 'leo@here.test')).suppresses, false)
  })

  it('says in a transcript of each what answered its RCPT', async () => {
    const mail = letter(
      `>>> RCPT To:<${ana}>\n<<< 452 4.2.2 Mailbox full\n>>> RCPT To:<bob@here.test>\n<<< 550 5.1.1 No such user`,
      'Returned mail: see transcript for details',
    )
    assert.equal((await bounce(mail)).class, 'temporary')
    assert.equal((await bounce(mail, 'bob@here.test')).suppresses, true)
  })

  it('is none of a recipient whose mail is only late, whatever another had', async () => {
    const late = fieldsOf('4.4.1', 'smtp; 451 4.4.1 not yet').replace('failed', 'delayed')
    assert.equal(await read(report([late, dead('bob@here.test')])), 'no final failure')
  })

  it('goes by the status where no action is told', async () => {
    const told = (status: string) =>
      read(report([fieldsOf(status, '').replace('Action: failed\n', ''), dead('bob@here.test')]))
    assert.equal(await told('4.4.1'), 'no final failure')
    const found = await told('5.1.1')
    assert.ok(typeof found !== 'string' && found.suppresses)
  })

  it('takes no words of the next recipient for those of an empty block', async () => {
    const words = `${ana}\n\nbob@here.test\n550 5.1.1 No such user`
    const mail = report([fieldsOf('5.0.0', ''), dead('bob@here.test')], words)
    const found = await bounce(mail)
    assert.deepEqual([found.cause, found.suppresses], ['refused_unexplained', false])
  })
})
