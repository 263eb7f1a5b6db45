/** Templates, segments, sequences and pictures are filed in folders, and stay what they are. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldersOfFiles } from '#marketing/files/store.ts'
import { openAccount } from '../support/accounts.ts'
import type { Called } from '../support/called.ts'
import { png } from '../support/pictures.ts'
import { startTestService } from '../support/service.ts'

const filter = { field: 'language', op: 'eq', value: 'pt' }

describe('folders', () => {
  it('hold templates, segments and sequences until they are taken out', async t => {
    const service = await startTestService(t)
    const call = async <const Method extends string, const Path extends string>(
      method: Method,
      path: Path,
      body?: unknown,
    ) => (await service.call(method, path, body === undefined ? {} : { body })).body
    for (const [path, more] of [
      ['/v1/templates', {}],
      ['/v1/segments', { filter }],
      ['/v1/sequences', {}],
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
    const call = async <const Method extends string, const Path extends string>(
      method: Method,
      path: Path,
      body: unknown = {},
    ) => (await service.call(method, path, { body })).body
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

  it('are kept by a copy of a sequence, and by its versions that go on', async t => {
    const service = await startTestService(t)
    const call = async <const Method extends string, const Path extends string>(
      method: Method,
      path: Path,
      body: unknown = {},
    ) => (await service.call(method, path, { body })).body
    const steps = [{ key: 'later', type: 'wait', for: 'P1D' }]
    const given = { name: 'Welcome', folder: 'Series', triggers: [{ on: 'api' }], steps }
    const { id } = await call('POST', '/v1/sequences', given)
    assert.equal((await call('POST', `/v1/sequences/${id}/publish`)).version, 1)
    assert.equal((await call('POST', `/v1/sequences/${id}/pause`)).folder, 'Series')
    assert.equal((await call('POST', `/v1/sequences/${id}/duplicate`)).folder, 'Series')
    const filed = await call('PATCH', `/v1/sequences/${id}`, { folder: 'Other' })
    assert.deepEqual([filed.folder, filed.published_version], ['Other', 1])
    assert.deepEqual(filed.steps, (await service.call('GET', `/v1/sequences/${id}`)).body.steps)
  })

  it('hold pictures, and show only their own', async t => {
    const service = await startTestService(t)
    const send = async (name: string, folder?: string) => {
      const form = new FormData()
      form.set(
        'file',
        new File([new Uint8Array(await png({ width: 4, height: 4 }))], name, { type: 'image/png' }),
      )
      if (folder !== undefined) form.set('folder', folder)
      const answer = await fetch(`http://127.0.0.1:${service.port}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await service.key('live', 'admin')}` },
        body: form,
      })
      return (await answer.json()) as Called['body']
    }
    const names = async (query: string) =>
      (await service.call('GET', `/v1/files?${query}`)).body.data.map(
        (one: { filename: string }) => one.filename,
      )
    const { id, folder } = await send('loose.png')
    assert.equal(folder, null)
    assert.equal((await send('tree.png', ' Natal ')).folder, 'Natal')
    assert.equal((await send('long.png', 'x'.repeat(101))).error.param, 'folder')
    assert.deepEqual(await names(''), ['tree.png', 'loose.png'])
    assert.deepEqual(await names('folder=Natal'), ['tree.png'])
    assert.deepEqual(await names('folder='), ['loose.png'])
    assert.deepEqual(await names('folder=%20'), ['loose.png'])
    assert.deepEqual(await names('folder=Outra'), [])
    const path = `/v1/files/${id}` as const
    const put = async (body: object) => (await service.call('PATCH', path, { body })).body
    assert.equal((await put({ folder: 'Natal' })).folder, 'Natal')
    assert.deepEqual(await names('folder=Natal&limit=1'), ['tree.png'])
    assert.deepEqual(await names('folder='), [])
    assert.equal((await put({ alt: 'A ball' })).folder, 'Natal')
    assert.equal((await put({ folder: null })).folder, null)
    const { world, projectId } = service
    assert.deepEqual(await foldersOfFiles(world.db, projectId), ['Natal'])
    const other = await openAccount(world, { email: 'other@here.test' })
    assert.deepEqual(await foldersOfFiles(world.db, other.projectId), [])
  })
})
