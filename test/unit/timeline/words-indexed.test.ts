/** The index of words where others work at the same time, and where something goes wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { removeProject } from '#boot/lifecycle.ts'
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import { newest } from '#kernel/routes/paging.ts'
import type { Db } from '#kernel/world/db.ts'
import { listEmails } from '#sending/timeline/list-store.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { indexEmails } from '#sending/timeline/search-index.ts'
import { emptyOldVolumes, emptyVolumesOf, fillVolume } from '#sending/timeline/volumes-store.ts'
import { createAccount, createProject } from '#tenants/accounts/accounts.ts'
import { waitersFor } from '../../support/locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { settledEvents } from '../../support/settled.ts'
import { until } from '../../support/until.ts'

/** Nothing is delivered here, and no job runs by itself. */
const quiet = { settings: { MALOTE_ROLES: 'api' } }
const size = 8

async function send(service: TestService, count: number): Promise<Uuid[]> {
  const emails = Array.from({ length: count }, (_, n) => ({
    from: 'hello@shop.test',
    to: [`ana${n}@d.test`],
    subject: n % 2 === 0 ? `Pedido ${n}` : `Fatura ${n}`,
    text: 'Hi',
  }))
  const { status, body } = await service.call('POST', '/v1/emails/batch', { body: { emails } })
  assert.ok(status < 300, JSON.stringify(body))
  await settledEvents(service.world.db)
  const rows = await service.world.db.query<{ id: Uuid }>('select id from emails order by xid, id')
  return rows.map(row => row.id)
}

interface KeptVolume {
  readonly id: Uuid
  readonly version: number
  readonly isFilled: boolean
  readonly leaves: number
}

const kept = (db: Db): Promise<KeptVolume[]> =>
  db.query<KeptVolume>(
    `select id, version, ids is not null as "isFilled",
       (select count(*)::integer from search_leaves l where l.volume_id = v.id) as leaves
     from search_volumes v order by id`,
  )

const filledIn = async (db: Db): Promise<boolean[]> =>
  (await kept(db)).map(({ isFilled, leaves }) => {
    assert.equal(leaves > 0, isFilled, 'leaves are of what is filled')
    return isFilled
  })

const waitsForLock = (db: Db): Promise<unknown> =>
  until(async () => (await waitersFor(db)) > 0, 'somebody waits for a lock')

const filling = {
  ids: Buffer.alloc(16),
  emails: 1,
  firstAt: new Date(0),
  leaves: [{ first: 5, entries: Buffer.from([0, 0, 0, 5, 0, 0]) }],
}

