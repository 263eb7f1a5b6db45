/** Whoever has new events is found by the newest of all, and each event is counted once. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { findAhead, raisePositions } from '#boot/positions-store.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { floorId, idSource, nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Db, Sql } from '#kernel/world/db.ts'
import { clientConfig } from '#kernel/world/real/database-address.ts'
import { countTraffic, noteWaiting } from '#sending/stats/traffic.ts'
import {
  deleteWaiting,
  deleteWaitingOfRemoved,
  selectWaiting,
  weeksOfEvents,
} from '#sending/stats/traffic-store.ts'
import { ensurePartitions, weekMs } from '#sending/timeline/partitions.ts'
import { createChance } from '../../../sim/world/random.ts'
import { createDatabase, type TestDatabase, testDatabase } from '../../support/database.ts'
import { machineClock } from '../../support/real-clock.ts'
import { settledEvents } from '../../support/settled.ts'
import { until } from '../../support/until.ts'

const modes = ['live', 'test'] as const
const chance = createChance(48)
const usualIds = idSource(() => machineClock.now(), randomBytes)

async function begin(
  t: TestContext,
  count: number,
  given?: TestDatabase,
): Promise<{ db: Db; projects: Uuid[] }> {
  const { db } = given ?? (await testDatabase(t))
  const account = floorId(1)
  await db.query(
    `insert into accounts (id, name, email, created_at) values ($1, 'Ana', 'a@a.test', $2)`,
    [account, new Date(0)],
  )
  const projects = Array.from({ length: count }, () => usualIds.next())
  await db.query(
    `insert into projects (id, account_id, name, created_at)
     select id, $1, id::text, $2 from unnest($3::uuid[]) id`,
    [account, new Date(0), projects],
  )
  return { db, projects }
}

interface Happening {
  readonly mode?: string
  readonly count?: number
  readonly ids?: typeof usualIds
}

const happen = (
  sql: Sql,
  project: Uuid,
  { mode = 'live', count = 1, ids = usualIds }: Happening = {},
): Promise<unknown> =>
  sql.query(
    `insert into events (project_id, id, email_id, mode, type, at)
     select $1, id, $2, $3, 'queued', $4 from unnest($5::uuid[]) id`,
    [project, nilId, mode, new Date(0), Array.from({ length: count }, () => ids.next())],
  )

const note = (db: Db): Promise<void> => noteWaiting({ db, clock: machineClock })

const count = (db: Db): Promise<number> => countTraffic({ db, clock: machineClock })

/**
 * Counts until so many are counted, and no more. A transaction of another database that ends while it
 * is looked at holds what is newer back for a moment (settled_below).
 */
async function countsInAll(db: Db, expected: number): Promise<void> {
  let counted = 0
  await until(async () => {
    counted += await count(db)
    return counted >= expected
  }, `${expected} events are counted`)
  assert.equal(counted, expected)
}

const settledCount = async (db: Db): Promise<number> => {
  await settledEvents(db)
  return count(db)
}

const waiting = (db: Db): Promise<unknown[]> => db.query('select * from traffic_waiting')

/** Notes until it holds: what is newest may be held back for a moment, as above. */
const noteUntil = (db: Db, holds: () => Promise<boolean>): Promise<unknown> =>
  until(async () => {
    await note(db)
    return holds()
  }, 'new events are noted')

const noteAll = (db: Db, count: number): Promise<unknown> =>
  noteUntil(db, async () => (await waiting(db)).length === count)

/** What the job went by before: each project and mode is asked for its last event. */
const uncounted = (db: Db): Promise<unknown[]> =>
  db.query(
    `select project_id, mode from events e
     where (xid, id) > (
       select coalesce(max(xid::text::numeric)::text, '0')::xid8,
         coalesce((array_agg(id))[1], $1) from traffic_cursors c
       where c.project_id = e.project_id and c.mode = e.mode)`,
    [nilId],
  )

