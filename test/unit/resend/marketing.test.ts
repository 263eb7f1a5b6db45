/** Resend's own SDK on contacts, segments, topics, properties and imports. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CreateContactOptions, Resend } from 'resend'
import type { Scope } from '#kernel/routes/route.ts'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

async function start(t: TestContext) {
  const service = await startTestService(t, {})
  const baseUrl = `http://127.0.0.1:${service.port}/resend`
  const sdk = async (scope: Scope = 'admin') =>
    new Resend(await service.key('live', scope, { rate: 0 }), { baseUrl })
  const key = await service.key('live', 'admin')
  /** What older SDKs write. */
  const raw = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { service, sdk, raw, resend: await sdk() }
}

/** What the SDK answers when all is well. */
function data<T>(answer: { data: T | null; error: unknown }): T {
  assert.equal(answer.error, null)
  return answer.data!
}

/** The refusal: its status, their name of it, and our field. */
function refused(answer: { error: unknown }): [number, string, string | undefined] {
  const { statusCode, name, param } = answer.error as {
    statusCode: number
    name: string
    param?: string
  }
  return [statusCode, name, param]
}

const ana: CreateContactOptions = { email: 'ana@here.test', firstName: 'Ana', lastName: 'Lima' }

describe('contacts', () => {
  it('are created, found by id and address, changed and removed', async t => {
    const { resend } = await start(t)
    data(await resend.contactProperties.create({ key: 'city', type: 'string' }))
    data(await resend.contactProperties.create({ key: 'orders', type: 'number' }))
    const properties = { city: 'Olinda', orders: 4 }
    const { id, object } = data(await resend.contacts.create({ ...ana, properties }))
    assert.equal(object, 'contact')
    assert.match(id, /^con_/)
    const read = data(await resend.contacts.get(ana.email))
    assert.equal(read.id, id)
    assert.equal(read.first_name, 'Ana')
    assert.equal(read.unsubscribed, false)
    assert.deepEqual(read.properties, {
      city: { type: 'string', value: 'Olinda' },
      orders: { type: 'number', value: 4 },
    })
    const change = { firstName: null, properties: { city: null, orders: 5 } }
    data(await resend.contacts.update({ email: ana.email, ...change }))
    const after = data(await resend.contacts.get({ id }))
    assert.equal(after.first_name, null)
    assert.equal(after.last_name, 'Lima')
    assert.deepEqual(after.properties, { orders: { type: 'number', value: 5 } })
    assert.deepEqual(data(await resend.contacts.remove(ana.email)), {
      object: 'contact',
      contact: id,
      deleted: true,
    })
    assert.deepEqual(refused(await resend.contacts.get(ana.email)), [404, 'not_found', undefined])
  })

  it('are listed by page', async t => {
    const { resend } = await start(t)
    const ids: string[] = []
    for (const n of [1, 2, 3]) {
      ids.unshift(data(await resend.contacts.create({ email: `p${n}@here.test` })).id)
    }
    const first = data(await resend.contacts.list({ limit: 2 }))
    assert.equal(first.object, 'list')
    assert.equal(first.has_more, true)
    const rest = data(await resend.contacts.list({ limit: 2, after: first.data[1]!.id }))
    assert.equal(rest.has_more, false)
    assert.deepEqual(
      [...first.data, ...rest.data].map(one => one.id),
      ids,
    )
  })

  it('leave everything, and do not come back by a call', async t => {
    const { service, resend } = await start(t)
    data(await resend.contacts.create({ ...ana, unsubscribed: true }))
    assert.equal(data(await resend.contacts.get(ana.email)).unsubscribed, true)
    const list = await service.call('GET', '/v1/suppressions')
    assert.equal(list.body.data[0].stream, 'marketing')
    const back = await resend.contacts.update({ email: ana.email, unsubscribed: false })
    assert.deepEqual(refused(back), [422, 'validation_error', 'consent'])
    assert.equal(data(await resend.contacts.get(ana.email)).unsubscribed, true)
  })

  it('are created with all that they join, or not at all', async t => {
    const { resend } = await start(t)
    const segment = data(await resend.segments.create({ name: 'Loja' }))
    const news = data(await resend.topics.create({ name: 'N', defaultSubscription: 'opt_out' }))
    const sales = data(await resend.topics.create({ name: 'S', defaultSubscription: 'opt_in' }))
    const unknown = await resend.contacts.create({
      ...ana,
      segments: [{ id: segment.id }, { id: 'seg_unknown' }],
    })
    assert.deepEqual(refused(unknown), [422, 'validation_error', 'segments[1].id'])
    assert.deepEqual(data(await resend.contacts.list()).data, [])
    data(
      await resend.contacts.create({
        ...ana,
        segments: [{ id: segment.id }],
        topics: [
          { id: news.id, subscription: 'opt_in' },
          { id: sales.id, subscription: 'opt_out' },
        ],
      }),
    )
    const topics = data(await resend.contacts.topics.list({ email: ana.email }))
    assert.deepEqual(
      topics.data.map(one => [one.name, one.subscription]),
      [
        ['S', 'opt_out'],
        ['N', 'opt_in'],
      ],
    )
    const segments = data(await resend.contacts.segments.list({ email: ana.email }))
    assert.deepEqual(
      segments.data.map(one => one.name),
      ['Loja'],
    )
  })

  it('need a key that may', async t => {
    const { sdk } = await start(t)
    const sender = await sdk('send')
    const answer = await sender.contacts.create(ana)
    assert.deepEqual(refused(answer).slice(0, 2), [401, 'restricted_api_key'])
  })

  it('are created once under an idempotency key', async t => {
    const { resend } = await start(t)
    const once = { headers: { 'Idempotency-Key': 'ana' } }
    const first = data(await resend.contacts.create(ana, once))
    assert.deepEqual(data(await resend.contacts.create(ana, once)), first)
    const other = await resend.contacts.create({ ...ana, firstName: 'Eva' }, once)
    assert.equal(refused(other)[0], 409)
  })
})

