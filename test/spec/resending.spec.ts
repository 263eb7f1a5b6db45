/** An email sent once more: to whom, as what, and by whose leave. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Called, refused } from '../support/called.ts'
import {
  demandedTls,
  erasedFirstRecipients,
  forgotContents,
  pausedAll,
} from '../support/happened.ts'
import { demandsTls } from '../support/kept.ts'
import type { ServiceOptions, TestService } from '../support/service.ts'
import { eventOf } from '../support/service.ts'
import {
  handOver,
  idIn,
  loggedIn,
  submissionStage,
  unstuffed,
  withoutOurs,
} from '../support/submission.ts'
import { until } from '../support/until.ts'

/** What the server says to RCPT, by the local part; everybody else it takes. */
interface Mood {
  readonly replies: Record<string, string>
}

const atFirst = {
  full: '552 5.2.2 mailbox full',
  packed: '552 5.2.2 mailbox full',
  gone: '550 5.1.1 user unknown',
  busy: '451 4.7.1 try later',
}

const newMood = (): Mood => ({ replies: { ...atFirst } })

const serverOf = (mood: Mood): ServiceOptions => ({
  mx: {
    misbehave(stage, socket, line) {
      const said = stage === 'rcpt' ? mood.replies[/<([a-z]+)@/i.exec(line)?.[1] ?? ''] : undefined
      if (said !== undefined) socket.write(`${said}\r\n`)
      return said !== undefined
    },
  },
})

const letter = {
  from: 'Shop <hello@shop.test>',
  to: ['Ana <ana@here.test>', 'Full <full@here.test>'],
  cc: ['gone@here.test', 'packed@here.test'],
  bcc: ['busy@here.test'],
  reply_to: ['answers@shop.test'],
  subject: 'Olá',
  html: '<p>Olá</p>',
  headers: { 'X-Order': '7' },
  attachments: [{ filename: 'a.txt', content: 'YQ==' }],
  tags: { kind: 'receipt' },
  metadata: { order: '7' },
}

const post = (service: TestService, id: string, body?: object, more = {}): Promise<Called> =>
  service.call('POST', `/v1/emails/${id}/resend`, { ...(body ? { body } : {}), ...more })

async function sent(service: TestService, more: object = {}): Promise<string> {
  const { status, body } = await service.call('POST', '/v1/emails', {
    body: { ...letter, ...more },
  })
  assert.equal(status, 202, JSON.stringify(body))
  return body.id
}

/** Everybody has been tried once. */
async function tried(service: TestService, id: string): Promise<void> {
  await eventOf(service, id, 'delivered')
  await eventOf(service, id, 'bounced', 3)
  await eventOf(service, id, 'deferred')
}

