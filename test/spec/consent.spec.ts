import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Called, type Poster, refused } from '../support/called.ts'
import { publishedOf, verdictOn } from '../support/consents.ts'
import { proofsAreChained } from '../support/jobs.ts'
import { startTestService, type TestService } from '../support/service.ts'

const day = 24 * 3_600_000

interface Stage {
  readonly service: TestService
  readonly post: Poster
  topic(fields?: object): Promise<string>
  contact(email?: string, topics?: string[]): Promise<string>
  set(contact: string, topic: string, state: string, consent?: object): Promise<Called>
  states(contact: string): Promise<string[]>
  actions(contact: string): Promise<string[]>
}

async function setStage(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const service = await startTestService(t, { settings })
  const post = <const Path extends string>(path: Path, body: unknown) =>
    service.call('POST', path, { body })
  let count = 0
  return {
    service,
    post,
    async topic(fields = {}) {
      const made = await post('/v1/topics', { name: { en: `Topic ${++count}` }, ...fields })
      assert.equal(made.status, 201)
      return made.body.id
    },
    async contact(email = 'ana@b.example', topics = []) {
      return (await post('/v1/contacts', { email, topics })).body.id
    },
    set: (contact, topic, state, consent) =>
      post(`/v1/contacts/${contact}/topics`, { topics: [{ id: topic, state, consent }] }),
    async states(contact) {
      const { body } = await service.call('GET', `/v1/contacts/${contact}`)
      return body.topics.map((one: { state: string }) => one.state)
    },
    async actions(contact) {
      const { body } = await service.call('GET', `/v1/contacts/${contact}/consents`)
      return body.data.map((one: { action: string }) => one.action).reverse()
    },
  }
}

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('topics', () => {
  it('are made, changed, listed and deleted', async t => {
    const { service, post } = await setStage(t)
    const made = await post('/v1/topics', {
      name: { pt: 'Ofertas', en: 'Offers' },
      double_opt_in: true,
    })
    assert.equal(made.status, 201)
    const { id, created_at, ...rest } = made.body
    assert.match(id, /^top_/)
    assert.ok(Date.parse(created_at))
    assert.deepEqual(rest, {
      name: { pt: 'Ofertas', en: 'Offers' },
      description: {},
      joined_by: 'choice',
      double_opt_in: true,
      public: true,
      exempt_from_cap: false,
    })
    assert.deepEqual(refused(await post('/v1/topics', { name: { en: 'OFFERS' } })), [
      400,
      'invalid_field',
      'name',
    ])
    assert.deepEqual(refused(await post('/v1/topics', {})), [400, 'missing_field', 'name'])
    assert.deepEqual(refused(await post('/v1/topics', { name: {} })), [
      400,
      'missing_field',
      'name',
    ])
    const changed = await service.call('PATCH', `/v1/topics/${id}`, {
      body: { joined_by: 'default' },
    })
    assert.equal(changed.body.joined_by, 'default')
    assert.deepEqual((await service.call('GET', `/v1/topics/${id}`)).body, changed.body)
    assert.deepEqual((await service.call('GET', '/v1/topics')).body.data, [changed.body])
    assert.deepEqual((await service.call('DELETE', `/v1/topics/${id}`)).body, { id, deleted: true })
    assert.equal((await service.call('GET', `/v1/topics/${id}`)).status, 404)
  })
})

