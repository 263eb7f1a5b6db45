/** When a form opens over pages of others, and what is served for it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'

const popup = { delay_s: 20, scroll_percent: null, on_leave: true, again_days: 7 }

describe('a form that opens over pages', () => {
  it('says when, and gives the line for pages', async t => {
    const { service, form } = await setStage(t)
    const change = (body: object) => service.call('PATCH', `/v1/forms/${form}`, { body })
    assert.equal((await service.call('GET', `/v1/forms/${form}`)).body.popup, null)
    const { body } = await change({ popup: { delay_s: 20, on_leave: true, again_days: 7 } })
    assert.deepEqual(body.popup, popup)
    assert.equal(
      body.popup_script,
      `<script src="${body.url}/popup.js" async></script><noscript><a href="${body.url}">Subscribe</a></noscript>`,
    )
    const other = await change({ name: 'Other', popup: { scroll_percent: 50 } })
    const once = { delay_s: null, scroll_percent: 50, on_leave: false, again_days: 30 }
    assert.deepEqual(other.body.popup, once)
    assert.deepEqual((await change({ name: 'Third' })).body.popup, once, 'stays')
    assert.equal((await change({ popup: null })).body.popup, null)
  })

  it('needs to know when', async t => {
    const { service, form } = await setStage(t)
    for (const given of [{}, { again_days: 3 }, { on_leave: false, delay_s: null }]) {
      const { status, body } = await service.call('PATCH', `/v1/forms/${form}`, {
        body: { popup: given },
      })
      assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_field', 'popup'])
      assert.match(body.error.message, /delay_s/)
    }
    const tooLate = { popup: { delay_s: 601 } }
    const { body } = await service.call('PATCH', `/v1/forms/${form}`, { body: tooLate })
    assert.equal(body.error.param, 'popup.delay_s')
  })

  it('is opened by a small script that browsers keep for a while', async t => {
    const { service, form, visit } = await setStage(t, { popup })
    const path = `/f/${form}/popup.js`
    const { status, text, headers } = await visit('GET', path)
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^text\/javascript/)
    assert.equal(headers.get('cache-control'), 'public, max-age=300')
    assert.equal(headers.get('vary'), 'Accept-Language')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.ok(Buffer.byteLength(text) <= 8_000, `${Buffer.byteLength(text)} bytes`)
    assert.match(text, /"delay_s":20.*"title":"Subscribe","close":"Close"/)
    const inPortuguese = await visit('GET', path, undefined, { 'accept-language': 'pt-BR' })
    assert.match(inPortuguese.text, /"title":"Inscreva-se","close":"Fechar"/)
    const { body } = await service.call('GET', `/v1/forms/${form}/stats`)
    assert.equal(body.shown, 0, 'nobody has seen it yet')
    await service.call('PATCH', `/v1/forms/${form}`, { body: { enabled: false } })
    assert.equal((await visit('GET', path)).text, '')
    await service.call('PATCH', `/v1/forms/${form}`, { body: { enabled: true, popup: null } })
    assert.equal((await visit('GET', path)).text, '')
    assert.equal((await visit('GET', `/f/${form}x/popup.js`)).status, 404)
  })

  it('is a page that may be framed by the sites that may hold the form, and by no other way', async t => {
    const { form, visit } = await setStage(t, { popup, allowed_origins: ['https://own.example'] })
    const policyOf = async (path: string) =>
      (await visit('GET', path)).headers.get('content-security-policy')!
    const framed = await policyOf(`/f/${form}?in=popup`)
    assert.match(framed, /frame-ancestors 'self' https:\/\/own\.example(;|$)/)
    assert.match(framed, /script-src 'sha256-[^' ]+';/)
    const own = await policyOf(`/f/${form}`)
    assert.match(own, /frame-ancestors 'none'/)
    assert.doesNotMatch(own, /script-src/)
    const { text } = await visit('GET', `/f/${form}`)
    assert.doesNotMatch(text, /<script/)
  })

  it('is framed anywhere without such sites, however it is answered', async t => {
    const { form, visit, service } = await setStage(t, { popup })
    const path = `/f/${form}?mode=test&in=popup`
    const { text } = await visit('GET', path)
    assert.doesNotMatch(text, /data-is-done/, 'nothing was sent yet')
    const token = /name="token" value="([^"]+)"/.exec(text)![1]!
    const wrong = await visit('POST', path, { email: 'nobody', token })
    assert.equal(wrong.status, 400)
    assert.match(wrong.headers.get('content-security-policy')!, /frame-ancestors \*(;|$)/)
    assert.doesNotMatch(wrong.text, /data-is-done/)
    service.turn(4_000)
    const wording = /name="wording" value="([^"]+)"/.exec(text)![1]!
    const fields = { email: 'ana@good.test', first_name: 'Ana', token, wording }
    const sent = await visit('POST', path, fields)
    assert.match(sent.text, /<main data-is-done>/)
    assert.match(sent.headers.get('content-security-policy')!, /frame-ancestors \*(;|$)/)
  })

  it('tells the page around where the form leads, and leads nowhere itself', async t => {
    const { form, visit, service } = await setStage(t, {
      popup,
      redirect_url: 'https://shop.example/?a=1&b="2"',
    })
    const path = `/f/${form}?mode=test&in=popup`
    const { text } = await visit('GET', path)
    service.turn(4_000)
    const hidden = Object.fromEntries(
      [...text.matchAll(/name="(token|wording)" value="([^"]+)"/g)].map(found => found.slice(1)),
    )
    const sent = await visit('POST', path, { ...hidden, email: 'ana@good.test', first_name: 'Ana' })
    assert.equal(sent.status, 200)
    assert.match(
      sent.text,
      /<main data-is-done data-to="https:\/\/shop\.example\/\?a=1&#38;b=%222%22">/,
    )
  })
})
