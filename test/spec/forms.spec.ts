import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Called } from '../support/called.ts'
import { hiddenIn, type Stage, setStage } from '../support/forms.ts'
import { until } from '../support/until.ts'

describe('forms', () => {
  it('take somebody in who confirms by the button of a letter', async t => {
    const { service, form, topic, visit, send, letters, contact } = await setStage(t)
    const page = await visit('GET', `/f/${form}?mode=test`)
    assert.equal(page.status, 200)
    assert.match(page.text, /I want the news\./)
    const policy = page.headers.get('content-security-policy')!
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page.text)!
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style!).digest('base64')}'`))
    assert.equal(page.headers.get('set-cookie'), null)
    assert.equal((await send({ email: 'Ana@good.test', first_name: '<b>Ana</b>' })).status, 200)
    const asked = await contact('ana@good.test')
    assert.deepEqual(
      [asked.body.first_name, asked.body.source, asked.body.language],
      [null, 'form', 'en'],
      'what is typed waits for the confirmation',
    )
    assert.equal(asked.body.topics[0].state, 'pending')
    const [letter] = await letters()
    assert.match(`${letter!.subject} ${letter!.to}`, / News Ana@good\.test$/)
    const key = await service.key('test', 'admin')
    const { body: content } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    assert.ok(
      !content.html.includes('<b>Ana') && !content.text.includes('Ana</b>'),
      'nothing typed is in it',
    )
    const link = /\/c\/[\w-]+/.exec(content.text)![0]
    const shown = await visit('GET', link)
    assert.match(shown.text, /<button/)
    assert.equal(
      (await contact('ana@good.test')).body.topics[0].state,
      'pending',
      'a GET changes nothing',
    )
    assert.equal((await visit('POST', link)).status, 200)
    assert.equal((await visit('POST', link)).status, 200, 'pressing again is fine')
    const { body: joined } = await contact('ana@good.test')
    assert.deepEqual([joined.topics[0].state, joined.first_name], ['subscribed', '<b>Ana</b>'])
    const { body: records } = await service.call('GET', '/v1/contacts/ana@good.test/consents', {
      key,
    })
    assert.deepEqual(
      records.data.map((one: { action: string }) => one.action),
      ['confirmed', 'asked'],
    )
    const [confirmed] = records.data
    assert.match(confirmed.page, /^https?:\/\/.+\/c$/, 'without what opens it')
    assert.match(confirmed.wording.text, /^I want to receive .+ at \{address\}\.$/)
    assert.equal(confirmed.wording.language, 'en')
    assert.equal(records.data[1].wording.text, 'I want the news.')
    assert.equal(records.data[1].topic_id, topic)
    assert.equal(records.data[1].ip, '127.0.0.1')
  })

  it('ask by a letter of the project, if a template has one', async t => {
    const { service, form, send, letters, contact, visit } = await setStage(t)
    const post = async <const Path extends string>(path: Path, body: unknown = {}) =>
      (await service.call('POST', path, { body })).body
    const change = (id: string) =>
      service.call('PATCH', `/v1/forms/${form}`, { body: { confirm_template_id: id } })
    const write = async (name: string, html: string, text: string, more: object = {}) => {
      const variables = [{ key: 'confirm_url', type: 'url' }]
      const variants = { en: { subject: 'Really?', html, text } }
      const { id } = await post('/v1/templates', { name, variables, variants, ...more })
      return id as string
    }
    const html = '<p><a href="{{ confirm_url }}">Go on</a></p>'
    const template = await write('Confirm', html, 'Go on: {{ confirm_url }}')
    const refused = [400, 'invalid_field', 'confirm_template_id']
    const codes = ({ status, body }: Called) => [status, body.error?.code, body.error?.param]
    assert.deepEqual(codes(await change('tpl_0')), refused)
    assert.deepEqual(codes(await change(template)), refused, 'not published')
    const silent = await write('Silent', '<p>Hi</p>', 'Hi')
    for (const id of [template, silent]) await post(`/v1/templates/${id}/publish`)
    assert.deepEqual(codes(await change(silent)), refused, 'without the link')
    assert.equal((await change(template)).body.confirm_template_id, template)
    const used = await service.call('DELETE', `/v1/templates/${template}`)
    assert.deepEqual(codes(used), [400, 'invalid_field', 'id'])
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const [letter] = await letters()
    assert.equal(letter?.subject, 'Really?')
    const key = await service.key('test', 'read')
    const { body } = await service.call('GET', `/v1/emails/${letter?.id}/content`, { key })
    const link = /Go on: (\S+)/.exec(body.text)![1]!
    assert.ok(body.html.includes(`href="${link}"`))
    await visit('POST', new URL(link).pathname)
    assert.equal((await contact('ana@good.test')).body.topics[0].state, 'subscribed')
    assert.equal((await change('')).body.confirm_template_id, null)
  })

  it('confirm for the address that was asked, and no other', async t => {
    const { service, visit, send, letters, contact } = await setStage(t)
    const key = await service.key('test', 'admin')
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const [letter] = await letters()
    const { body: content } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    await service.call('PATCH', '/v1/contacts/ana@good.test', {
      key,
      body: { email: 'other@good.test' },
    })
    await visit('POST', /\/c\/[\w-]+/.exec(content.text)![0])
    assert.equal((await contact('other@good.test')).body.topics[0].state, 'pending')
  })

  it('answer the same for who is known and who is not', async t => {
    const { send } = await setStage(t)
    const first = await send({ email: 'ana@good.test', first_name: 'A' })
    const again = await send({ email: 'ana@good.test', first_name: 'A' })
    const other = await send({ email: 'bia@good.test', first_name: 'A' })
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    assert.deepEqual([other.status, other.text], [first.status, first.text])
  })

  it('never overwrite what is known, and bring back only by the letter', async t => {
    const { service, topic, send, contact } = await setStage(t, { double_opt_in: false })
    const key = await service.key('test', 'admin')
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, body })
    const made = await call('POST', '/v1/contacts', { email: 'ana@good.test', first_name: 'True' })
    await send({ email: 'ana@good.test', first_name: 'Typed' })
    const joined = await contact('ana@good.test')
    assert.deepEqual([joined.body.first_name, joined.body.topics[0].state], ['True', 'subscribed'])
    await call('POST', `/v1/contacts/${made.body.id}/topics`, {
      topics: [{ id: topic, state: 'unsubscribed' }],
    })
    await send({ email: 'ana@good.test', first_name: 'Typed' })
    assert.equal((await contact('ana@good.test')).body.topics[0].state, 'pending')
  })

  it('can be copied into a page with all that they ask for, hostile labels escaped', async t => {
    const fields = [{ key: 'first_name', label: { en: '<b>"N' }, required: true }]
    const { service, form } = await setStage(t, { fields })
    const { embed, embeds } = (await service.call('GET', `/v1/forms/${form}`)).body
    assert.match(embed, /name="email" required/)
    assert.match(embed, /&#60;b&#62;&#34;N <input type="text" name="first_name" required>/)
    assert.doesNotMatch(embed, /<b>/)
    assert.match(embeds.pt, /Quero as novidades\..*Endereço de e-mail .*<button>Inscrever</)
    assert.match(embeds.en, /I want the news\..*Email address .*<button>Subscribe</)
  })

  it('are copied with the topics to choose from, and take those that were chosen', async t => {
    const { service, form, topic, send, contact } = await setStage(t, { double_opt_in: false })
    const body = { name: { pt: 'Ofertas <b>' } }
    const other = (await service.call('POST', '/v1/topics', { body })).body.id
    const embed = async () => (await service.call('GET', `/v1/forms/${form}`)).body.embeds.pt
    assert.doesNotMatch(await embed(), /name="topic"/, 'nothing to choose')
    const both = { topics: [topic, other] }
    const changed = await service.call('PATCH', `/v1/forms/${form}`, { body: both })
    for (const html of [changed.body.embeds.pt, await embed()]) {
      assert.ok(html.includes(`name="topic" value="${topic}"> Novidades`))
      assert.ok(html.includes(`name="topic" value="${other}"> Ofertas &#60;b&#62;`))
    }
    const list = await service.call('GET', '/v1/forms')
    assert.equal(list.body.data[0].embeds.pt, await embed())
    await send({ email: 'ana@good.test', first_name: 'Ana', topic: other })
    const { topics } = (await contact('ana@good.test')).body
    assert.deepEqual(
      topics.map((one: { id: string; state: string }) => [one.id, one.state]),
      [[other, 'subscribed']],
    )
  })

  it('change nothing when programs look at, follow or post to their pages', async t => {
    const { form, service, visit, send, letters, contact } = await setStage(t)
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const [letter] = await letters()
    const key = await service.key('test', 'admin')
    const { body } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    const link = /\/c\/[\w-]+/.exec(body.text)![0]
    for (const path of [link, `${link}/`, `/f/${form}?mode=test`, `/f/${form}/?mode=test`]) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const { status, text } = await visit(method, path)
        assert.equal(status, 200, `${method} ${path}`)
        assert.equal(text === '', method === 'HEAD')
      }
    }
    assert.equal((await contact('ana@good.test')).body.topics[0].state, 'pending')
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status } = await visit(method, link)
      assert.ok(status === 404 || status === 405, `${method} is ${status}`)
    }
    for (const fields of [{}, { email: 'x' }, { token: 'x', email: 'bia@good.test' }]) {
      await visit('POST', `/f/${form}?mode=test`, fields as Record<string, string>)
    }
    assert.equal((await contact('bia@good.test')).status, 404)
    assert.equal((await contact('ana@good.test')).body.topics[0].state, 'pending')
    assert.equal((await letters()).length, 1)
  })

  it('write nothing for a day to an address that many forms were sent for', async t => {
    const stage = await setStage(t)
    const { service, topic, visit } = stage
    const key = await service.key('test', 'admin')
    const forms = [stage.form]
    for (let n = 0; n < 6; n++) {
      const body = { name: `Form ${n}`, topics: [topic] }
      forms.push((await service.call('POST', '/v1/forms', { body, key })).body.id)
    }
    const send = async (form: string, email: string) => {
      const path = `/f/${form}?mode=test`
      const { text } = await visit('GET', path)
      service.turn(4_000)
      return visit('POST', path, { ...hiddenIn(text), email, first_name: 'X' })
    }
    const sent: string[] = []
    for (const form of forms) sent.push((await send(form, 'victim@good.test')).text)
    const calm = (await send(forms[0]!, 'calm@good.test')).text
    assert.ok(
      sent.every(text => text === calm),
      'nobody is told of the alarm',
    )
    const toVictim = async () =>
      (await stage.letters()).filter(one => one.to[0] === 'victim@good.test').length
    assert.equal(await toVictim(), 1, 'the first, before there was an alarm')
    service.turn(23 * 3_600_000)
    await send(forms[0]!, 'victim@good.test')
    assert.equal(await toVictim(), 1)
    service.turn(2 * 3_600_000)
    await send(forms[0]!, 'victim@good.test')
    assert.equal(await toVictim(), 2)
  })

  it('keep programs out', async t => {
    const { form, service, visit, send, letters, contact } = await setStage(t)
    const path = `/f/${form}?mode=test`
    const fields = { email: 'bot@good.test', first_name: 'Bot' }
    const blind = await visit('POST', path, fields)
    assert.deepEqual([blind.status, /<button/.test(blind.text)], [200, true])
    const { text } = await visit('GET', path)
    await visit('POST', path, { ...fields, ...hiddenIn(text) })
    assert.equal((await contact('bot@good.test')).status, 404, 'too quick for a person')
    await send({ ...fields, website: 'https://spam.example' })
    assert.equal((await contact('bot@good.test')).status, 404, 'the field that people do not see')
    service.turn(3 * 3_600_000)
    await visit('POST', path, { ...fields, ...hiddenIn(text) })
    assert.equal((await contact('bot@good.test')).status, 404, 'a token of this morning')
    assert.equal((await letters()).length, 0)
  })

  it('use a token three times, for a corrected address, and write to one address seldom', async t => {
    const { form, service, visit, send, letters } = await setStage(t)
    const path = `/f/${form}?mode=test`
    const { text } = await visit('GET', path)
    const hidden = hiddenIn(text)
    service.turn(4_000)
    const again = (name: string) =>
      visit('POST', path, { ...hidden, email: `${name}@good.test`, first_name: 'X' })
    for (const name of ['a', 'a', 'b', 'c']) {
      assert.match((await again(name)).text, /Thank you/, name)
    }
    assert.deepEqual((await letters()).map(one => one.to[0]).toSorted(), [
      'a@good.test',
      'b@good.test',
      'c@good.test',
    ])
    assert.match((await again('d')).text, /One more step/)
    assert.match((await again('d')).text, /One more step/, 'nobody is thanked for what was dropped')
    assert.equal((await letters()).length, 3)
    for (let i = 0; i < 5; i++) {
      await send({ email: 'victim@good.test', first_name: 'X' })
      service.turn(16 * 60_000)
    }
    const toVictim = (await letters()).filter(one => one.to[0] === 'victim@good.test')
    assert.equal(toVictim.length, 3)
  })

  it('stop at twenty an hour from one network', async t => {
    const { send, service } = await setStage(t)
    const key = await service.key('test', 'admin')
    const turn = (body: object) => service.call('POST', '/v1/test-clock', { key, body })
    assert.equal((await turn({ advance: 'P3D' })).status, 202)
    await until(async () => {
      const { body } = await service.call('GET', '/v1/test-clock', { key })
      return body.status === 'ready'
    }, 'the clock')
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      statuses.push((await send({ email: `a${i}@good.test`, first_name: 'X' })).status)
    }
    assert.deepEqual([statuses.filter(one => one === 200).length, statuses.at(-1)], [20, 429])
    await turn({ reset: true })
    const today = await send({ email: 'a21@good.test', first_name: 'X' })
    assert.equal(today.status, 200, 'what was sent in three days does not count today')
  })

  it('take from allowed pages only, and lead on', async t => {
    const { send, contact } = await setStage(t, {
      allowed_origins: ['https://shop.example'],
      redirect_url: 'https://shop.example/thanks',
    })
    const fields = { email: 'ana@good.test', first_name: 'Ana' }
    const foreign = await send(fields, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    assert.equal((await contact('ana@good.test')).status, 404)
    const own = await send(fields, { origin: 'https://shop.example' })
    assert.deepEqual(
      [own.status, own.headers.get('location')],
      [303, 'https://shop.example/thanks'],
    )
  })

  it('are sent from their own page, by whatever name it was reached', async t => {
    const { service, send } = await setStage(t, { allowed_origins: ['https://shop.example'] })
    const fields = { email: 'ana@good.test', first_name: 'Ana' }
    const own = `http://127.0.0.1:${service.port}`
    assert.equal((await send(fields, { origin: own })).status, 200)
    assert.equal((await send(fields, { origin: 'null' })).status, 403)
  })

  it('let browsers say that the page is their own', async t => {
    const { visit, form } = await setStage(t)
    const { headers } = await visit('GET', `/f/${form}`)
    // With no-referrer a browser sends `Origin: null` from our own page.
    assert.equal(headers.get('referrer-policy'), 'same-origin')
  })

  it('take made-up names in test mode, which writes to nobody', async t => {
    const { service, send, contact, visit, form } = await setStage(t)
    const fields = { email: 'ana@nowhere.test', first_name: 'A' }
    assert.equal((await send(fields)).status, 200)
    assert.equal((await contact('ana@nowhere.test')).status, 200)
    const { text } = await visit('GET', `/f/${form}`)
    service.turn(4_000)
    const sent = await visit('POST', `/f/${form}`, { ...fields, ...hiddenIn(text) })
    assert.equal(sent.status, 400)
  })

  it('say what is missing or wrong', async t => {
    const { send, visit } = await setStage(t)
    assert.equal((await send({ email: 'nothing', first_name: 'A' })).status, 400)
    assert.equal((await send({ email: 'ana@good.test' })).status, 400)
    assert.equal((await visit('GET', '/f/frm_0')).status, 404)
    assert.equal((await visit('GET', '/c/abc')).status, 404)
    assert.equal((await visit('POST', '/p/abc')).status, 404)
  })

  it('are kept by rules', async t => {
    const { service, form, topic } = await setStage(t)
    const post = async (body: object) => {
      const { status, body: answer } = await service.call('POST', '/v1/forms', { body })
      return [status, answer.error?.code, answer.error?.param]
    }
    const base = { name: 'Other', topics: [topic] }
    assert.deepEqual(await post({ name: 'X' }), [400, 'missing_field', 'topics'])
    assert.deepEqual(await post({ ...base, topics: [] }), [400, 'missing_field', 'topics'])
    assert.deepEqual(await post({ ...base, topics: ['top_0'] }), [
      400,
      'invalid_field',
      'topics[0]',
    ])
    assert.deepEqual(await post({ ...base, name: 'SITE' }), [400, 'invalid_field', 'name'])
    assert.deepEqual(await post({ ...base, fields: [{ key: 'shoe' }] }), [
      400,
      'invalid_field',
      'fields[0].key',
    ])
    const twice = [{ key: 'first_name' }, { key: 'first_name' }]
    assert.deepEqual(await post({ ...base, fields: twice }), [
      400,
      'invalid_field',
      'fields[1].key',
    ])
    assert.deepEqual(await post({ ...base, allowed_origins: ['x'] }), [
      400,
      'invalid_field',
      'allowed_origins[0]',
    ])
    assert.deepEqual(await post({ ...base, redirect_url: 'javascript:1' }), [
      400,
      'invalid_field',
      'redirect_url',
    ])
    const used = await service.call('DELETE', `/v1/topics/${topic}`)
    assert.deepEqual([used.status, used.body.error.param], [400, 'id'])
    const off = await service.call('PATCH', `/v1/forms/${form}`, { body: { enabled: false } })
    assert.equal(off.body.enabled, false)
    assert.equal((await fetch(`http://127.0.0.1:${service.port}/f/${form}`)).status, 410)
    assert.equal((await service.call('DELETE', `/v1/forms/${form}`)).status, 200)
  })
})

