/** What the fuzzer starts from: small, sound and spoilt examples of each format, and its words. */
import { makeReference } from '#kernel/mail/reference.ts'
import { makeReturnPath } from '#kernel/mail/return-path.ts'
import { type LinkContent, type LinkPurpose, sealLink } from '#sending/tracking/link-token.ts'

/** Behind the tokens of the seeds. */
export const secret = Buffer.from('a secret of thirty-two bytes, no')
export const emailId = '0192f0c1-8e7f-7000-a1b2-c3d4e5f60718'
export const projectId = '0192f0c1-0000-7000-8000-000000000001'

/** The only local parts and references that are ours. */
export const returnPaths = [0, 1, 65_535].map(
  n => makeReturnPath(secret, emailId, n, 'x.test').split('@')[0]!,
)
export const references = [null, 0, 7].map(n => makeReference(secret, { emailId, n }))

/** The only links that are ours. */
export const links: readonly { purpose: LinkPurpose; content: LinkContent; token: string }[] = (
  [
    ['open', ''],
    ['click', 'https://shop.test/?a=1&b=2'],
    ['unsubscribe', 'zé@here.test'],
  ] as const
).map(([purpose, about]) => {
  const content = { projectId, emailId, n: 3, about }
  return { purpose, content, token: sealLink(secret, purpose, content) }
})

export const replies: readonly string[] = [
  '220 mx.here.test ESMTP\r\n',
  '250-mx.here.test\r\n250-SIZE 10485760\r\n250-PIPELINING\r\n250 STARTTLS\r\n',
  '550 5.1.1 <ana@here.test>: Recipient address rejected: User unknown\r\n',
  '550-5.7.1 blocked using zen.example.org\r\n550-5.7.1 see https://x.test\r\n550 5.7.1 bye\r\n',
  '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred\r\n',
  '452-4.2.2 The email account that you tried to reach is over quota.\r\n452 4.2.2 later\r\n',
  '354\r\n250 2.0.0 Ok: queued as 4Z1\r\n221 bye\r\n',
  '550 caixa não existe\r\n',
  '250\n',
  '999 x\r\n',
  '250-a\r\n251 b\r\n',
  `250 ${'x'.repeat(5000)}\r\n`,
]

export const replyWords: readonly string[] = [
  '\r\n',
  '250-',
  '250 ',
  '550 5.1.1 ',
  '421 4.7.0 ',
  '4.2.2 ',
  '\0',
  '\t',
  'mailbox full',
  'user unknown',
  'does not exist',
  'quota',
  'spam',
  'blocked',
  'blacklist',
  'greylist',
  'try again later',
  'too many',
  'rate limit',
  'DMARC',
  'SPF',
  'policy',
  'listed at zen.spamhaus.org',
  'disabled',
  'inactive',
  'reputation',
  'TLS',
  'https://x.test/a?b',
  '\u202e',
  '\ud83d\ude00',
]

const dsnPart = `Reporting-MTA: dns; mx.here.test
Arrival-Date: Sat, 21 Nov 2026 10:45:00 +0000

Final-Recipient: rfc822; ana@here.test
Original-Recipient: rfc822;ana@alias.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.there.test
Diagnostic-Code: smtp; 550 5.1.1 <ana@here.test>: no such
 user here

Final-Recipient: rfc822; <bob@here.test>
Action: delayed
Status: 4.4.1
`

export const dsns: readonly string[] = [
  dsnPart,
  'Final-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.2.2 (full)\nFinal-Recipient: rfc822; c@d.test\nStatus: 5.1.1\n',
  'Final-Recipient: utf-8; zé@here.test\nAction: failed\nDiagnostic-Code: X-Postfix; host mx said: 452 4.2.2 full\n',
  'Original-Recipient: rfc822;x@y.test\nStatus: 4.2.2\nDiagnostic-Code: smtp; 550 gone\n',
]

export const dsnWords: readonly string[] = [
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\n ',
  'Final-Recipient: rfc822; ',
  'Original-Recipient: rfc822;',
  'Action: failed',
  'Action: ',
  'Status: 5.1.1',
  'Status: ',
  'Diagnostic-Code: smtp; 550 5.1.1 ',
  'Diagnostic-Code: ',
  'Remote-MTA: dns; ',
  'host mx.x.test[192.0.2.1] said: 550 ',
  '<a@b.test>',
  ';',
  ':',
]

const wrap = (type: string, parts: readonly (readonly [string, string])[]): string =>
  `From: MAILER-DAEMON@mx.here.test
To: bounce@x.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type}; boundary="b1"

${parts.map(([partType, body]) => `--b1\nContent-Type: ${partType}\n\n${body}\n`).join('')}--b1--
`

