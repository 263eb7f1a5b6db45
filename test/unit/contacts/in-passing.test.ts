/** What the contract says of contacts in passing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Sql } from '#kernel/world/db.ts'
import { type Called, refused } from '../../support/called.ts'
import { waitersFor } from '../../support/locks.ts'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

describe('the small print of contacts', () => {
  it('has calls that only look ignore an Idempotency-Key', async t => {
    const { call } = await startTestService(t)
    const post = (path: string, body: unknown, key: string) =>
      call('POST', path, { body, headers: { 'idempotency-key': key } })
    assert.equal((await post('/v1/contacts', { email: 'a@b.example' }, 'once')).status, 201)
    const filter = { all: [] }
    for (const key of ['once', 'x'.repeat(256)]) {
      const found = await post('/v1/contacts/search', { filter }, key)
      assert.deepEqual([found.status, found.body.data?.length], [200, 1], key)
      assert.equal((await post('/v1/segments/preview', { filter }, key)).body.count, 1)
    }
    assert.equal((await post('/v1/contacts', { email: 'b@b.example' }, 'once')).status, 409)
  })

  it('takes no language that there is not, no day that there is not, and 500 characters', async t => {
    const { call } = await startTestService(t)
    const post = (path: string, body: unknown) => call('POST', path, { body })
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    const write = (fields: object) => post('/v1/contacts', { email: 'a@b.example', ...fields })
    for (const language of ['xx', 'klingon', 'qq-BR', '']) {
      const wrong = language === '' ? undefined : 'language'
      assert.equal((await write({ language })).body.error?.param, wrong, language)
    }
    for (const [given, shown] of [
      ['pt-br', 'pt-BR'],
      ['kgp', 'kgp'],
      ['iw', 'he'],
    ]) {
      assert.equal((await write({ language: given })).body.language, shown)
    }
    const city = '😀'.repeat(500)
    assert.equal((await write({ properties: { city } })).body.properties.city, city)
    assert.deepEqual(refused(await write({ properties: { city: `${city}x` } })), [
      400,
      'invalid_field',
      'properties.city',
    ])
    const sleep = (until: string) =>
      call('PATCH', '/v1/contacts/a@b.example', { body: { snoozed_until: until } })
    for (const until of ['2027-02-30T10:00:00Z', '2027-02-01', '2027-02-01T10:00:00']) {
      assert.deepEqual(refused(await sleep(until)), [400, 'invalid_field', 'snoozed_until'], until)
    }
    const slept = await sleep('2027-02-28T10:00:00-03:00')
    assert.equal(slept.body.snoozed_until, '2027-02-28T13:00:00.000Z')
    assert.equal((await sleep('')).body.snoozed_until, null)
    const fallback = { key: 'n', type: 'number', fallback: 'x' }
    const { error } = (await post('/v1/contact-properties', fallback)).body
    assert.deepEqual([error.param, error.message], ['fallback', 'fallback must be a number.'])
  })

  it('keeps a property that is being deleted from new uses, and brings it back where one has come', async t => {
    const { call, world } = await startTestService(t)
    const post = (path: string, body: unknown) => call('POST', path, { body })
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    const write = () => post('/v1/contacts', { email: 'a@b.example', properties: { city: 'Rio' } })
    assert.equal((await write()).status, 201)
    const remove = () => call('DELETE', '/v1/contact-properties/city')
    const filter = { field: 'properties.city', op: 'eq', value: 'Rio' }
    const use = () => post('/v1/segments', { name: 'Rio', kind: 'dynamic', filter })
    /** While a value is being cleared. */
    const during = (act: (sql: Sql) => Promise<unknown>) =>
      world.db.transaction(async tx => {
        await tx.query('select from contacts for update')
        const removed = remove()
        await until(async () => (await waitersFor(world.db)) > 0, 'the clearing')
        await act(world.db)
        return () => removed
      })
    // By somebody who had looked before.
    const late = await during(sql =>
      sql.query(
        `insert into segments (project_id, id, name, kind, filter, tracked, created_at, updated_at)
         select project_id, gen_random_uuid(), 'Late', 'dynamic', $1, false, now(), now()
         from contact_properties`,
        [filter],
      ),
    )
    assert.deepEqual(refused(await late()), [400, 'invalid_field', 'id'])
    assert.equal((await write()).status, 200, 'it is in use, and can be')
    // As if the node had ended before it could say so: deleted again, it is refused again.
    await world.db.query('update contact_properties set going = true')
    assert.deepEqual(refused(await remove()), [400, 'invalid_field', 'id'])
    assert.equal((await write()).status, 200, 'and it can still be used')
    await world.db.query('delete from segments')
    let used: Called | null = null
    const removed = await during(async () => {
      // Whoever sends what there is to be again does not bring it back half empty.
      assert.equal(
        (await post('/v1/contact-properties', { key: 'city', type: 'string' })).status,
        200,
      )
      used = await use()
    })
    assert.deepEqual(refused(used!).slice(0, 2), [400, 'invalid_field'])
    assert.equal((await removed()).status, 200)
    assert.deepEqual((await call('GET', '/v1/contacts/a@b.example')).body.properties, {})
  })

  it('tells of a contact that was deleted what it was, and of one erased the id alone', async t => {
    const { call, world } = await startTestService(t)
    const hook = { url: 'https://one.example.org/', events: ['contact.deleted', 'contact.erased'] }
    assert.equal((await call('POST', '/v1/webhooks', { body: hook })).status, 201)
    for (const email of ['a@b.example', 'b@b.example']) {
      await call('POST', '/v1/contacts', { body: { email, first_name: 'Ana' } })
    }
    const { body: shown } = await call('GET', '/v1/contacts/a@b.example')
    await call('DELETE', '/v1/contacts/a@b.example')
    const erased = (await call('GET', '/v1/contacts/b@b.example')).body.id
    assert.equal((await call('POST', `/v1/contacts/${erased}/erase`)).status, 202)
    const posts = await world.db.query<{ body: string }>('select body from posts order by id')
    const [first, second] = posts.map(one => JSON.parse(one.body))
    assert.deepEqual(first.data.contact, shown)
    assert.equal(first.data.contact_id, shown.id)
    assert.deepEqual(Object.keys(second.data).sort(), ['contact_id', 'event_id'])
  })
})