describe('the preference centre', () => {
  async function open(stage: Stage): Promise<string> {
    await stage.send({ email: 'ana@good.test', first_name: 'Ana' })
    const key = await stage.service.key('test', 'admin')
    const [letter] = await stage.letters()
    const { body } = await stage.service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    const done = await stage.visit('POST', /\/c\/[\w-]+/.exec(body.text)![0])
    return /\/p\/[\w-]+/.exec(done.text)![0]
  }

  it('lets a person choose, pause, leave, come back and see why', async t => {
    const stage = await setStage(t)
    const { visit, topic, contact, service } = stage
    const path = await open(stage)
    const page = await visit('GET', path)
    assert.equal(page.status, 200)
    assert.match(page.text, /type="checkbox" name="topic" value="top_\w+" checked/)
    assert.match(page.text, /<blockquote>I want to receive .+ at ana@good\.test\.</)
    assert.match(page.text, /I want the news\./)
    assert.ok(!page.text.includes('<script'))
    const saved = await visit('POST', path, { action: 'save', language: 'pt' })
    assert.match(saved.text, /Suas preferências[\s\S]*<option value="pt" selected>/)
    const left = await contact('ana@good.test')
    assert.deepEqual([left.body.topics[0].state, left.body.language], ['unsubscribed', 'pt'])
    assert.match((await visit('GET', path)).text, /Suas preferências/)
    await visit('POST', path, { action: 'save', topic, language: 'en' })
    assert.equal((await contact('ana@good.test')).body.topics[0].state, 'subscribed')
    await visit('POST', path, { action: 'pause_30' })
    const until = Date.parse((await contact('ana@good.test')).body.snoozed_until)
    assert.equal(Math.round((until - service.world.clock.now()) / 86_400_000), 30)
    await visit('POST', path, { action: 'resume' })
    assert.equal((await contact('ana@good.test')).body.snoozed_until, null)
    await visit('POST', path, { action: 'stop' })
    const stopped = (await contact('ana@good.test')).body
    assert.deepEqual([stopped.unsubscribed, stopped.suppressed.reason], [true, 'unsubscribe'])
    await visit('POST', path, { action: 'save', topic, language: 'en' })
    assert.equal((await contact('ana@good.test')).body.unsubscribed, false)
    const key = await service.key('test', 'admin')
    const { body } = await service.call('GET', '/v1/contacts/ana@good.test/consents', { key })
    const [back] = body.data
    assert.deepEqual([back.action, back.wording.language], ['joined', 'en'])
    assert.match(back.wording.text, /^What you get: /)
    assert.match(back.page, /\/p$/)
  })

  it('gives people their data, and erases them when they are sure', async t => {
    const stage = await setStage(t)
    const { visit, contact } = stage
    const path = await open(stage)
    const data = await visit('GET', `${path}/data`)
    assert.equal(JSON.parse(data.text).contact.email, 'Ana@good.test'.replace('Ana', 'ana'))
    assert.match((await visit('POST', path, { action: 'erase' })).text, /name="sure"/)
    assert.equal((await contact('ana@good.test')).status, 200)
    assert.equal((await visit('POST', path, { action: 'erase', sure: 'yes' })).status, 200)
    assert.equal((await contact('ana@good.test')).status, 404)
    assert.equal((await visit('GET', path)).status, 404)
  })
})