describe('topics of a contact', () => {
  it('are chosen, and who left stays out without a newer consent', async t => {
    const { resend } = await start(t)
    const { id } = data(await resend.topics.create({ name: 'N', defaultSubscription: 'opt_in' }))
    const contact = data(await resend.contacts.create(ana))
    const state = async () =>
      data(await resend.contacts.topics.list({ id: contact.id })).data[0]!.subscription
    assert.equal(await state(), 'opt_in', 'a topic that everybody gets until they leave')
    const choose = (subscription: 'opt_in' | 'opt_out') =>
      resend.contacts.topics.update({ email: ana.email, topics: [{ id, subscription }] })
    assert.deepEqual(data(await choose('opt_out')), { id: contact.id })
    assert.equal(await state(), 'opt_out')
    assert.deepEqual(refused(await choose('opt_in')), [
      422,
      'validation_error',
      'topics[0].consent',
    ])
    assert.equal(await state(), 'opt_out')
    const wrong = await choose('maybe' as 'opt_in')
    assert.deepEqual(refused(wrong), [422, 'validation_error', 'topics[0].subscription'])
  })
})

describe('topics', () => {
  it('are created, read, changed, listed and removed', async t => {
    const { service, resend } = await start(t)
    const { id } = data(
      await resend.topics.create({
        name: 'Novidades',
        description: 'Uma por mês',
        defaultSubscription: 'opt_in',
      }),
    )
    const ours = await service.call('GET', `/v1/topics/${id}`)
    assert.equal(ours.body.joined_by, 'default')
    const { created_at: _, ...read } = data(await resend.topics.get(id))
    assert.deepEqual(read, {
      object: 'topic',
      id,
      name: 'Novidades',
      description: 'Uma por mês',
      default_subscription: 'opt_in',
      visibility: 'public',
    })
    assert.equal(data(await resend.topics.update({ id, name: 'Notícias' })).id, id)
    for (let n = 0; n < 101; n++) {
      data(await resend.topics.create({ name: `T${n}`, defaultSubscription: 'opt_out' }))
    }
    const all = data(await resend.topics.list()).data
    assert.equal(all.length, 102)
    assert.equal(all.at(-1)!.name, 'Notícias')
    assert.deepEqual(data(await resend.topics.remove(id)), { object: 'topic', id, deleted: true })
    assert.equal(refused(await resend.topics.get(id))[0], 404)
  })

  it('say which field is missing or wrong', async t => {
    const { resend } = await start(t)
    const create = (body: object) => resend.topics.create(body as never)
    assert.deepEqual(refused(await create({ name: 'N' })), [
      422,
      'missing_required_field',
      'default_subscription',
    ])
    assert.deepEqual(refused(await create({ defaultSubscription: 'opt_in' })), [
      422,
      'missing_required_field',
      'name',
    ])
    assert.deepEqual(refused(await create({ name: 'N', defaultSubscription: 'both' })), [
      422,
      'validation_error',
      'default_subscription',
    ])
  })
})

