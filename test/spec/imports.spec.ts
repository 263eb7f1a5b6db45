import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { refused } from '../support/called.ts'
import { brokenRules } from '../support/doctor.ts'
import { beganReceiving } from '../support/happened.ts'
import { importStage } from '../support/imports.ts'
import { waitingWork } from '../support/kept.ts'
import { until } from '../support/until.ts'

describe('imports', () => {
  it('show what they understood of a spreadsheet before they run', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    await post('/v1/contact-properties', { key: 'cidade', type: 'string' })
    await post('/v1/contact-properties', { key: 'gasto', type: 'number' })
    await post('/v1/contact-properties', { key: 'nascimento', type: 'date' })
    const id = await make({ format: 'csv' })
    const text =
      'E-mail;Nome;Cidade;Gasto;Nascimento\r\nana@b.example;Áña;São Paulo;1.234,50;31/12/1990\r\n"bia@b.example";"Bia; a segunda";Recife;;\r\n'
    const sent = await send(id, Buffer.from(text, 'latin1'))
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    assert.equal(sent.body.status, 'recognised')
    const { recognised } = sent.body
    assert.deepEqual([recognised.encoding, recognised.delimiter], ['windows-1252', ';'])
    assert.deepEqual(recognised.mapping, {
      'E-mail': 'email',
      Nome: 'first_name',
      Cidade: 'properties.cidade',
      Gasto: 'properties.gasto',
      Nascimento: 'properties.nascimento',
    })
    assert.equal(recognised.sample[0].Cidade, 'São Paulo')
    assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
    const done = await ends(id)
    assert.deepEqual([done.counts.lines, done.counts.created], [2, 2])
    assert.equal(done.progress.bytes, done.progress.of)
    const ana = await contact('ana@b.example')
    assert.deepEqual(ana.body.properties, {
      cidade: 'São Paulo',
      gasto: 1234.5,
      nascimento: '1990-12-31',
    })
    assert.deepEqual([ana.body.first_name, ana.body.source], ['Áña', 'import'])
    assert.equal((await contact('bia@b.example')).body.first_name, 'Bia; a segunda')
  })

  it('take at the start what was decided once the file was seen', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    const topic = await post('/v1/topics', { name: { en: 'News' } })
    const topics = [topic.body.id]
    const id = await make({ format: 'csv', name: ' shop.csv ' })
    const sent = await send(id, 'email,town,Gasto,vip\nana@b.example,Recife,"1.234,50",Sim\n')
    assert.deepEqual([sent.status, sent.body.name], [202, 'shop.csv'])
    assert.deepEqual(sent.body.recognised.proposed[1], {
      column: 'Gasto',
      key: 'gasto',
      type: 'number',
    })
    const start = `/v1/imports/${id}/start` as const
    assert.deepEqual(refused(await post(start, { topics })), [400, 'missing_field', 'consent'])
    const mapping = {
      email: 'email',
      town: 'properties.town',
      Gasto: 'properties.spent',
      vip: 'properties.vip',
    }
    assert.deepEqual(refused(await post(start, { mapping })), [
      400,
      'invalid_field',
      'mapping.town',
    ])
    const consent = { basis: 'consent', wording: 'Send me news', source: 'fair' }
    const types = { spent: 'number', vip: 'boolean' }
    const strange = { mapping, create_properties: { spent: 'money' } }
    assert.deepEqual(refused(await post(start, strange)), [
      400,
      'invalid_field',
      'create_properties',
    ])
    const decided = { mapping, create_properties: types, topics, consent, dry_run: true }
    assert.equal((await post(start, decided)).status, 202)
    const tried = await ends(id)
    assert.deepEqual([tried.dry_run, tried.preview.created], [true, 1])
    assert.deepEqual([tried.topics, tried.create_properties], [topics, types])
    assert.equal((await contact('ana@b.example')).status, 404)
    // Tried once more with another decision, then in earnest with all that was decided.
    assert.equal((await post(start, { on_existing: 'keep', dry_run: true })).status, 202)
    assert.equal((await ends(id)).on_existing, 'keep')
    assert.equal((await post(start)).status, 202)
    assert.equal((await ends(id)).dry_run, false)
    const ana = await contact('ana@b.example')
    assert.deepEqual(ana.body.properties, { town: 'Recife', spent: 1234.5, vip: true })
    assert.equal(ana.body.topics[0].state, 'subscribed')
    const made = (await service.call('GET', '/v1/contact-properties')).body.data
    const labels = made.map(one => [one.key, one.label])
    assert.deepEqual(Object.fromEntries(labels), { town: null, spent: 'Gasto', vip: null })
  })

  it('name each line that is wrong, by its place in the file, and stop for none', async t => {
    const { service, make, send, ends } = await importStage(t)
    const mapping = { email: 'email', name: 'first_name' }
    const id = await make({ format: 'csv', mapping })
    const file =
      'email,name\nana@b.example,"two\nlines"\n\nnothing,X\n,Y\nbia@b.example,"never closed\ncaio@b.example,Z\nANA@b.example,again\n'
    assert.equal((await send(id, file)).status, 202)
    const done = await ends(id)
    assert.deepEqual(done.counts, {
      lines: 6,
      created: 3,
      updated: 0,
      unchanged: 0,
      kept_unsubscribed: 0,
      kept_unconsented: 0,
      suppressed: 0,
      duplicate: 1,
      invalid: 2,
      noted: 1,
    })
    assert.deepEqual(await brokenRules(service.world), [], 'as doctor sees it')
    const { body } = await service.call('GET', `/v1/imports/${id}/errors`)
    assert.deepEqual(
      body.data.map((one: { line: number; code: string; param: string; taken: boolean }) => [
        one.line,
        one.code,
        one.param,
        one.taken,
      ]),
      [
        [5, 'invalid_field', 'email', false],
        [6, 'missing_field', 'email', false],
        [7, 'invalid_field', null, true],
      ],
    )
    const csv = await service.call('GET', `/v1/imports/${id}/errors?format=csv`)
    assert.equal(csv.body, 'email,name\nnothing,X\n,Y\nbia@b.example,"never closed\n')
    const page = await service.call('GET', `/v1/imports/${id}/errors?limit=1`)
    assert.equal(page.body.has_more, true)
    const next = await service.call(
      'GET',
      `/v1/imports/${id}/errors?starting_after=${page.body.data[0].line}`,
    )
    assert.equal(next.body.data[0].line, 6)
  })

  it('take NDJSON, packed, and UTF-16', async t => {
    const { make, send, ends, contact } = await importStage(t)
    const lines = '{"email":"ana@b.example","first_name":"Ana"}\n[1]\n{"email":"bia@b.example"}\n'
    const packed = await make({
      format: 'ndjson',
      mapping: { email: 'email', first_name: 'first_name' },
    })
    await send(packed, gzipSync(lines), {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    })
    const done = await ends(packed)
    assert.deepEqual([done.counts.created, done.counts.invalid], [2, 1])
    const wide = await make({ format: 'csv', mapping: { email: 'email', nome: 'first_name' } })
    await send(
      wide,
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('email\tnome\ncaio@b.example\tCão\n', 'utf16le'),
      ]),
    )
    assert.equal((await ends(wide)).recognised.encoding, 'utf-16')
    assert.equal((await contact('caio@b.example')).body.first_name, 'Cão')
  })

  it('join topics by the consent they name, but bring nobody back', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const left = (await post('/v1/contacts', { email: 'left@b.example', topics: [topic] })).body.id
    await post(`/v1/contacts/${left}/topics`, { topics: [{ id: topic, state: 'unsubscribed' }] })
    await post('/v1/suppressions', { email: 'blocked@b.example', stream: 'all' })
    await post('/v1/suppressions', { email: 'quiet@b.example', stream: 'marketing' })
    assert.deepEqual(refused(await post('/v1/imports', { format: 'csv', topics: [topic] })), [
      400,
      'missing_field',
      'consent',
    ])
    const consent = {
      basis: 'consent',
      wording: 'I agree.',
      source: 'fair',
      at: '2026-01-01T00:00:00Z',
    }
    const mapping = { email: 'email', first_name: 'first_name' }
    const early = { ...consent, at: '2999-01-01T00:00:00Z' }
    const { body: said } = await post('/v1/imports', {
      format: 'csv',
      topics: [topic],
      consent: early,
    })
    assert.equal(said.error.param, 'consent.at')
    assert.match(said.error.message, /It is in the future\.$/)
    const id = await make({ format: 'csv', topics: [topic], consent, mapping })
    await send(
      id,
      'email,first_name\nnew@b.example,N\nleft@b.example,L\nblocked@b.example,B\nquiet@b.example,Q\n',
    )
    const done = await ends(id)
    assert.deepEqual(
      [done.counts.created, done.counts.kept_unsubscribed, done.counts.suppressed],
      [1, 1, 2],
    )
    const fresh = await contact('new@b.example')
    assert.equal(fresh.body.topics[0].state, 'subscribed')
    const gone = await contact('left@b.example')
    assert.deepEqual([gone.body.topics[0].state, gone.body.first_name], ['unsubscribed', 'L'])
    // Nor by a list whose consent is younger than the leaving: only the person's own act counts.
    service.turn(60_000)
    const { at: _, ...today } = consent
    await post('/v1/contacts', { email: 'known@b.example', first_name: 'K' })
    const again = await make({ format: 'csv', topics: [topic], consent: today, mapping })
    await send(again, 'email,first_name\nleft@b.example,L\nknown@b.example,K\n')
    const { counts } = await ends(again)
    assert.equal(counts.kept_unsubscribed, 1)
    assert.deepEqual([counts.updated, counts.unchanged], [1, 0], 'who joins is changed by it')
    assert.equal((await contact('left@b.example')).body.topics[0].state, 'unsubscribed')
    assert.deepEqual((await contact('blocked@b.example')).body.topics, [])
    const { body } = await service.call('GET', '/v1/contacts/new@b.example/consents')
    assert.deepEqual(
      [
        body.data[0].action,
        body.data[0].method,
        body.data[0].evidence.basis,
        body.data[0].wording.text,
      ],
      ['imported', 'import', 'consent', 'I agree.'],
    )
  })

  const exports = [
    {
      source: 'listmonk',
      file: [
        'uuid,email,name,attributes,status,created_at,updated_at',
        `2e2b…,ana@b.example,Ana Lima,"{""city"": ""Olinda""}",enabled,2024-01-02 10:00:00,2024-01-02 10:00:00`,
        '7c1d…,left@b.example,Rui,{},blocklisted,2024-01-02 10:00:00,2024-01-02 10:00:00',
      ],
    },
    {
      source: 'mailchimp',
      file: [
        '"Email Address","First Name","Last Name",Address,"Phone Number",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,UNSUB_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
        'ana@b.example,Ana,Lima,,,2,"2024-01-02 10:00:00",,"2024-01-02 10:00:00",203.0.113.7,,,-3,-3,America/Recife,BR,PE,,"2024-01-02 10:00:00",51,ab12,,"""vip"",""loja"""',
        'left@b.example,Rui,,,,2,,,"2024-01-02 10:00:00",203.0.113.7,,,,,,,,"2024-05-06 07:08:09","2024-05-06 07:08:09",52,cd34,,',
      ],
    },
    {
      source: 'brevo',
      file: [
        'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;EXT_ID;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
        '1;ana@b.example;Ana;Lima;5581999990000;u-1;false;false;02-01-2024 10:00:00;02-01-2024 10:00:00',
        '2;left@b.example;Rui;;;;true;false;02-01-2024 10:00:00;02-01-2024 10:00:00',
      ],
    },
    {
      source: 'resend',
      file: [
        'id,created_at,first_name,last_name,email,unsubscribed',
        '520784e2-887d-4c25-b53c-4ad46ad38100,2024-01-02 10:00:00.000+00,Ana,Lima,ana@b.example,false',
        '520784e2-887d-4c25-b53c-4ad46ad38101,2024-01-02 10:00:00.000+00,Rui,,left@b.example,true',
      ],
    },
  ]
  for (const { source, file } of exports) {
    it(`take the export of ${source} as it is, and let nobody in who had left there`, async t => {
      const { post, make, send, ends, contact, service } = await importStage(t)
      const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
      const consent = { basis: 'consent', wording: 'I agree.', source }
      const id = await make({ format: 'csv', topics: [topic], consent })
      await send(id, `${file.join('\r\n')}\r\n`)
      const { recognised } = await ends(id, 'recognised')
      assert.equal(recognised.source, source)
      assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
      const { counts } = await ends(id)
      assert.deepEqual([counts.created, counts.kept_unsubscribed, counts.invalid], [1, 1, 0])
      const ana = (await contact('ana@b.example')).body
      assert.match(ana.first_name, /^Ana/)
      assert.deepEqual([ana.unsubscribed, ana.topics[0].state], [false, 'subscribed'])
      const left = (await contact('left@b.example')).body
      assert.deepEqual([left.first_name, left.unsubscribed, left.topics], ['Rui', true, []])
      const { stream, reason } = left.suppressed
      assert.deepEqual([stream, reason], ['marketing', 'manual'], 'not by a link of ours')
      const { data } = (await service.call('GET', '/v1/contacts/left@b.example/consents')).body
      assert.deepEqual([data[0].action, data[0].method, data[0].topic_id], ['left', 'import', null])
    })
  }

  it('name the lines of which nobody can tell whether the person has left', async t => {
    const { make, send, ends, service } = await importStage(t)
    const mapping = { email: 'email', gone: 'unsubscribed' }
    const id = await make({ format: 'csv', mapping })
    await send(id, 'email,gone\na@b.example,perhaps\nb@b.example,no\nc@b.example,Sim\n')
    const { counts } = await ends(id)
    assert.deepEqual([counts.created, counts.kept_unsubscribed, counts.invalid], [1, 1, 1])
    const { data } = (await service.call('GET', `/v1/imports/${id}/errors`)).body
    assert.deepEqual(
      [data[0].line, data[0].code, data[0].param],
      [2, 'invalid_field', 'unsubscribed'],
    )
  })

  it('ask those who must confirm by a letter only when told to, behind all other mail', async t => {
    const zones = {
      'here.test': { MX: ['10 mx.here.test'] },
      'mx.here.test': { A: ['127.0.0.1'] },
      'away.test': { MX: ['10 mx.away.test'] },
      'mx.away.test': { A: ['127.0.0.99'] },
    }
    const { service, post, make, send, ends, contact } = await importStage(t, { zones })
    const body = { name: { en: 'News' }, double_opt_in: true }
    const topic = (await post('/v1/topics', body)).body.id
    await post('/v1/suppressions', { email: 'blocked@here.test', stream: 'all' })
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const mapping = { email: 'email' }
    const options = { format: 'csv', topics: [topic], consent, mapping }
    const people = ['ana', 'bia', 'blocked'].map(name => `${name}@here.test`)
    const silent = await make(options)
    await send(silent, `email\nquiet@here.test\n`)
    await send(await make({ ...options, confirm: 'elsewhere' }), `email\nsure@here.test\n`)
    const waits = await make({ ...options, confirm: 'send' })
    await send(waits, 'email\nslow@away.test\n')
    await ends(waits)
    const kinds = (await waitingWork(service.world.db)).map(one => one.kind)
    assert.deepEqual(
      [...new Set(kinds)].filter(kind => kind !== 'import'),
      ['bulk'],
    )
    const id = await make({ ...options, confirm: 'send' })
    await send(id, `email\n${people.join('\n')}\nana@here.test\n`)
    const { counts } = await ends(id)
    assert.deepEqual([counts.created, counts.suppressed, counts.duplicate], [2, 1, 1])
    const letters = await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?status=delivered')).body
      return data.length >= 2 ? data : null
    })
    const to = letters.map((one: { to: string[] }) => one.to[0]).sort()
    assert.deepEqual(to, ['ana@here.test', 'bia@here.test'], 'one letter each, and nobody else')
    assert.equal((await contact('ana@here.test')).body.topics[0].state, 'pending')
    assert.equal((await contact('quiet@here.test')).body.topics[0].state, 'pending')
    // Whom nobody asked can be asked later.
    const later = await post(`/v1/imports/${silent}/people`, { confirm: 'send' })
    assert.deepEqual(later.body, { people: 1, waiting: 1, next: null })
    await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?status=delivered')).body
      return data.some((one: { to: string[] }) => one.to[0] === 'quiet@here.test')
    }, 'a letter to whom nobody asked')
    assert.equal((await contact('sure@here.test')).body.topics[0].state, 'subscribed')
    const sure = await service.call('GET', '/v1/contacts/sure@here.test/consents')
    const [{ action, evidence }] = sure.body.data
    assert.deepEqual([action, evidence.confirmed, evidence.source], ['imported', true, 'fair'])
    const ana = letters.find((one: { to: string[] }) => one.to[0] === 'ana@here.test')
    assert.equal(ana!.stream, 'transactional')
    const content = await service.call('GET', `/v1/emails/${ana!.id}/content`)
    const [link] = /\/c\/[\w-]+/.exec(content.body.text)!
    await fetch(`http://127.0.0.1:${service.port}${link}`, { method: 'POST' })
    assert.equal((await contact('ana@here.test')).body.topics[0].state, 'subscribed')
    const proof = await service.call('GET', '/v1/contacts/ana@here.test/consents')
    assert.deepEqual(
      proof.body.data.map((one: { action: string }) => one.action),
      ['confirmed', 'asked'],
    )
  })

  it('read a file of many chunks to its last line', async t => {
    const { make, send, ends } = await importStage(t)
    const count = 6_000
    const lines = Array.from(
      { length: count },
      (_, i) => `person${i}@b.example,"Name ${i}, ${'x'.repeat(40)}"`,
    )
    const id = await make({ format: 'csv', mapping: { email: 'email', name: 'first_name' } })
    await send(id, `email,name\n${lines.join('\r\n')}`)
    const done = await ends(id)
    assert.deepEqual(
      [done.counts.lines, done.counts.created, done.counts.invalid],
      [count, count, 0],
    )
  })

  it('take a file anew that a node died over', async t => {
    const { service, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv', mapping: { email: 'email' } })
    const { db, clock } = service.world
    const by = service.world.ids.next()
    const seen = (at: number) => beganReceiving(db, by, at)
    await seen(clock.now() - 50_000)
    assert.deepEqual(refused(await send(id, 'email\na@b.example\n')), [
      400,
      'invalid_field',
      'status',
    ])
    await seen(clock.now() - 61_000)
    assert.equal((await send(id, 'email\na@b.example\n')).status, 202)
    assert.equal((await ends(id)).counts.created, 1)
  })

  it('refuse what is no table, a second file, and steps out of order', async t => {
    const { post, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv' })
    assert.deepEqual(refused(await send(id, '{}', { 'content-type': 'application/json' })), [
      400,
      'invalid_field',
      'Content-Type',
    ])
    assert.deepEqual(refused(await send(id, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))), [
      400,
      'invalid_field',
      'file',
    ])
    assert.deepEqual(
      refused(await send(id, Buffer.from('no gzip'), { 'content-encoding': 'gzip' })),
      [400, 'invalid_field', 'Content-Type'],
    )
    assert.deepEqual(refused(await send(id, 'a,b\n1,2\n', { 'content-encoding': 'br' })), [
      400,
      'invalid_field',
      'Content-Encoding',
    ])
    assert.deepEqual(refused(await post(`/v1/imports/${id}/start`)), [
      400,
      'invalid_field',
      'status',
    ])
    assert.equal((await send(id, 'a,b\n1,2\n')).status, 202)
    assert.deepEqual(refused(await send(id, 'a,b\n1,2\n')), [400, 'invalid_field', 'status'])
    assert.deepEqual(refused(await post(`/v1/imports/${id}/start`)), [
      400,
      'invalid_field',
      'mapping',
    ])
    const unknown = { mapping: { a: 'email', b: 'properties.shoe' } }
    assert.deepEqual(refused(await post(`/v1/imports/${id}/start`, unknown)), [
      400,
      'invalid_field',
      'mapping.b',
    ])
    assert.equal((await post(`/v1/imports/${id}/cancel`)).status, 202)
    assert.equal((await post(`/v1/imports/${id}/cancel`)).status, 409)
    const made = await make({
      format: 'csv',
      create_properties: true,
      mapping: { a: 'email', b: 'properties.shoe' },
    })
    await send(made, 'a,b\nana@b.example,44\n')
    await ends(made)
    assert.deepEqual(refused(await post('/v1/imports', { format: 'xls' })), [
      400,
      'invalid_field',
      'format',
    ])
    assert.deepEqual(refused(await post('/v1/imports', { format: 'csv', segment: 'seg_0' })), [
      400,
      'invalid_field',
      'segment',
    ])
  })
})