describe('joining and leaving', () => {
  it('goes by the states, each change with a record', async t => {
    const { topic, contact, set, states, actions } = await setStage(t)
    const news = await topic()
    const ana = await contact('ana@b.example', [news])
    assert.deepEqual(await states(ana), ['subscribed'])
    assert.equal((await set(ana, news, 'unsubscribed')).status, 200)
    assert.deepEqual(refused(await set(ana, news, 'subscribed')), [
      400,
      'invalid_field',
      'topics[0].consent',
    ])
    assert.deepEqual(refused(await set(ana, news, 'subscribed', { at: '2020-01-01T00:00:00Z' })), [
      400,
      'invalid_field',
      'topics[0].consent',
    ])
    assert.deepEqual(refused(await set(ana, news, 'subscribed', { at: after(day) })), [
      400,
      'invalid_field',
      'topics[0].consent',
    ])
    const back = await set(ana, news, 'subscribed', { at: after(0), source: 'shop' })
    assert.equal(back.status, 200)
    assert.deepEqual(await states(ana), ['subscribed'])
    assert.deepEqual(await actions(ana), ['joined', 'left', 'joined'])
  })

  it('waits for a confirmation where the topic wants one', async t => {
    const { service, topic, contact, set, states, actions } = await setStage(t)
    const strict = await topic({ double_opt_in: true })
    const ana = await contact()
    const asked = await set(ana, strict, 'subscribed', { at: after(-day), confirmed: true })
    assert.equal(asked.body.topics[0].state, 'pending', 'nobody says where it was confirmed')
    const nowhere = await set(ana, strict, 'subscribed', { at: after(-day), ip: 'home' })
    assert.deepEqual(refused(nowhere), [400, 'invalid_field', 'topics[0].consent.ip'])
    const shown = { at: after(-day), source: 'our shop', confirmed: true }
    assert.equal((await set(ana, strict, 'subscribed', shown)).body.topics[0].state, 'subscribed')
    assert.deepEqual(await actions(ana), ['asked', 'joined'])
    const moved = await service.call('PATCH', `/v1/contacts/${ana}`, {
      body: { email: 'new@b.example' },
    })
    assert.equal(moved.body.topics[0].state, 'pending', 'the proof was for the old address')
    assert.deepEqual(await states(ana), ['pending'])
  })

  it('is taken away by a complaint about whatever letter, with a record', async t => {
    const { service } = await setStage(t)
    const key = await service.key('test', 'admin')
    const email = 'complained@b.example'
    const made = await service.call('POST', '/v1/contacts', { key, body: { email } })
    const letter = { from: 'a@shop.test', to: [email], subject: 'Hi', text: 'Hi' }
    const sent: string[] = []
    for (const stream of ['marketing', 'transactional']) {
      const taken = await service.call('POST', '/v1/emails', { key, body: { ...letter, stream } })
      assert.equal(taken.status, 202)
      sent.unshift(taken.body.id)
    }
    const read = await service.call('GET', `/v1/contacts/${made.body.id}/consents`, { key })
    assert.deepEqual(
      read.body.data.map((one: Record<string, unknown>) => [
        one.action,
        one.method,
        one.topic_id,
        one.actor,
        one.email_id,
      ]),
      sent.map(id => ['blocked', 'complaint', null, null, id]),
    )
    await proofsAreChained(service.world)
    const proof = await service.call('GET', `/v1/contacts/${made.body.id}/consents/export`, { key })
    const { ok, records } = verdictOn(proof.body, await publishedOf(service))
    assert.deepEqual([ok, records], [true, 2])
  })

  it('captures the letter of a confirmation on a machine whose name has no mail', async t => {
    const service = await startTestService(t, { settings: { MALOTE_HOSTNAME: 'localhost' } })
    const key = await service.key('test', 'admin')
    const topic = await service.call('POST', '/v1/topics', {
      key,
      body: { name: { en: 'News' }, double_opt_in: true },
    })
    const body = { email: 'ana@b.example', language: 'en-GB', topics: [topic.body.id] }
    const made = await service.call('POST', '/v1/contacts', { key, body })
    assert.deepEqual([made.status, made.body.topics[0].state], [201, 'pending'])
    const letters = await service.call('GET', '/v1/emails', { key })
    assert.deepEqual(letters.body.data[0].to, ['ana@b.example'])
    const { id } = letters.body.data[0]
    const content = await service.call('GET', `/v1/emails/${id}/content`, { key })
    assert.match(content.body.text, /\/c\/[\w-]+/)
    assert.match(letters.body.data[0].subject, /^Please confirm/, 'in the language of the person')
  })

  it('lets nobody back onto marketing but by a later act of the person', async t => {
    const { service, topic, contact, set } = await setStage(t)
    const news = await topic()
    const ana = await contact('ana@b.example', [news])
    const patch = (body: object) => service.call('PATCH', `/v1/contacts/${ana}`, { body })
    const left = await patch({ unsubscribed: true })
    assert.equal(left.body.unsubscribed, true)
    assert.deepEqual(
      [left.body.suppressed.stream, left.body.suppressed.reason],
      ['marketing', 'manual'],
    )
    assert.deepEqual(refused(await patch({ unsubscribed: false })), [
      400,
      'invalid_field',
      'consent',
    ])
    assert.deepEqual(refused(await set(ana, news, 'subscribed')), [
      400,
      'invalid_field',
      'topics[0].consent',
    ])
    const back = await patch({ unsubscribed: false, consent: { at: after(0) } })
    assert.equal(back.status, 200)
    assert.equal(back.body.unsubscribed, false)
    assert.equal((await service.call('GET', '/v1/suppressions')).body.data.length, 0)
  })

  it('does not change what a bounce or the operator has said', async t => {
    const { service, post, topic, contact, set } = await setStage(t)
    const news = await topic()
    const ana = await contact()
    await post('/v1/suppressions', { email: 'ana@b.example', stream: 'all' })
    assert.deepEqual(refused(await set(ana, news, 'subscribed', { at: after(0) })), [
      400,
      'invalid_field',
      'topics[0].consent',
    ])
    const patch = { body: { unsubscribed: false, consent: { at: after(0) } } }
    assert.deepEqual(refused(await service.call('PATCH', `/v1/contacts/${ana}`, patch)), [
      400,
      'invalid_field',
      'consent',
    ])
  })

  it('is told in the history of the person', async t => {
    const { service, topic, contact } = await setStage(t)
    const ana = await contact('ana@b.example', [await topic()])
    const read = (language: string) =>
      service.call('GET', `/v1/contacts/${ana}/timeline`, {
        headers: { 'accept-language': language },
      })
    const [made, item] = (await read('en')).body.data
    assert.equal(item.type, 'consent.joined')
    assert.equal(made.type, 'contact.created')
    assert.equal(item.explanation, 'Joined "Topic 1" by a call of the API.')
    assert.equal(
      (await read('pt')).body.data[1].explanation,
      'Entrou em "Topic 1" por uma chamada da API.',
    )
    const dossier = await service.call('GET', `/v1/contacts/${ana}/dossier`)
    assert.equal(dossier.body.contact.id, ana)
    assert.equal(dossier.body.consents.length, 1)
    assert.equal(dossier.body.timeline.length, 2)
  })
})

