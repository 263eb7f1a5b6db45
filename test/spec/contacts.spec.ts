import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { traceOf } from '../support/kept.ts'
import { type CallOptions, startTestService, type TestService } from '../support/service.ts'

type Post = (path: string, body: unknown, options?: CallOptions) => ReturnType<TestService['call']>

async function start(t: TestContext): Promise<TestService & { readonly post: Post }> {
  const service = await startTestService(t)
  return {
    ...service,
    turn: ms => service.turn(ms),
    post: (path, body, options) => service.call('POST', path, { body, ...options }),
  }
}

const refused = (answer: {
  status: number
  body: { error?: { code: string; param?: string } }
}) => [answer.status, answer.body.error?.code, answer.body.error?.param]

describe('writing contacts', () => {
  it('creates, then changes, and merges properties', async t => {
    const { post, call } = await start(t)
    assert.equal(
      (await post('/v1/contact-properties', { key: 'city', type: 'string' })).status,
      201,
    )
    await post('/v1/contact-properties', { key: 'orders', type: 'number' })
    const made = await post('/v1/contacts', {
      email: 'Ana@Example.net',
      external_id: 'u-1',
      first_name: '  Ana ',
      language: 'PT-br',
      time_zone: 'America/Recife',
      properties: { city: 'Olinda', orders: 4 },
    })
    assert.equal(made.status, 201)
    assert.equal(made.body.created, true)
    assert.equal(made.body.first_name, 'Ana')
    assert.equal(made.body.language, 'pt-BR')
    const again = await post('/v1/contacts', {
      email: 'ana@example.net',
      last_name: 'Lima',
      properties: { city: null },
    })
    assert.equal(again.status, 200)
    assert.equal(again.body.created, false)
    assert.equal(again.body.id, made.body.id)
    assert.deepEqual(again.body.properties, { orders: 4 })
    const read = await call('GET', '/v1/contacts/ANA%40example.net')
    const { created, ...shown } = again.body
    assert.equal(created, false)
    assert.deepEqual(read.body, shown)
    assert.deepEqual(read.body.topics, [])
    assert.equal(read.body.unsubscribed, false)
    assert.equal(read.body.suppressed, null)
    assert.equal(read.body.source, 'api')
  })

  it('keeps what is there when asked to', async t => {
    const { post } = await start(t)
    await post('/v1/contacts', { email: 'a@b.example', first_name: 'A' })
    const kept = await post('/v1/contacts', {
      email: 'a@b.example',
      first_name: 'B',
      last_name: 'C',
      on_existing: 'keep',
    })
    assert.deepEqual([kept.body.first_name, kept.body.last_name], ['A', 'C'])
  })

  it('follows the own key to another address, and refuses that of another', async t => {
    const { post } = await start(t)
    const made = await post('/v1/contacts', { email: 'one@b.example', external_id: 'X' })
    await post('/v1/contacts', { email: 'two@b.example' })
    const moved = await post('/v1/contacts', { email: 'three@b.example', external_id: 'X' })
    assert.deepEqual(
      [moved.status, moved.body.id, moved.body.email],
      [200, made.body.id, 'three@b.example'],
    )
    const taken = await post('/v1/contacts', { email: 'two@b.example', external_id: 'X' })
    assert.deepEqual(refused(taken), [400, 'invalid_field', 'email'])
    const given = await post('/v1/contacts', { email: 'two@b.example', external_id: 'x' })
    assert.equal(given.status, 200, 'its case counts, and the contact had none')
    const other = await post('/v1/contacts', { email: 'two@b.example', external_id: 'Y' })
    assert.deepEqual(refused(other), [400, 'invalid_field', 'external_id'])
    assert.deepEqual(refused(await post('/v1/contacts', { external_id: 'none' })), [
      400,
      'missing_field',
      'email',
    ])
  })

  it('makes one contact of a thousand equal calls at once', async t => {
    const { post, call } = await start(t)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post('/v1/contacts', { email: 'Same@b.example' })),
    )
    assert.equal(answers.filter(one => one.status === 201).length, 1)
    assert.equal(answers.filter(one => one.status === 200).length, 199)
    assert.equal((await call('GET', '/v1/contacts')).body.data.length, 1)
  })

  it('counts the characters of a name, without spaces around it', async t => {
    const { post } = await start(t)
    for (const first_name of [`  ${'x'.repeat(200)}  `, '😀'.repeat(200)]) {
      const { status, body } = await post('/v1/contacts', { email: 'a@b.example', first_name })
      assert.ok(status < 300, JSON.stringify(body))
      assert.equal(body.first_name, first_name.trim())
    }
    const long = { email: 'a@b.example', first_name: '😀'.repeat(201) }
    assert.deepEqual(refused(await post('/v1/contacts', long)), [
      400,
      'invalid_field',
      'first_name',
    ])
  })

  it('names the field that is wrong', async t => {
    const { post, call } = await start(t)
    await post('/v1/contact-properties', { key: 'n', type: 'number' })
    const wrong: [object, string][] = [
      [{ email: 'not an address' }, 'email'],
      [{ email: 'a@b.example', first_name: 'x'.repeat(201) }, 'first_name'],
      [{ email: 'a@b.example', language: 'no language' }, 'language'],
      [{ email: 'a@b.example', time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ email: 'a@b.example', time_zone: '+03:00' }, 'time_zone'],
      [{ email: 'a@b.example', properties: { other: 1 } }, 'properties.other'],
      [{ email: 'a@b.example', properties: { n: '1' } }, 'properties.n'],
      [{ email: 'a@b.example', nickname: 'x' }, 'nickname'],
      [{ email: 'a@b.example', topics: ['top_0'] }, 'topics[0]'],
    ]
    for (const [body, param] of wrong) {
      assert.deepEqual(
        refused(await post('/v1/contacts', body)),
        [400, 'invalid_field', param],
        param,
      )
    }
    assert.deepEqual(refused(await call('GET', '/v1/contacts/con_0')), [
      404,
      'resource_not_found',
      undefined,
    ])
  })

  it('never takes the address away', async t => {
    const { post, call } = await start(t)
    const made = await post('/v1/contacts', { email: 'a@b.example', external_id: 'X' })
    const cleared = await call('PATCH', `/v1/contacts/${made.body.id}`, { body: { email: '' } })
    assert.deepEqual(refused(cleared), [400, 'invalid_field', 'email'])
  })

  it('tells a key that may only send nothing but the id', async t => {
    const service = await start(t)
    const key = await service.key('live', 'send')
    const made = await service.post(
      '/v1/contacts',
      { email: 'a@b.example', first_name: 'A' },
      { key },
    )
    assert.deepEqual(Object.keys(made.body).sort(), ['created', 'id'])
    assert.equal((await service.call('GET', `/v1/contacts/${made.body.id}`, { key })).status, 403)
  })

  it('loses the values of a property that is deleted, in both modes and for good', async t => {
    const service = await start(t)
    const { post, call } = service
    const key = await service.key('test', 'admin')
    const property = { key: 'city', type: 'string' }
    await post('/v1/contact-properties', property)
    await post('/v1/contact-properties', { key: 'orders', type: 'number' })
    const contacts = Array.from({ length: 3 }, (_, n) => ({
      email: `p${n}@b.example`,
      properties: { city: 'Olinda', orders: n },
    }))
    await post('/v1/contacts/batch', { contacts })
    await post('/v1/contacts', contacts[0], { key })
    assert.equal((await call('DELETE', '/v1/contact-properties/city')).status, 200)
    const { body } = await call('GET', '/v1/contacts')
    assert.deepEqual(
      body.data.map((one: { properties: unknown }) => one.properties),
      [{ orders: 2 }, { orders: 1 }, { orders: 0 }],
    )
    // Of another type under the same name: nobody has a value of it.
    await post('/v1/contact-properties', { key: 'city', type: 'number' })
    const filter = { any: [{ field: 'properties.city', op: 'exists' }] }
    for (const options of [{}, { key }]) {
      const found = await post('/v1/contacts/search', { filter }, options)
      assert.deepEqual([found.status, found.body.data], [200, []])
    }
  })

  it('keeps modes apart', async t => {
    const service = await start(t)
    const key = await service.key('test', 'admin')
    const made = await service.post('/v1/contacts', { email: 'a@b.example' }, { key })
    assert.equal(made.status, 201)
    assert.equal((await service.call('GET', `/v1/contacts/${made.body.id}`)).status, 404)
    assert.equal((await service.post('/v1/contacts', { email: 'a@b.example' })).status, 201)
  })
})

