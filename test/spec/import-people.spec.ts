import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Called, refused } from '../support/called.ts'
import { deletedContact } from '../support/happened.ts'
import { importStage } from '../support/imports.ts'
import { comesRound } from '../support/jobs.ts'
import { importedPeople, undoableChanges } from '../support/kept.ts'

const emails = ({ body }: Called): string[] =>
  body.data.map((one: { email: string }) => one.email).sort()
describe('the people of an import', () => {
  it('are found by it, put into a list, and confirmed where they were', async t => {
    const { service, post, make, send, ends, contact } = await importStage(t)
    const topic = await post('/v1/topics', { name: { en: 'News' }, double_opt_in: true })
    await post('/v1/contacts', { email: 'else@b.example' })
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const mapping = { email: 'email', town: 'properties.town' }
    const about = { format: 'csv', topics: [topic.body.id], consent, mapping }
    const id = await make({ ...about, create_properties: true })
    const early = await post(`/v1/imports/${id}/people`)
    assert.deepEqual(refused(early), [400, 'invalid_field', 'status'])
    await send(id, 'email,town\nana@b.example,Recife\nbia@b.example,Olinda\nleo@b.example,Recife\n')
    await ends(id)
    const people = ['ana@b.example', 'bia@b.example', 'leo@b.example']
    const list = (query: string) => service.call('GET', `/v1/contacts?${query}`)
    assert.deepEqual(emails(await list(`import=${id}`)), people)
    assert.deepEqual(refused(await list('import=imp_x')), [400, 'invalid_field', 'import'])

    const ids = (await list(`import=${id}&limit=2`)).body.data.map((one: { id: string }) => one.id)
    assert.equal(emails(await list(`ids=${ids.join(',')}`)).length, 2)
    assert.deepEqual(refused(await list(`ids=${ids[0]},con_x`)), [400, 'invalid_field', 'ids'])
    const many = Array.from({ length: 201 }, () => ids[0]).join(',')
    assert.deepEqual(refused(await list(`ids=${many}`)), [400, 'invalid_field', 'ids'])
    const csv = await service.call('GET', `/v1/contacts/export?ids=${ids[0]}`)
    assert.equal(String(csv.body).trim().split('\n').length, 2)

    const segment = (await post('/v1/segments', { name: 'Fair', kind: 'static' })).body.id
    const on = (body: object) => post(`/v1/imports/${id}/people`, body)
    const put = await on({ segment })
    assert.deepEqual(put.body, { people: 3, waiting: 3, next: null })
    assert.equal((await service.call('GET', `/v1/segments/${segment}`)).body.count, 3)
    assert.deepEqual(refused(await on({ segment: 'seg_x' })), [400, 'invalid_field', 'segment'])
    const stateOf = async () => (await contact('ana@b.example')).body.topics[0].state
    assert.equal(await stateOf(), 'pending')
    await on({ confirm: 'elsewhere' })
    assert.equal(await stateOf(), 'subscribed')
    const proof = await service.call('GET', '/v1/contacts/ana@b.example/consents')
    const { action, evidence } = proof.body.data[0]
    assert.deepEqual([action, evidence.confirmed, evidence.source], ['imported', true, 'fair'])
    const again = await on({ confirm: 'elsewhere' })
    assert.deepEqual(again.body, { people: 3, waiting: 0, next: null })
    const last = ids.toSorted().at(-1)
    const rest = await on({ starting_after: last })
    assert.ok(rest.body.people < 3)
    assert.deepEqual(refused(await on({ starting_after: 'x' })), [
      400,
      'invalid_field',
      'starting_after',
    ])
  })
})

describe('values that contacts have', () => {
  it('are told with the commonest first, items of lists each for itself', async t => {
    const { service, post } = await importStage(t)
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    await post('/v1/contact-properties', { key: 'likes', type: 'list' })
    const people = [
      { email: 'a@b.example', properties: { city: 'Recife', likes: ['tea', 'wine'] } },
      { email: 'b@b.example', properties: { city: 'Olinda', likes: ['tea'] }, company: 'Loja' },
      { email: 'c@d.example', properties: { city: 'Recife' } },
      { email: 'd@d.example' },
    ]
    for (const one of people) await post('/v1/contacts', one)
    const values = async (field: string) => {
      const { body } = await service.call('GET', `/v1/contacts/values?field=${field}`)
      return body.data?.map((one: { value: string; count: number }) => [one.value, one.count])
    }
    assert.deepEqual(await values('properties.city'), [
      ['Recife', 2],
      ['Olinda', 1],
    ])
    assert.deepEqual(await values('properties.likes'), [
      ['tea', 2],
      ['wine', 1],
    ])
    assert.deepEqual(await values('company'), [['Loja', 1]])
    assert.deepEqual(await values('email_domain'), [
      ['b.example', 2],
      ['d.example', 2],
    ])
    const all = await service.call('GET', '/v1/contacts/values?field=properties.city')
    assert.equal(all.body.looked, 4)
    for (const field of ['email', 'properties.town', 'properties.', 'id; drop table contacts']) {
      const path = `/v1/contacts/values?field=${encodeURIComponent(field)}` as const
      assert.deepEqual(refused(await service.call('GET', path)), [400, 'invalid_field', 'field'])
    }
  })
})

