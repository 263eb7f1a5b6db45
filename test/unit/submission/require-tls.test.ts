/**
 * REQUIRETLS from the submitting program to the receiving server (RFC 8689 §4.3): who is offered it,
 * that the demand outlives retries and repeats, and that the HTTP interface has no word for it.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { erasePerson } from '#boot/lifecycle.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { freePort } from '../../support/free-port.ts'
import { eventOf, startTestService, type TestService } from '../../support/service.ts'
import { callSmtp, type SmtpCaller } from '../../support/smtp-caller.ts'
import type { MxOptions } from '../smtp/mx.ts'

const own = makeCertificate({ name: 'malote.test' })
const theirs = makeCertificate({ name: 'mx.here.test' })
const digest = createHash('sha256').update(theirs.der).digest('hex')

/** `here.test` is signed and has DANE; `free.test` has the same server and nobody's word for it. */
const zones = {
  'here.test': { MX: { records: ['10 mx.here.test'], secure: true } },
  'mx.here.test': { A: { records: ['127.0.0.1'], secure: true } },
  '*.mx.here.test': { TLSA: { records: [`3 0 1 ${digest}`], secure: true } },
  'free.test': { MX: ['10 mx.here.test'] },
} as const

const offering: MxOptions = {
  features: ['PIPELINING', '8BITMIME', 'REQUIRETLS'],
  tls: { cert: theirs.cert, key: theirs.key },
}

interface Stage {
  readonly service: TestService
  readonly port: number
}

async function stage(t: TestContext, mx: MxOptions = offering): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-submission-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'cert.pem'), own.cert)
  await writeFile(join(folder, 'key.pem'), own.key)
  const port = await freePort()
  const settings = {
    MALOTE_SUBMISSION_PORT: String(port),
    MALOTE_SUBMISSION_TLS_CERT: join(folder, 'cert.pem'),
    MALOTE_SUBMISSION_TLS_KEY: join(folder, 'key.pem'),
  }
  return { service: await startTestService(t, { zones, mx, settings }), port }
}

const login = (key: string): string =>
  `AUTH PLAIN ${Buffer.from(`\0any\0${key}`).toString('base64')}`

async function encrypted({ port }: Stage, key: string): Promise<SmtpCaller> {
  const caller = await callSmtp(port)
  await caller.say('EHLO here.test')
  assert.match(await caller.say('STARTTLS'), /^220/)
  await caller.encrypt()
  await caller.say('EHLO here.test')
  assert.match(await caller.say(login(key)), /^235/)
  return caller
}

interface Letter {
  readonly to?: string
  readonly parameter?: string
  readonly headers?: string
}

/** Submits a letter; gives the last reply. */
async function submit(caller: SmtpCaller, letter: Letter = {}): Promise<string> {
  const { to = 'ana@here.test', parameter = ' REQUIRETLS', headers = '' } = letter
  assert.match(await caller.say(`MAIL FROM:<hello@shop.test>${parameter}`), /^250/)
  assert.match(await caller.say(`RCPT TO:<${to}>`), /^250/)
  assert.match(await caller.say('DATA'), /^354/)
  const fields = `From: hello@shop.test\nTo: ${to}\nSubject: Oi\n${headers}`
  return caller.content(`${fields}\nOi\n`)
}

const idIn = (reply: string): string => /^250 2\.0\.0 (msg_[0-9a-f]{32}) accepted$/.exec(reply)![1]!

const mails = ({ mx }: TestService): (string | undefined)[] =>
  mx.lines.filter(line => line.startsWith('MAIL')).map(line => line.split('> ')[1])