describe('segments', () => {
  it('are created, renamed, filled, emptied and removed', async t => {
    const { service, resend } = await start(t)
    const made = data(await resend.segments.create({ name: 'Loja' }))
    assert.equal(made.object, 'segment')
    const { id } = made
    assert.equal((await service.call('GET', `/v1/segments/${id}`)).body.kind, 'static')
    data(await resend.segments.update(id, { name: 'Lojas' }))
    assert.equal(data(await resend.segments.get(id)).name, 'Lojas')
    const contact = data(await resend.contacts.create(ana))
    const about = { email: ana.email, segmentId: id }
    assert.deepEqual(data(await resend.contacts.segments.add(about)), { id })
    const inside = async () => data(await resend.contacts.list({ segmentId: id })).data
    assert.deepEqual(
      (await inside()).map(one => one.id),
      [contact.id],
    )
    assert.deepEqual(data(await resend.contacts.segments.remove(about)), {
      id,
      audienceId: id,
      deleted: true,
    })
    assert.deepEqual(await inside(), [])
    const nobody = await resend.contacts.segments.add({ email: 'x@here.test', segmentId: id })
    assert.deepEqual(refused(nobody), [404, 'not_found', undefined])
    assert.deepEqual(data(await resend.segments.remove(id)), {
      object: 'segment',
      id,
      deleted: true,
    })
    assert.equal(refused(await resend.segments.get(id))[0], 404)
  })

  it('with a filter are listed, too', async t => {
    const { service, resend } = await start(t)
    const body = { name: 'Todos', filter: { all: [] } }
    const { id } = (await service.call('POST', '/v1/segments', { body })).body
    data(await resend.contacts.create(ana))
    assert.deepEqual(
      data(await resend.segments.list()).data.map(one => one.id),
      [id],
    )
    assert.equal(data(await resend.contacts.list({ segmentId: id })).data.length, 1)
  })

  it('of a contact are listed by page, and those of another project are unknown', async t => {
    const { resend } = await start(t)
    const contact = data(await resend.contacts.create(ana))
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) {
      const { id } = data(await resend.segments.create({ name }))
      data(await resend.contacts.segments.add({ contactId: contact.id, segmentId: id }))
      ids.unshift(id)
    }
    const list = (after?: string) =>
      resend.contacts.segments.list({
        contactId: contact.id,
        limit: 2,
        ...(after === undefined ? {} : { after }),
      })
    const first = data(await list())
    assert.equal(first.has_more, true)
    const rest = data(await list(first.data[1]!.id))
    assert.equal(rest.has_more, false)
    assert.deepEqual(
      [...first.data, ...rest.data].map(one => one.id),
      ids,
    )
    assert.equal(refused(await list('nonsense'))[0], 422)
  })

  it('are the audiences of older programs', async t => {
    const { raw, resend } = await start(t)
    const made = await raw('POST', '/audiences', { name: 'Loja' })
    assert.equal(made.body.object, 'audience')
    const audienceId = String(made.body.id)
    data(await resend.contacts.create({ ...ana, audienceId }))
    data(await resend.contacts.create({ email: 'bia@here.test' }))
    const listed = await raw('GET', `/audiences/${audienceId}/contacts`)
    assert.equal((listed.body.data as unknown[]).length, 1)
    assert.equal(data(await resend.contacts.get({ audienceId, email: ana.email })).email, ana.email)
    const other = await resend.contacts.get({ audienceId, email: 'bia@here.test' })
    assert.equal(refused(other)[0], 404)
    data(await resend.contacts.update({ audienceId, email: ana.email, firstName: 'Anna' }))
    data(await resend.contacts.remove({ audienceId, email: ana.email }))
    assert.equal(data(await resend.contacts.get(ana.email)).first_name, 'Anna')
    const gone = await resend.contacts.get({ audienceId, email: ana.email })
    assert.equal(refused(gone)[0], 404)
  })
})

