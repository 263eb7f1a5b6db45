/** The company of a contact, wherever fields are written, sought, printed, taken in and given back. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setStage as setFormStage } from '../support/forms.ts'
import { importStage } from '../support/imports.ts'
import { knownCompanies } from '../support/kept.ts'

async function start(t: TestContext) {
  const stage = await importStage(t)
  const { service, post, make, send } = stage
  /** What is proposed for a file, which waits to be started. */
  const proposed = async (file: string) => {
    const id = await make({ format: 'csv' })
    const { body } = await send(id, file)
    return { id, mapping: body.recognised.mapping }
  }
  return {
    ...stage,
    get: <const Path extends string>(path: Path) => service.call('GET', path),
    patch: <const Path extends string>(path: Path, body: unknown) =>
      service.call('PATCH', path, { body }),
    proposed,
    async imported(file: string) {
      const { id } = await proposed(file)
      assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
      return stage.ends(id)
    },
  }
}

const ana = { email: 'ana@padaria.example', first_name: 'Ana', company: ' Padaria São João ' }

describe('the company of a contact', () => {
  it('is written, changed, kept and taken away as other fields are', async t => {
    const { post, get, patch } = await start(t)
    const made = await post('/v1/contacts', ana)
    assert.deepEqual([made.status, made.body.company], [201, 'Padaria São João'])
    const path = `/v1/contacts/${made.body.id}` as const
    const kept = { ...ana, company: 'Other', on_existing: 'keep' }
    assert.equal((await post('/v1/contacts', kept)).body.company, 'Padaria São João')
    const batch = { contacts: [{ email: ana.email, company: 'Café Central' }] }
    assert.equal((await post('/v1/contacts/batch', batch)).status, 200)
    assert.equal((await get(path)).body.company, 'Café Central')
    assert.equal((await patch(path, { company: '' })).body.company, null)
    const { status, body } = await patch(path, { company: 'x'.repeat(201) })
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_field', 'company'])
  })

  it('is beside a property of the same name', async t => {
    const { post } = await start(t)
    await post('/v1/contact-properties', { key: 'company', type: 'string' })
    await post('/v1/contacts', { ...ana, properties: { company: 'Bakers' } })
    await post('/v1/contacts', { email: 'bia@here.example', company: 'Bakers' })
    const find = async (field: string, value: string) => {
      const { body } = await post('/v1/contacts/search', { filter: { field, op: 'eq', value } })
      return body.data.map((one: { email: string }) => one.email)
    }
    assert.deepEqual(await find('company', 'padaria sao joao'), [ana.email])
    assert.deepEqual(await find('company', 'Bakers'), ['bia@here.example'])
    assert.deepEqual(await find('properties.company', 'bakers'), [ana.email])
  })

  it('is printed by templates, and a property of the same name beside it', async t => {
    const { post } = await start(t)
    await post('/v1/contact-properties', { key: 'company', type: 'string' })
    const made = await post('/v1/contacts', { ...ana, properties: { company: 'Bakers' } })
    const html = '<p>{{ contact.company }}, {{ contact.properties.company }}</p>'
    const variants = { en: { subject: 'Hi', html } }
    const template = { name: 'Hi', default_language: 'en', variants }
    const { id } = (await post('/v1/templates', template)).body
    const preview = { contact_id: made.body.id }
    const { body } = await post(`/v1/templates/${id}/preview`, preview)
    assert.match(body.html, /<p>Padaria São João, Bakers<\/p>/)
    assert.equal((await post(`/v1/templates/${id}/publish`)).status, 201)
  })

  it('goes with a person who is erased', async t => {
    const { service, post } = await start(t)
    const made = await post('/v1/contacts', ana)
    assert.equal((await post(`/v1/contacts/${made.body.id}/erase`)).status, 202)
    assert.equal(await knownCompanies(service.world.db), 0)
  })

  it('is asked by forms under its own name', async t => {
    const { form, service, visit, send, contact } = await setFormStage(t, { double_opt_in: false })
    const body = { fields: [{ key: 'company', required: true }] }
    assert.equal((await service.call('PATCH', `/v1/forms/${form}`, { body })).status, 200)
    const { text } = await visit('GET', `/f/${form}?mode=test`)
    assert.match(text, /Company <input type="text" name="company" required>/)
    await send({ email: 'ana@good.test', company: 'booking.example' })
    assert.equal((await contact('ana@good.test')).body.company, 'booking.example')
  })
})

describe('the company of an import', () => {
  it('is known by its titles', async t => {
    const { proposed, imported, contact } = await start(t)
    for (const title of ['Empresa', 'company', 'Company Name', 'Razão social', 'Organization']) {
      const { mapping } = await proposed(`email,${title}\nana@b.example,Padaria\n`)
      assert.deepEqual(mapping, { email: 'email', [title]: 'company' })
    }
    await imported('email,Empresa\nana@b.example,Padaria\n')
    assert.equal((await contact('ana@b.example')).body.company, 'Padaria')
  })

  it('is a property that the project has under one of them', async t => {
    const { post, proposed, imported, contact } = await start(t)
    await post('/v1/contact-properties', { key: 'company', type: 'string' })
    for (const title of ['Company', 'Empresa']) {
      const { mapping } = await proposed(`email,${title}\nana@b.example,Padaria\n`)
      assert.deepEqual(mapping, { email: 'email', [title]: 'properties.company' })
    }
    await post('/v1/contact-properties', { key: 'empresa', type: 'string' })
    const { mapping } = await proposed('email,Empresa,Company\nana@b.example,Padaria,Bakery\n')
    const both = { Empresa: 'properties.empresa', Company: 'properties.company' }
    assert.deepEqual(mapping, { email: 'email', ...both })
    await imported('email,Company\nana@b.example,Padaria\n')
    const { company, properties } = (await contact('ana@b.example')).body
    assert.deepEqual([company, properties], [null, { company: 'Padaria' }])
  })

  it('comes back from an export as it went, beside a property of the same name', async t => {
    const { service, post, get, make, send, imported, ends, contact } = await start(t)
    await post('/v1/contact-properties', { key: 'company', type: 'string' })
    await post('/v1/contacts', { email: 'none@b.example' })
    await post('/v1/contacts', { ...ana, properties: { company: 'Bakers' } })
    const table = String((await get('/v1/contacts/export')).body)
    const { body: lines } = await get('/v1/contacts/export?format=ndjson')
    for (const email of ['none@b.example', ana.email]) {
      await service.call('DELETE', `/v1/contacts/${email}`)
    }
    await imported(table)
    const first = (await contact(ana.email)).body
    assert.deepEqual([first.company, first.properties.company], ['Padaria São João', 'Bakers'])
    await service.call('DELETE', `/v1/contacts/${ana.email}`)
    const id = await make({ format: 'ndjson' })
    await send(id, String(lines))
    assert.equal((await post(`/v1/imports/${id}/start`)).status, 202)
    await ends(id)
    const again = (await contact(ana.email)).body
    assert.deepEqual([again.company, again.properties.company], ['Padaria São João', 'Bakers'])
  })

  it('goes back with an import that is undone', async t => {
    const { post, imported, ends, contact } = await start(t)
    await post('/v1/contacts', ana)
    const { id } = await imported(`email,empresa\n${ana.email},Nova\n`)
    assert.equal((await contact(ana.email)).body.company, 'Nova')
    assert.equal((await post(`/v1/imports/${id}/undo`)).status, 202)
    await ends(id, 'undone')
    assert.equal((await contact(ana.email)).body.company, 'Padaria São João')
  })
})
