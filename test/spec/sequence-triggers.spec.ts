/** What lets people into a sequence: dates of theirs, segments they come into, what they do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { importStage } from '../support/imports.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const steps = [{ key: 'w', type: 'wait', for: 'P900D' }]

/** The UTC day so many days from a moment. */
const dayFrom = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)

describe('a sequence', () => {
  it('begins by a date of each person, at the hour of their zone, every year', async t => {
    const { call, advance, publish } = await startTestMode(t)
    await call('POST', '/v1/contact-properties', { key: 'renews', type: 'date' })
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
    const { now } = (await call('GET', '/v1/test-clock')).body
    const people: Record<string, object> = {
      ana: { time_zone: 'America/Recife', properties: { renews: dayFrom(now, 10) } },
      rui: { time_zone: 'Asia/Tokyo', properties: { renews: dayFrom(now, 10) } },
      past: { properties: { renews: dayFrom(now, -40) } },
      none: {},
    }
    const names: Record<string, string> = {}
    for (const [name, more] of Object.entries(people)) {
      const made = await call('POST', '/v1/contacts', { email: `${name}@b.example`, ...more })
      names[made.body.id] = name
    }
    const once = await publish({
      triggers: [{ on: 'date', property: 'renews', offset: '-P3D', time: '09:00' }],
      steps,
    })
    const yearly = await publish({
      triggers: [{ on: 'date', property: 'properties.renews', yearly: true }],
      reentry: { mode: 'always' },
      steps,
    })
    const inside = async (id: string): Promise<Record<string, string[]>> => {
      const { data } = (await call('GET', `/v1/sequences/${id}/enrollments?limit=100`)).body
      const found: Record<string, string[]> = {}
      for (const one of data) {
        const name = names[one.contact_id]!
        found[name] = [one.entered_at, ...(found[name] ?? [])]
      }
      return found
    }
    await advance('P12D')
    const day = dayFrom(now, 7)
    const night = dayFrom(now, 6)
    // Nine in Recife (UTC-3) and in Tokyo (UTC+9).
    const expected = { ana: [`${day}T12:00:00.000Z`], rui: [`${day}T00:00:00.000Z`] }
    assert.deepEqual(await inside(once), expected, night)
    await advance('P390D')
    const found = await inside(yearly)
    assert.deepEqual(
      Object.fromEntries(Object.entries(found).map(([name, times]) => [name, times.length])),
      { ana: 2, rui: 2, past: 1 },
    )
    const made = (property: string) =>
      call('POST', '/v1/sequences', { name: property, triggers: [{ on: 'date', property }], steps })
    for (const property of ['nothing', 'city']) {
      assert.deepEqual(refused(await made(property)), [
        400,
        'invalid_field',
        'triggers[0].property',
      ])
    }
  })

  it('begins when somebody comes into a tracked segment, which is a fact', async t => {
    const { call, advance, publish } = await startTestMode(t)
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
    const add = async (email: string, city: string): Promise<string> =>
      (await call('POST', '/v1/contacts', { email, properties: { city } })).body.id
    const before = await add('before@b.example', 'Olinda')
    const filter = {
      all: [
        { field: 'properties.city', op: 'eq', value: 'Olinda' },
        { not: { event: 'order.paid', within: 'P2D' } },
      ],
    }
    const segment = (await call('POST', '/v1/segments', { name: 'Olinda', filter, tracked: true }))
      .body.id
    const id = await publish({
      triggers: [{ on: 'segment_entered', segment_id: segment }],
      steps,
    })
    const facts = async (name: string): Promise<string[]> =>
      (await call('GET', `/v1/activity?name=${name}`)).body.data.map(
        (one: { contact_id: string }) => one.contact_id,
      )
    const ana = await add('ana@b.example', 'Recife')
    assert.deepEqual(await facts('segment.entered'), [])
    await call('PATCH', `/v1/contacts/${ana}`, { properties: { city: 'Olinda' } })
    await until(async () => (await facts('segment.entered')).length === 1, 'her to come in')
    const path = `/v1/sequences/${id}/enrollments` as const
    const { data } = (await call('GET', path)).body
    assert.deepEqual(
      data.map((one: { contact_id: string }) => one.contact_id),
      [ana],
    )
    await call('POST', '/v1/activity', { contact_id: before, name: 'order.paid' })
    await until(async () => (await facts('segment.left')).length === 1, 'the other to go out')
    assert.deepEqual(await facts('segment.left'), [before])
    // Nothing happens but time: the sweep finds it.
    await advance('P3D')
    assert.deepEqual(await facts('segment.entered'), [before, ana])
    assert.equal((await call('GET', path)).body.data.length, 2)
  })

  it('has the segments tracked that it begins by', async t => {
    const { call, publish } = await startTestMode(t)
    const fixed = (await call('POST', '/v1/segments', { name: 'V', kind: 'static' })).body.id
    await call('POST', '/v1/contacts', { email: 'was@b.example' })
    await call('POST', `/v1/segments/${fixed}/members`, { contacts: ['was@b.example'] })
    const id = await publish({ triggers: [{ on: 'segment_entered', segment_id: fixed }], steps })
    assert.equal((await call('GET', `/v1/segments/${fixed}`)).body.tracked, true)
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    await call('POST', `/v1/segments/${fixed}/members`, { contacts: ['ana@b.example'] })
    const inside = (await call('GET', `/v1/sequences/${id}/enrollments`)).body.data
    assert.equal(inside.length, 1)
  })

  it('begins by a static segment that is tracked, and by activity of some data', async t => {
    const { call, publish } = await startTestMode(t)
    const fixed = (await call('POST', '/v1/segments', { name: 'V', kind: 'static', tracked: true }))
      .body.id
    const bySegment = await publish({
      triggers: [{ on: 'segment_entered', segment_id: fixed }],
      steps,
    })
    const where = [{ field: 'total', op: 'gte', value: 100 }]
    const byEvent = await publish({
      triggers: [{ on: 'event', name: 'order.paid', where }],
      steps,
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    await call('POST', `/v1/segments/${fixed}/members`, { contacts: ['ana@b.example'] })
    for (const total of [10, 120]) {
      const data = { total }
      await call('POST', '/v1/activity', { email: 'ana@b.example', name: 'order.paid', data })
      const count = (await call('GET', `/v1/sequences/${byEvent}/enrollments`)).body.data.length
      assert.equal(count, total > 100 ? 1 : 0)
    }
    assert.equal((await call('GET', `/v1/sequences/${bySegment}/enrollments`)).body.data.length, 1)
    const wrong = await call('POST', '/v1/sequences', {
      name: 'X',
      triggers: [{ on: 'event', name: 'a.b', where: [{ op: 'eq', value: 1 }] }],
      steps,
    })
    assert.deepEqual(refused(wrong), [400, 'missing_field', 'triggers[0].where[0].field'])
  })
})

describe('an import', () => {
  it('lets people into sequences by the topics they join only where it is asked to', async t => {
    const { service, post, make, send, ends } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const { id } = (
      await post('/v1/sequences', {
        name: 'Welcome',
        from: 'a@shop.test',
        triggers: [{ on: 'topic_joined', topic_id: topic }],
        reentry: { mode: 'always' },
        steps,
      })
    ).body
    assert.equal((await post(`/v1/sequences/${id}/publish`)).status, 201)
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const options = { format: 'csv', topics: [topic], consent, mapping: { email: 'email' } }
    const read = async <const Path extends string>(path: Path) =>
      (await service.call('GET', path)).body.data
    const inside = async () => (await read(`/v1/sequences/${id}/enrollments`)).length
    const quiet = await make(options)
    await send(quiet, 'email\nold@b.example\n')
    await ends(quiet)
    assert.equal(await inside(), 0)
    const loud = await make({ ...options, run_sequences: true })
    await send(loud, 'email\nnew@b.example\nold@b.example\nnew@b.example\n')
    await ends(loud)
    assert.equal(await inside(), 1, 'who was in the topic has not joined it')
    assert.deepEqual(
      await read('/v1/activity?name=contact.subscribed'),
      [],
      'no fact for each line',
    )
  })

  it('lets nobody in who has still to confirm the topic', async t => {
    const { service, post, make, send, ends } = await importStage(t)
    const name = { en: 'News' }
    const topic = (await post('/v1/topics', { name, double_opt_in: true })).body.id
    const { id } = (
      await post('/v1/sequences', {
        name: 'Welcome',
        from: 'a@shop.test',
        triggers: [{ on: 'topic_joined', topic_id: topic }],
        steps,
      })
    ).body
    assert.equal((await post(`/v1/sequences/${id}/publish`)).status, 201)
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const options = { format: 'csv', topics: [topic], consent, mapping: { email: 'email' } }
    const loud = await make({ ...options, run_sequences: true })
    await send(loud, 'email\nnew@b.example\n')
    await ends(loud)
    const states = (await service.call('GET', '/v1/contacts/new@b.example')).body.topics
    assert.equal(states[0].state, 'pending')
    assert.deepEqual((await service.call('GET', `/v1/sequences/${id}/enrollments`)).body.data, [])
  })

  it('has people in tracked segments, without a word unless it runs sequences', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    await post('/v1/contact-properties', { key: 'tier', type: 'string' })
    const filter = { field: 'properties.tier', op: 'eq', value: 'gold' }
    const made = { name: 'Gold', kind: 'dynamic', tracked: true, filter }
    const segment = (await post('/v1/segments', made)).body.id
    const { id } = (
      await post('/v1/sequences', {
        name: 'Gold',
        from: 'a@shop.test',
        triggers: [{ on: 'segment_entered', segment_id: segment }],
        steps,
      })
    ).body
    assert.equal((await post(`/v1/sequences/${id}/publish`)).status, 201)
    const enter = async (emails: readonly string[], more: object = {}): Promise<void> => {
      const mapping = { email: 'email', tier: 'properties.tier' }
      const one = await make({ format: 'csv', mapping, ...more })
      await send(one, `email,tier\n${emails.map(email => `${email},gold\n`).join('')}`)
      await ends(one)
    }
    const inside = async (): Promise<string[]> =>
      (await service.call('GET', `/v1/sequences/${id}/enrollments`)).body.data.map(
        (one: { contact_id: string }) => one.contact_id,
      )
    await post('/v1/contacts', { email: 'old@b.example' })
    await enter(['old@b.example', 'new@b.example'])
    // Each is judged again by this.
    for (const email of ['old@b.example', 'new@b.example']) {
      await post('/v1/contacts', { email, first_name: 'Ana' })
    }
    await enter(['late@b.example'], { run_sequences: true })
    await post('/v1/contacts', { email: 'last@b.example', properties: { tier: 'gold' } })
    await until(async () => (await inside()).length >= 2, 'the last one to be in')
    const expected = [await contact('last@b.example'), await contact('late@b.example')]
    assert.deepEqual(
      await inside(),
      expected.map(one => one.body.id),
    )
  })
})
