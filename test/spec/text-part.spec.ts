/** The text part of email that was given as html alone, as its receivers get it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { eventOf, startTestService, type TestService } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const html = '<p>Olá, <b>Ana</b></p><p><a href="https://shop.test/o?a=1&amp;b=2">Pedido</a></p>'
const text = 'Olá, Ana\n\nPedido <https://shop.test/o?a=1&b=2>\n'

async function send(service: TestService, more: object = {}): Promise<string> {
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Oi', html, ...more }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  return sent.body.id
}

interface LaidOut {
  readonly html?: string
  readonly text?: string
  /** The content types of the parts, in the order of the message. */
  readonly types: readonly string[]
}

async function read(content: Buffer): Promise<LaidOut> {
  const { html, text } = await PostalMime.parse(content)
  const types = content.toString('latin1').matchAll(/^Content-Type: (.*?);?\r$/gim)
  return {
    types: Array.from(types, ([, type]) => type!),
    ...(html === undefined ? {} : { html: html.trim() }),
    ...(text === undefined ? {} : { text }),
  }
}

const both = ['multipart/alternative', 'text/plain; charset=utf-8', 'text/html; charset=utf-8']

describe('an email with html alone', () => {
  it('gets a text part before it, in UTF-8, with its links', async t => {
    const service = await startTestService(t, { zones })
    const id = await send(service)
    await eventOf(service, id, 'delivered')
    const got = await read(service.mx.received[0]!.content)
    assert.deepEqual(got, { types: both, html, text })
    const content = await service.call('GET', `/v1/emails/${id}/content`)
    assert.equal(content.body.text_made, text)
    assert.equal(content.body.text, undefined)
    assert.equal(content.body.html, html)
  })

  it('is the same bytes for each recipient and at each attempt', async t => {
    const seen: string[] = []
    let isShy = true
    const service = await startTestService(t, {
      zones,
      mx: {
        misbehave(stage, socket) {
          if (stage !== 'dot') return false
          if (!isShy) return false
          socket.write('451 4.3.0 later\r\n')
          return true
        },
      },
    })
    const id = await send(service, { to: ['ana@here.test', 'bia@here.test'] })
    await eventOf(service, id, 'deferred', 2)
    isShy = false
    service.turn(61_000)
    await eventOf(service, id, 'delivered', 2)
    for (const { content } of service.mx.received) seen.push(content.toString('latin1'))
    assert.equal(seen.length, 4)
    assert.equal(new Set(seen).size, 1)
    assert.match(seen[0]!, /text\/plain/)
  })

  it('fills in each recipient\u2019s own link to unsubscribe, on the marketing stream', async t => {
    const service = await startTestService(t, { zones })
    const body = '<p>Oi</p><a href="{{unsubscribe_url}}">Sair</a> <a href="https://a.test/">A</a>'
    const id = await send(service, {
      html: body,
      stream: 'marketing',
      to: ['ana@here.test', 'bia@here.test'],
    })
    await eventOf(service, id, 'delivered', 2)
    const texts = await Promise.all(
      service.mx.received.map(async one => (await read(one.content)).text ?? ''),
    )
    for (const one of texts) {
      assert.match(one, /^Oi\n\nSair <http:\/\/\S+\/u\/\S+> A <https:\/\/a\.test\/>\n$/)
    }
    assert.equal(new Set(texts).size, 2)
  })

  it('goes without where it asks so, and where there is nothing to read', async t => {
    const service = await startTestService(t, { zones })
    for (const more of [{ text: '' }, { html: '<img src="https://a.test/a.png">' }]) {
      const id = await send(service, more)
      await eventOf(service, id, 'delivered')
      const { types } = await read(service.mx.received.at(-1)!.content)
      assert.deepEqual(types, ['text/html; charset=utf-8'])
      const content = await service.call('GET', `/v1/emails/${id}/content`)
      assert.equal('text_made' in content.body, false)
    }
  })

  it('is told by the check', async t => {
    const service = await startTestService(t, { zones })
    const levelOf = async (more: object): Promise<string | undefined> => {
      const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Oi', html, ...more }
      const { checks } = (await service.call('POST', '/v1/emails/check', { body })).body
      return checks.find((one: { code: string }) => one.code === 'text_missing')?.level
    }
    assert.equal(await levelOf({}), 'info')
    assert.equal(await levelOf({ text: '' }), 'warning')
    assert.equal(await levelOf({ html: '<img src=x>' }), 'warning')
    assert.equal(await levelOf({ text: 'Oi' }), undefined)
  })

  it('gets none where the operator has switched it off', async t => {
    const service = await startTestService(t, { zones, settings: { MALOTE_TEXT_PART: 'false' } })
    const id = await send(service)
    await eventOf(service, id, 'delivered')
    const { types } = await read(service.mx.received[0]!.content)
    assert.deepEqual(types, ['text/html; charset=utf-8'])
  })
})
