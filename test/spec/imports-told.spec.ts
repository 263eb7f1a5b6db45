import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { readOfFiles } from '../support/happened.ts'
import { importStage } from '../support/imports.ts'

describe('what is said of a file', () => {
  it('is asked for where the file does not say it, and obeyed', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    await post('/v1/contact-properties', { key: 'orders', type: 'number' })
    await post('/v1/contact-properties', { key: 'born', type: 'date' })
    const mapping = { email: 'email', orders: 'properties.orders', born: 'properties.born' }
    const id = await make({ format: 'csv', mapping })
    const sent = await send(id, 'email;orders;born\na@b.example;1,234;03/04/1990\n')
    assert.equal(sent.body.status, 'recognised', 'although it has a mapping')
    const formats = sent.body.recognised.formats
    assert.deepEqual(formats, [
      { column: 'orders', kind: 'number', decimal_mark: null, example: '1,234' },
      { column: 'born', kind: 'date', date_order: null, example: '03/04/1990' },
    ])
    const start = `/v1/imports/${id}/start` as const
    const silent = await post(start)
    assert.deepEqual(refused(silent), [400, 'invalid_field', 'decimal_mark'])
    assert.match(silent.body.error.message, /orders.*1,234/)
    assert.deepEqual(refused(await post(start, { decimal_mark: '.' })), [
      400,
      'invalid_field',
      'date_order',
    ])
    const told = { decimal_mark: '.', date_order: 'mdy' }
    assert.equal((await post(start, told)).status, 202)
    assert.deepEqual((await ends(id)).file, told)
    const { properties } = (await contact('a@b.example')).body
    assert.deepEqual(properties, { orders: 1234, born: '1990-03-04' })
    const wrong = await post('/v1/imports', { format: 'csv', decimal_mark: ';' })
    assert.deepEqual(refused(wrong), [400, 'invalid_field', 'decimal_mark'])
  })

  it('makes the file be looked at anew', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    const id = await make({ format: 'csv', delimiter: ',', encoding: 'windows-1252' })
    const sent = await send(id, 'E-mail;Nome\na@b.example;Ação\n')
    assert.deepEqual(sent.body.recognised.columns, ['E-mail;Nome'])
    const again = `/v1/imports/${id}/recognise` as const
    const seen = await post(again, { delimiter: ';', encoding: 'utf-8' })
    assert.deepEqual([seen.status, seen.body.status], [200, 'recognised'])
    assert.deepEqual(seen.body.recognised.sample, [{ 'E-mail': 'a@b.example', Nome: 'Ação' }])
    assert.deepEqual(refused(await post(again, { encoding: 'utf-16' })), [
      400,
      'invalid_field',
      'encoding',
    ])
    assert.deepEqual(refused(await post(again, { header: 'no' })), [400, 'invalid_field', 'header'])
    assert.equal((await post(`/v1/imports/${id}/start`, { dry_run: true })).status, 202)
    assert.equal((await ends(id)).preview.created, 1)
    // After a trial, too, which begins anew.
    const bare = await post(again, { header: false })
    assert.deepEqual([bare.body.status, bare.body.counts.lines], ['recognised', 0])
    assert.deepEqual(bare.body.recognised.columns, ['column 1', 'column 2'])
    const mapping = { 'column 1': 'email', 'column 2': 'first_name' }
    assert.equal((await post(`/v1/imports/${id}/start`, { mapping })).status, 202)
    const { counts } = await ends(id)
    assert.deepEqual([counts.lines, counts.created, counts.invalid], [2, 1, 1])
    assert.equal((await contact('a@b.example')).body.first_name, 'Ação')
    assert.deepEqual(refused(await post(again, {})), [400, 'invalid_field', 'status'])
  })

  it('may be said with the start', async t => {
    const { post, make, send, ends } = await importStage(t)
    const id = await make({ format: 'csv' })
    await send(id, 'E-mail|Nome\na@b.example|Ana\n')
    const start = `/v1/imports/${id}/start` as const
    assert.deepEqual(refused(await post(start, { delimiter: ';' })), [
      400,
      'invalid_field',
      'mapping',
    ])
    assert.equal((await post(start, { delimiter: '|' })).status, 202)
    assert.equal((await ends(id)).counts.created, 1)
  })
})

