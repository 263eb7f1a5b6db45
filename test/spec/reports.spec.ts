/** What comes back by mail after a delivery: bounces and complaints, real and forged. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { brokenRules } from '../support/doctor.ts'
import { recordOf } from '../support/domains.ts'
import { freePort } from '../support/free-port.ts'
import { blockedAddresses, softBounces } from '../support/kept.ts'
import {
  eventOf,
  type ServiceOptions,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { callSmtp, type SmtpCaller } from '../support/smtp-caller.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

interface Stage {
  readonly service: TestService
  readonly port: number
}

async function stage(
  t: TestContext,
  { settings: own = {}, ...more }: Partial<ServiceOptions> = {},
): Promise<Stage> {
  const port = await freePort()
  const settings = { MALOTE_INBOUND_PORT: String(port), ...own }
  return { service: await startTestService(t, { zones, settings, ...more }), port }
}

interface Sent {
  readonly id: string
  readonly returnPath: string
  readonly content: string
}

/** An email that was delivered, and what its receiver saw. */
async function delivered({ service }: Stage, more: object = {}): Promise<Sent> {
  const before = service.mx.received.length
  const sent = await service.call('POST', '/v1/emails', {
    body: { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Olá', text: 'Oi', ...more },
  })
  assert.equal(sent.status, 202)
  await eventOf(service, sent.body.id, 'delivered')
  const received = service.mx.received[before]!
  return { id: sent.body.id, returnPath: received.from, content: received.content.toString() }
}

/** An email that has reached its receiver; what we know of it is the caller's. */
async function handedOver({ service }: Stage, knownAs: string): Promise<Sent> {
  const sent = await service.call('POST', '/v1/emails', {
    body: { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Olá', text: 'Oi' },
  })
  assert.equal(sent.status, 202)
  await eventOf(service, sent.body.id, knownAs)
  const received = await until(async () => service.mx.received[0], 'the content')
  return { id: sent.body.id, returnPath: received.from, content: received.content.toString() }
}

/** Hands a mail to the inbound server; gives the last reply. */
async function report({ port }: Stage, to: string, mail: string, from = ''): Promise<string> {
  const caller = await callSmtp(port)
  try {
    return await handOver(caller, to, mail, from)
  } finally {
    caller.close()
  }
}

async function handOver(caller: SmtpCaller, to: string, mail: string, from: string) {
  assert.match(caller.banner, /^220 /)
  await caller.say('EHLO mx.here.test')
  assert.match(await caller.say(`MAIL FROM:<${from}>`), /^250/)
  const taken = await caller.say(`RCPT TO:<${to}>`)
  if (!taken.startsWith('250')) return taken
  assert.match(await caller.say('DATA'), /^354/)
  return caller.content(mail)
}

const dsn = (fields: string): string => `From: MAILER-DAEMON@mx.here.test
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

It did not work.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.here.test

${fields}

--b--
`

const failed = (to = 'ana@here.test', diagnostic = '550 5.1.1 No such user'): string =>
  dsn(`Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.0.0
Remote-MTA: dns; store.here.test
Diagnostic-Code: smtp; ${diagnostic}`)

const arf = (type: string, returned: string): string => `From: fbl@provider.test
Subject: Complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

Somebody complains.

--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Loop/1.0
Version: 1
Original-Rcpt-To: redacted

--b
Content-Type: message/rfc822

${returned}
--b--
`

type Entry = { email: string; reason: string; stream: string }

const listed = async ({ service }: Stage): Promise<Entry[]> =>
  (await service.call('GET', '/v1/suppressions')).body.data

/** The list once it has so many entries: what other transactions overtake is listed a moment later. */
const entries = (on: Stage, count: number): Promise<Entry[]> =>
  until(async () => {
    const all = await listed(on)
    return all.length === count && all
  }, `${count} suppressions`)

/** How many the list blocks, whatever its pages show. */
const blocked = async ({ service }: Stage): Promise<number> =>
  (await blockedAddresses(service.world.db)).length

describe('reports', () => {
  it('are none where a mailbox answers by itself, whatever the email was about', async t => {
    const on = await stage(t)
    const { returnPath, id } = await delivered(on, {
      subject: 'Delivery failed: order 77',
      text: 'We could not deliver your parcel.\nThe recipient does not exist. 550 5.1.1 User unknown.',
    })
    const answer = (from: string, fields: string, words: string): string =>
      `From: ${from}\nSubject: Automatic reply: Delivery failed: order 77\n${fields}\n\n${words}\n`
    const quoted = 'Noted.\n\nThe recipient does not exist. 550 5.1.1 User unknown.'
    const replied = 'Auto-Submitted: auto-replied'
    for (const mail of [
      answer('ana@here.test', replied, 'I am out of office.'),
      answer('ana@here.test', replied, quoted),
      answer('Ana <ana@here.test>', 'X-Mailer: M', quoted),
      answer('Desk <desk@help.test>', replied, quoted),
      answer('Desk <desk@help.test>', 'X-Mailer: M', quoted),
      answer('postmaster@here.test', 'X-Auto-Response-Suppress: All', quoted),
    ]) {
      assert.match(await report(on, returnPath, mail), /^250/)
    }
    const types = (await on.service.timeline(id)).map(event => event.type)
    assert.deepEqual(types, ['accepted', 'queued', 'sent', 'delivered'])
    assert.deepEqual(await listed(on), [])
  })

  it('come under SMTPUTF8 where an address is beyond ASCII', async t => {
    const on = await stage(t)
    const { returnPath } = await delivered(on)
    const caller = await callSmtp(on.port)
    t.after(() => caller.close())
    await caller.say('EHLO mx.here.test')
    assert.match(await caller.say('MAIL FROM:<olá@here.test>'), /^553 5\.6\.7 /)
    assert.match(await caller.say('MAIL FROM:<olá@here.test> SMTPUTF8'), /^250/)
    assert.match(await caller.say(`RCPT TO:<${returnPath}>`), /^250/)
  })

  it('turn a delivered email into a bounced one and suppress the dead address', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    assert.match(await report(on, sent.returnPath, failed()), /^250/)
    const bounced = await eventOf(on.service, sent.id, 'bounced')
    assert.equal(bounced.smtp_code, '550 5.1.1')
    assert.equal(bounced.mx, 'store.here.test')
    assert.equal(bounced.recipient, 'ana@here.test')
    assert.equal(bounced.late, true)
    assert.match(
      String(bounced.explanation),
      /had accepted the email to ana@here\.test, but a report/,
    )
    assert.equal((await on.service.call('GET', `/v1/emails/${sent.id}`)).body.status, 'bounced')
    assert.deepEqual(
      (await entries(on, 1)).map(one => [one.email, one.reason, one.stream]),
      [['ana@here.test', 'hard_bounce', 'all']],
    )
    await t.test('once, however often they come', async () => {
      assert.match(await report(on, sent.returnPath, failed()), /^250/)
      const events = await on.service.timeline(sent.id)
      assert.equal(events.filter(event => event.type === 'bounced').length, 1)
    })
  })

  it('name the provider by the operator’s own map', async t => {
    const folder = await mkdtemp(join(tmpdir(), 'malote-reports-'))
    t.after(() => rm(folder, { recursive: true }))
    const path = join(folder, 'providers.json')
    await writeFile(path, '{"provider_6":{"name":"Here","mx":["store.here.test"]}}')
    const on = await stage(t, { settings: { MALOTE_PROVIDERS_FILE: path } })
    const sent = await delivered(on)
    assert.match(await report(on, sent.returnPath, failed()), /^250/)
    assert.equal((await eventOf(on.service, sent.id, 'bounced')).provider, 'provider_6')
  })

  it('bounce without suppressing where the server speaks of policy, whatever the status field', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const policy = failed('ana@here.test', '550 5.7.1 Message blocked, sender is blacklisted')
    await report(
      on,
      sent.returnPath.toUpperCase(),
      policy.replace('Status: 5.0.0', 'Status: 5.1.1'),
    )
    const bounced = await eventOf(on.service, sent.id, 'bounced')
    assert.equal(bounced.smtp_code, '550 5.7.1')
    assert.equal(await blocked(on), 0)
  })

  it('of a relay that gave up are soft bounces of that day, whatever their code', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const diagnostic = '554 5.4.0 gave up: host store.here.test said: 452 4.2.2 Mailbox full'
    await report(on, sent.returnPath, failed('ana@here.test', diagnostic))
    const bounced = await eventOf(on.service, sent.id, 'bounced')
    assert.equal(bounced.smtp_code, '452 4.2.2')
    assert.equal(bounced.smtp_response, '452 4.2.2 Mailbox full')
    assert.equal(await blocked(on), 0)
    assert.deepEqual(await softBounces(on.service.world.db), [{ address: 'ana@here.test' }])
  })

  it('about somebody else suppress nobody', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const two = `${failed('bob@here.test')}`.replace(
      'Reporting-MTA: dns; mx.here.test\n',
      `Reporting-MTA: dns; mx.here.test

Final-Recipient: rfc822; eva@here.test
Action: failed
Status: 5.1.1
`,
    )
    await report(on, sent.returnPath, two)
    await eventOf(on.service, sent.id, 'bounced')
    assert.equal(await blocked(on), 0)
  })

  it('say nothing while a mail is only delayed, relayed or answered automatically', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const about = 'Final-Recipient: rfc822; ana@here.test'
    await report(on, sent.returnPath, dsn(`${about}\nAction: delayed\nStatus: 4.4.1`))
    await report(on, sent.returnPath, dsn(`${about}\nAction: relayed\nStatus: 2.0.0`))
    const vacation =
      'From: ana@here.test\nSubject: Out of office\nAuto-Submitted: auto-replied\n\n550 5.1.1 user unknown\n'
    await report(on, sent.returnPath, vacation)
    await report(
      on,
      sent.returnPath,
      'From: ana@here.test\nSubject: Re: hi\n\n550 5.1.1 no such user\n',
    )
    const prose = 'From: MAILER-DAEMON@x.test\nSubject: failure notice\n\n550 5.1.1 no such user\n'
    await report(on, sent.returnPath, prose, 'somebody@x.test')
    assert.deepEqual(
      (await on.service.timeline(sent.id)).map(event => event.type),
      ['accepted', 'queued', 'sent', 'delivered'],
    )
  })

  it('are understood where they are prose only, if nobody claims to have sent them', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const prose = `From: MAILER-DAEMON@here.test
Subject: failure notice

Hi. This is the mail program at here.test.
<ana@here.test>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Received: from malote.test
550 5.7.1 blocked spam
`
    await report(on, sent.returnPath, prose)
    const bounced = await eventOf(on.service, sent.id, 'bounced')
    assert.equal(bounced.smtp_code, '5.1.1')
    assert.equal((await entries(on, 1))[0]!.reason, 'hard_bounce')
  })

  it('of a complaint suppress everything, and are known by their token alone', async t => {
    const on = await stage(t)
    for (const [to, strip] of [
      ['ana@here.test', /^$/m],
      ['bia@here.test', /^X-Malote-Ref: .*\r\n/m],
    ] as const) {
      const sent = await delivered(on, { to: [to] })
      const returned = `Return-Path: <${sent.returnPath}>\r\n${sent.content}`.replace(strip, '')
      const mail = arf('abuse', to === 'ana@here.test' ? sent.content : returned)
      assert.match(await report(on, 'fbl@bounces.malote.test', mail, 'fbl@provider.test'), /^250/)
      const complained = await eventOf(on.service, sent.id, 'complained')
      assert.equal(complained.recipient, to)
    }
    const reasons = (await entries(on, 2)).map(one => [one.reason, one.stream])
    assert.deepEqual(reasons, [
      ['complaint', 'all'],
      ['complaint', 'all'],
    ])
  })

  it('that ask to opt out stop marketing alone; other feedback changes nothing', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    for (const type of ['not-spam', 'auth-failure', 'virus', '']) {
      await report(on, 'fbl@bounces.malote.test', arf(type, sent.content), 'fbl@provider.test')
    }
    assert.equal(await blocked(on), 0)
    await report(on, 'FBL@Bounces.Malote.Test', arf('opt-out', sent.content))
    const entry = (await entries(on, 1))[0]!
    assert.deepEqual([entry.reason, entry.stream], ['unsubscribe', 'marketing'])
    assert.equal((await on.service.timeline(sent.id)).length, 4)
  })

  for (const [type, reportOf] of Object.entries({
    bounced: () => failed(),
    complained: ({ content }: Sent) => arf('abuse', content),
  })) {
    it(`end what waits for another attempt as ${type}; nothing is left to cancel`, async t => {
      const on = await stage(t, {
        mx: {
          misbehave(at, socket) {
            if (at === 'dot') socket.destroy()
            return at === 'dot'
          },
        },
      })
      const { service } = on
      const sent = await handedOver(on, 'deferred')
      assert.match(await report(on, sent.returnPath, reportOf(sent)), /^250/)
      await eventOf(service, sent.id, type)
      assert.deepEqual(await brokenRules(service.world), [])
      const answer = await service.call('POST', `/v1/emails/${sent.id}/cancel`)
      assert.equal(answer.status, 409, JSON.stringify(answer.body))
      assert.equal((await service.call('GET', `/v1/emails/${sent.id}`)).body.status, type)
    })
  }

  it('that overtake the answer to the final dot are the end, and trip nobody', async t => {
    const errors: unknown[] = []
    const note = (fields: object, message: string): void => void errors.push([message, fields])
    let taken = (): void => {}
    const on = await stage(t, {
      log: { debug() {}, info() {}, warn: note, error: note },
      mx: {
        misbehave(at, socket) {
          if (at === 'dot') taken = () => void socket.write('250 2.0.0 taken\r\n')
          return at === 'dot'
        },
      },
    })
    const { service } = on
    const sent = await handedOver(on, 'sent')
    assert.match(await report(on, sent.returnPath, failed()), /^250/)
    assert.deepEqual(await brokenRules(service.world), [])
    taken()
    await until(async () => service.service.delivery!.inHand === 0, 'the attempt is over')
    assert.deepEqual(errors, [])
    const events = await service.timeline(sent.id)
    assert.deepEqual(
      events.map(event => event.type),
      ['accepted', 'queued', 'sent', 'bounced'],
    )
    assert.equal(events.at(-1)!.late, undefined)
    assert.deepEqual(await brokenRules(service.world), [])
  })

  it('do not tell which of several recipients complained unless a return path does', async t => {
    const on = await stage(t)
    const sent = await delivered(on, { to: ['ana@here.test', 'bia@here.test'] })
    await report(on, 'fbl@bounces.malote.test', arf('abuse', sent.content))
    assert.equal(await blocked(on), 0)
  })

  it('are taken at the return path only', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const local = sent.returnPath.split('@')[0]!
    const flipped = local.slice(0, -1) + (local.endsWith('a') ? 'b' : 'a')
    for (const address of [
      `${local}@elsewhere.test`,
      `${flipped}@bounces.malote.test`,
      'bounce+@bounces.malote.test',
      'bounce@bounces.malote.test',
      'postmaster@bounces.malote.test',
      'ana@here.test',
      'fbl@here.test',
    ]) {
      assert.match(await report(on, address, failed()), /^550 5\.1\.1/, address)
    }
    assert.equal(await blocked(on), 0)
  })

  it('are taken at the return path of a customer’s domain', async t => {
    const on = await stage(t)
    const sent = await delivered(on)
    const { name: host } = await recordOf(on.service, 'return_path')
    const address = `${sent.returnPath.split('@')[0]}@${host}`
    assert.match(await report(on, address, failed()), /^250/)
    await eventOf(on.service, sent.id, 'bounced')
  })
})
