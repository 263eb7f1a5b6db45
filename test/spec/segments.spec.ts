import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Poster, refused } from '../support/called.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface Stage {
  readonly service: TestService
  readonly post: Poster
  names(page: { data: { email: string }[] }): string[]
}

async function setStage(t: TestContext): Promise<Stage> {
  const service = await startTestService(t)
  const post = <const Path extends string>(path: Path, body: unknown) =>
    service.call('POST', path, { body })
  await post('/v1/contact-properties', { key: 'city', type: 'string' })
  await post('/v1/contact-properties', { key: 'orders', type: 'number' })
  await post('/v1/contacts/batch', {
    contacts: [
      { email: 'ana@b.example', properties: { city: 'São Paulo', orders: 4 } },
      { email: 'bia@b.example', properties: { city: 'Recife' } },
      { email: 'caio@c.example', properties: { orders: 1 } },
    ],
  })
  return { service, post, names: page => page.data.map(one => one.email.split('@')[0]!).sort() }
}

const city = (value: string) => ({ field: 'properties.city', op: 'eq', value })

describe('segments', () => {
  it('find who fulfils their filter, and say why', async t => {
    const { service, post, names } = await setStage(t)
    const filter = { any: [city('sao paulo'), { field: 'properties.orders', op: 'lt', value: 2 }] }
    const made = await post('/v1/segments', { name: 'Some', filter })
    assert.equal(made.status, 201)
    assert.match(made.body.id, /^seg_/)
    assert.deepEqual([made.body.count, made.body.exact], [2, true])
    assert.deepEqual(
      [made.body.kind, made.body.tracked, made.body.filter],
      ['dynamic', false, filter],
    )
    const path = `/v1/segments/${made.body.id}` as const
    assert.deepEqual(names((await service.call('GET', `${path}/contacts`)).body), ['ana', 'caio'])
    const read = await service.call('GET', path)
    assert.deepEqual([read.body.count, read.body.exact], [2, true])
    const listed = await service.call('GET', `/v1/contacts?segment=${made.body.id}`)
    assert.deepEqual(names(listed.body), ['ana', 'caio'])
    const why = await service.call('GET', `${path}/contacts/ana@b.example`)
    assert.deepEqual(why.body, {
      member: true,
      because: {
        result: true,
        any: [
          { result: true, path: 'any[0]' },
          { result: false, path: 'any[1]' },
        ],
      },
    })
    assert.equal((await service.call('GET', `${path}/contacts/bia@b.example`)).body.member, false)
    assert.equal((await service.call('DELETE', path)).status, 200)
    assert.equal((await service.call('GET', path)).status, 404)
  })

  it('are previewed with the count of each condition', async t => {
    const { post } = await setStage(t)
    const filter = {
      all: [{ field: 'email_domain', op: 'eq', value: 'b.example' }, { not: city('Recife') }],
    }
    const { status, body } = await post('/v1/segments/preview', { filter })
    assert.equal(status, 200)
    assert.deepEqual([body.count, body.exact], [1, true])
    assert.deepEqual(body.conditions, [
      { path: 'all[0]', count: 2 },
      { path: 'all[1].not', count: 1 },
    ])
    assert.deepEqual(
      body.sample.map((one: { email: string }) => one.email),
      ['ana@b.example'],
    )
    assert.ok(Number.isInteger(body.took_ms))
  })

  it('may be searched without being kept', async t => {
    const { post, names } = await setStage(t)
    const all = await post('/v1/contacts/search', { filter: { all: [] } })
    assert.deepEqual(names(all.body), ['ana', 'bia', 'caio'])
    const none = await post('/v1/contacts/search', { filter: { any: [] } })
    assert.deepEqual(none.body, { data: [], has_more: false })
    const one = await post('/v1/contacts/search', { filter: { all: [] }, limit: 1 })
    assert.deepEqual([names(one.body), one.body.has_more], [['caio'], true])
    const rest = { filter: { all: [] }, starting_after: one.body.data[0].id }
    assert.deepEqual(names((await post('/v1/contacts/search', rest)).body), ['ana', 'bia'])
  })

  it('that are static hold whom they are given', async t => {
    const { service, post, names } = await setStage(t)
    const made = await post('/v1/segments', { name: 'VIP', kind: 'static' })
    assert.deepEqual([made.status, made.body.count, 'filter' in made.body], [201, 0, false])
    const path = `/v1/segments/${made.body.id}/members` as const
    const added = await post(path, {
      contacts: ['ana@b.example', 'Bia@b.example', 'ana@b.example'],
    })
    assert.deepEqual(added.body, { id: made.body.id, changed: 2, count: 2 })
    assert.deepEqual(refused(await post(path, { contacts: ['ana@b.example', 'no@b.example'] })), [
      400,
      'invalid_field',
      'contacts[1]',
    ])
    await service.call('DELETE', path, { body: { contacts: ['ana@b.example'] } })
    const inside = await service.call('GET', `/v1/segments/${made.body.id}/contacts`)
    assert.deepEqual(names(inside.body), ['bia'])
    await service.call('DELETE', '/v1/contacts/bia@b.example')
    assert.equal((await service.call('GET', `/v1/segments/${made.body.id}`)).body.count, 0)
    const dynamic = await post('/v1/segments', { name: 'Dyn', filter: { all: [] } })
    const wrong = await post(`/v1/segments/${dynamic.body.id}/members`, {
      contacts: ['ana@b.example'],
    })
    assert.deepEqual(refused(wrong), [400, 'invalid_field', 'kind'])
  })

  it('refer to each other without circles, and are not deleted while in use', async t => {
    const { service, post } = await setStage(t)
    const one = (await post('/v1/segments', { name: 'One', filter: city('Recife') })).body.id
    const two = (await post('/v1/segments', { name: 'Two', filter: { not: { segment: one } } }))
      .body.id
    const circle = await service.call('PATCH', `/v1/segments/${one}`, {
      body: { filter: { segment: two } },
      headers: { 'accept-language': 'en' },
    })
    assert.deepEqual(refused(circle), [400, 'invalid_field', 'filter.segment'])
    assert.match(circle.body.error.message, /in a circle/)
    const kept = await service.call('DELETE', `/v1/segments/${one}`, {
      headers: { 'accept-language': 'en' },
    })
    assert.deepEqual(refused(kept), [400, 'invalid_field', 'id'])
    assert.match(kept.body.error.message, /"Two"/)
    assert.deepEqual(refused(await service.call('DELETE', '/v1/contact-properties/city')), [
      400,
      'invalid_field',
      'id',
    ])
    const three = (await post('/v1/segments', { name: 'Three', filter: { segment: two } })).body.id
    const four = await post('/v1/segments', { name: 'Four', filter: { segment: three } })
    assert.equal(four.status, 201)
    const five = await post('/v1/segments', { name: 'Five', filter: { segment: four.body.id } })
    assert.deepEqual(refused(five), [400, 'invalid_field', 'filter.segment'])
  })

  it('name the place in a filter that is wrong', async t => {
    const { post } = await setStage(t)
    const deep = (levels: number): object => (levels === 0 ? city('x') : { not: deep(levels - 1) })
    const groups = (levels: number): object =>
      levels === 0 ? city('x') : { all: [groups(levels - 1)] }
    const wrong: [unknown, string, string][] = [
      [
        { all: [city('x'), city('y'), { field: 'properties.city', op: 'gt', value: 1 }] },
        'invalid_field',
        'filter.all[2].op',
      ],
      [{ all: [{ field: 'properties.city' }] }, 'missing_field', 'filter.all[0].op'],
      [{ field: 'properties.shoe', op: 'eq', value: 1 }, 'invalid_field', 'filter.field'],
      [{ field: 'properties.orders', op: 'eq', value: '1' }, 'invalid_field', 'filter.value'],
      [{ field: 'properties.orders', op: 'eq' }, 'missing_field', 'filter.value'],
      [{ any: [{ topic: 'top_0' }] }, 'invalid_field', 'filter.any[0].topic'],
      [{ not: { segment: 'seg_0' } }, 'invalid_field', 'filter.not.segment'],
      [{ letters: 'opened', last: 33 }, 'invalid_field', 'filter.last'],
      [{ event: 'Order' }, 'invalid_field', 'filter.event'],
      [{ event: 'x', within: 'P1M' }, 'invalid_field', 'filter.within'],
      [{ field: 'created_at', op: 'after', value: '2027-02-30' }, 'invalid_field', 'filter.value'],
      [{ all: 1 }, 'invalid_field', 'filter.all'],
      // A mark alone is in no text, and with it folded away every text would hold it.
      [
        { all: [{ field: 'email', op: 'contains', value: '\u0301' }] },
        'invalid_field',
        'filter.all[0].value',
      ],
      [
        { field: 'properties.city', op: 'not_contains', value: '' },
        'invalid_field',
        'filter.value',
      ],
      [
        { not: { field: 'email', op: 'ends_with', value: '' } },
        'invalid_field',
        'filter.not.value',
      ],
      [
        { event: 'x', where: [{ field: 'sku', op: 'starts_with', value: '\u0327' }] },
        'invalid_field',
        'filter.where[0].value',
      ],
      [{ all: [], extra: 1 }, 'invalid_field', 'filter.extra'],
      [deep(6), 'invalid_field', 'filter.not.not.not.not.not'],
      [groups(6), 'invalid_field', `filter.${Array(5).fill('all[0]').join('.')}`],
      [{ any: Array.from({ length: 101 }, () => city('x')) }, 'invalid_field', 'filter'],
      ['text', 'invalid_field', 'filter'],
    ]
    for (const [filter, code, param] of wrong) {
      assert.deepEqual(
        refused(await post('/v1/segments/preview', { filter })),
        [400, code, param],
        param,
      )
    }
    for (const filter of [deep(5), groups(5)])
      assert.equal((await post('/v1/segments/preview', { filter })).status, 200)
    assert.deepEqual(refused(await post('/v1/segments', { name: 'X' })), [
      400,
      'missing_field',
      'filter',
    ])
  })

  it('cannot be made to hang by a hostile filter', async t => {
    const { post } = await setStage(t)
    const hostile = (letters: number) => ({
      any: Array.from({ length: 100 }, (_, i) => ({
        event: `e${i}`,
        at_least: 1_000_000,
        where: Array.from({ length: 20 }, (_, k) => ({
          field: `f${k}`,
          op: 'contains',
          value: 'x'.repeat(letters),
        })),
      })),
    })
    const beyond = await post('/v1/segments/preview', { filter: hostile(500) })
    assert.equal(beyond.status, 400, 'a filter has 256 KB at most')
    const { status, body } = await post('/v1/segments/preview', { filter: hostile(60) })
    assert.equal(status, 200)
    assert.ok(body.took_ms < 60_000, `${body.took_ms} ms`)
  })
})
