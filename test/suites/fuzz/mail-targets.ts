/** Mail and parts of it: addresses, reports that come in, messages and bodies that customers give. */
import assert from 'node:assert/strict'
import { parseJson } from '#faces/api/json.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import { carry } from '#kernel/mail/carry.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import { addressHeader } from '#kernel/mail/headers.ts'
import { headerEndOf, readHeader } from '#kernel/mail/mime-fields.ts'
import { makeReturnPath } from '#kernel/mail/return-path.ts'
import { toSevenBit } from '#kernel/mail/seven-bit.ts'
import { readHere } from '#sending/content/message-reader.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { makeMessage } from '#sending/delivery/message.ts'
import { builtInProviders } from '#sending/delivery/providers.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { domainName } from '#sending/domains/domains.ts'
import { readBounce } from '#sending/inbound/bounce.ts'
import { type DsnRecipient, readDsn } from '#sending/inbound/dsn.ts'
import { findReportedRecipient } from '#sending/inbound/evidence.ts'
import { bounceReported } from '#sending/inbound/outcome.ts'
import { readMail } from '#sending/inbound/read-mail.ts'
import { readReport } from '#sending/inbound/report.ts'
import { checkFields } from '#sending/intake/fields.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { prepareCarried, readControl } from '#sending/intake/prepare-carried.ts'
import { type EmailBody, emailBody } from '#sending/intake/schema.ts'
import {
  addresses,
  addressWords,
  bodies,
  bodyWords,
  dsns,
  dsnWords,
  emailId,
  mails,
  mailWords,
  projectId,
  secret,
} from './seeds.ts'
import type { Target } from './target.ts'
import { unsafe } from './wire-targets.ts'

