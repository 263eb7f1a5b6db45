/** Templates and segments are filed in folders, which changes nothing of what they are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'

const filter = { field: 'language', op: 'eq', value: 'pt' }

describe('folders', () => {
  it('hold templates and segments until they are taken out', async t => {
    const service = await startTestService(t)
    const call = async (method: string, path: string, body?: unknown) =>
      (await service.call(method, path, body === undefined ? {} : { body })).body
    for (const [path, more] of [
      ['/v1/templates', {}],
      ['/v1/segments', { filter }],
    ] as const) {
      const { id, folder } = await call('POST', path, { name: 'Plain', ...more })
      assert.equal(folder, null)
      const filed = await call('POST', path, { name: 'Filed', folder: ' Natal ', ...more })
      assert.equal(filed.folder, 'Natal')
      assert.equal((await call('PATCH', `${path}/${id}`, { folder: 'Natal' })).folder, 'Natal')
      const { data } = await call('GET', path)
      assert.deepEqual(
        data.map((one: { folder: string }) => one.folder),
        ['Natal', 'Natal'],
      )
      assert.equal((await call('PATCH', `${path}/${id}`, { name: 'Other' })).folder, 'Natal')
      assert.equal((await call('PATCH', `${path}/${id}`, { folder: null })).folder, null)
      assert.equal((await call('PATCH', `${path}/${filed.id}`, { folder: '' })).folder, null)
      assert.equal((await call('GET', `${path}/${id}`)).folder, null)
      const long = await call('PATCH', `${path}/${id}`, { folder: 'x'.repeat(101) })
      assert.equal(long.error.param, 'folder')
    }
  })

  it('leave what is published, and what somebody is writing, as it is', async t => {
    const service = await startTestService(t)
    const call = async (method: string, path: string, body: unknown = {}) =>
      (await service.call(method, path, { body })).body
    const variants = { en: { subject: 'Hi', html: '<p>Hi</p>' } }
    const { id } = await call('POST', '/v1/templates', { name: 'Welcome', variants })
    await call('POST', `/v1/templates/${id}/publish`)
    const before = (await service.call('GET', `/v1/templates/${id}`)).body
    const after = await call('PATCH', `/v1/templates/${id}`, { folder: 'Series' })
    assert.deepEqual(after, { ...before, folder: 'Series' })
    assert.equal(after.has_changes, false)
    const changed = { name: 'Welcome all', folder: 'Other', revision: before.revision }
    const both = await call('PATCH', `/v1/templates/${id}`, changed)
    assert.deepEqual(
      [both.name, both.folder, both.has_changes, both.revision],
      ['Welcome all', 'Other', true, before.revision + 1],
    )
    assert.equal((await call('POST', `/v1/templates/${id}/duplicate`)).folder, 'Other')
  })
})
