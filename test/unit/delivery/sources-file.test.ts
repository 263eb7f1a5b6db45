/** The file that names source addresses: what is refused in it, and how it is taken over once. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import { listSources } from '#sending/delivery/shown-sources.ts'
import { addSource, changeSource, removeSource, sourceId } from '#sending/delivery/source-admin.ts'
import { takeSourcesFile } from '#sending/delivery/source-takeover.ts'
import { readSourcesFile } from '#sending/delivery/sources-file.ts'
import { createAccount, createProject } from '#tenants/accounts/accounts.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

async function written(t: TestContext, pools: unknown): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-sources-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'sources.json')
  await writeFile(file, JSON.stringify(pools))
  return file
}

const addresses = [{ address: '192.0.2.1', hostname: 'out.example.com' }]
const nobody = `prj_${'0'.repeat(32)}`

describe('a file of source addresses', () => {
  it('is refused where a word is misspelt, which would open a project’s pool to everybody', async t => {
    for (const [pools, said] of [
      [[{ addresses, projcts: [nobody] }], /no field "projcts"/],
      [[{ addresses, projects: ['shop'] }], /projects: there is no "shop"/],
      [[{ addresses, projects: [] }], /projects must be a list/],
      [[{ addresses, streams: ['bulk'] }], /streams: there is no "bulk"/],
      [[{ addresses: [{ ...addresses[0], sinse: '2026-12-01' }] }], /no field "sinse"/],
      [[{ addresses: [{ ...addresses[0], since: 'soon' }] }], /since must be a date/],
      [[{ addresses: [{ ...addresses[0], address: '192.0.2' }] }], /"192\.0\.2" is no IP address/],
      [[{ addresses: [{ address: '192.0.2.1' }] }], /needs the hostname/],
      [[{ addresses, name: 'A b' }], /"A b" is no name of a pool/],
      [[{ addresses }, { addresses }], /192\.0\.2\.1 is there twice/],
      [[{ addresses: [] }], /a pool needs addresses/],
      [{ addresses }, /must hold a list of pools/],
    ] as const) {
      const file = await written(t, pools)
      assert.throws(() => readSourcesFile(file), said)
    }
    assert.throws(() => readSourcesFile('/nowhere/pools.json'), /MALOTE_SOURCE_ADDRESSES: .*ENOENT/)
    assert.deepEqual(readSourcesFile(''), [])
  })

  it('is taken over once, by one node; what was changed since is not undone', async t => {
    const { db } = await testDatabase(t)
    const { projectId } = await createAccount(fakeWorld({ db }), {
      email: 'ana@shop.test',
      plan: 'pro',
      language: 'en',
    })
    const projects = [show('prj', projectId)]
    const missing = await written(t, [{ addresses, projects: [nobody] }])
    const env = (file: string) => ({ MALOTE_SOURCE_ADDRESSES: file })
    const said = /no project has the id prj_0/
    await assert.rejects(takeSourcesFile(fakeWorld({ db, env: env(missing) })), said)
    const file = await written(t, [
      { name: 'bulk', streams: ['marketing'], addresses },
      {
        projects,
        addresses: [
          { address: '2001:DB8::1', hostname: 'out2.example.com', since: '2027-02-26' },
          { address: '192.0.2.3', hostname: 'out3.example.com', since: '2027-03-04' },
          { address: '192.0.2.4', hostname: 'out4.example.com', since: '2026-03-04' },
        ],
      },
    ])
    const world = fakeWorld({ db, env: env(file) })
    await Promise.all([takeSourcesFile(world), takeSourcesFile(fakeWorld({ db, env: env(file) }))])
    const taken = (await listSources(world)).map(one => [
      one.pool,
      one.streams ?? one.projects,
      one.address,
      one.state,
      one.stage,
    ])
    assert.deepEqual(taken, [
      ['bulk', ['marketing'], '192.0.2.1', 'active', null],
      ['pool-2', projects, '2001:db8::1', 'warming', 4],
      ['pool-2', projects, '192.0.2.3', 'paused', 1],
      ['pool-2', projects, '192.0.2.4', 'active', null],
    ])
    for (const { id } of await listSources(world)) await removeSource(world, sourceId(id))
    await takeSourcesFile(fakeWorld({ db, env: env(file) }))
    assert.deepEqual(await listSources(world), [], 'the file is not read any more')
    await takeSourcesFile(fakeWorld({ db, env: env('/nowhere/pools.json') }))
  })

  it('is left alone where addresses were added before its first start', async t => {
    const { db } = await testDatabase(t)
    const file = await written(t, [{ addresses }])
    const world = fakeWorld({ db, env: { MALOTE_SOURCE_ADDRESSES: file } })
    await addSource(world, { address: '192.0.2.9', hostname: 'own.example.com' })
    await takeSourcesFile(world)
    assert.deepEqual(
      (await listSources(world)).map(one => one.address),
      ['192.0.2.9'],
    )
  })
})

describe('source addresses by hand', () => {
  it('are refused with the field that is wrong, and nothing is changed', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db })
    const { projectId, accountId } = await createAccount(world, {
      email: 'ana@shop.test',
      plan: 'enterprise',
      language: 'en',
    })
    const other = await createProject(world, { accountId, name: 'Other' })
    const [mine, theirs] = [show('prj', projectId), show('prj', other.id)]
    const good = { address: '192.0.2.1', hostname: 'Out.Example.com' }
    const bad = [
      [{ ...good, address: 'out.example.com' }, 'address'],
      [{ ...good, hostname: 'two words' }, 'hostname'],
      [{ ...good, pool: 'Two Words' }, 'pool'],
      [{ ...good, projects: [nobody] }, 'projects'],
      [{ ...good, projects: ['shop'] }, 'projects'],
      [{ ...good, projects: [] }, 'projects'],
      [{ ...good, streams: [] }, 'streams'],
      [{ ...good, streams: ['bulk'] }, 'streams'],
      [{ ...good, state: 'active', stage: 2 }, 'stage'],
    ] as const
    for (const [given, param] of bad) {
      await assert.rejects(addSource(world, given), { code: 'invalid_field', param })
    }
    assert.deepEqual(await listSources(world), [])
    const id = await addSource(world, { ...good, pool: 'own', projects: [mine], stage: 3 })
    await assert.rejects(addSource(world, good), { code: 'invalid_field', param: 'address' })
    const second = { address: '192.0.2.2', hostname: 'out2.example.com', pool: 'own' }
    await assert.rejects(addSource(world, { ...second, projects: [theirs] }), { param: 'projects' })
    await assert.rejects(addSource(world, { ...second, streams: ['marketing'] }), {
      param: 'streams',
    })
    await addSource(world, { ...second, projects: [mine] })
    await changeSource(world, id, { projects: [theirs, mine], streams: ['marketing'] })
    const [one, two] = await listSources(world)
    assert.deepEqual([one!.hostname, one!.stage, one!.state], ['out.example.com', 3, 'warming'])
    for (const shown of [one!, two!]) {
      assert.deepEqual(shown.projects!.toSorted(), [mine, theirs].toSorted())
      assert.deepEqual(shown.streams, ['marketing'])
    }
    await changeSource(world, id, { pool: 'all', hostname: 'new.example.com' })
    const moved = changeSource(world, id, { pool: 'own', projects: null })
    await assert.rejects(moved, { param: 'projects' }, 'moving in changes no pool')
    await changeSource(world, sourceId(two!.id), { pool: 'all' })
    const pools = (await listSources(world)).map(shown => [shown.pool, shown.projects])
    assert.deepEqual(pools, [
      ['all', null],
      ['all', null],
    ])
    assert.deepEqual(await db.query('select name from source_pools'), [{ name: 'all' }])
    await assert.rejects(removeSource(world, projectId), { code: 'resource_not_found' })
  })
})
