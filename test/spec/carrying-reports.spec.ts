/**
 * Complaints about mail that was handed over by SMTP. It has no field of ours but Received, so the
 * reference stands there: a loop that takes out the return path and sends back the header alone still
 * says whom it is about (RFC 5965 §2, text/rfc822-headers).
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { readBounce } from '#sending/inbound/bounce.ts'
import { readReport } from '#sending/inbound/report.ts'
import { freePort } from '../support/free-port.ts'
import { eventOf } from '../support/service.ts'
import { callSmtp } from '../support/smtp-caller.ts'
import {
  handOver,
  idIn,
  loggedIn,
  type SubmissionStage,
  submissionStage,
} from '../support/submission.ts'

interface Carried {
  readonly id: string
  /** The header as it arrived, by recipient. */
  readonly headers: ReadonlyMap<string, string>
}

async function carried(on: SubmissionStage, to: readonly string[], message: string) {
  const { service } = on
  const before = service.mx.received.length
  const caller = await loggedIn(on, await service.key('live', 'send'))
  const id = idIn(await handOver(caller, to, message))
  for (let n = 1; n <= to.length; n++) await eventOf(service, id, 'delivered', n)
  caller.close()
  const headers = service.mx.received.slice(before).map(one => {
    const [header = ''] = one.content.toString('latin1').split('\r\n\r\n', 1)
    return [one.to[0]!, header] as const
  })
  return { id, headers: new Map(headers) } satisfies Carried
}

const arf = (header: string): string => `From: fbl@provider.test
Subject: Complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

Somebody complains.

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Loop/1.0
Version: 1
Original-Rcpt-To: redacted

--b
Content-Type: text/rfc822-headers

${header}

--b--
`

async function stage(t: TestContext) {
  const inbound = await freePort()
  const on = await submissionStage(t, { settings: { MALOTE_INBOUND_PORT: String(inbound) } })
  const complain = async (header: string): Promise<string> => {
    const caller = await callSmtp(inbound)
    try {
      await caller.say('EHLO mx.here.test')
      await caller.say('MAIL FROM:<fbl@provider.test>')
      await caller.say('RCPT TO:<fbl@bounces.malote.test>')
      assert.match(await caller.say('DATA'), /^354/)
      return await caller.content(arf(header))
    } finally {
      caller.close()
    }
  }
  const suppressed = async (): Promise<string[]> =>
    (await on.service.call('GET', '/v1/suppressions')).body.data
      .map((one: { email: string; reason: string }) => `${one.email} ${one.reason}`)
      .sort()
  return { on, complain, suppressed }
}

const letter = 'From: App <app@shop.test>\nSubject: s\n\nhello\n'
const reference = /\([a-z2-7]{40,60}\)/

describe('a complaint about carried mail that quotes its header alone', () => {
  it('is known by the reference in Received, and by nothing that is forged', async t => {
    const { on, complain, suppressed } = await stage(t)
    const { id, headers } = await carried(on, ['ana@here.test'], letter)
    const header = headers.get('ana@here.test')!
    assert.doesNotMatch(header, /X-Malote-Ref|Return-Path/)
    const [token = ''] = reference.exec(header) ?? []
    assert.notEqual(token, '', header)
    const other = token[1] === 'a' ? 'b' : 'a'
    assert.match(await complain(header.replace(token, `(${other}${token.slice(2)}`)), /^250/)
    assert.match(await complain(header.replace(token, '')), /^250/)
    assert.deepEqual(await suppressed(), [])
    assert.match(await complain(header), /^250/)
    assert.equal((await eventOf(on.service, id, 'complained')).recipient, 'ana@here.test')
    assert.deepEqual(await suppressed(), ['ana@here.test complaint'])
  })

  it('names one of several people of a letter, each of whom has a reference', async t => {
    const { on, complain, suppressed } = await stage(t)
    const to = ['ana@here.test', 'bia@here.test']
    const { id, headers } = await carried(on, to, `X-Malote-Stream: marketing\n${letter}`)
    assert.match(await complain(headers.get('bia@here.test')!), /^250/)
    assert.equal((await eventOf(on.service, id, 'complained')).recipient, 'bia@here.test')
    assert.deepEqual(await suppressed(), ['bia@here.test complaint'])
  })
})

describe('carried mail that comes back inside another', () => {
  it('is no report, whatever its author says in it', async t => {
    const { on } = await stage(t)
    const notice =
      'From: Mail Delivery System <postmaster@shop.test>\nSubject: Undelivered mail\n\n'
    const { headers } = await carried(on, ['ana@here.test'], `${notice}550 5.1.1 No such user\n`)
    const verdictOn = async (header: string) => {
      const mail = `From: ana@here.test\nSubject: fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n${header}\n\n550 5.1.1 No such user\n--b--\n`
      return readBounce('ana@here.test', await readReport(Buffer.from(mail), false))
    }
    const header = headers.get('ana@here.test')!
    assert.equal(await verdictOn(header), null)
    // Of a mail system whose host is another it is one.
    assert.notEqual(await verdictOn(header.replace(reference, '')), null)
  })
})