describe('REQUIRETLS in submission', () => {
  it('is offered and taken under TLS only, and without a value', async t => {
    const on = await stage(t)
    const key = await on.service.key('test', 'send')
    const caller = await callSmtp(on.port)
    assert.doesNotMatch(await caller.say('EHLO here.test'), /REQUIRETLS/)
    assert.match(await caller.say(login(key)), /^235/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test> REQUIRETLS'), /^530/)
    assert.match(await caller.say('RCPT TO:<ana@here.test>'), /^503/)
    assert.match(await caller.say('STARTTLS'), /^220/)
    await caller.encrypt()
    assert.match(await caller.say('EHLO here.test'), /^250[- ]REQUIRETLS$/m)
    assert.match(await caller.say(login(key)), /^235/)
    for (const wrong of ['REQUIRETLS=YES', 'REQUIRETLS REQUIRETLS']) {
      assert.match(await caller.say(`MAIL FROM:<hello@shop.test> ${wrong}`), /^501/, wrong)
    }
    assert.match(await submit(caller), /^250 2\.0\.0 msg_/)
    caller.close()
  })

  it('is passed on to a server that keeps it, and only for that email', async t => {
    const on = await stage(t)
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    const first = idIn(await submit(caller))
    assert.equal((await eventOf(service, first, 'delivered')).tls, 'dane')
    const next = idIn(await submit(caller, { parameter: '' }))
    await eventOf(service, next, 'delivered')
    assert.deepEqual(mails(service), ['REQUIRETLS', undefined])
    caller.close()
  })

  it('wins over TLS-Required: No, which without it is obeyed', async t => {
    const on = await stage(t)
    const { service } = on
    const headers = 'TLS-Required: No\n'
    const caller = await encrypted(on, await service.key('live', 'send'))
    const demanded = idIn(await submit(caller, { headers }))
    assert.equal((await eventOf(service, demanded, 'delivered')).tls, 'dane')
    assert.deepEqual(mails(service), ['REQUIRETLS'])
    const bounced = idIn(await submit(caller, { headers, to: 'ana@free.test' }))
    await eventOf(service, bounced, 'bounced')
    const waived = idIn(await submit(caller, { headers, to: 'ana@free.test', parameter: '' }))
    assert.equal((await eventOf(service, waived, 'delivered')).tls, 'unverified')
    caller.close()
  })

  it('bounces where it cannot be kept, and harms neither the address nor the sender', async t => {
    const on = await stage(t)
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    const id = idIn(await submit(caller, { to: 'ana@free.test' }))
    const bounced = await eventOf(service, id, 'bounced')
    assert.deepEqual([bounced.smtp_code, bounced.mx], ['550 5.7.10', 'mx.here.test'])
    assert.match(String(bounced.explanation), /REQUIRETLS.*neither by DNSSEC nor by an MTA-STS/)
    assert.match(String(bounced.explanation), /does not count toward the bounce rate/)
    const suppressions = await service.call('GET', '/v1/suppressions')
    assert.deepEqual(suppressions.body.data, [])
    const counted = await service.world.db.query<{ counts: boolean }>(
      `select details -> 'counts' as counts from events where type = 'bounced'`,
    )
    assert.deepEqual(counted, [{ counts: false }])
    caller.close()
  })

  it('is still demanded at a retry', async t => {
    let refusals = 1
    const on = await stage(t, {
      ...offering,
      misbehave: (at, socket) =>
        at === 'rcpt' && refusals-- > 0 && socket.write('451 4.3.0 not now\r\n'),
    })
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    const id = idIn(await submit(caller))
    await eventOf(service, id, 'deferred')
    service.turn(2 * 60_000)
    assert.equal((await eventOf(service, id, 'delivered')).tls, 'dane')
    assert.deepEqual(mails(service), ['REQUIRETLS', 'REQUIRETLS'])
    caller.close()
  })

  it('makes a message another one under the same idempotency key', async t => {
    const on = await stage(t)
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    const headers = 'X-Malote-Idempotency-Key: order-1\n'
    const id = idIn(await submit(caller, { headers }))
    assert.equal(idIn(await submit(caller, { headers })), id)
    const without = await submit(caller, { headers, parameter: '' })
    assert.match(without, /^554 5\.6\.0 idempotency_conflict/)
    await eventOf(service, id, 'delivered')
    assert.deepEqual(mails(service), ['REQUIRETLS'])
    const other = 'X-Malote-Idempotency-Key: order-2\n'
    idIn(await submit(caller, { headers: other, parameter: '' }))
    assert.match(await submit(caller, { headers: other }), /idempotency_conflict/)
    caller.close()
  })

  it('stays with an email from which a person is erased', async t => {
    const on = await stage(t)
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    await eventOf(service, idIn(await submit(caller)), 'delivered')
    const { world, projectId } = service
    assert.equal((await erasePerson(world, projectId, 'ana@here.test')).emails, 1)
    const rows = await world.db.query<{ addressees: object }>('select addressees from emails')
    const to = ['erased+0@erased.invalid']
    const expected = { to, cc: [], bcc: [], submitted: true, require_tls: true }
    assert.deepEqual(rows, [{ addressees: expected }])
    caller.close()
  })

  it('is no word of the HTTP interface, neither to say nor to read', async t => {
    const on = await stage(t)
    const { service } = on
    const caller = await encrypted(on, await service.key('live', 'send'))
    const id = idIn(await submit(caller))
    await eventOf(service, id, 'delivered')
    for (const path of [`/v1/emails/${id}`, '/v1/emails', `/v1/emails/${id}/content`]) {
      const { status, body } = await service.call('GET', path)
      assert.equal(status, 200)
      assert.doesNotMatch(JSON.stringify(body), /require/i, path)
    }
    const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Oi', text: 'Oi' }
    const asked = await service.call('POST', '/v1/emails', { body: { ...body, require_tls: true } })
    assert.deepEqual([asked.status, asked.body.error.param], [400, 'require_tls'])
    caller.close()
  })
})
