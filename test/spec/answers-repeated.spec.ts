/** What is repeated by an Idempotency-Key is no more than its caller may see. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'

describe('the answer that is repeated by an Idempotency-Key', () => {
  it('tells a send key nothing of a contact that an admin has written', async t => {
    const { call, key } = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const admin = await key('live', 'admin')
    const sender = await key('live', 'send')
    const body = { email: 'ana@here.test', first_name: 'Ana' }
    const post = (by: string, name: string) =>
      call('POST', '/v1/contacts', { key: by, body, headers: { 'idempotency-key': name } })
    assert.equal((await post(admin, 'one')).body.first_name, 'Ana')
    const tried = await post(sender, 'one')
    assert.deepEqual([tried.status, tried.body.error?.code], [409, 'idempotency_conflict'])
    assert.equal((await post(admin, 'one')).body.first_name, 'Ana')
    // Those who see the same share an answer.
    const first = await post(sender, 'two')
    assert.deepEqual(Object.keys(first.body).sort(), ['created', 'id'])
    const other = await key('live', 'send')
    const again = await post(other, 'two')
    assert.deepEqual([again.status, again.body], [first.status, first.body])
  })
})