describe('an email sent once more', () => {
  it('goes to whom it did not reach, and says who is left out and why', async t => {
    const mood = newMood()
    const { service } = await submissionStage(t, serverOf(mood))
    const id = await sent(service)
    await tried(service, id)
    Object.assign(mood.replies, { full: undefined, packed: undefined })
    const again = await post(service, id)
    assert.equal(again.status, 202, JSON.stringify(again.body))
    assert.notEqual(again.body.id, id)
    assert.deepEqual(again.body, {
      id: again.body.id,
      status: 'queued',
      recipients: ['full@here.test', 'packed@here.test'],
      skipped: [{ address: 'gone@here.test', reason: 'hard_bounce' }],
    })
    await eventOf(service, again.body.id, 'delivered', 2)
    const { body: first } = await service.call('GET', `/v1/emails/${id}`)
    const { body: second } = await service.call('GET', `/v1/emails/${again.body.id}`)
    assert.equal(second.status, 'delivered')
    assert.deepEqual(second.to, ['Full <full@here.test>'])
    assert.deepEqual(second.cc, ['packed@here.test'])
    assert.equal(second.bcc, undefined)
    for (const same of ['from', 'reply_to', 'subject', 'stream', 'tags', 'metadata'] as const) {
      assert.deepEqual(second[same], first[same], same)
    }
    const [one, other] = await Promise.all(
      [id, again.body.id].map(each => service.call('GET', `/v1/emails/${each}/content`)),
    )
    assert.deepEqual({ ...other!.body, id }, one!.body)
    const wire = service.mx.received.slice(-2)
    assert.deepEqual(wire.flatMap(({ to }) => to).sort(), ['full@here.test', 'packed@here.test'])
    assert.match(
      String(wire[0]!.content),
      /^To: Full <full@here\.test>\r\nCc: packed@here\.test\r\n/m,
    )
    assert.match(String(wire[0]!.content), /^X-Order: 7\r\n/m)
  })

  it('goes to those whom `to` names, or to all, but to nobody who still waits', async t => {
    const mood = newMood()
    const { service } = await submissionStage(t, serverOf(mood))
    const id = await sent(service)
    await tried(service, id)
    const named = await post(service, id, { to: ['ANA@here.test', 'x <Busy@HERE.test>'] })
    assert.equal(named.status, 202, JSON.stringify(named.body))
    assert.deepEqual(named.body.recipients, ['ana@here.test'])
    assert.deepEqual(named.body.skipped, [{ address: 'busy@here.test', reason: 'not_ended' }])
    const all = await post(service, id, { all: true })
    assert.deepEqual(all.body.recipients, ['ana@here.test', 'full@here.test', 'packed@here.test'])
    assert.deepEqual(all.body.skipped, [
      { address: 'gone@here.test', reason: 'hard_bounce' },
      { address: 'busy@here.test', reason: 'not_ended' },
    ])
    const hidden = await sent(service, { to: ['ana@here.test'], cc: [], bcc: ['full@here.test'] })
    await eventOf(service, hidden, 'bounced')
    Object.assign(mood.replies, { full: undefined })
    const blind = await post(service, hidden)
    await eventOf(service, blind.body.id, 'delivered')
    const shown = await service.call('GET', `/v1/emails/${blind.body.id}`)
    assert.deepEqual([shown.body.to, shown.body.bcc], [[], ['full@here.test']])
    const arrived = service.mx.received.find(
      ({ to, content }) => to[0] === 'full@here.test' && !/^(To|Cc|Bcc):/im.test(String(content)),
    )
    assert.ok(arrived, 'nobody is named in the header')
  })

  it('is refused where nobody would get it', async t => {
    const { service } = await submissionStage(t, serverOf(newMood()))
    const id = await sent(service)
    await tried(service, id)
    const to = (...list: string[]) => ({ to: list })
    const none = await sent(service, { to: ['ana@here.test'], cc: [], bcc: [] })
    await eventOf(service, none, 'delivered')
    const field = (param: string) => [400, 'invalid_field', param]
    for (const [email, body, expected] of [
      [none, undefined, field('to')],
      [none, {}, field('to')],
      [id, to(), field('to')],
      [id, to('busy@here.test'), field('to')],
      [id, to('eva@here.test'), field('to')],
      [id, to('ana@here.test', 'eva@here.test'), field('to[1]')],
      [id, to('ana@here.test', 'no address'), field('to[1]')],
      [id, { ...to('ana@here.test'), all: true }, field('all')],
      [id, { all: false }, field('all')],
      [id, { all: 'yes' }, field('all')],
      [id, { some: true }, field('some')],
      [id, to(...Array(51).fill('ana@here.test')), field('to')],
      [id, to('gone@here.test'), [422, 'recipient_suppressed', 'to[0]']],
      [id, to('busy@here.test', 'gone@here.test'), [422, 'recipient_suppressed', 'to[1]']],
      ['msg_00000000000000000000000000000000', {}, [404, 'resource_not_found', undefined]],
    ] as const) {
      const answer = await post(service, email, body)
      assert.deepEqual(refused(answer), expected, JSON.stringify(body))
      const portuguese = await post(service, email, body, { headers: { 'accept-language': 'pt' } })
      assert.notEqual(portuguese.body.error.message, answer.body.error.message)
    }
    const reader = await service.key('live', 'read')
    assert.equal((await post(service, id, {}, { key: reader })).status, 403)
    const { db } = service.world
    await forgotContents(db)
    assert.deepEqual(refused(await post(service, id)), [404, 'resource_not_found', undefined])
  })

  it('counts, waits and is captured like any other', async t => {
    const { service } = await submissionStage(t, serverOf(newMood()))
    const { db } = service.world
    const id = await sent(service)
    await tried(service, id)
    const used = async () => (await service.call('GET', '/v1/usage')).body
    const before = await used()
    const headers = { 'idempotency-key': 'once more' }
    const first = await post(service, id, { all: true }, { headers })
    const replay = await post(service, id, { all: true }, { headers })
    assert.deepEqual(replay.body, first.body)
    assert.equal(replay.headers.get('idempotent-replayed'), 'true')
    const other = await post(service, id, {}, { headers })
    assert.deepEqual(refused(other), [409, 'idempotency_conflict', undefined])
    assert.notDeepEqual(await used(), before)
    await pausedAll(db, service.accountId)
    assert.equal((await post(service, id)).body.error.code, 'sending_paused')

    const key = await service.key('test', 'admin')
    const { body } = await service.call('POST', '/v1/emails', { key, body: letter })
    assert.equal((await post(service, body.id, {}, { key })).status, 400)
    assert.equal((await post(service, body.id, { all: true })).status, 404)
    const captured = await post(service, body.id, { all: true }, { key })
    assert.equal(captured.body.status, 'captured')
    assert.equal(captured.body.recipients.length, 5)
    assert.deepEqual(captured.body.skipped, [])
  })

  it('is the same message, where it was handed over by SMTP', async t => {
    const mood = newMood()
    const on = await submissionStage(t, serverOf(mood))
    const { service } = on
    const message =
      'From: App <app@shop.test>\r\nTo: ana@here.test\r\nMessage-ID: <1@app>\r\nSubject: hi\r\n\r\nOl\xe1 =\r\n'
    const caller = await loggedIn(on, await service.key('live', 'send'))
    const to = ['ana@here.test', 'full@here.test']
    const id = idIn(await handOver(caller, to, Buffer.from(message, 'latin1')))
    caller.close()
    await eventOf(service, id, 'bounced')
    await eventOf(service, id, 'delivered')
    Object.assign(mood.replies, { full: undefined })
    const again = await post(service, id)
    assert.deepEqual(again.body.recipients, ['full@here.test'], JSON.stringify(again.body))
    await eventOf(service, again.body.id, 'delivered')
    const given = Buffer.from(message, 'latin1')
    const { content } = service.mx.received.at(-1)!
    assert.equal(String(withoutOurs(unstuffed(content), given)), String(given))
    const shown = (await service.call('GET', `/v1/emails/${again.body.id}`)).body
    assert.deepEqual(
      [shown.submitted, shown.message_id, shown.to, shown.bcc],
      [true, '<1@app>', ['ana@here.test'], ['full@here.test']],
    )
    await demandedTls(service.world.db)
    const demanding = await post(service, id, { all: true })
    assert.equal(demanding.status, 202)
    assert.equal(await demandsTls(service.world.db), true)
  })

  it('is sent to no person who was erased', async t => {
    const { service } = await submissionStage(t, serverOf(newMood()))
    const id = await sent(service, { to: ['ana@here.test'], cc: ['full@here.test'], bcc: [] })
    await eventOf(service, id, 'bounced')
    await eventOf(service, id, 'delivered')
    await erasedFirstRecipients(service.world.db, service.projectId)
    const again = await post(service, id, { all: true })
    assert.deepEqual(again.body.recipients, ['full@here.test'])
    const { body } = await service.call('GET', `/v1/emails/${again.body.id}`)
    assert.deepEqual(body.to, [])
    await until(async () => (await service.timeline(again.body.id)).length > 1)
  })
})