describe('the settings of marketing', () => {
  it('are read and changed, and have the project’s words on its pages', async t => {
    const { service, form, visit } = await setStage(t)
    const call = (body: object) => service.call('PATCH', '/v1/marketing-settings', { body })
    const { body } = await service.call('GET', '/v1/marketing-settings')
    assert.deepEqual(body, {
      cap: [],
      quiet: null,
      reserve: 'auto',
      one_click: 'topic',
      postal_address: null,
      theme: null,
      utm: null,
      revenue: null,
      retention: { letters: 'P396D', consents: 'P1826D' },
      pages: {},
    })
    const changed = await call({
      cap: [{ letters: 2, per: 'P1D' }],
      quiet: { from: '20:00', until: '08:00' },
      pages: { words: { en: { form_button: 'Yes & please' } }, color: '#112233' },
    })
    assert.equal(changed.status, 200)
    assert.deepEqual(changed.body.cap, [{ letters: 2, per: 'P1D' }])
    assert.match((await visit('GET', `/f/${form}`)).text, /Yes &#38; please/)
    assert.equal((await call({ quiet: null })).body.quiet, null)
    await call({ postal_address: 'Rua do Sol, 1' })
    assert.equal((await call({ postal_address: '' })).body.postal_address, null)
    assert.deepEqual((await call({ pages: { logo: '' } })).body.pages, {})
    const path = `/v1/forms/${form}` as const
    const plain = await service.call('PATCH', path, { body: { style: { logo: '' } } })
    assert.deepEqual(plain.body.style, {})
    assert.equal((await visit('GET', `/f/${form}`)).status, 200)
    const wrong: [object, string][] = [
      [{ cap: [{ letters: 0, per: 'P1D' }] }, 'cap[0].letters'],
      [{ cap: [{ letters: 1, per: 'day' }] }, 'cap[0].per'],
      [{ quiet: { from: '25:00', until: '08:00' } }, 'quiet.from'],
      [{ quiet: { from: '08:00', until: '08:00' } }, 'quiet.until'],
      [{ one_click: 'none' }, 'one_click'],
      [{ pages: { logo: 'http://x.example/' } }, 'pages.logo'],
      [{ other: 1 }, 'other'],
    ]
    for (const [given, param] of wrong) {
      const { status, body: answer } = await call(given)
      assert.deepEqual(
        [status, answer.error.code, answer.error.param],
        [400, 'invalid_field', param],
      )
    }
  })
})