const returned = `Return-Path: <${returnPaths[0]}@x.test>
From: Loja <loja@shop.test>
To: ana@here.test
Subject: =?utf-8?B?T2zDoQ==?=
X-Malote-Ref: ${references[1]}

body quoting nothing
`

export const mails: readonly string[] = [
  wrap('delivery-status', [
    ['text/plain', 'This is the mail system at host mx. 550 5.1.1 user unknown'],
    ['message/delivery-status', dsnPart],
    ['message/rfc822', returned],
  ]),
  wrap('feedback-report', [
    ['text/plain', 'This is an email abuse report'],
    [
      'message/feedback-report',
      `Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1\nOriginal-Mail-From: <${returnPaths[1]}@x.test>\nOriginal-Rcpt-To: ana@here.test\n`,
    ],
    ['message/rfc822', returned],
  ]),
  wrap('feedback-report', [['message/feedback-report', 'Feedback-Type: opt-out\nVersion: 1\n']]),
  `From: postmaster@x.test
Subject: Delivery failure

Your message could not be delivered:
<ana@here.test>: 550 5.1.1 no such user

--- Below this line is a copy of the message.

Received: from x
`,
  `From: ana@here.test
Subject: Out of office
Auto-Submitted: auto-replied

I am away.
`,
  `From: =?iso-8859-1?Q?Jos=E9?= <jose@x.test>, "b, c" <d@e.test>
To: undisclosed-recipients:;
Subject: =?utf-8?q?a_b?=
 folded
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>Ol=E1=
 mundo</p>
`,
  `Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes

text 
flows
--b--
--a
Content-Type: application/octet-stream; name*=utf-8''a%C3%A9.bin
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename*0="a"; filename*1="b"

aGVsbG8=
--a--
`,
]

export const mailWords: readonly string[] = [
  '\n',
  '\n\n',
  '\r\n',
  '\n\t',
  '--b1',
  '--b1--',
  '--a\n',
  'Content-Type: ',
  'multipart/report; boundary="b1"',
  'multipart/mixed; boundary=a',
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
  'message/rfc822',
  'text/rfc822-headers',
  'text/html; charset=utf-7',
  'charset=iso-2022-jp',
  'charset=x-unknown',
  'format=flowed; delsp=yes',
  'Content-Transfer-Encoding: base64\n',
  'Content-Transfer-Encoding: quoted-printable\n',
  'Content-Disposition: attachment; filename="x"',
  "filename*0*=utf-8''%C3",
  'Feedback-Type: abuse\n',
  'Feedback-Type: not-spam\n',
  'Final-Recipient: rfc822; ana@here.test\n',
  'Action: failed\n',
  'Status: 5.1.1\n',
  'Subject: ',
  'From: ',
  'To: ',
  'Cc: ',
  'Auto-Submitted: auto-replied\n',
  'X-Failed-Recipients: ana@here.test\n',
  '=?utf-8?Q?',
  '=?utf-8?B?',
  '?=',
  '=\n',
  '=E9',
  '&#x41;',
  '<p>',
  '<!--',
  'begin 644 x\n',
  'From x\n',
  '"',
  '(',
  ')',
  '<',
  '>',
  ',',
  ';',
  ':',
  returnPaths[0]!,
]

export const addresses: readonly string[] = [
  'a@b.c',
  'Maria Silva <maria@example.com>',
  '"Doe, \\"J.\\" \\\\" <doe@example.com>',
  'josé@bücher.example',
  'a@例え。テスト',
  '用户@例子.广告',
  'a@xn--bcher-kva.de',
  'Group: a@b.c, d@e.f;',
  '"quoted local"@x.y',
  'a@[192.0.2.1]',
  '@a,@b:c@d.e',
  'a(comment)@b.c',
  'a@b',
  '=?utf-8?Q?x?= <a@b.c>',
]

export const addressWords: readonly string[] = [
  '@',
  '<',
  '>',
  '"',
  '\\',
  '.',
  '..',
  'xn--',
  'xn--a',
  '.com',
  '。',
  '．',
  '＠',
  '\u200d',
  '\u00ad',
  '\u0640',
  'ß',
  'ς',
  'İ',
  '\u0301',
  '\r\n',
  '\u2028',
  '"x" <',
  '@b.c>',
]

export const dkimRecords: readonly string[] = [
  'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB',
  'p=',
  'v=DKIM1; t=y:s; h=sha1:sha256; s=email; n=note; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=; k=ed25519',
  'v=DKIM1; p=x; p=y',
  'k=rsa; v=DKIM1; p=',
]

