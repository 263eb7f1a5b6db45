/** Leaving a list: the button of a mail program (RFC 8058) and the page that people see. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { type Blocked, blockedAddresses, ownersOf } from '../support/kept.ts'
import { leavingPage } from '../support/public-pages.ts'
import { eventOf, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

interface Offer {
  readonly service: TestService
  readonly id: string
  /** The path of the link in List-Unsubscribe. */
  readonly path: string
  readonly raw: string
}

const body = (more: object = {}) => ({
  from: 'hello@shop.test',
  to: ['ana@here.test'],
  subject: 'Oferta',
  stream: 'marketing',
  text: 'Oi',
  ...more,
})

async function offer(t: TestContext): Promise<Offer> {
  const service = await startTestService(t, { zones })
  const sent = await service.call('POST', '/v1/emails', { body: body() })
  await eventOf(service, sent.body.id, 'delivered')
  const { content } = service.mx.received[0]!
  const email = await PostalMime.parse(content)
  const header = email.headers.find(one => one.key === 'list-unsubscribe')!.value
  const path = new URL(/^<([^>]+)>$/.exec(header)![1]!).pathname
  return { service, id: sent.body.id, path, raw: content.toString() }
}

const ask = ({ service, path }: Offer, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { redirect: 'manual', ...init })

/** What the list blocks, whatever its pages show. */
const listed = ({ service }: Offer): Promise<Blocked[]> => blockedAddresses(service.world.db)

const oneClick = 'List-Unsubscribe=One-Click'
const form = 'application/x-www-form-urlencoded'

describe('marketing email', () => {
  it('carries a one-click link that its signature covers', async t => {
    const { raw } = await offer(t)
    assert.match(raw, /^List-Unsubscribe: ?(\r\n )?<http:\/\/localhost:\d+\/u\/[\w-]+>\r$/m)
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const signed = /^DKIM-Signature:[\s\S]*?\bh=([\s\S]*?);/m.exec(raw)![1]!.toLowerCase()
    assert.match(signed, /list-unsubscribe:/)
    assert.match(signed, /list-unsubscribe-post/)
  })
})

