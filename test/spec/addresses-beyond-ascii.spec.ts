/** One address beyond ASCII is nobody's trouble but its own. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { eventOf, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const plain = ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES']
const knowing = [...plain, 'SMTPUTF8']

interface Addressed {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly reply_to?: readonly string[]
  readonly from?: string
  readonly stream?: string
}

/** Sends, and tells what became of each and what each read, by address. */
async function send(t: TestContext, features: readonly string[], body: Addressed) {
  const service = await startTestService(t, { zones, mx: { features } })
  const sent = await service.call('POST', '/v1/emails', {
    body: { from: 'Loja <hello@shop.test>', subject: 'Oi', text: 'Oi', ...body },
  })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  const wanted = [...body.to, ...(body.cc ?? []), ...(body.bcc ?? [])].length
  const events = await until(async () => {
    const all = await service.timeline(sent.body.id)
    const ends = all.filter(one => one.type === 'delivered' || one.type === 'bounced')
    return ends.length === wanted ? ends : undefined
  })
  const ends = Object.fromEntries(events.map(one => [one.recipient, one.type]))
  const headers = new Map(
    service.mx.received.map(one => [
      Buffer.from(one.to[0]!, 'latin1').toString(),
      one.content
        .toString()
        .split('\r\n\r\n')[0]!
        .replace(/\r\n(?=[ \t])/g, ''),
    ]),
  )
  return { service, id: sent.body.id as string, ends, headers }
}

const field = (header: string | undefined, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(header ?? '')?.[1]

/** The text of encoded words, which here are all in base64. */
const decoded = (words: string | undefined): string =>
  (words ?? '')
    .replace(/(=\?UTF-8\?B\?[^?]*\?=) +(?==\?)/gi, '$1')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_all, data: string) =>
      Buffer.from(data, 'base64').toString(),
    )

describe('an address beyond ASCII', () => {
  it('bounces alone where the server has no SMTPUTF8, and the others get their copies', async t => {
    const { service, id, ends, headers } = await send(t, plain, {
      to: ['ana@here.test', 'José <josé@here.test>'],
      cc: ['bia@here.test'],
    })
    assert.deepEqual(ends, {
      'ana@here.test': 'delivered',
      'bia@here.test': 'delivered',
      'josé@here.test': 'bounced',
    })
    const to = field(headers.get('ana@here.test'), 'To')!
    assert.match(to, /^ana@here\.test, =\?UTF-8\?B\?[^ ]+\?= :;$/)
    assert.equal(decoded(to), 'ana@here.test, José josé@here.test :;')
    assert.equal(field(headers.get('ana@here.test'), 'Cc'), 'bia@here.test')
    const bounced = await eventOf(service, id, 'bounced')
    assert.equal(bounced.smtp_code, '550 5.6.7')
    assert.equal(bounced.cause, 'smtputf8_missing')
    assert.deepEqual((await service.call('GET', '/v1/suppressions')).body.data, [])
  })

  it('is written as it is to those whose servers must know SMTPUTF8 anyway', async t => {
    const { ends, headers } = await send(t, knowing, {
      to: ['josé@here.test', 'ana@here.test'],
      reply_to: ['olá@here.test', 'loja@here.test'],
    })
    assert.deepEqual(new Set(Object.values(ends)), new Set(['delivered']))
    const jose = headers.get('josé@here.test')
    assert.equal(field(jose, 'To'), 'josé@here.test, ana@here.test')
    assert.equal(field(jose, 'Reply-To'), 'olá@here.test, loja@here.test')
    // Behind a server that knows it there may be one that does not.
    const ana = headers.get('ana@here.test')!
    assert.match(ana, /^[\x00-\x7f]*$/)
    assert.equal(field(ana, 'Reply-To'), 'loja@here.test')
  })

  it('in Cc alone, in Reply-To alone, or as a hidden copy stops nobody else', async t => {
    const cc = await send(t, plain, { to: ['ana@here.test'], cc: ['用户@here.test'] })
    assert.deepEqual(cc.ends, { 'ana@here.test': 'delivered', '用户@here.test': 'bounced' })
    assert.equal(decoded(field(cc.headers.get('ana@here.test'), 'Cc')), '用户@here.test :;')
    const reply = await send(t, plain, { to: ['ana@here.test'], reply_to: ['josé@here.test'] })
    assert.deepEqual(reply.ends, { 'ana@here.test': 'delivered' })
    assert.equal(field(reply.headers.get('ana@here.test'), 'Reply-To'), undefined)
    const bcc = await send(t, plain, { to: ['ana@here.test'], bcc: ['josé@here.test'] })
    assert.deepEqual(bcc.ends, { 'ana@here.test': 'delivered', 'josé@here.test': 'bounced' })
    assert.doesNotMatch(bcc.headers.get('ana@here.test')!, /jos/)
  })

  it('stops no letter to somebody else of marketing either', async t => {
    const { ends } = await send(t, plain, {
      to: ['ana@here.test'],
      reply_to: ['josé@here.test'],
      stream: 'marketing',
    })
    assert.deepEqual(ends, { 'ana@here.test': 'delivered' })
  })

  it('as the sender is told as the sender’s, and counts against nobody', async t => {
    const { service, id, ends } = await send(t, plain, {
      from: 'olá@shop.test',
      to: ['ana@here.test'],
    })
    assert.deepEqual(ends, { 'ana@here.test': 'bounced' })
    const bounced = await eventOf(service, id, 'bounced')
    assert.equal(bounced.cause, 'sender_smtputf8')
    assert.match(String(bounced.explanation), /sender's address/)
  })

  it('is told of by a dry run, in the words of each field', async t => {
    const service = await startTestService(t, { zones, settings: { MALOTE_ROLES: 'api' } })
    const answer = await service.call('POST', '/v1/emails/check', {
      body: {
        from: 'olá@shop.test',
        to: ['ana@here.test', 'josé@here.test'],
        bcc: ['用户@here.test'],
        reply_to: ['loja@here.test', 'fé@here.test'],
        subject: 'Oi',
        text: 'Oi',
      },
    })
    const told = answer.body.checks.filter(
      (one: { code: string }) => one.code === 'address_not_ascii',
    )
    assert.deepEqual(
      told.map((one: { level: string; param: string }) => [one.level, one.param]),
      [
        ['warning', 'from'],
        ['warning', 'to[1]'],
        ['warning', 'bcc[0]'],
        ['warning', 'reply_to[1]'],
      ],
    )
    assert.match(told[1]!.message, /josé@here\.test/)
  })
})