describe('batches of contacts', () => {
  it('are written in order, the same address being one contact', async t => {
    const { post } = await start(t)
    const { status, body } = await post('/v1/contacts/batch', {
      contacts: [
        { email: 'a@b.example', first_name: 'One' },
        { email: 'c@b.example' },
        { email: 'A@b.example', first_name: 'Two' },
      ],
    })
    assert.equal(status, 200)
    assert.equal(body.data[0].id, body.data[2].id)
    assert.deepEqual(
      body.data.map((one: { created: boolean }) => one.created),
      [true, true, false],
    )
  })

  it('are refused whole, or skip what is wrong', async t => {
    const { post, call } = await start(t)
    const contacts = [
      { email: 'a@b.example' },
      { email: 'nothing' },
      { email: 'c@b.example', x: 1 },
      null,
    ]
    const none = await post('/v1/contacts/batch', { contacts })
    assert.deepEqual(refused(none), [400, 'invalid_field', 'contacts[1].email'])
    assert.equal((await call('GET', '/v1/contacts')).body.data.length, 0)
    const unknown = [{ external_id: 'nobody' }, ...contacts]
    const first = await post('/v1/contacts/batch', { contacts: unknown })
    assert.deepEqual(refused(first), [400, 'missing_field', 'contacts[0].email'])
    const some = await post('/v1/contacts/batch', { contacts, on_error: 'skip' })
    assert.equal(some.status, 200)
    assert.equal(some.body.data[0].created, true)
    assert.equal(some.body.data[1].error.param, 'contacts[1].email')
    assert.equal(some.body.data[2].error.param, 'contacts[2].x')
    assert.equal(some.body.data[3].error.param, 'contacts[3]')
    const [, , , last] = contacts
    assert.deepEqual(refused(await post('/v1/contacts/batch', { contacts: [last] })), [
      400,
      'invalid_field',
      'contacts[0]',
    ])
    assert.equal((await call('GET', '/v1/contacts')).body.data.length, 1)
  })

  it('have bounds', async t => {
    const { post } = await start(t)
    assert.deepEqual(refused(await post('/v1/contacts/batch', {})), [
      400,
      'missing_field',
      'contacts',
    ])
    assert.deepEqual(refused(await post('/v1/contacts/batch', { contacts: [] })), [
      400,
      'missing_field',
      'contacts',
    ])
    const contacts = Array.from({ length: 1_001 }, (_, i) => ({ email: `a${i}@b.example` }))
    assert.deepEqual(refused(await post('/v1/contacts/batch', { contacts })), [
      400,
      'batch_too_large',
      'contacts',
    ])
  })
})

