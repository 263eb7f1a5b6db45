import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { declaredProperties, warmedUp } from '../support/happened.ts'
import { importStage } from '../support/imports.ts'
import { eventOf, untilHour } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}

describe('a file of one line', () => {
  it('is refused by what it is, in whichever format', async t => {
    const { service, make, send, ends, post } = await importStage(t)
    const long = 'a'.repeat(70 * 1024)
    const people = Array.from({ length: 5_000 }, (_, n) => `p${n}@b.example`)
    for (const [format, file] of [
      ['csv', long],
      ['csv', people.slice(0, 5).join(',').padEnd(70_000)],
      [
        'csv',
        people
          .slice(0, 900)
          .map(one => `"${one}${'b'.repeat(70)}"`)
          .join(';'),
      ],
      ['csv', `"${long}`],
      ['csv', 'a'.repeat(600 * 1024)],
      ['ndjson', JSON.stringify({ email: 'a@b.example', note: 'a'.repeat(300 * 1024) })],
    ] as const) {
      const id = await make({ format })
      const sent = await send(id, file)
      assert.deepEqual(refused(sent), [400, 'invalid_field', 'file'], file.slice(0, 30))
      assert.match(
        sent.body.error.message,
        /^(The first line has more than|A primeira linha tem mais de) 64 KB/,
      )
      const status = (await service.call('GET', `/v1/imports/${id}`)).body.status
      assert.equal(status, 'awaiting_file')
    }
    // Further down it is one line among others.
    const id = await make({ format: 'csv' })
    await send(
      id,
      `email,note\na@b.example,x\nb@b.example,${'a'.repeat(300 * 1024)}\nc@b.example,y\n`,
    )
    await post(`/v1/imports/${id}/start`, { mapping: { email: 'email' } })
    const { counts } = await ends(id)
    assert.deepEqual([counts.lines, counts.created, counts.invalid], [3, 2, 1])
    const { data } = (await service.call('GET', `/v1/imports/${id}/errors`)).body
    assert.match(JSON.stringify(data), /256 KB/)
  })
})

describe('confirmations of an import', () => {
  it('leave at the pace of the warm-up: a list must not become a flood', async t => {
    const { service, post, make, send, ends } = await importStage(t, { zones })
    const { db, clock } = service.world
    service.turn(untilHour(clock.now(), 12))
    await warmedUp(db, { projectId: service.projectId, now: clock.now() }, 48)
    const topic = (await post('/v1/topics', { name: { en: 'News' }, double_opt_in: true })).body.id
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const mapping = { email: 'email' }
    const id = await make({ format: 'csv', topics: [topic], consent, mapping, confirm: 'send' })
    const people = Array.from({ length: 5 }, (_, n) => `p${n}@here.test`)
    await send(id, `email\n${people.join('\n')}\n`)
    await ends(id)
    const letters = await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?limit=100')).body
      const isSettled = data.every((one: { status: string }) =>
        ['delivered', 'deferred'].includes(one.status),
      )
      return data.length === 5 && isSettled && data
    }, 'the first day')
    const waiting = letters.filter((one: { status: string }) => one.status === 'deferred')
    assert.equal(waiting.length, 3)
    const held = await eventOf(service, waiting[0]!.id, 'deferred')
    assert.match(String(held.explanation), /warmed up/)
    // Nobody who asks by a call or a form waits behind a list.
    const join = { email: 'one@here.test', topics: [topic] }
    assert.equal((await post('/v1/contacts', join)).status, 201)
    await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?to=one@here.test')).body
      return data[0]?.status === 'delivered'
    }, 'the letter to one')
  })
})

