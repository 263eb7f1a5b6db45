import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'
import type { Called } from '../support/service.ts'

const emails = ({ body }: Called): string[] =>
  body.data.map((one: { email: string }) => one.email).sort()
const refused = ({ status, body }: Called) => [status, body.error?.code, body.error?.param]

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
      const path = `/v1/contacts/values?field=${encodeURIComponent(field)}`
      assert.deepEqual(refused(await service.call('GET', path)), [400, 'invalid_field', 'field'])
    }
  })
})