describe('Traffic', () => {
  it('is counted once whoever writes, commits late and counts beside', async t => {
    const { db, projects } = await begin(t, 12)
    let written = 0
    let counted = 0
    const open: { commit: () => void; done: Promise<unknown> }[] = []
    for (let round = 0; round < 60; round++) {
      const project = chance.pick(projects)
      const of = { mode: chance.pick(modes), count: 1 + chance.integer(4) }
      written += of.count
      if (chance.integer(4) === 0 && open.length < 2) {
        const { promise: told, resolve: commit } = Promise.withResolvers<void>()
        const { promise: begun, resolve: isWritten } = Promise.withResolvers<void>()
        const done = db.transaction(async tx => {
          await happen(tx, project, of)
          isWritten()
          await told
        })
        await begun
        open.push({ commit, done })
      } else await happen(db, project, of)
      if (chance.integer(5) === 0) {
        const one = open.shift()
        one?.commit()
        await one?.done
      }
      if (chance.integer(3) === 0) {
        const both = await Promise.all([count(db), count(db)])
        counted += both[0] + both[1]
      }
      // One that ended between noting and counting.
      if (chance.integer(6) === 0) await note(db)
    }
    for (const { commit, done } of open) {
      commit()
      await done
    }
    await countsInAll(db, written - counted)
    assert.deepEqual(await uncounted(db), [])
    assert.deepEqual(await waiting(db), [])
  })

  it('of somebody who commits after others were counted is counted, too', async t => {
    const { db, projects } = await begin(t, 2)
    const [late, early] = projects as [Uuid, Uuid]
    await settledCount(db)
    await db.transaction(async tx => {
      await happen(tx, late)
      await happen(db, early)
      assert.equal(await count(db), 0, 'what is above an open transaction waits')
    })
    await countsInAll(db, 2)
    assert.equal(await settledCount(db), 0)
  })

  it('of before the first time is found by asking each project', async t => {
    const { db, projects } = await begin(t, 3)
    for (const mode of modes) await happen(db, projects[1]!, { mode })
    await countsInAll(db, 2)
    await happen(db, projects[1]!)
    await happen(db, projects[2]!)
    await db.query('delete from traffic_noted')
    await countsInAll(db, 2)
    await happen(db, projects[0]!)
    await countsInAll(db, 1)
  })

  it('that is noted while it is counted waits for the next time', async t => {
    const { db, projects } = await begin(t, 1)
    await settledCount(db)
    await happen(db, projects[0]!)
    await noteAll(db, 1)
    const before = await selectWaiting(db, 9)
    assert.equal(before.length, 1)
    await happen(db, projects[0]!)
    await noteUntil(db, async () => !isDeepStrictEqual(await selectWaiting(db, 9), before))
    await deleteWaiting(db, before)
    assert.equal((await waiting(db)).length, 1)
    await countsInAll(db, 2)
    assert.deepEqual(await waiting(db), [])
  })

  it('that was noted is counted though less looks settled now', async t => {
    const own = await createDatabase()
    t.after(() => own.drop())
    const { db, projects } = await begin(t, 1, own)
    await settledCount(db)
    await happen(db, projects[0]!)
    await noteAll(db, 1)
    // As while a transaction of another database ends, which began before it.
    await db.query(`create or replace function settled_below() returns xid8
      language sql stable as $$ select '0'::xid8 $$`)
    assert.equal(await count(db), 1)
    assert.deepEqual(await waiting(db), [])
  })

  it('that is erased before it is counted leaves nothing that waits', async t => {
    const { db, projects } = await begin(t, 2)
    await settledCount(db)
    for (const project of projects) await happen(db, project)
    await noteAll(db, 2)
    await db.query('delete from events where project_id = $1', [projects[0]])
    await countsInAll(db, 1)
    assert.deepEqual(await waiting(db), [])
  })

  it('of a removed project is not noted by asking each, and does not wait for ever', async t => {
    const { db, projects } = await begin(t, 2)
    await settledCount(db)
    for (const project of projects) await happen(db, project)
    await noteAll(db, 2)
    await db.query('update projects set deleted_at = $1 where id = $2', [new Date(0), projects[0]])
    await deleteWaitingOfRemoved(db)
    assert.equal((await waiting(db)).length, 1)
    await db.query('delete from traffic_noted')
    await note(db)
    assert.equal((await waiting(db)).length, 1)
    await countsInAll(db, 1)
    assert.deepEqual(await waiting(db), [])
  })

  it('a dump of which nothing but that was noted is seen to be ahead', async t => {
    const { db } = await begin(t, 1)
    await note(db)
    assert.equal(await findAhead(db), null)
    await db.query(`update traffic_noted set below_xid = '1000000000000'`)
    assert.equal((await findAhead(db))?.known, '1000000000000')
  })

  it('of a deleted project waits until it is back', async t => {
    const { db, projects } = await begin(t, 1)
    await settledCount(db)
    await happen(db, projects[0]!)
    await db.query('update projects set deleted_at = $1', [new Date(0)])
    assert.equal(await settledCount(db), 0)
    await db.query('update projects set deleted_at = null')
    await countsInAll(db, 1)
  })

  it('of a database that has come from another server is counted behind what is there', async t => {
    const { db, projects } = await begin(t, 2)
    const far = '1000000000000'
    await happen(db, projects[0]!)
    await settledCount(db)
    for (const [table, column] of [
      ['events', 'xid'],
      ['traffic_cursors', 'xid'],
      ['traffic_noted', 'below_xid'],
    ]) {
      await db.query(`update ${table} set ${column} = $1::xid8`, [far])
    }
    assert.ok((await db.transaction(tx => raisePositions(tx))) !== null)
    await happen(db, projects[1]!)
    await happen(db, projects[0]!)
    await countsInAll(db, 2)
    assert.equal(await settledCount(db), 0)
  })

  it('of weeks from before the index is found by asking each project, until they are over', async t => {
    const bare = await testDatabase(t, { isBare: true })
    const { db, projects } = await begin(t, 2, bare)
    const [one, other] = projects as [Uuid, Uuid]
    await db.query('drop index events_newest')
    await db.query('drop table traffic_waiting, traffic_noted')
    await ensurePartitions({ db, clock: machineClock })
    await happen(db, one)
    const file = path.resolve(
      import.meta.dirname,
      '../../../db/migrations/0591_traffic_waiting.sql',
    )
    const client = new pg.Client(clientConfig(bare.url))
    await client.connect()
    await client.query(await readFile(file, 'utf8'))
    await client.end()
    // Two weeks ahead some have no events yet, this one has.
    const without = (await weeksOfEvents(db)).filter(week => !week.hasNewest)
    assert.equal(without.length, 1)
    const end = Date.parse(without[0]!.monday) + weekMs

    const asked: string[] = []
    const query: Db['query'] = (text, values) => {
      if (/cross join projects/.test(text)) asked.push('each')
      return db.query<never>(text, values)
    }
    const looked: Db = { ...db, query, transaction: work => db.transaction(work) }
    const countAt = async (now: number): Promise<number> => {
      await settledEvents(db)
      return countTraffic({ db: looked, clock: { ...machineClock, now: () => now } })
    }
    const now = machineClock.now()
    assert.equal(await countAt(now), 1)
    await happen(db, other)
    assert.equal(await countAt(end + dayMs - 1), 1)
    assert.equal(asked.length, 2)
    const later = idSource(() => end + dayMs, randomBytes)
    await happen(db, one, { ids: later })
    await happen(db, other, { ids: later })
    assert.equal(await countAt(end + dayMs), 2)
    assert.equal(asked.length, 2, 'by the newest')
    assert.deepEqual(await uncounted(db), [])
  })
})