describe('unsubscribing', () => {
  it('by a captured letter stays in test mode', async t => {
    const service = await startTestService(t, { zones })
    const key = await service.key('test', 'send')
    const email = body({ to: ['nobody@here.test'] })
    const sent = await service.call('POST', '/v1/emails', { key, body: email })
    const unsubscribe = await leavingPage(service, sent.body.id, 'nobody@here.test')
    const init = { method: 'POST', headers: { 'content-type': form }, body: oneClick }
    const on = { service, id: sent.body.id, path: unsubscribe, raw: '' }
    assert.equal((await ask(on, init)).status, 200)
    const stands = { address: 'nobody@here.test', stream: 'marketing', reason: 'unsubscribe' }
    assert.deepEqual(await listed(on), [{ ...stands, mode: 'test' }])
  })

  it('never happens by looking: GET, HEAD, OPTIONS, or a POST of something else', async t => {
    const on = await offer(t)
    for (let i = 0; i < 200; i++) {
      const method = ['GET', 'HEAD', 'OPTIONS'][i % 3]!
      const answer = await ask(on, { method })
      assert.equal(answer.status, method === 'OPTIONS' ? 404 : 200)
      await answer.arrayBuffer()
    }
    const others: RequestInit[] = [
      {},
      { headers: { 'content-type': form }, body: '' },
      { headers: { 'content-type': form }, body: 'List-Unsubscribe=one' },
      { headers: { 'content-type': form }, body: 'x=List-Unsubscribe=One-Click' },
      { headers: { 'content-type': 'text/plain' }, body: oneClick },
      { headers: { 'content-type': 'application/json' }, body: '{"List-Unsubscribe":"One-Click"}' },
      { headers: { 'content-type': form }, body: 'x'.repeat(50_000) },
    ]
    for (const other of others) {
      const answer = await ask(on, { method: 'POST', ...other })
      assert.equal(answer.status, 400)
    }
    assert.deepEqual(await listed(on), [])
  })

  it('takes one POST in either form encoding, without cookies or redirects', async t => {
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    const posts: RequestInit[] = [
      { headers: { 'content-type': form }, body: oneClick },
      { body: multipart },
      // A boundary may be of one character (RFC 2046 §5.1.1).
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      },
    ]
    for (const post of posts) {
      const on = await offer(t)
      const answer = await ask(on, { method: 'POST', ...post })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('set-cookie'), null)
      const entry = { address: 'ana@here.test', stream: 'marketing', reason: 'unsubscribe' }
      assert.deepEqual(await listed(on), [{ ...entry, mode: 'live' }])
      const again = await ask(on, { method: 'POST', ...post })
      assert.equal(again.status, 200)
      assert.equal((await listed(on)).length, 1)

      const more = await on.service.call('POST', '/v1/emails', { body: body() })
      assert.equal(more.body.error.code, 'recipient_suppressed')
      const receipt = body({ stream: 'transactional' })
      assert.equal((await on.service.call('POST', '/v1/emails', { body: receipt })).status, 202)
    }
  })

  it('leaves a record of consent taken away, where the address is a contact', async t => {
    const on = await offer(t)
    const { service } = on
    const key = await service.key('live', 'admin')
    const contact = { email: 'Ana@here.test' }
    assert.equal((await service.call('POST', '/v1/contacts', { key, body: contact })).status, 201)
    await ask(on, { method: 'POST', headers: { 'content-type': form }, body: oneClick })
    assert.equal((await listed(on))[0]?.reason, 'unsubscribe')
    const consents = await service.call('GET', '/v1/contacts/ana@here.test/consents', { key })
    const [{ action, method, email_id, topic_id }] = consents.body.data
    assert.deepEqual([action, method, email_id, topic_id], ['left', 'one_click', on.id, null])
    const { body: seen } = await service.call('GET', '/v1/contacts/ana@here.test', { key })
    assert.equal(seen.unsubscribed, true)
  })

  it('stops marketing that already waits', async t => {
    const on = await offer(t)
    const later = new Date(on.service.world.clock.now() + 3_600_000).toISOString()
    const waiting = await on.service.call('POST', '/v1/emails', {
      body: body({ scheduled_at: later }),
    })
    await ask(on, { method: 'POST', headers: { 'content-type': form }, body: oneClick })
    on.service.turn(3_700_000)
    const { reason, explanation } = await eventOf(on.service, waiting.body.id, 'suppressed')
    assert.equal(reason, 'unsubscribe')
    assert.match(String(explanation), /: the person unsubscribed\./)
  })

  it('asks people on a plain page in their language, which works with its own button', async t => {
    const on = await offer(t)
    for (const [accepted, lang, word] of [
      ['en-US,en;q=0.9', 'en', 'Unsubscribe'],
      ['pt-BR', 'pt-BR', 'Cancelar inscrição'],
      ['', 'pt-BR', 'Cancelar inscrição'],
    ] as const) {
      const page = await ask(on, { headers: { 'accept-language': accepted } })
      const html = await page.text()
      assert.match(html, new RegExp(`<html lang="${lang}">`))
      assert.ok(html.includes(`${word}</button>`))
      assert.match(html, /a•••@here\.test/)
      assert.doesNotMatch(html, /<script|https?:\/\/|ana@/)
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
      assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe/)
    }
    const html = await (await ask(on)).text()
    const [, name, value] = /<input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(html)!
    const done = await ask(on, { method: 'POST', body: new URLSearchParams({ [name!]: value! }) })
    assert.match(await done.text(), /Inscrição cancelada/)
    assert.equal((await listed(on)).length, 1)
  })

  it('needs the whole token: a changed one, or that of another link, is worth nothing', async t => {
    const on = await offer(t)
    const token = on.path.split('/').at(-1)!
    const post = { method: 'POST', headers: { 'content-type': form }, body: oneClick }
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const path = `/u/${token.slice(0, at)}${other}${token.slice(at + 1)}`
      assert.equal((await ask({ ...on, path }, post)).status, 404)
    }
    assert.deepEqual(await listed(on), [])
  })

  it('concerns the project that sent the email, and no other', async t => {
    const on = await offer(t)
    await ask(on, { method: 'POST', headers: { 'content-type': form }, body: oneClick })
    const owners = await ownersOf(on.service.world.db, 'suppressions')
    assert.deepEqual([...new Set(owners)], [on.service.projectId])
    // Seen by its owner as any other entry.
    await until(async () => {
      const page = await on.service.call('GET', '/v1/suppressions?reason=unsubscribe')
      return page.body.data.length === 1
    }, 'the entry in the list')
  })
})
