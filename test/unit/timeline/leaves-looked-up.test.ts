/** Of hundreds of volumes only the leaves that were asked for are read, however many there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#kernel/world/db.ts'
import { selectLeaves } from '#sending/timeline/volumes-store.ts'
import { startTestService } from '../../support/service.ts'

const volumes = 400
const leavesEach = 100
/** A leaf is found, and then read. */
const looksEach = 2

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

/** Leaves that a plan has come by. */
const passed = (plan: Plan): number =>
  (plan.Plans ?? []).reduce(
    (sum, one) => sum + passed(one),
    plan['Relation Name'] === 'search_leaves' ? plan['Actual Rows'] * plan['Actual Loops'] : 0,
  )

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
  let seen = 0
  const explaining = {
    async query(text: string, values: unknown[]) {
      const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values as never,
      )
      seen += passed(row!['QUERY PLAN'][0].Plan)
      return db.query(text, values as never)
    },
  } as unknown as Sql
  const ids = rows.map(row => row.id)
  const found = await selectLeaves(explaining, ids, [{ from: 505, to: 505 }])
  assert.deepEqual(
    [...found.values()].map(({ leaves }) => leaves.map(one => one.first)),
    ids.map(() => [501]),
  )
  assert.equal(seen, looksEach * volumes)
})
