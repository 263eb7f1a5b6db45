/** What both modes share: a test key tries it, and live mode goes by what a live key made of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const quiet = { settings: { MALOTE_ROLES: 'api' } }
const letter = { en: { subject: 'Hello', html: '<p>Hi {{ name }}</p>' } }
const template = {
  default_language: 'en',
  variables: [{ key: 'name', type: 'string', fallback: 'you' }],
  variants: letter,
}

type Service = Awaited<ReturnType<typeof startTestService>>

/** One of each kind, by one key; without one by the live key. */
async function setUp({ call }: Service, key?: string) {
  const by = key === undefined ? {} : { key }
  const mark = key === undefined ? 'live' : 'test'
  const make = async (path: string, body: object) => {
    const made = await call('POST', path, { body, ...by })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const property = `city_${mark}`
  await make('/v1/contact-properties', { key: property, type: 'string' })
  const topic = (await make('/v1/topics', { name: { en: `News ${mark}` } })).id
  const segment = (await make('/v1/segments', { name: `All ${mark}`, filter: { all: [] } })).id
  const ofTopic = (await make('/v1/topics', { name: { en: `Offers ${mark}` } })).id
  const form = (await make('/v1/forms', { name: `Form ${mark}`, topics: [ofTopic] })).id
  const mail = { ...template, name: `Mail ${mark}`, alias: `mail-${mark}` }
  const tpl = (await make('/v1/templates', mail)).id
  await make(`/v1/templates/${tpl}/publish`, {})
  const seq = (
    await make('/v1/sequences', { name: `Way ${mark}`, steps: [{ key: 'e', type: 'exit' }] })
  ).id
  await make(`/v1/sequences/${seq}/publish`, {})
  return { property, topic, segment, ofTopic, form, template: tpl, sequence: seq }
}

const contents = (service: Service, ids: Awaited<ReturnType<typeof setUp>>) =>
  Promise.all(
    [
      '/v1/contact-properties',
      `/v1/topics/${ids.topic}`,
      `/v1/segments/${ids.segment}`,
      `/v1/forms/${ids.form}`,
      `/v1/templates/${ids.template}`,
      `/v1/sequences/${ids.sequence}`,
      '/v1/marketing-settings',
    ].map(async path => (await service.call('GET', path)).body),
  )

describe('of the set-up that both modes share, a test key', () => {
  it('reads what a live key made, and changes none of it', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service)
    const before = await contents(service, ids)
    const attacks = [
      ['POST', '/v1/contact-properties', { key: ids.property, type: 'string', label: 'Mine' }],
      ['PATCH', `/v1/contact-properties/${ids.property}`, { label: 'Mine' }],
      ['DELETE', `/v1/contact-properties/${ids.property}`],
      ['PATCH', `/v1/topics/${ids.topic}`, { double_opt_in: true }],
      ['DELETE', `/v1/topics/${ids.topic}`],
      ['PATCH', `/v1/segments/${ids.segment}`, { name: 'Mine' }],
      ['DELETE', `/v1/segments/${ids.segment}`],
      ['PATCH', `/v1/forms/${ids.form}`, { redirect_url: 'https://evil.test/' }],
      ['DELETE', `/v1/forms/${ids.form}`],
      ['PATCH', '/v1/marketing-settings', { postal_address: 'Mine' }],
      ['POST', `/v1/templates/${ids.template}/publish`, {}],
      ['POST', `/v1/templates/${ids.template}/versions/1/restore`, {}],
      ['PATCH', `/v1/templates/${ids.template}`, { alias: 'mine' }],
      ['PATCH', `/v1/templates/${ids.template}`, { name: 'Mine' }],
      ['PATCH', `/v1/sequences/${ids.sequence}`, { name: 'Mine' }],
      ['DELETE', `/v1/templates/${ids.template}`],
      ['POST', `/v1/sequences/${ids.sequence}/publish`, {}],
      ['POST', `/v1/sequences/${ids.sequence}/publish`, { dry_run: true }],
      ['POST', `/v1/sequences/${ids.sequence}/pause`, {}],
      ['POST', `/v1/sequences/${ids.sequence}/resume`, {}],
      ['POST', `/v1/sequences/${ids.sequence}/archive`, {}],
      ['DELETE', `/v1/sequences/${ids.sequence}`],
    ] as const
    for (const [method, path, body] of attacks) {
      const { status, body: answer } = await call(method, path, { key, ...(body ? { body } : {}) })
      const { code, param } = answer.error ?? {}
      assert.deepEqual(
        [status, code, param],
        [403, 'live_key_required', undefined],
        `${method} ${path}`,
      )
    }
    assert.deepEqual(await contents(service, ids), before)
    // What is not there is told as such, to whomever.
    const nobody = ids.topic.replace(/.{6}$/, '000000')
    assert.equal((await call('DELETE', `/v1/topics/${nobody}`, { key })).status, 404)
    assert.equal((await call('DELETE', `/v1/topics/${ids.topic}`)).status, 200)
  })

  it('edits and sends drafts, which change nothing that goes out', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service)
    const variants = { en: { subject: 'Trial', html: '<p>New</p>' } }
    const path = `/v1/templates/${ids.template}` as const
    assert.equal((await call('PATCH', path, { key, body: { variants } })).status, 200)
    const steps = [
      { key: 'm', type: 'email', template_id: ids.template, from: 'a@shop.test', next: 'x' },
      { key: 'x', type: 'exit' },
    ]
    const way = `/v1/sequences/${ids.sequence}` as const
    assert.equal((await call('PATCH', way, { key, body: { steps } })).status, 200)
    const body = { contact: { email: 'b@here.test' }, version: 'draft' }
    const simulated = await call('POST', `${way}/simulate`, { key, body })
    assert.equal(simulated.body.letters.length, 1, JSON.stringify(simulated.body))
    const email = (version?: unknown) => ({
      from: 'a@shop.test',
      to: ['b@here.test'],
      template: { id: ids.template, ...(version === undefined ? {} : { version }) },
    })
    const subject = async (sent: { body: { id: string } }, as?: string) =>
      (await call('GET', `/v1/emails/${sent.body.id}`, as ? { key: as } : {})).body.subject
    const tried = await call('POST', '/v1/emails', { key, body: email('draft') })
    assert.equal(tried.status, 202, JSON.stringify(tried.body))
    assert.equal(await subject(tried, key), 'Trial')
    const published = await call('POST', '/v1/emails', { key, body: email() })
    assert.equal(await subject(published, key), 'Hello')
    const live = await call('POST', '/v1/emails', { body: email('draft') })
    assert.deepEqual(
      [live.status, live.body.error?.code, live.body.error?.param],
      [400, 'invalid_field', 'template.version'],
    )
    const { body: person } = await call('POST', '/v1/contacts', {
      key,
      body: { email: 'c@here.test', topics: [ids.topic] },
    })
    assert.ok(person.id, JSON.stringify(person))
    const campaign = {
      name: 'Trial',
      from: 'a@shop.test',
      topic_id: ids.topic,
      audience: { topics: [ids.topic] },
      content: { template_id: ids.template, version: 'draft' },
    }
    const refused = await call('POST', '/v1/campaigns', { body: campaign })
    assert.deepEqual(
      [refused.status, refused.body.error?.code, refused.body.error?.param],
      [400, 'invalid_field', 'content.version'],
    )
    const made = await call('POST', '/v1/campaigns', { key, body: campaign })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal(made.body.content.version, 'draft')
    const looked = `/v1/campaigns/${made.body.id}/preview` as const
    const shown = await call('POST', looked, { key, body: {} })
    assert.equal(shown.body.subject, 'Trial', JSON.stringify(shown.body))
    const checked = await call('POST', '/v1/emails/check', { key, body: email('draft') })
    assert.equal(checked.body.ok, true, JSON.stringify(checked.body))
    const odd = await call('POST', '/v1/emails/check', { key, body: email('newest') })
    assert.equal(odd.body.checks[0].param, 'template.version')
  })

  it('does as it likes with what it made, and live mode uses none of that', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service, key)
    const refused = async (method: string, path: string, body: object, param: string) => {
      const { status, body: answer } = await call(method, path, { body })
      const { code, param: named } = answer.error ?? {}
      assert.deepEqual([status, code, named], [400, 'invalid_field', param], `${method} ${path}`)
    }
    const email = {
      from: 'a@shop.test',
      to: ['b@here.test'],
      template: { id: ids.template },
    }
    await refused('POST', '/v1/emails', email, 'template.id')
    const properties = { [ids.property]: 'Olinda' }
    const person = { email: 'b@here.test', properties }
    await refused('POST', '/v1/contacts', person, `properties.${ids.property}`)
    await refused(
      'POST',
      '/v1/contacts',
      { email: 'c@here.test', topics: [ids.topic] },
      'topics[0]',
    )
    const filter = { all: [{ field: `properties.${ids.property}`, op: 'is_set' }] }
    await refused('POST', '/v1/segments/preview', { filter }, 'filter.all[0].field')
    await refused('POST', '/v1/forms', { name: 'F', topics: [ids.topic] }, 'topics[0]')
    const campaign = (audience: object) => ({ name: 'C', audience })
    const everybody = campaign({ segments: [ids.segment] })
    await refused('POST', '/v1/campaigns', everybody, 'audience.segments[0]')
    await refused('POST', '/v1/campaigns', campaign({ topics: [ids.topic] }), 'audience.topics[0]')
    const layout = {
      ...template,
      name: 'Layout',
      kind: 'layout',
      variants: { en: { html: '<p>{{ content }}</p>' } },
    }
    const made = await call('POST', '/v1/templates', { key, body: layout })
    await call('POST', `/v1/templates/${made.body.id}/publish`, { key, body: {} })
    const inIt = { ...template, name: 'In it', layout_id: made.body.id }
    const { id } = (await call('POST', '/v1/templates', { body: inIt })).body
    await refused('POST', `/v1/templates/${id}/publish`, {}, 'layout_id')
    const known = await call('POST', '/v1/contacts', { body: { email: 'd@here.test' } })
    const enrolled = { contact_id: known.body.id }
    await refused('POST', `/v1/sequences/${ids.sequence}/enrollments`, enrolled, 'status')
    assert.equal((await fetch(`http://127.0.0.1:${service.port}/f/${ids.form}`)).status, 404)
    assert.equal(
      (await fetch(`http://127.0.0.1:${service.port}/f/${ids.form}?mode=test`)).status,
      200,
    )
    for (const [body, path] of [
      [person, '/v1/contacts'],
      [email, '/v1/emails'],
    ] as const) {
      assert.ok((await call('POST', path, { key, body })).status < 300, path)
    }
    assert.equal((await call('POST', `/v1/sequences/${ids.sequence}/pause`, { key })).status, 200)
    assert.equal((await call('DELETE', `/v1/segments/${ids.segment}`, { key })).status, 200)
    assert.equal((await call('DELETE', `/v1/sequences/${ids.sequence}`, { key })).status, 200)
  })

  it('gives it up to whoever publishes it in live mode', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service, key)
    const publishing = [
      ['PATCH', `/v1/contact-properties/${ids.property}`, { label: 'City' }],
      ['PATCH', `/v1/topics/${ids.topic}`, { public: true }],
      ['PATCH', `/v1/segments/${ids.segment}`, { name: 'Everybody' }],
      ['PATCH', `/v1/topics/${ids.ofTopic}`, {}],
      ['PATCH', `/v1/forms/${ids.form}`, { enabled: true }],
      ['POST', `/v1/templates/${ids.template}/publish`, {}],
      ['POST', `/v1/sequences/${ids.sequence}/publish`, {}],
    ] as const
    for (const [method, path, body] of publishing) {
      const done = await call(method, path, { body })
      assert.ok(done.status < 300, `${method} ${path}: ${JSON.stringify(done.body)}`)
      const again = await call(method, path, { key, body })
      assert.equal(again.body.error?.code, 'live_key_required', `${method} ${path}`)
    }
    const email = { from: 'a@shop.test', to: ['b@here.test'], template: { id: ids.template } }
    assert.equal((await call('POST', '/v1/emails', { body: email })).status, 202)
    const person = {
      email: 'b@here.test',
      properties: { [ids.property]: 'X' },
      topics: [ids.topic],
    }
    const known = await call('POST', '/v1/contacts', { body: person })
    assert.equal(known.status, 201)
    const enrolled = { body: { contact_id: known.body.id } }
    const entered = await call('POST', `/v1/sequences/${ids.sequence}/enrollments`, enrolled)
    assert.equal(entered.status, 201)
    assert.equal((await fetch(`http://127.0.0.1:${service.port}/f/${ids.form}`)).status, 200)
  })

  it('holds no name, key, alias or place that live mode wants', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const made = async (path: string, body: object, as?: string) => {
      const answer = await call('POST', path, { body, ...(as ? { key: as } : {}) })
      assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const topic = (await made('/v1/topics', { name: { en: 'Ours', pt: 'Nosso' } })).id
    const kinds = [
      ['/v1/topics', { name: { en: 'News', pt: 'Novidades' } }],
      ['/v1/segments', { name: 'News', filter: { all: [] }, tracked: true }],
      ['/v1/sequences', { name: 'News', steps: [{ key: 'e', type: 'exit' }] }],
      ['/v1/forms', { name: 'News', topics: [topic] }],
      ['/v1/templates', { ...template, name: 'News', alias: 'news' }],
      ['/v1/domains', { name: 'news.test' }],
    ] as const
    for (const [path, body] of kinds) {
      const squatted = await made(path, body, key)
      const own = await made(path, body)
      const again = await call('POST', path, { key, body })
      assert.notEqual(again.status, 201, `${path}: what is live keeps its name`)
      const other = (await call('GET', `${path}/${squatted.id}`)).body
      if (path === '/v1/domains') {
        // The names of domains are what they are: the domain is the live key's own.
        assert.equal(own.id, squatted.id)
        assert.equal((await call('DELETE', `${path}/${own.id}`, { key })).status, 403, path)
        continue
      }
      assert.notEqual(own.id, squatted.id, path)
      if ('alias' in other) assert.deepEqual([own.alias, other.alias], ['news', null])
      else {
        const aside =
          path === '/v1/topics' ? { en: 'News (test)', pt: 'Novidades (test)' } : 'News (test)'
        assert.deepEqual([own.name, other.name], [body.name, aside], path)
      }
      // Again, and by a change of name.
      const second = { ...body, name: path === '/v1/topics' ? { en: 'Two' } : 'Two' }
      const renamed = path === '/v1/templates' ? { alias: 'two' } : { name: second.name }
      await made(path, { ...second, ...renamed }, key)
      const change = await call('PATCH', `${path}/${own.id}`, { body: renamed })
      assert.equal(change.status, 200, `${path}: ${JSON.stringify(change.body)}`)
    }
  })

  it('holds no key of a property, of whatever type', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const path = '/v1/contact-properties'
    for (const name of ['age', 'used']) {
      const squatted = { key: name, type: 'string', label: 'Mine', fallback: 'evil.test' }
      assert.equal((await call('POST', path, { key, body: squatted })).status, 201)
    }
    const person = { email: 'a@here.test', properties: { age: 'much', used: 'x' } }
    assert.equal((await call('POST', '/v1/contacts', { key, body: person })).status, 201)
    const filter = { all: [{ field: 'properties.used', op: 'eq', value: 'x' }] }
    const segment = { key, body: { name: 'Reads it', filter } }
    assert.equal((await call('POST', '/v1/segments', segment)).status, 201)
    const own = await call('POST', path, { body: { key: 'age', type: 'number' } })
    assert.deepEqual(
      [own.status, own.body.type, own.body.label, own.body.fallback],
      [201, 'number', null, null],
    )
    const after = await call('GET', '/v1/contacts/a@here.test', { key })
    assert.deepEqual(after.body.properties, { used: 'x' })
    const late = await call('PATCH', `${path}/age`, { key, body: { label: 'Mine' } })
    assert.equal(late.body.error?.code, 'live_key_required')
    const live = { email: 'b@here.test', properties: { age: 7 } }
    assert.equal((await call('POST', '/v1/contacts', { body: live })).status, 201)
    // As long as something reads it by its type, that is named.
    const read = await call('POST', path, { body: { key: 'used', type: 'number' } })
    assert.deepEqual([read.status, read.body.error?.param], [400, 'type'])
    assert.match(read.body.error.message, /Reads it/)
    const same = await call('POST', path, { body: { key: 'used', type: 'string', label: 'Use' } })
    assert.deepEqual([same.status, same.body.label, same.body.fallback], [201, 'Use', null])
    const kept = await call('GET', '/v1/contacts/a@here.test', { key })
    assert.deepEqual(kept.body.properties, { used: 'x' })
  })

  it('leaves the places that are counted to live mode', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const properties = Array.from({ length: 200 }, (_, n) => ({ key: `p${n}`, type: 'string' }))
    for (const body of properties) await call('POST', '/v1/contact-properties', { key, body })
    const one = { key: 'one_more', type: 'string' }
    assert.equal((await call('POST', '/v1/contact-properties', { key, body: one })).status, 400)
    assert.equal((await call('POST', '/v1/contact-properties', { body: one })).status, 201)
    const url = 'https://hooks.test/in'
    const body = { url, events: ['delivered'] }
    let status = 201
    while (status === 201) status = (await call('POST', '/v1/webhooks', { key, body })).status
    assert.equal(status, 400)
    assert.equal((await call('POST', '/v1/webhooks', { body })).status, 201)
  })

  it('does not change by a draft from whom live letters come', async t => {
    const service = await startTestService(t)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service)
    const steps = [{ key: 'm', type: 'email', template_id: ids.template }]
    const way = { name: 'Welcome', from: 'Shop <a@shop.test>', topic_id: ids.topic, steps }
    const { id } = (await call('POST', '/v1/sequences', { body: way })).body
    const published = await call('POST', `/v1/sequences/${id}/publish`, { body: {} })
    assert.equal(published.status, 201, JSON.stringify(published.body))
    const draft = { from: 'Evil <evil@shop.test>' }
    assert.equal((await call('PATCH', `/v1/sequences/${id}`, { key, body: draft })).status, 200)
    const person = { email: 'b@here.test', topics: [ids.topic] }
    const { body: contact } = await call('POST', '/v1/contacts', { body: person })
    const body = { contact_id: contact.id }
    const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { body })
    assert.equal(entered.status, 201, JSON.stringify(entered.body))
    let letter: { from: string } | undefined
    await until(async () => {
      letter = (await call('GET', '/v1/emails?to=b@here.test')).body.data[0]
      return letter !== undefined
    }, 'the letter of the published version')
    assert.equal(letter!.from, 'Shop <a@shop.test>')
  })

  it('is kept to that by the way of Resend, too', async t => {
    const service = await startTestService(t, quiet)
    const { call } = service
    const key = await service.key('test', 'admin')
    const ids = await setUp(service)
    for (const [method, path, body] of [
      ['PATCH', `/resend/topics/${ids.topic}`, { name: 'Mine' }],
      ['PATCH', `/resend/templates/${ids.template}`, { name: 'Mine' }],
      ['DELETE', `/resend/topics/${ids.topic}`],
      ['DELETE', `/resend/segments/${ids.segment}`],
      ['DELETE', `/resend/templates/${ids.template}`],
      ['POST', `/resend/templates/${ids.template}/publish`],
      ['DELETE', `/resend/automations/${ids.sequence}`],
      ['POST', `/resend/automations/${ids.sequence}/stop`],
    ] as const) {
      const { status, body: answer } = await call(method, path, { key, ...(body ? { body } : {}) })
      assert.deepEqual([status, answer.name], [403, 'invalid_access'], `${method} ${path}`)
    }
    const own = await call('POST', '/resend/segments', { key, body: { name: 'Own' } })
    assert.equal((await call('DELETE', `/resend/segments/${own.body.id}`, { key })).status, 200)
  })
})