describe('The index of words', () => {
  it('goes with its project, whose emails stay for their time', async t => {
    const service = await startTestService(t, quiet)
    const { world, accountId, projectId } = service
    const other = await createProject(world, { accountId, name: 'Other' })
    await send(service, 3 * size)
    await indexEmails(world, { size })
    assert.equal((await kept(world.db)).length, 3)
    await removeProject(world, { accountId, projectId })
    assert.deepEqual(await kept(world.db), [])
    const rows = await world.db.query(
      `select (select count(*)::integer from search_leaves) as leaves,
         array(select distinct project_id from search_cursors) as projects,
         (select count(*)::integer from emails) as emails`,
    )
    assert.deepEqual(rows, [{ leaves: 0, projects: [other.id], emails: 3 * size }])
  })

  for (const by of ['an erasure', 'age'] as const) {
    it(`keeps no word that was written while it was emptied by ${by}`, async t => {
      const service = await startTestService(t, quiet)
      const { world, projectId } = service
      const [email] = await send(service, size)
      await world.db.query('insert into retained (project_id, since) values ($1, $2)', [
        projectId,
        new Date(world.clock.now() + 1_000),
      ])
      await indexEmails(world, { size })
      let emptying: Promise<unknown> = Promise.resolve()
      await world.db.transaction(async tx => {
        await emptyVolumesOf(tx, projectId, [email!])
        const [volume] = await tx.query<KeptVolume>('select id, version from search_volumes')
        await fillVolume(tx, volume!, filling)
        emptying = world.db.transaction<unknown>(other =>
          by === 'age' ? emptyOldVolumes(other, 10) : emptyVolumesOf(other, projectId, [email!]),
        )
        await waitsForLock(world.db)
      })
      await emptying
      assert.deepEqual(await filledIn(world.db), [false])
      assert.equal(await indexEmails(world, { size }), 1)
      assert.deepEqual(await filledIn(world.db), [true])
    })
  }

  it('fills a volume in which something was left', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    const [email] = await send(service, size)
    await indexEmails(world, { size })
    const leaves = await world.db.query<{ first: number }>(
      'select * from search_leaves order by first',
    )
    await world.db.transaction(tx => emptyVolumesOf(tx, projectId, [email!]))
    const [{ id, version } = { id: nilId, version: 0 }] = await kept(world.db)
    await world.db.query('insert into search_leaves values ($1, $2, $3), ($1, 7, $3)', [
      id,
      leaves[0]!.first,
      Buffer.alloc(6),
    ])
    assert.equal(version, 1)
    assert.equal(await indexEmails(world, { size }), 1)
    assert.deepEqual(
      await world.db.query('select * from search_leaves order by first'),
      leaves,
      'and nothing of it is left',
    )
  })

  it('fills the others where one cannot be filled, and says so', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    await send(service, 3 * size)
    const said: string[] = []
    const log = { ...world.log, error: (_: object, message: string) => void said.push(message) }
    let reads = 0
    const query: Db['query'] = (text, values) => {
      if (text.includes(' as said') && reads++ === 0) throw new Error('no')
      return world.db.query<never>(text, values)
    }
    const db: Db = { ...world.db, query, transaction: work => world.db.transaction(work) }
    assert.equal(await indexEmails({ ...world, db, log }, { size }), 2)
    assert.deepEqual(await filledIn(world.db), [false, true, true])
    assert.deepEqual(said, ['words not indexed'])
    assert.equal(await indexEmails(world, { size }), 1)
  })

  it('finds what emails say of which it keeps no words, for their length', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    const ids = await send(service, size)
    const texts = Array.from({ length: 12 }, (_, n) => [`t${n}`, `${n}-`.padEnd(400, `${n}çx`)])
    await world.db.query('update emails set tags = $2 where id = $1', [
      ids[3],
      Object.fromEntries([...texts, ['t', 'Zenaide']]),
    ])
    await indexEmails(world, { size })
    const owner = { projectId, mode: 'live' } as const
    for (const [q, expected] of [
      ['zenaide', [ids[3]]],
      ['11cx11cx', [ids[3]]],
      ['fatura 3', [ids[3]]],
      ['nobody', []],
    ] as const) {
      const page = { before: newest, count: 9, looks: { first: 1, max: 2 } }
      const filter = { search: readSearch(q) }
      const { emails } = await listEmails(world, owner, filter, page)
      assert.deepEqual(
        emails.map(one => one.id),
        expected,
        q,
      )
    }
  })

  it('looks again where a volume was emptied and filled anew under a search', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    const ids = await send(service, size)
    await indexEmails(world, { size })
    let times = 0
    const query: Db['query'] = async (text, values) => {
      if (text.includes('substring(v.ids') && times++ === 0) {
        await world.db.transaction(tx => emptyVolumesOf(tx, projectId, ids))
        await world.db.query('delete from emails where id = $1', [ids[0]])
        assert.equal(await indexEmails(world, { size }), 1)
      }
      return world.db.query<never>(text, values)
    }
    const db: Db = { ...world.db, query, transaction: work => world.db.transaction(work) }
    const filter = { search: readSearch('pedido') }
    const owner = { projectId, mode: 'live' } as const
    const { emails } = await listEmails({ ...world, db }, owner, filter, {
      before: newest,
      count: 9,
    })
    assert.ok(times > 1)
    assert.deepEqual(
      emails.map(one => one.id),
      [ids[6], ids[4], ids[2]],
    )
  })

  for (const then of ['emptied', 'filled anew']) {
    it(`finds all where volumes are ${then} before they are asked for the rest`, async t => {
      const service = await startTestService(t, quiet)
      const { world, projectId } = service
      const ids = await send(service, 4 * size)
      await indexEmails(world, { size })
      const asked: number[] = []
      const query: Db['query'] = async (text, values) => {
        // The two newest are asked for everything, the others for what is rarest there.
        if (text.includes('join search_leaves') && asked.push((values![1] as []).length) === 3) {
          await world.db.transaction(tx => emptyVolumesOf(tx, projectId, ids))
          await world.db.query('delete from emails where id = $1', [ids[0]])
          if (then === 'filled anew') assert.equal(await indexEmails(world, { size }), 4)
        }
        return world.db.query<never>(text, values)
      }
      const db: Db = { ...world.db, query, transaction: work => world.db.transaction(work) }
      const filter = { search: readSearch('ana3@d.test fatura') }
      const owner = { projectId, mode: 'live' } as const
      const page = { before: newest, count: 9 }
      const { emails } = await listEmails({ ...world, db }, owner, filter, page)
      assert.deepEqual(
        emails.map(one => one.id),
        [ids[3]],
      )
      assert.ok(asked.length >= 3 && asked[1]! < asked[0]!, String(asked))
      assert.ok(asked[1]! + asked[2]! === asked[0], String(asked))
    })
  }

  it('is empty while a node is alive that erases without it', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    await send(service, 2 * size)
    assert.equal(await indexEmails(world, { size }), 2)
    await send(service, size)
    const id = world.ids.next()
    await world.db.query(
      `insert into nodes (id, hostname, roles, started_at, seen_at) values ($1, 'old', '{api}', $2, $2)`,
      [id, new Date(world.clock.now())],
    )
    assert.equal(await indexEmails(world, { size }), 0)
    assert.deepEqual(await filledIn(world.db), [false, false], 'and none is added')
    assert.equal(await indexEmails(world, { size }), 0)
    await world.db.query('update nodes set seen_at = $2 where id = $1', [
      id,
      new Date(world.clock.now() - 36_000),
    ])
    assert.equal(await indexEmails(world, { size }), 3)
    assert.deepEqual(await filledIn(world.db), [true, true, true])
  })
})