describe('the proof of consent', () => {
  it('is a signed file in which each change shows', async t => {
    const { service, topic, contact, set } = await setStage(t)
    const news = await topic()
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, i) => contact(`other${i}@b.example`, [news])),
    )
    const ana = await contact('ana@b.example')
    await set(ana, news, 'subscribed', {
      at: '2026-01-02T03:04:05Z',
      ip: '192.0.2.7',
      page: 'https://shop.example/',
      wording: 'I want the news.',
    })
    await contact('later@b.example', [news])
    await set(others[0]!, news, 'unsubscribed')
    await set(ana, news, 'unsubscribed')
    const { status, body } = await service.call('GET', `/v1/contacts/${ana}/consents/export`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), [
      'contact_id',
      'records',
      'neighbours',
      'heads',
      'public_key',
      'signature',
    ])
    assert.equal(body.records.length, 2)
    assert.equal(body.records[0].wording.text, 'I want the news.')
    assert.equal(body.records[0].ip, '192.0.2.7')
    const { fingerprint, ...known } = verdictOn(body, await publishedOf(service))
    assert.deepEqual(known, { ok: true, records: 2, key: 'verified' })
    assert.match(fingerprint!, /^[0-9a-f]{64}$/)
    assert.ok(!JSON.stringify(body).includes('other0'), 'nobody else stands in it')
    const change = (edit: (file: typeof body) => void) => {
      const file = structuredClone(body)
      edit(file)
      return verdictOn(file).broken_at
    }
    const [first] = body.records
    assert.equal(
      change(file => (file.records[0].at = '2026-01-02T03:04:06.000Z')),
      first.id,
    )
    assert.equal(
      change(file => (file.records[0].ip = '192.0.2.8')),
      first.id,
    )
    assert.equal(
      change(file => (file.records[0].wording.text += '!')),
      first.id,
    )
    assert.equal(
      change(file => (file.records[0].evidence.source = 'x')),
      first.id,
    )
    assert.equal(
      change(file => file.records.shift()),
      'signature',
      'one taken away',
    )
    assert.equal(
      change(file => (file.heads[0].hash = '00'.repeat(32))),
      'heads',
    )
    assert.equal(
      change(file => (file.contact_id = others[0]!)),
      'signature',
    )
  })
})