describe('a person who was imported', () => {
  it('says which files brought and changed them, in which line, for as long as they are kept', async t => {
    const { service, post, make, send, ends } = await importStage(t)
    await post('/v1/contacts', { email: 'alone@b.example' })
    const imports = async (who: string, query = '') =>
      service.call('GET', `/v1/contacts/${who}/imports?${query}`)
    const run = async (name: string, file: string, more: object = {}) => {
      const mapping = { email: 'email', name: 'first_name' }
      const id = await make({ format: 'csv', name, mapping, ...more })
      await send(id, file)
      await ends(id)
      return id
    }
    const first = await run('people.csv', 'email,name\nbia@b.example,Bia\nana@b.example,Ana\n')
    const trial = 'email,name\nana@b.example,Nobody\n'
    await run('trial.csv', trial, { dry_run: true })
    await service.turn(60_000)
    const second = await run(
      'more.csv',
      'email,name\nana@b.example,Anna\nbia@b.example,Bia\nana@b.example,Annie\n',
    )
    const { body } = await imports('ana@b.example')
    const told = body.data.map(({ at: _, ...one }: { at: string }) => one)
    const [later = 0, earlier = 0] = body.data.map(one => Date.parse(one.at))
    assert.ok(later > earlier && later - earlier >= 60_000, JSON.stringify(body))
    assert.deepEqual(told, [
      { id: second, name: 'more.csv', outcome: 'updated', line: 2 },
      { id: first, name: 'people.csv', outcome: 'created', line: 3 },
    ])
    const other = (await imports('bia@b.example')).body.data
    assert.deepEqual(
      other.map((one: { outcome: string; line: number }) => [one.outcome, one.line]),
      [
        ['unchanged', 3],
        ['created', 2],
      ],
    )
    assert.deepEqual((await imports('alone@b.example')).body, { data: [], has_more: false })
    assert.equal((await imports('nobody@b.example')).status, 404)
    const page = (await imports('ana@b.example', 'limit=1')).body
    assert.deepEqual([page.data[0].id, page.has_more], [second, true])
    const rest = (await imports('ana@b.example', `starting_after=${second}`)).body
    assert.deepEqual([rest.data[0].id, rest.has_more], [first, false])
    assert.deepEqual(refused(await imports('ana@b.example', 'starting_after=imp_x')), [
      400,
      'invalid_field',
      'starting_after',
    ])

    // What could be undone is forgotten after a week; who stood in the file is not.
    await service.turn(8 * 86_400_000)
    await comesRound(service.world, 'retention')
    assert.equal(await undoableChanges(service.world.db), 0)
    assert.deepEqual((await imports('ana@b.example')).body.data, body.data)
    const people = await service.call('GET', `/v1/contacts?import=${first}`)
    assert.deepEqual(emails(people), ['ana@b.example', 'bia@b.example'])
    assert.deepEqual((await post(`/v1/imports/${first}/people`)).body.people, 0)
    const dossier = await service.call('GET', '/v1/contacts/ana@b.example/dossier')
    assert.deepEqual(dossier.body.imports, body.data)

    const { id } = (await service.call('GET', '/v1/contacts/ana@b.example')).body
    await post(`/v1/contacts/${id}/erase`)
    await service.call('DELETE', '/v1/contacts/bia@b.example')
    assert.equal(await importedPeople(service.world.db), 0)
  })

  it('is known after a week by what created and the last 20 that changed it', async t => {
    const { service, make, send, ends } = await importStage(t)
    const mapping = { email: 'email', name: 'first_name' }
    const run = async (name: string, file = `email,name\nana@b.example,${name}\n`) => {
      const id = await make({ format: 'csv', name, mapping })
      await send(id, file)
      await ends(id)
      await service.turn(1_000)
    }
    const names = async () => {
      const { body } = await service.call('GET', '/v1/contacts/ana@b.example/imports')
      return body.data.map((one: { name: string }) => one.name)
    }
    const week = async () => {
      await service.turn(8 * 86_400_000)
      await comesRound(service.world, 'retention')
    }
    const gone = { email: 'gone@b.example' }
    await run('first', `email,name\nana@b.example,first\n${gone.email},Gone\n`)
    await deletedContact(service.world.db, gone.email)
    await week()
    const known = await importedPeople(service.world.db)
    assert.equal(known, 1, 'nobody is known whose contact is gone')

    const made: string[] = []
    for (let n = 0; n < 12; n++) made.unshift(`a${n}`)
    for (const name of made.toReversed()) await run(name)
    await week()
    assert.deepEqual(await names(), [...made, 'first'])
    await run('a11')
    const later: string[] = []
    for (let n = 0; n < 12; n++) later.unshift(`b${n}`)
    for (const name of later.toReversed()) await run(name)
    const all = [...later, 'a11', ...made, 'first']
    assert.deepEqual(await names(), all, 'a week has all')
    const pages: string[][] = []
    for (let after = '', more = true; more; ) {
      const query = `limit=10${after === '' ? '' : `&starting_after=${after}`}`
      const { body } = await service.call('GET', `/v1/contacts/ana@b.example/imports?${query}`)
      pages.push(body.data.map((one: { name: string }) => one.name))
      after = body.data.at(-1)!.id
      more = body.has_more
    }
    assert.deepEqual(pages, [all.slice(0, 10), all.slice(10, 20), all.slice(20)])
    await week()
    assert.deepEqual(await names(), [...later, ...made.slice(0, 8), 'first'])
  })

  it('is brought by no import that was undone', async t => {
    const { service, post, make, send, ends } = await importStage(t)
    await post('/v1/contacts', { email: 'old@b.example' })
    const id = await make({ format: 'csv', mapping: { email: 'email', name: 'first_name' } })
    await send(id, 'email,name\nold@b.example,New\n')
    await ends(id)
    const of = () => service.call('GET', '/v1/contacts/old@b.example/imports')
    assert.equal((await of()).body.data.length, 1)
    await post(`/v1/imports/${id}/undo`)
    await ends(id, 'undone')
    assert.deepEqual((await of()).body.data, [])
  })
})