describe('contact properties', () => {
  it('are created, read, changed, listed and removed', async t => {
    const { resend } = await start(t)
    const made = data(
      await resend.contactProperties.create({ key: 'city', type: 'string', fallbackValue: 'aí' }),
    )
    assert.deepEqual(made, { object: 'contact_property', id: 'city' })
    const read = data(await resend.contactProperties.get('city'))
    assert.equal(read.fallbackValue, 'aí')
    assert.equal(read.type, 'string')
    data(await resend.contactProperties.update({ id: 'city', fallbackValue: null }))
    assert.equal(data(await resend.contactProperties.get('city')).fallbackValue, null)
    assert.deepEqual(
      data(await resend.contactProperties.list()).data.map(one => one.key),
      ['city'],
    )
    data(await resend.contactProperties.remove('city'))
    assert.equal(refused(await resend.contactProperties.get('city'))[0], 404)
    data(await resend.contactProperties.create({ key: 'n', type: 'number', fallbackValue: 4 }))
    data(await resend.contactProperties.update({ id: 'n', fallbackValue: null }))
    assert.equal(data(await resend.contactProperties.get('n')).fallbackValue, null)
    const wrong = { key: 'orders', type: 'number', fallbackValue: 'four' } as never
    assert.deepEqual(refused(await resend.contactProperties.create(wrong)).slice(0, 1), [422])
  })
})

describe('imports', () => {
  const csv = (...lines: string[]) => new Blob([lines.join('\n')], { type: 'text/csv' })

  it('take a file with a map of its columns, and fill a segment', async t => {
    const { resend } = await start(t)
    const segment = data(await resend.segments.create({ name: 'Loja' }))
    const { id, object } = data(
      await resend.contacts.imports.create({
        file: csv('Mail,Who,Town', 'ana@here.test,Ana,Olinda', 'nobody,X,Y', 'bia@here.test,Bia,'),
        columnMap: {
          email: 'Mail',
          firstName: 'Who',
          properties: { city: { column: 'Town', type: 'string' } },
        },
        onConflict: 'upsert',
        segments: [{ id: segment.id }],
      }),
    )
    assert.equal(object, 'contact_import')
    const done = await until(async () => {
      const one = data(await resend.contacts.imports.get(id))
      return one.status === 'completed' ? one : null
    })
    assert.deepEqual(done.counts, { total: 3, created: 2, updated: 0, skipped: 0, failed: 1 })
    assert.ok(done.completed_at)
    const contact = data(await resend.contacts.get('ana@here.test'))
    assert.equal(contact.first_name, 'Ana')
    assert.deepEqual(contact.properties, { city: { type: 'string', value: 'Olinda' } })
    assert.equal(data(await resend.contacts.list({ segmentId: segment.id })).data.length, 2)
    const listed = async (status: 'completed' | 'failed') =>
      data(await resend.contacts.imports.list({ status })).data.map(one => one.id)
    assert.deepEqual(await listed('completed'), [id])
    assert.deepEqual(await listed('failed'), [])
  })

  it('go by the names of the columns, and leave alone who is there', async t => {
    const { resend } = await start(t)
    data(await resend.contacts.create(ana))
    const { id } = data(
      await resend.contacts.imports.create({
        file: csv('email,first_name,Out', 'ana@here.test,Eva,', 'bia@here.test,Bia,true'),
        columnMap: { email: 'email', firstName: 'first_name', unsubscribed: 'Out' },
        onConflict: 'skip',
      }),
    )
    const done = await until(async () => {
      const one = data(await resend.contacts.imports.get(id))
      return one.status === 'completed' ? one : null
    })
    assert.deepEqual(done.counts, { total: 2, created: 0, updated: 0, skipped: 2, failed: 0 })
    assert.equal(data(await resend.contacts.get('bia@here.test')).unsubscribed, true)
    assert.equal(data(await resend.contacts.get(ana.email)).first_name, 'Ana')
  })

  it('are refused with the field that is wrong, and leave nothing waiting', async t => {
    const { resend, raw } = await start(t)
    const file = csv('a,b', '1,2')
    const create = async (more: object) =>
      refused(await resend.contacts.imports.create({ file, ...more } as never))
    const topic = data(await resend.topics.create({ name: 'N', defaultSubscription: 'opt_in' }))
    assert.equal((await create({}))[2], 'column_map')
    assert.equal((await create({ onConflict: 'both' }))[2], 'on_conflict')
    const join = { topics: [{ id: topic.id, subscription: 'opt_in' }] }
    assert.deepEqual(await create(join), [422, 'missing_required_field', 'consent'])
    const leave = { topics: [{ id: topic.id, subscription: 'opt_out' }] }
    assert.equal((await create(leave))[2], 'topics[0].subscription')
    const binary = new Blob([new Uint8Array([0x50, 0x4b, 0, 0])])
    assert.equal((await create({ file: binary }))[2], 'Content-Type')
    const json = await raw('POST', '/contacts/imports', { file: 'x' })
    assert.equal(json.body.param, 'Content-Type')
    const queued = data(await resend.contacts.imports.list({ status: 'queued' }))
    assert.deepEqual(queued.data, [])
  })
})