describe('the list of contacts', () => {
  it('is narrowed by its filters', async t => {
    const { post, call } = await start(t)
    await post('/v1/contacts', { email: 'ana@one.example', first_name: 'Ána', external_id: 'e1' })
    await post('/v1/contacts', { email: 'bia@one.example', last_name: 'Analice' })
    await post('/v1/contacts', { email: 'caio@two.example' })
    const find = async (query: string): Promise<string[]> => {
      const { status, body } = await call('GET', `/v1/contacts?${query}`)
      assert.equal(status, 200)
      return body.data.map((one: { email: string }) => one.email.split('@')[0]!)
    }
    assert.deepEqual(await find(''), ['caio', 'bia', 'ana'])
    assert.deepEqual(await find('q=an'), ['bia', 'ana'])
    assert.deepEqual(await find('email=BIA%40one.example'), ['bia'])
    assert.deepEqual(await find('external_id=e1'), ['ana'])
    assert.deepEqual(await find('limit=2'), ['caio', 'bia'])
    assert.deepEqual(await find('created_before=2000-01-01T00:00:00Z'), [])
    await post('/v1/suppressions', { email: 'bia@one.example', stream: 'marketing' })
    assert.deepEqual(await find('unsubscribed=true'), ['bia'])
    assert.deepEqual(await find('unsubscribed=false'), ['caio', 'ana'])
    const cursor = (await call('GET', '/v1/contacts?limit=1')).body.data[0].id
    assert.deepEqual(await find(`starting_after=${cursor}`), ['bia', 'ana'])
    assert.deepEqual(refused(await call('GET', '/v1/contacts?topic=top_0')), [
      400,
      'invalid_field',
      'topic',
    ])
  })

  it('is downloaded as CSV without formulas, and as lines of JSON', async t => {
    const { post, call } = await start(t)
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    await post('/v1/contacts', {
      email: 'a@b.example',
      first_name: '=1+1',
      properties: { city: 'Olinda' },
    })
    const csv = await call('GET', '/v1/contacts/export')
    assert.match(csv.headers.get('content-type') ?? '', /text\/csv/)
    const [head, line] = String(csv.body).split('\r\n')
    assert.match(head!, /^id,email,.*,properties\.city$/)
    assert.match(line!, /,'=1\+1,.*,Olinda$/)
    const lines = await call('GET', '/v1/contacts/export?format=ndjson')
    assert.match(lines.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    const text = typeof lines.body === 'string' ? lines.body : JSON.stringify(lines.body)
    assert.equal(JSON.parse(text).first_name, '=1+1')
  })

  it('has nothing under a property that a contact lacks, whatever its name', async t => {
    const { post, call } = await start(t)
    await post('/v1/contact-properties', { key: 'constructor', type: 'string' })
    await post('/v1/contacts', { email: 'a@b.example' })
    const { body } = await call('GET', '/v1/contacts/export')
    const [head, line] = String(body).split('\r\n')
    assert.match(head!, /,properties\.constructor$/)
    assert.match(line!, /,$/)
  })
})

describe('deleting and erasing contacts', () => {
  it('keeps suppression and consents', async t => {
    const { post, call } = await start(t)
    const topic = await post('/v1/topics', { name: { pt: 'Novidades' } })
    const made = await post('/v1/contacts', { email: 'a@b.example', topics: [topic.body.id] })
    await call('PATCH', `/v1/contacts/${made.body.id}`, { body: { unsubscribed: true } })
    const gone = await call('DELETE', '/v1/contacts/a%40b.example')
    assert.deepEqual(gone.body, { id: 'a@b.example', deleted: true }, 'what was given')
    assert.equal((await call('GET', `/v1/contacts/${made.body.id}`)).status, 404)
    const { body } = await call('GET', `/v1/contacts/${made.body.id}/consents`)
    assert.deepEqual(
      body.data.map((one: { action: string }) => one.action),
      ['left', 'joined'],
    )
    assert.equal((await call('GET', '/v1/suppressions')).body.data.length, 1)
  })

  it('shows consents under the old id until the person is erased, by that id too', async t => {
    const { post, call } = await start(t)
    const topic = await post('/v1/topics', { name: { pt: 'Novidades' } })
    const made = await post('/v1/contacts', { email: 'a@b.example', topics: [topic.body.id] })
    const path = `/v1/contacts/${made.body.id}` as const
    assert.equal((await call('DELETE', path)).status, 200)
    assert.equal((await call('GET', `${path}/consents/export`)).body.records.length, 1)
    assert.equal((await call('POST', `${path}/erase`)).status, 202)
    for (const what of ['consents', 'consents/export', 'dossier'])
      assert.equal((await call('GET', `${path}/${what}`)).status, 404, what)
    assert.equal((await call('POST', `${path}/erase`)).status, 404)
  })

  it('takes the person out of everything but the suppression list', async t => {
    const { post, world } = await start(t)
    const topic = await post('/v1/topics', { name: { en: 'News' } })
    const made = await post('/v1/contacts', { email: 'erase.me@b.example', first_name: 'Eva' })
    await post(`/v1/contacts/${made.body.id}/topics`, {
      topics: [
        {
          id: topic.body.id,
          state: 'subscribed',
          consent: { at: '2020-01-01T00:00:00Z', ip: '192.0.2.77' },
        },
      ],
    })
    const erased = await post('/v1/contacts/Erase.Me@b.example/erase', {})
    assert.equal(erased.status, 202)
    assert.deepEqual(erased.body, { id: made.body.id, status: 'erasing' })
    assert.deepEqual(await traceOf(world.db, 'erase.me', '192.0.2.77'), [])
  })
})
