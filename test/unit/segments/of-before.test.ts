/** A segment from before conditions that look for nothing were refused reads, finds and is sent to as it did. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { startTestService } from '../../support/service.ts'

const marks = '\u0301\u0327'
const looking = (value: string) => ({ field: 'email', op: 'contains', value })
const filters = [
  looking(''),
  looking(marks),
  { all: [{ field: 'properties.city', op: 'starts_with', value: marks }] },
  { not: { field: 'properties.city', op: 'ends_with', value: '' } },
] as const
/** A text that is there begins with nothing; one that is not there does not. */
const found = [['ana', 'bia'], ['ana', 'bia'], ['ana'], ['bia']] as const

describe('segments kept from before with a part of a text that is empty', () => {
  it('find whom they found, may be renamed and sent to, and not be given anew', async t => {
    const service = await startTestService(t)
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body === undefined ? {} : { body })
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
    await call('POST', '/v1/contacts/batch', {
      contacts: [
        { email: 'ana@b.example', properties: { city: 'Recife' } },
        { email: 'bia@b.example' },
      ],
    })
    for (const [n, filter] of filters.entries()) {
      const made = await call('POST', '/v1/segments', { name: `Old ${n}`, filter: looking('b') })
      assert.equal(made.status, 201)
      const id: string = made.body.id
      await service.world.db.query('update segments set filter = $2 where id = $1', [
        read('seg', id) as Uuid,
        filter,
      ])
      const whole = await call('GET', `/v1/segments/${id}`)
      assert.deepEqual([whole.status, whole.body.filter], [200, filter])
      const people = await call('GET', `/v1/segments/${id}/contacts`)
      const names = (people.body.data as { email: string }[]).map(one => one.email.split('@')[0])
      assert.deepEqual([people.status, names.sort()], [200, found[n]], JSON.stringify(filter))
      const why = await call('GET', `/v1/segments/${id}/contacts/ana@b.example`)
      assert.deepEqual([why.status, why.body.member], [200, names.includes('ana')])
      const within = await call('POST', '/v1/segments/preview', { filter: { segment: id } })
      assert.deepEqual([within.status, within.body.count], [200, names.length])
      const renamed = await call('PATCH', `/v1/segments/${id}`, { name: `Older ${n}` })
      assert.deepEqual([renamed.status, renamed.body.name], [200, `Older ${n}`])
      const given = await call('PATCH', `/v1/segments/${id}`, { filter })
      assert.deepEqual([given.status, given.body.error.code], [400, 'invalid_field'])
    }
  })
})