describe('a mapping', () => {
  it('that does not fit the file is looked at before anything runs', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { Email: 'email', Name: 'first_name' } })
    const sent = await send(id, 'E-mail,Nome\nana@b.example,Ana\n')
    assert.deepEqual([sent.status, sent.body.status], [202, 'recognised'])
    assert.deepEqual(sent.body.recognised.columns, ['E-mail', 'Nome'])
    const start = `/v1/imports/${id}/start` as const
    assert.deepEqual(refused(await post(start)), [400, 'invalid_field', 'mapping'])
    const mapping = { 'E-mail': 'email', Nome: 'first_name' }
    assert.equal((await post(start, { mapping })).status, 202)
    await ends(id)
    assert.equal((await contact('ana@b.example')).body.first_name, 'Ana')
  })

  it('is kept to in lines of NDJSON that have more than the first ones', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    const late = {
      town: 'Recife',
      first_name: 'Ana',
      properties: { city: 'Olinda' },
      // What every object has is no name that a mapping gives.
      constructor: 'none',
    }
    const lines = Array.from({ length: 30 }, (_, n) =>
      JSON.stringify({ email: `p${n}@b.example`, ...(n < 25 ? {} : late) }),
    )
    const file = `${lines.join('\n')}\n`
    const type = { 'content-type': 'application/x-ndjson' }
    const mapping = { email: 'email', town: 'properties.city' }
    const said = await make({ format: 'ndjson', mapping })
    assert.equal((await send(said, file, type)).status, 202)
    assert.deepEqual((await ends(said)).mapping, mapping)
    const [first, last] = ['p0@b.example', 'p29@b.example']
    const { first_name, properties } = (await contact(last)).body
    assert.deepEqual([first_name, properties], [null, { city: 'Recife' }], 'the rest is left out')
    // Without a mapping names say it, whenever they come.
    const named = await make({ format: 'ndjson' })
    assert.equal((await send(named, file, type)).body.status, 'recognised')
    assert.equal((await post(`/v1/imports/${named}/start`)).status, 202)
    const { counts } = await ends(named)
    assert.deepEqual([counts.updated, counts.unchanged, counts.invalid], [5, 25, 0])
    const after = (await contact(last)).body
    assert.deepEqual([after.first_name, after.properties], ['Ana', { city: 'Olinda' }])
    assert.deepEqual((await contact(first)).body.properties, {})
  })

  it('makes no more properties than a project may have', async t => {
    const { service, post, make, send } = await importStage(t)
    const { db, clock } = service.world
    await declaredProperties(db, { projectId: service.projectId, now: clock.now() }, 199)
    const mapping = { a: 'email', b: 'properties.one', c: 'properties.two' }
    const id = await make({ format: 'csv', create_properties: true, mapping })
    const file = 'a,b,c\nana@b.example,1,2\n'
    assert.deepEqual(refused(await send(id, file)), [400, 'invalid_field', undefined])
    const less = await make({
      format: 'csv',
      create_properties: true,
      mapping: { ...mapping, c: null },
    })
    assert.equal((await send(less, file)).status, 202)
    const more = await post('/v1/contact-properties', { key: 'three', type: 'string' })
    assert.deepEqual(refused(more), [400, 'invalid_field', undefined])
  })
})

describe('the refused lines', () => {
  it('have no page behind a line that is none of them', async t => {
    const { service, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { email: 'email' } })
    await send(id, 'email\nnothing\na@b.example\nnobody\n')
    await ends(id)
    const after = (line: string) =>
      service.call('GET', `/v1/imports/${id}/errors?starting_after=${line}`)
    assert.deepEqual(
      (await after('2')).body.data.map((one: { line: number }) => one.line),
      [4],
    )
    for (const line of ['0', '3', '77', 'x']) {
      assert.deepEqual(refused(await after(line)), [400, 'invalid_field', 'starting_after'], line)
    }
  })

  it('are given back whole, to be mended and sent again', async t => {
    const { service, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { email: 'email', note: null } })
    const lines = Array.from({ length: 250 }, (_, n) => `nobody ${n},x\n`)
    const file = `email,note\nnothing,${'x'.repeat(20_000)}\n${lines.join('')}`
    await send(id, file)
    await ends(id)
    const back = await service.call('GET', `/v1/imports/${id}/errors?format=csv`)
    assert.equal(back.body, file)
    const { data } = (await service.call('GET', `/v1/imports/${id}/errors`)).body
    assert.equal(data[0].excerpt.length, 200)
  })
})