describe('a mapping', () => {
  it('names columns and fields that there are, each field once', async t => {
    const { post, make, send } = await importStage(t)
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    const id = await make({ format: 'csv' })
    await send(id, 'email,mail,city,constructor,__proto__\na@b.example,b@b.example,Recife,1,2\n')
    const wrong: [object, string][] = [
      [{ email: 'email', 'properties.nada': 'properties.nada' }, 'mapping.properties.nada'],
      [{ email: 'email', Cidade: 'properties.city' }, 'mapping.Cidade'],
      [{ email: 'email', city: 'first_nome' }, 'mapping.city'],
      [{ email: 'email', city: 'properties.nada' }, 'mapping.city'],
      [{ email: 'email', mail: 'email' }, 'mapping.mail'],
      [{ email: 'email', city: 'properties.constructor' }, 'mapping.city'],
    ]
    const start = `/v1/imports/${id}/start` as const
    for (const [mapping, param] of wrong) {
      assert.deepEqual(refused(await post(start, { mapping })), [400, 'invalid_field', param])
    }
    assert.equal((await post(start, { mapping: { email: 'email', other: null } })).status, 202)
  })

  it('that says nothing of who has left waits for somebody', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const consent = { basis: 'consent', wording: 'Yes.', source: 'Sendy' }
    const mapping = { Email: 'email' }
    const id = await make({ format: 'csv', topics: [topic], consent, mapping })
    const file = 'Email,Status\na@b.example,Subscribed\nb@b.example,Unsubscribed\n'
    assert.equal((await send(id, file)).body.status, 'recognised')
    const start = `/v1/imports/${id}/start` as const
    assert.deepEqual(refused(await post(start)), [400, 'invalid_field', 'mapping.Status'])
    assert.equal(
      (await post(start, { mapping: { ...mapping, Status: 'unsubscribed' } })).status,
      202,
    )
    const { counts } = await ends(id)
    assert.deepEqual([counts.created, counts.kept_unsubscribed], [1, 1])
    assert.deepEqual((await contact('b@b.example')).body.topics, [])
  })

  it('asks about words that may be of people who have left, or of something else', async t => {
    const { post, make, send, contact } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const consent = { basis: 'consent', wording: 'Yes.', source: 'fair' }
    const columns = [
      ['situacao', 'Cancelado', 'Ativo'],
      ['Situação', 'saiu', 'ok'],
      ['Status', 'inactive', 'active'],
      ['Status', 'removed', 'lead'],
      ['Status do pedido', 'cancelado', 'pago'],
      ['obs', 'Bloqueado', 'Ativo'],
      ['Ativo', 'Não', 'Sim'],
      ['Cancelado', 'sim', 'não'],
    ] as const
    for (const [title, left, stays] of columns) {
      const file = `email,${title}\na@b.example,${left}\nb@b.example,${stays}\n`
      const given = await make({
        format: 'csv',
        topics: [topic],
        consent,
        mapping: { email: 'email' },
      })
      assert.equal((await send(given, file)).body.status, 'recognised', title)
      const start = `/v1/imports/${given}/start` as const
      const due = [400, 'invalid_field', `mapping.${title}`]
      assert.deepEqual(refused(await post(start)), due, title)
      const proposed = await make({ format: 'csv', topics: [topic], consent })
      const { mapping } = (await send(proposed, file)).body.recognised
      assert.deepEqual(mapping, { email: 'email' }, title)
      assert.deepEqual(refused(await post(`/v1/imports/${proposed}/start`)), due, title)
    }
    assert.equal((await contact('a@b.example')).status, 404)
  })

  it('asks the same about lines of JSON, also about members that come further down', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const consent = { basis: 'consent', wording: 'Yes.', source: 'fair' }
    const about = { format: 'ndjson', topics: [topic], consent }
    const lines = (...rows: object[]) => `${rows.map(row => JSON.stringify(row)).join('\n')}\n`
    const members = [
      ['situacao', 'Cancelado', 'Ativo'],
      ['Status', 'inactive', 'active'],
      ['Ativo', false, true],
      ['Cancelado', true, false],
      ['Ativo', 'Não', 'Sim'],
      ['properties.situacao', 'Cancelado', 'Ativo'],
    ] as const
    const early = lines(...Array.from({ length: 30 }, (_, n) => ({ email: `p${n}@b.example` })))
    for (const [name, left, stays] of members) {
      const row = (email: string, value: unknown) =>
        name.startsWith('properties.')
          ? { email, properties: { [name.slice(11)]: value } }
          : { email, [name]: value }
      const said = lines(row('a@b.example', left), row('b@b.example', stays))
      for (const file of [said, early + said]) {
        const id = await make({ ...about, mapping: { email: 'email' } })
        assert.equal((await send(id, file)).body.status, 'recognised', name)
        const start = `/v1/imports/${id}/start` as const
        const due = [400, 'invalid_field', `mapping.${name}`]
        assert.deepEqual(refused(await post(start)), due, name)
        const proposed = await make(about)
        const { mapping } = (await send(proposed, file)).body.recognised
        assert.deepEqual(mapping, { email: 'email' }, name)
      }
    }
    assert.equal((await contact('a@b.example')).status, 404)
    const id = await make({ ...about, mapping: { email: 'email', Status: 'unsubscribed' } })
    await send(id, lines({ email: 'a@b.example', Status: 'cancelled' }, { email: 'b@b.example' }))
    await post(`/v1/imports/${id}/start`)
    assert.equal((await ends(id)).counts.kept_unsubscribed, 1)
    const fine = await make({ ...about, mapping: { email: 'email' } })
    await send(fine, lines({ email: 'd@b.example', Status: 'pago' }))
    const { status, body } = await post(`/v1/imports/${fine}/start`)
    assert.ok(status === 202 || body.error?.param === 'status', JSON.stringify(body))
  })

  it('asks nothing about words that nobody leaves by', async t => {
    const { post, make, send } = await importStage(t)
    for (const file of [
      'email,Status\na@b.example,pago\nb@b.example,enviado\n',
      'email,Estado\na@b.example,SP\nb@b.example,Ceará\n',
      'email,obs\na@b.example,cancelado\nb@b.example,pago\n',
      'email,cliente\na@b.example,sim\nb@b.example,não\n',
    ]) {
      const id = await make({ format: 'csv', mapping: { email: 'email' } })
      await send(id, file)
      const { status, body } = await post(`/v1/imports/${id}/start`)
      assert.ok(status === 202 || body.error?.param === 'status', JSON.stringify(body))
    }
  })
})

