/** How everything for people looks: one theme for all pages and service letters. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wcagContrast } from 'culori'
import { setStage } from '../support/forms.ts'
import { png } from '../support/pictures.ts'
import { eventOf, type TestService } from '../support/service.ts'

async function uploadLogo(service: TestService, key: string): Promise<{ id: string; url: string }> {
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
    body: new Uint8Array(await png({ width: 40, height: 20 })),
  })
  return (await answer.json()) as { id: string; url: string }
}

const set = (service: TestService, theme: unknown) =>
  service.call('PATCH', '/v1/marketing-settings', { body: { theme } })

/** The value of a variable of a page, as it is in the light and, where there is one, in the dark. */
const valuesOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'gi'))].map(([, value]) => value!)

describe('the theme', () => {
  it('is how all pages and service letters look', async t => {
    const { service, visit, form, send, letters } = await setStage(t)
    const logo = await uploadLogo(service, await service.key('live', 'admin'))
    const theme = {
      logo_file_id: logo.id,
      name: 'Loja "da" Esquina <3',
      color: '#123456',
      background: '#faf0e6',
      radius: 3,
      font: 'serif',
    }
    const changed = await set(service, theme)
    assert.deepEqual([changed.status, changed.body.theme], [200, theme])
    const { body: read } = await service.call('GET', '/v1/marketing-settings')
    assert.deepEqual(read.theme, theme)

    const path = new URL(logo.url).pathname
    const looksRight = (page: { text: string; headers: Headers }, name: string) => {
      const { text } = page
      for (const part of ['#123456', '#faf0e6', '--radius: 3px', 'Georgia', `src="${path}"`]) {
        assert.ok(text.includes(part), `${name} has no ${part}`)
      }
      assert.match(text, /alt="Loja &#34;da&#34; Esquina &#60;3"/, name)
      assert.match(text, /<title>[^<]+ · Loja &#34;da&#34; Esquina &#60;3<\/title>/)
      const policy = page.headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/, name)
      assert.match(policy, /img-src 'self'/, name)
      assert.doesNotMatch(policy, /unsafe|script-src/, name)
      assert.doesNotMatch(text, /<script|style=|@import|url\(/, name)
    }
    looksRight(await visit('GET', `/f/${form}?mode=test`), 'the form')
    looksRight(await send({ email: 'ana@good.test', first_name: 'Ana' }), 'what the form answers')
    const [letter] = await letters()
    const key = await service.key('test', 'admin')
    const { body: email } = await service.call('GET', `/v1/emails/${letter!.id}`, { key })
    assert.match(email.from, /^"Loja \\"da\\" Esquina <3" <no-reply@shop\.test>$/)
    const { body: content } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    for (const part of ['#123456', '#faf0e6', 'border-radius:3px', 'Georgia', logo.url]) {
      assert.ok(content.html.includes(part), `the letter has no ${part}`)
    }
    assert.match(content.html, /<li>News<\/li>/)
    assert.match(content.text, /^Loja "da" Esquina <3\n[\s\S]+- News\n/)
    const link = /\/c\/[\w-]+/.exec(content.text)![0]
    looksRight(await visit('GET', link), 'the confirmation')
    const confirmed = await visit('POST', link)
    looksRight(confirmed, 'what the confirmation answers')
    const centre = /\/p\/[\w-]+/.exec(confirmed.text)![0]
    looksRight(await visit('GET', centre), 'the preferences')

    const body = {
      from: 'x@shop.test',
      to: ['ana@good.test'],
      stream: 'marketing',
      subject: 's',
      text: 'Hi',
    }
    const { id } = (await service.call('POST', '/v1/emails', { body })).body
    await eventOf(service, id, 'delivered')
    const raw = service.mx.received[0]!.content.toString()
    const [leave] = /\/u\/[\w-]+/.exec(raw.replaceAll(/\r\n[ \t]/g, ''))!
    looksRight(await visit('GET', leave), 'leaving')
    looksRight(await visit('POST', leave, { 'List-Unsubscribe': 'One-Click' }), 'having left')

    const refused = await service.call('DELETE', `/v1/files/${logo.id}`)
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'id'])
    assert.equal((await set(service, null)).body.theme, null)
    assert.equal((await service.call('DELETE', `/v1/files/${logo.id}`)).status, 200)
  })

  it('can be read whatever the colours', async t => {
    const { service, visit, form } = await setStage(t)
    const colours = ['#ffffff', '#000000', '#ffff00', '#777777', '#ff0000', '#0000ff', '#12d18e']
    for (const color of colours) {
      for (const background of [undefined, ...colours]) {
        const theme = { color, ...(background === undefined ? {} : { background }) }
        assert.equal((await set(service, theme)).status, 200)
        const { text } = await visit('GET', `/f/${form}?mode=test`)
        const told = `${color} on ${background}`
        const schemes = valuesOf(text, 'card').length
        assert.equal(schemes, background === undefined ? 2 : 1, told)
        for (let n = 0; n < schemes; n++) {
          const value = (name: string): string => valuesOf(text, name)[n]!
          const readable = (one: string, other: string, minRatio: number) =>
            assert.ok(
              wcagContrast(value(one), value(other)) >= minRatio,
              `${told}: ${one} on ${other}`,
            )
          readable('ink', 'card', 4.5)
          readable('dim', 'card', 4.5)
          readable('link', 'card', 4.5)
          readable('on-fill', 'fill', 4.5)
          readable('line', 'card', 3)
          readable('edge', 'card', 3)
        }
      }
    }
  })

  it('goes before the older settings and after what a form says of itself', async t => {
    const { service, visit, form } = await setStage(t)
    const pages = { color: '#111111', background: '#222222' }
    await service.call('PATCH', '/v1/marketing-settings', { body: { pages } })
    await set(service, { color: '#333333' })
    const seen = async () => {
      const { text } = await visit('GET', `/f/${form}?mode=test`)
      return [valuesOf(text, 'fill')[0], valuesOf(text, 'ground')[0]]
    }
    assert.deepEqual(await seen(), ['#333333', '#222222'])
    await service.call('PATCH', `/v1/forms/${form}`, { body: { style: { color: '#444444' } } })
    assert.deepEqual(await seen(), ['#444444', '#222222'])
  })

  it('has fields that are refused by name', async t => {
    const { service } = await setStage(t)
    const foreign = 'fil_01890a5d-ac96-774b-bcce-b302099a8057'
    for (const [theme, param] of [
      [{ color: 'red' }, 'theme.color'],
      [{ color: '#12345' }, 'theme.color'],
      [{ background: '#12345g' }, 'theme.background'],
      [{ background: 'url(x)' }, 'theme.background'],
      [{ radius: -1 }, 'theme.radius'],
      [{ radius: 49 }, 'theme.radius'],
      [{ radius: 1.5 }, 'theme.radius'],
      [{ radius: '8' }, 'theme.radius'],
      [{ font: 'comic' }, 'theme.font'],
      [{ name: 'a'.repeat(201) }, 'theme.name'],
      [{ name: 'a\r\nBcc: x@y.test' }, 'theme.name'],
      [{ name: 'a\u202eb' }, 'theme.name'],
      [{ logo_file_id: 'logo' }, 'theme.logo_file_id'],
      [{ logo_file_id: foreign }, 'theme.logo_file_id'],
      [{ colour: '#123456' }, 'theme.colour'],
      ['dark', 'theme'],
    ] as const) {
      const { status, body } = await set(service, theme)
      const told = JSON.stringify([theme, body])
      assert.deepEqual(
        [status, body.error?.code, body.error?.param],
        [400, 'invalid_field', param],
        told,
      )
    }
    const empty = { logo_file_id: '', name: '', color: null, radius: 0 }
    assert.deepEqual((await set(service, empty)).body.theme, { radius: 0 })
  })

  it('takes a logo that a test key has uploaded over for everybody', async t => {
    const { service } = await setStage(t)
    const key = await service.key('test', 'admin')
    const { id } = await uploadLogo(service, key)
    assert.equal((await set(service, { logo_file_id: id })).status, 200)
    const { body } = await service.call('DELETE', `/v1/files/${id}`, { key })
    assert.equal(body.error.code, 'live_key_required')
  })
})