export const dkimWords: readonly string[] = [
  'v=DKIM1',
  ';',
  '=',
  'k=rsa',
  'k=ed25519',
  'p=',
  'h=sha256',
  's=email',
  's=*',
  't=y',
  ' ',
  'MIGf',
  'MII',
  'AQAB',
]

export const stsPolicies: readonly string[] = [
  'version: STSv1\nmode: enforce\nmx: mail.here.test\nmx: *.here.test\nmax_age: 604800\n',
  'version: STSv1\r\nmode: testing\r\nmx: mx.here.test.\r\nmax_age: 86400\r\n',
  'version: STSv1\nmode: none\nmax_age: 0\n',
  'version: STSv1\nmode: enforce\nmax_age: 1\n',
  'mode: enforce\nmx: a.b\nmax_age: 9999999999\nversion: STSv1\nextra: x\n',
]

export const stsWords: readonly string[] = [
  'version: STSv1',
  'mode: ',
  'enforce',
  'testing',
  'none',
  'mx: ',
  '*.',
  'max_age: ',
  '\n',
  '\r\n',
  ':',
  '.',
]

export const bodies: readonly string[] = [
  JSON.stringify({
    from: 'Loja <loja@shop.test>',
    to: ['Zé <ze@here.test>'],
    subject: 'Olá',
    text: 'Oi.\n.\n',
  }),
  JSON.stringify({
    from: 'a@shop.test',
    to: ['b@here.test', 'c@here.test'],
    cc: ['"D, E" <d@here.test>'],
    bcc: ['f@here.test'],
    reply_to: ['g@here.test'],
    subject: 's'.repeat(200),
    html: '<p>Olá</p>',
    text: 'x'.repeat(1200),
    stream: 'marketing',
    tags: { a: 'b' },
    metadata: { c: 'd' },
    headers: { 'X-One': 'two é', 'List-Unsubscribe': '<https://x.test>', References: '<a@b>' },
    attachments: [
      { filename: 'é.pdf', content: 'aGVsbG8=', content_type: 'application/pdf' },
      { filename: 'm.eml', content: 'RnJvbTogYQoKYgo=', content_type: 'message/rfc822' },
      { filename: 'i.png', content: 'AAEC', content_type: 'image/png', content_id: 'i' },
    ],
    scheduled_at: '2027-03-02T00:00:00Z',
  }),
  '[]',
  '{"from":"a@b.c","__proto__":{}}',
  '"\\ud800"',
  '[[[[[[[[[[]]]]]]]]]]',
  '\ufeff{}',
]

export const bodyWords: readonly string[] = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\u0000',
  '\\r\\n',
  '\\n',
  '\\ud800',
  '\\u2028',
  '"from":',
  '"to":',
  '"cc":',
  '"subject":',
  '"html":',
  '"text":',
  '"headers":{',
  '"X-A":"b"',
  '"attachments":[',
  '"content_type":',
  '"content_id":',
  '"scheduled_at":"2027-03-01T12:30:00-03:00"',
  '"stream":"marketing"',
  'null',
  'true',
  '1e999',
  '-0',
  '__proto__',
  'constructor',
  '"a@b.c"',
  'Bcc: x@y.z',
  '=?utf-8?Q?x?=',
]

/** An answer of one A record, and one of an MX and a TXT record, by hand. */
export const dnsAnswers: readonly Buffer[] = [
  Buffer.from(
    '1234818000010001000000000768657265046d61696c047465737400000100010' +
      'c00c000100010000003c00045db8d822',
    'hex',
  ),
  Buffer.from(
    '12348180000100020000000004686572650474657374000 00f0001'.replaceAll(' ', '') +
      'c00c000f0001000000780009000a026d78c00c' +
      'c00c0010000100000078000c0b763d5354537631203b6964',
    'hex',
  ),
  Buffer.from(
    '1234818300010000000100000268650474657374000001' +
      '0001c00f000600010000003c0020026e73c00f0261 64c00f'.replaceAll(' ', '') +
      '00000001000000020000000300000004000000050',
    'hex',
  ),
]

export const dnsWords: readonly string[] = [
  '\xc0\x0c',
  '\xc0\x00',
  '\x00\x01\x00\x01',
  '\x00\x0f\x00\x01',
  '\x00\x10\x00\x01',
  '\x00\x34\x00\x01',
  '\x00\x06\x00\x01',
  '\x3f',
  '\x00',
  '\xff\xff',
]
