/** Making next week's partitions while others use the tables (sending/timeline/partitions.ts). */
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { describe, it, type TestContext } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { testDatabase } from '../../support/database.ts'
import { machineClock } from '../../support/real-clock.ts'

const tables = ['emails', 'email_contents', 'recipients', 'events']

async function stage(t: TestContext) {
  const { db } = await testDatabase(t)
  const world = { db, clock: machineClock }
  await ensurePartitions(world)
  const youngest = async (): Promise<string[]> =>
    (
      await db.query<{ name: string }>(
        `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         join pg_class p on p.oid = i.inhparent where p.relname = any($1) and c.relkind = 'r'
         group by p.relname`,
        [tables],
      )
    ).map(row => row.name)
  for (const name of await youngest()) await db.query(`drop table ${name}`)
  return { db, world }
}

/** Holds a lock on `emails` by a statement until told to let go. */
async function holding(db: Db, statement: string) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const over = db.transaction(async tx => {
    await tx.query(statement)
    begin()
    await ended
  })
  await begun
  return async () => {
    end()
    await over
  }
}

/** No bar of speed: what stands in a line behind a lock stands there until it is let go of. */
const longMs = 10_000

describe('Making partitions', () => {
  it('waits for no reader, and lets nobody wait', async t => {
    const { db, world } = await stage(t)
    const letGo = await holding(db, 'select count(*) from emails')
    // Whoever waited for the first reader would wait for ever.
    const made = ensurePartitions(world)
    const reading = db.query('select id from emails limit 1')
    assert.equal(await made, tables.length)
    await reading
    await letGo()
    assert.equal(await ensurePartitions(world), 0)
  })

  it('tries again where somebody has locked a table, and lets others through meanwhile', async t => {
    const { db, world } = await stage(t)
    const letGo = await holding(db, 'lock table emails in share update exclusive mode')
    const made = ensurePartitions(world)
    // Behind one that waits for the lock without an end, these would wait for ever.
    for (let n = 0; n < 10; n++) {
      const begun = performance.now()
      await db.query('select id from emails limit 1')
      assert.ok(performance.now() - begun < longMs)
      await db.query('select pg_sleep(0.05)')
    }
    await letGo()
    assert.equal(await made, tables.length)
  })

  it('gives each the columns and the indexes of its table', async t => {
    const { db, world } = await stage(t)
    await ensurePartitions(world)
    const shapes = await db.query<{ count: number; same: boolean }>(
      `with shape as (
         select c.oid,
           (select jsonb_agg(jsonb_build_array(attname, atttypid, attnotnull, attstorage,
              pg_get_expr(adbin, adrelid)) order by attname)
            from pg_attribute a left join pg_attrdef on adrelid = attrelid and adnum = attnum
            where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
           (select jsonb_agg(jsonb_build_array(indkey::text, indisprimary, x.reloptions::text)
              order by indkey::text, indisprimary)
            from pg_index join pg_class x on x.oid = indexrelid where indrelid = c.oid) as indexes
         from pg_class c where c.relkind in ('r', 'p')
       )
       select count(*), bool_and(mine.columns = theirs.columns and mine.indexes = theirs.indexes) as same
       from pg_inherits i join pg_class p on p.oid = i.inhparent and p.relname = any($1)
       join shape mine on mine.oid = i.inhrelid join shape theirs on theirs.oid = i.inhparent`,
      [tables],
    )
    assert.deepEqual(shapes, [{ count: 9 * tables.length, same: true }])
  })
})