describe('the consent of a column', () => {
  it('is not that of a row whose status says that nobody has agreed', async t => {
    const { post, make, send, ends, contact } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const mapping = { email: 'email', status: 'unsubscribed' }
    const consent = { basis: 'consent', wording: 'Yes.', source: 'fair' }
    const id = await make({ format: 'csv', mapping, topics: [topic], consent })
    await send(id, 'email,status\na@b.example,subscribed\nb@b.example,unconfirmed\n')
    const { counts } = await ends(id)
    assert.deepEqual([counts.lines, counts.created, counts.kept_unconsented], [2, 1, 1])
    assert.equal((await contact('a@b.example')).body.topics[0].state, 'subscribed')
    const { topics, unsubscribed } = (await contact('b@b.example')).body
    assert.deepEqual([topics, unsubscribed], [[], false])
  })

  it('is that of the rows that say yes; the others join nothing', async t => {
    const { post, make, send, ends, contact, service } = await importStage(t)
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const consent = { basis: 'consent', wording: 'Yes.', source: 'fair', column: 'Aceita' }
    const body = { format: 'csv', topics: [topic], consent }
    const id = await make(body)
    const file = 'email,Aceita\na@b.example,SIM\nb@b.example,Não\nc@b.example,\nd@b.example,1\n'
    await send(id, file)
    assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
    const done = await ends(id)
    const { created, kept_unconsented: kept, lines } = done.counts
    assert.deepEqual([lines, created, kept], [4, 2, 2])
    assert.deepEqual(done.consent, { ...consent, at: null })
    assert.equal((await contact('a@b.example')).body.topics[0].state, 'subscribed')
    const { topics, unsubscribed } = (await contact('b@b.example')).body
    assert.deepEqual([topics, unsubscribed], [[], false])
    const { data } = (await service.call('GET', '/v1/contacts/b@b.example/consents')).body
    assert.deepEqual(data, [])
    const own = await make({ ...body, consent: { ...consent, yes: ['Água'] } })
    await send(own, 'email,Aceita\nx@b.example,agua\ny@b.example,sim\n')
    await post(`/v1/imports/${own}/start`)
    const { counts } = await ends(own)
    assert.deepEqual([counts.created, counts.kept_unconsented], [1, 1])
    const lost = await make(body)
    await send(lost, 'email\nz@b.example\n')
    assert.deepEqual(refused(await post(`/v1/imports/${lost}/start`)), [
      400,
      'invalid_field',
      'consent.column',
    ])
  })
})

describe('files that nobody runs', () => {
  it('fill no database: what a project keeps has a limit', async t => {
    const { service, post, make, send } = await importStage(t)
    const kept = await make({ format: 'csv' })
    await send(kept, 'email\na@b.example\n')
    const { db } = service.world
    await readOfFiles(db, 4 * 1024 ** 3 - 10)
    const id = await make({ format: 'csv' })
    const full = await send(id, 'email\nb@b.example\n')
    assert.deepEqual(refused(full), [400, 'invalid_field', 'file'])
    assert.match(full.body.error.message, /4 GB/)
    assert.equal((await post(`/v1/imports/${kept}/cancel`)).status, 202)
    assert.equal((await send(id, 'email\nb@b.example\n')).status, 202)
  })
})

describe('files that nobody can read', () => {
  it('say why', async t => {
    const { make, send } = await importStage(t)
    const why = async (file: string | Buffer, format = 'csv', expected = 'file') => {
      const sent = await send(await make({ format }), file)
      assert.deepEqual(refused(sent), [400, 'invalid_field', expected])
      return sent.body.error.message
    }
    assert.match(await why(''), /vazio/)
    assert.match(await why('[{"email":"a@b.example"}]', 'ndjson'), /lista JSON/)
    assert.match(await why(Buffer.from('504b030414000600', 'hex'), 'csv'), /CSV/)
    assert.match(await why(Buffer.from('1f8b0800', 'hex'), 'csv', 'Content-Type'), /gzip/)
    assert.match(await why(`${'a,'.repeat(127_000)}\na@b.example`), /1000 colunas/)
  })
})