describe('Emails that wait for the index of words', () => {
  const cursors = (db: Db) =>
    db.query<{ id: Uuid; mode: string; from: Uuid; waiting: number }>(
      `select project_id as id, mode, from_id as from, waiting from search_cursors
       order by project_id, mode`,
    )

  it('are counted in some projects at a time, and in the others the next time', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    await send(service, size - 1)
    await createAccount(world, {
      email: 'other@malote.test',
      plan: 'free',
      trustLevel: 0,
      language: 'en',
    })
    const projects = (
      await world.db.query<{ id: Uuid }>('select id from projects order by id')
    ).map(row => row.id)
    assert.ok(projects.length > 1)
    const counted = async (): Promise<Uuid[]> => [
      ...new Set((await cursors(world.db)).map(one => one.id)),
    ]
    for (const [n] of projects.entries()) {
      await indexEmails(world, { size, projects: 1, budget: 0 })
      assert.deepEqual(await counted(), projects.slice(0, n + 1))
    }
    // This one finds nobody behind the last.
    await indexEmails(world, { size, projects: 1, budget: 0 })
    await world.db.query('delete from search_cursors')
    await indexEmails(world, { size, projects: 1 })
    assert.deepEqual(await counted(), projects, 'all within its time')
    const waiting = (await cursors(world.db)).map(one => one.waiting)
    assert.equal(Math.max(...waiting), size - 1)
  })

  it('are looked for where new ids are, and what is there is written once a day', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    await send(service, 2)
    await indexEmails(world, { size })
    const live = async () =>
      (await cursors(world.db)).find(one => one.id === projectId && one.mode === 'live')!
    const first = await live()
    assert.ok(first.from > nilId)
    assert.equal(first.waiting, 2)
    service.turn(3_600_000)
    await indexEmails(world, { size })
    assert.equal((await live()).from, first.from)
    service.turn(25 * 3_600_000)
    await send(service, 2)
    await indexEmails(world, { size })
    const later = await live()
    assert.ok(later.from > first.from)
    assert.equal(later.waiting, 4)
    await world.db.query(
      `update search_cursors set from_id = $1, upto_xid = '0', upto_id = $2, waiting = 0`,
      [world.ids.next(), nilId],
    )
    await indexEmails(world, { size })
    assert.equal((await live()).waiting, 0, 'older ones are not looked at')
  })
})
