/** Of hundreds of volumes only the leaves that were asked for are read, however many there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectLeaves } from '#sending/timeline/volumes-store.ts'
import { countingRows } from '../../support/rows-read.ts'
import { startTestService } from '../../support/service.ts'

const volumes = 400
const leavesEach = 100
/** A leaf is found, and then read. */
const looksEach = 2

test('a triple of hundreds of volumes is looked up in each, and nothing else is read', async t => {
  const { world, projectId } = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const { db } = world
  const rows = await db.query<{ id: never }>(
    `insert into search_volumes (project_id, mode, id, after_xid, after_id, upto_xid, upto_id, ids, emails)
     select $1, 'live', gen_random_uuid(), n::text::xid8, gen_random_uuid(), (n + 1)::text::xid8,
       gen_random_uuid(), '\\x', 0
     from generate_series(1, $2::integer) n returning id`,
    [projectId, volumes],
  )
  await db.query(
    `insert into search_leaves (volume_id, first, entries)
     select id, 1 + 10 * n, decode(repeat('00', 500), 'hex')
     from search_volumes cross join generate_series(1, $1::integer) n`,
    [leavesEach],
  )
  await db.query('vacuum analyze search_volumes, search_leaves')
  const { sql, rows: seen } = countingRows(db, ['search_leaves'])
  const ids = rows.map(row => row.id)
  const found = await selectLeaves(sql, ids, [{ from: 505, to: 505 }])
  assert.deepEqual(
    [...found.values()].map(({ leaves }) => leaves.map(one => one.first)),
    ids.map(() => [501]),
  )
  assert.equal(seen(), looksEach * volumes)
})