function checkAddress(input: Buffer): void {
  const parsed = parseAddress(input.toString('utf8'))
  if (!parsed.ok) {
    assert.ok(parsed.why.en !== '' && parsed.why.pt !== '')
    return
  }
  const { address } = parsed
  assert.ok(Buffer.byteLength(address.email) <= 254)
  assert.equal(address.email, `${address.local}@${address.domain}`)
  assert.doesNotMatch(address.email, /[\s<>",;:()[\]\\]/)
  assert.equal(canonicalDomain(address.domain), address.domain, 'canonical is canonical')
  assert.equal(suppressionKey(suppressionKey(address.email)), suppressionKey(address.email))
  const { name, ...bare } = address
  assert.deepEqual(parseAddress(address.email), { ok: true, address: bare })
  if (name !== undefined) {
    const quoted = `"${name.replace(/["\\]/g, '\\$&')}" <${address.email}>`
    assert.deepEqual(parseAddress(quoted), parsed, 'written with quotes it reads the same')
  }
  checkHeader(Buffer.from(addressHeader('To', [address])))
}

/** Lines that begin with a name or a blank, that end in CRLF alone, and are not too long. */
function checkHeader(header: Buffer): void {
  const text = header.toString('latin1')
  assert.ok(text.endsWith('\r\n'))
  for (const line of text.slice(0, -2).split('\r\n')) {
    assert.doesNotMatch(line, /[\r\n\0]/)
    assert.match(line, /^([!-9;-~]+:|[ \t]*[^ \t])/)
    assert.ok(line.length <= 998, `a line of ${line.length}`)
  }
}

const about = {
  emailId,
  at: 0,
  providers: builtInProviders,
  addressee: { projectId, n: 0, address: 'ana@here.test', mx: null, provider: null },
} as unknown as Parameters<typeof bounceReported>[0]

type Happening = ReturnType<typeof bounceReported>

function checkHappening(happening: Happening): void {
  if (happening === null) return
  assert.equal(happening.type, 'bounced')
  const { details } = happening
  for (const value of Object.values(details ?? {})) {
    if (typeof value !== 'string') continue
    assert.ok(value.length <= 1000 && value.isWellFormed())
    assert.doesNotMatch(value, unsafe)
  }
}

function checkDsn(input: Buffer): void {
  const text = input.toString('utf8')
  const recipients = readDsn(text)
  assert.ok(recipients.length <= 100)
  for (const one of recipients) {
    assert.ok(one.final !== '' || one.original !== '')
    assert.ok(one.final.length <= 500 && one.original.length <= 500)
    assert.match(one.action, /^[a-z]*$/)
    readBounce(one.final, { kind: 'status', recipients, prose: text })
    if ([...one.final, ...one.original].length < 400) {
      assert.deepEqual(readDsn(written(one)), [one], 'written again it reads the same')
    }
  }
  checkHappening(bounceReported(about, { kind: 'status', recipients, prose: text }))
  checkHappening(bounceReported(about, { kind: 'prose', text, by: 'notice' }))
}

const written = (one: DsnRecipient): string =>
  [
    one.final && `Final-Recipient: rfc822; ${one.final}`,
    one.original && `Original-Recipient: rfc822; ${one.original}`,
    one.action && `Action: ${one.action}`,
    one.status && `Status: ${one.status}`,
    one.diagnostic && `Diagnostic-Code: ${one.diagnostic}`,
    one.remoteMta && `Remote-MTA: dns; ${one.remoteMta}`,
  ]
    .filter(line => line !== '')
    .join('\n')

async function checkMail(input: Buffer): Promise<void> {
  const mail = await readMail(input)
  if (mail === null) return
  assert.ok(mail.parts.length <= 50 && mail.text.length <= 256 * 1024)
  for (const part of mail.parts) {
    assert.equal(part.type, part.type.toLowerCase())
    assert.ok(part.text.length <= 256 * 1024)
  }
  for (const { key } of mail.headers) assert.equal(key, key.toLowerCase())
  // Reading is what takes the time here.
  if (input.length % 4 !== 0) return
  const unix = Buffer.from(input.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1')
  const again = JSON.stringify(await readMail(unix))
  assert.equal(again, JSON.stringify(mail), 'line ends change nothing')
}

/** Reading is what takes the time here: most are read as the one or as the other. */
async function checkReport(input: Buffer): Promise<void> {
  const both = input.length % 4 === 0
  const nothing = { kind: 'ignored', why: 'unreadable' } as const
  const report = both || input.length % 2 === 0 ? await readReport(input, false) : nothing
  const toFeedback = both || input.length % 2 === 1 ? await readReport(input, true) : nothing
  if (both && report.kind === 'feedback') assert.deepEqual(toFeedback, report)
  if (report.kind === 'status') {
    assert.ok(report.recipients.length > 0)
    checkHappening(bounceReported(about, report))
  }
  if (report.kind === 'prose') checkHappening(bounceReported(about, report))
  if (toFeedback.kind !== 'feedback') return
  assert.ok(toFeedback.evidence.length <= 64 * 1024)
  // Only tokens of the seeds can be valid, and all of them name this email.
  const named = findReportedRecipient(secret, toFeedback.evidence)
  if (named !== null) assert.equal(named.emailId, emailId)
}

const envelope = ['ana@here.test', 'Zé@here.test', 'bob@there.test']
const now = Date.parse('2027-03-01T12:00:00Z')

async function checkSubmitted(input: Buffer): Promise<void> {
  const found = readHere({ raw: input, options: {} })
  const { message, read } = found
  checkWire(message)
  assert.deepEqual(readHere({ raw: message, options: {} }), found, 'read again it is the same')
  const options = await unlessRefused(async () => readControl(read, now))
  if (options === null) return
  const email = await unlessRefused(async () =>
    prepareCarried({ found, recipients: envelope, options }),
  )
  if (email === null) return
  const written = email.recipients.map(one => suppressionKey(one.address)).sort()
  assert.deepEqual(written, envelope.map(suppressionKey).sort(), 'the envelope alone decides')
  assert.doesNotMatch(JSON.stringify([email.sender, email.addressees, email.subject]), /\\u0000/)
  const sent = carry({ message, dateMs: now, messageId: 'ours@shop.test', leaving: [] })
  checkWire(sent)
  const { fields, end } = readHeader(sent)
  assert.equal(fields.filter(({ name }) => name === 'from').length, 1)
  assert.ok(!fields.some(({ name }) => /^(?:resent-)?bcc$|^(?:x-)?malote-/.test(name)))
  const body = message.subarray(headerEndOf(message))
  assert.ok(sent.subarray(end).equals(body), 'no octet of the body changes')
  checkWire(toSevenBit(sent))
}

/** Whole lines, and no NUL where a line or the content could end by it. */
function checkWire(message: Buffer): void {
  const text = message.toString('latin1')
  assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n|\0[.\r\n]|[.\r\n]\0/)
  assert.ok(text === '' || text.endsWith('\r\n'))
}

async function checkJson(input: Buffer): Promise<void> {
  const value = await unlessRefused(async () => parseJson(input))
  if (value === null || value === undefined) return
  // JSON has no -0 of its own once it is written again.
  const text = JSON.stringify(value)
  assert.equal(JSON.stringify(parseJson(Buffer.from(text))), text, 'written again it is the same')
  const { problems } = checkFields(emailBody, value)
  for (const problem of problems) assert.ok(problem instanceof Refusal)
  if (problems.length === 0) await checkBody(value as EmailBody)
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Whatever was accepted makes a message that can be sent as it is. */
async function checkBody(body: EmailBody): Promise<void> {
  const email = await unlessRefused(async () => prepare(body, now))
  if (email === null) return
  // Only from a domain that could be registered is anything ever sent.
  const domain = await unlessRefused(async () => domainName(email.from.domain))
  if (domain === null) return
  assert.ok(makeReturnPath(secret, emailId, 0, `bounce.${domain}`).length <= 254)
  const message = await makeMessage(deliveryOf(email), email.content, { signer: null })
  const bytes = Buffer.concat(message.body)
  const text = bytes.toString('latin1')
  assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n|\0/, 'no bare CR or LF, no NUL')
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998, `a line of ${line.length}`)
  const head = text.slice(0, text.indexOf('\r\n\r\n') + 2)
  checkHeader(Buffer.from(head, 'latin1'))
  if (!message.utf8) assert.doesNotMatch(text, /[^\x00-\x7f]/, 'ASCII alone')
  const fields = head.split(/\r\n(?![ \t])/).slice(0, -1)
  const names = fields.map(field => field.slice(0, field.indexOf(':')).toLowerCase())
  const custom = Object.keys(body.headers ?? {}).map(name => name.toLowerCase())
  for (const name of names) assert.ok(ownFields.has(name) || custom.includes(name), name)
  const own = names.filter(name => ownFields.has(name))
  assert.equal(new Set(own).size, own.length, `each field once: ${own.join(', ')}`)
}

const ownFields = new Set([
  'date',
  'from',
  'reply-to',
  'to',
  'cc',
  'subject',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

const deliveryOf = (email: PreparedEmail): Delivery =>
  ({
    emailId,
    sender: email.sender,
    senderDomain: email.from.domain,
    addressees: email.addressees,
    subject: email.subject,
    acceptedAt: now,
    address: email.recipients[0]!.address,
  }) as Delivery

export const mailTargets: readonly Target[] = [
  {
    name: 'address',
    about: 'address entries (src/kernel/mail/address.ts)',
    seeds: addresses,
    words: addressWords,
    maxBytes: 1200,
    check: checkAddress,
  },
  {
    name: 'dsn',
    about:
      'delivery status notifications and bounces in prose (src/sending/inbound/dsn.ts, prose.ts)',
    seeds: dsns,
    words: dsnWords,
    maxBytes: 16_384,
    check: checkDsn,
  },
  {
    name: 'mime',
    about: 'mail that comes in (src/sending/inbound/read-mail.ts)',
    seeds: mails,
    words: mailWords,
    maxBytes: 16_384,
    check: checkMail,
  },
  {
    name: 'arf',
    about: 'complaints and reports of every kind (src/sending/inbound/report.ts, evidence.ts)',
    seeds: mails,
    words: mailWords,
    maxBytes: 16_384,
    check: checkReport,
  },
  {
    name: 'submitted',
    about:
      'messages given over SMTP, and what is made of them (src/sending/intake/prepare-carried.ts)',
    seeds: [
      ...mails,
      'From: Loja <loja@shop.test>\nTo: Ana <ana@here.test>\nCc: bob@there.test\nSubject: x\n\nbody\n',
    ],
    words: [...mailWords, 'X-Malote-Tag-a: b\n', 'X-Malote-Stream: marketing\n', 'ana@here.test'],
    maxBytes: 16_384,
    check: checkSubmitted,
  },
  {
    name: 'json',
    about: 'bodies of the API, and the message made of one (src/faces/api/json.ts, src/intake)',
    seeds: bodies,
    words: bodyWords,
    maxBytes: 16_384,
    check: checkJson,
  },
]
