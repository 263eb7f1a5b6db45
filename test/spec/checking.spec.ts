/** POST /v1/emails/check: everything that sending would say, and nothing sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  'nomail.test': { MX: ['0 .'] },
  'gone.test': 'nxdomain',
  'broken.test': 'servfail',
} as const
const options = { zones, settings: { MALOTE_ROLES: 'api' } }

interface Check {
  readonly code: string
  readonly level: string
  readonly param?: string
  readonly message: string
}

const good = {
  from: 'hello@shop.test',
  to: ['ana@here.test'],
  subject: 'Hello',
  text: 'Hi',
  html: '<p>Hi</p>',
}

async function check(service: TestService, body: unknown, key?: string) {
  const answer = await service.call('POST', '/v1/emails/check', {
    body,
    ...(key === undefined ? {} : { key }),
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const checks = answer.body.checks as Check[]
  return {
    ok: answer.body.ok as boolean,
    would: answer.body.would as string,
    checks,
    said: checks.filter(one => one.level !== 'info').map(one => [one.level, one.code, one.param]),
  }
}

describe('checking an email', () => {
  it('finds nothing wrong with a good one, and stores nothing', async t => {
    const service = await startTestService(t, options)
    const { ok, would, said } = await check(service, good)
    assert.deepEqual({ ok, would, said }, { ok: true, would: 'queue', said: [] })
    assert.deepEqual((await service.call('GET', '/v1/emails')).body.data, [])
  })

  it('says what a test key would do', async t => {
    const service = await startTestService(t, options)
    const key = await service.key('test', 'send')
    const { ok, would } = await check(service, { ...good, from: 'me@unknown.test' }, key)
    assert.deepEqual({ ok, would }, { ok: true, would: 'capture' })
  })

  it('takes a null inside an attachment for a field left out, as sending does', async t => {
    const service = await startTestService(t, options)
    const attachments = [
      { filename: 'a.txt', content: 'aGk=', content_type: null, content_id: null },
    ]
    const { ok, said } = await check(service, { ...good, attachments })
    assert.deepEqual({ ok, said }, { ok: true, said: [] })
  })

  it('reports the first hundred of very many problems', async t => {
    const service = await startTestService(t, options)
    const odd = (value: unknown) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`name${i}`, value]))
    for (const body of [
      { ...good, ...odd('x') },
      { ...good, tags: odd(1) },
      { ...good, to: Array(5_000).fill(7) },
    ]) {
      const { ok, checks } = await check(service, body)
      assert.equal(ok, false)
      assert.ok(checks.length >= 100 && checks.length <= 101, `${checks.length} checks`)
    }
  })

  it('reports all malformed fields at once', async t => {
    const service = await startTestService(t, options)
    const { ok, would, said } = await check(service, {
      from: 'nobody',
      to: ['ana@here.test', 'x', 7],
      cc: ['y'],
      html: 5,
      tags: { a: 1 },
      colour: 'red',
      scheduled_at: 'soon',
    })
    assert.deepEqual({ ok, would }, { ok: false, would: 'refuse' })
    assert.deepEqual(said.map(([, code, param]) => `${code} ${param}`).sort(), [
      'invalid_field cc[0]',
      'invalid_field colour',
      'invalid_field from',
      'invalid_field html',
      'invalid_field scheduled_at',
      'invalid_field tags.a',
      'invalid_field to[1]',
      'invalid_field to[2]',
      'missing_field subject',
    ])
    for (const body of [[], 'text', null, 7]) {
      assert.equal((await check(service, JSON.stringify(body))).ok, false)
    }
    const broken = await service.call('POST', '/v1/emails/check', { body: '{' })
    assert.equal(broken.status, 400)
    assert.equal(broken.body.error.code, 'invalid_json')
  })

  it('judges the sender, the recipients and the content as sending does', async t => {
    const service = await startTestService(t, options)
    const domain = await check(service, { ...good, from: 'me@unknown.test' })
    assert.deepEqual(domain.said, [['error', 'domain_not_verified', 'from']])
    const body = { email: 'ana@here.test', stream: 'all' }
    await service.call('POST', '/v1/suppressions', { body })
    const all = await check(service, good)
    assert.deepEqual(all.said, [['error', 'recipient_suppressed', 'to[0]']])
    const some = await check(service, { ...good, cc: ['bia@here.test'] })
    assert.deepEqual(some.said, [['warning', 'recipient_suppressed', 'to[0]']])
    assert.equal(some.would, 'queue')
    const phishing = await check(service, {
      ...good,
      to: ['bia@here.test'],
      html: '<a href="https://evil.test">www.bank.com</a>',
    })
    assert.deepEqual(phishing.said, [['error', 'phishing_link_mismatch', undefined]])
    assert.match(phishing.checks[0]!.message, /evil\.test/)
    assert.equal(phishing.would, 'refuse')
  })

  it('warns where a domain takes no mail', async t => {
    const service = await startTestService(t, options)
    const to = ['a@gone.test', 'b@gone.test', 'c@nomail.test', 'd@broken.test', 'e@here.test']
    const { ok, said } = await check(service, { ...good, to })
    assert.equal(ok, true)
    assert.deepEqual(said, [
      ['warning', 'recipient_domain_unreachable', 'to[0]'],
      ['warning', 'recipient_domain_unreachable', 'to[2]'],
      ['warning', 'recipient_domain_unknown', 'to[3]'],
    ])
  })

  it('advises on text part, size, insecure links and unsubscribing', async t => {
    const service = await startTestService(t, options)
    const html = `<a href="http://shop.test/">shop</a>${'x'.repeat(110_000)}`
    const { ok, checks } = await check(service, {
      ...good,
      text: undefined,
      html,
      stream: 'marketing',
    })
    assert.equal(ok, true)
    assert.deepEqual(checks.map(one => one.code).sort(), [
      'html_clipped',
      'insecure_link',
      'one_click_unsubscribe',
      'size',
      'text_missing',
    ])
  })

  it('speaks the language of the request', async t => {
    const service = await startTestService(t, options)
    const answer = await service.call('POST', '/v1/emails/check', {
      body: { ...good, subject: undefined },
      headers: { 'accept-language': 'pt-BR' },
    })
    assert.match(answer.body.checks[0].message, /obrigatório/)
  })
})
