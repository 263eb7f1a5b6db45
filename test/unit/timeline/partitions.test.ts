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
           (select jsonb_agg(index order by index) from (
              select jsonb_build_array(indisprimary, x.reloptions::text, pg_get_expr(indpred, indrelid),
                (select jsonb_agg(pg_get_indexdef(indexrelid, n, true) order by n)
                 from generate_series(1, indnatts) n)) as index
              from pg_index join pg_class x on x.oid = indexrelid where indrelid = c.oid)) as indexes
         from pg_class c where c.relkind in ('r', 'p')
       )
       select count(*), bool_and(mine.columns = theirs.columns and mine.indexes = theirs.indexes) as same
       from pg_inherits i join pg_class p on p.oid = i.inhparent and p.relname = any($1)
       join shape mine on mine.oid = i.inhrelid join shape theirs on theirs.oid = i.inhparent`,
      [tables],
    )
    assert.deepEqual(shapes, [{ count: 9 * tables.length, same: true }])
  })

  it('loses nothing that a table says of its columns', async t => {
    const { db, world } = await stage(t)
    await ensurePartitions(world)
    const said = (of: string): string => `(select jsonb_object_agg(a.attname, jsonb_build_array(
        format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage, a.attcompression,
        a.attgenerated, a.attidentity, a.attcollation, pg_get_expr(d.adbin, d.adrelid)))
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${of} and a.attnum > 0 and not a.attisdropped)`
    const checks = (of: string): string => `array(
      select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = ${of} and contype = 'c' order by 1)`
    const differing = await db.query(
      `select i.inhrelid::regclass::text as week, ${said('i.inhrelid')} as mine, ${said('i.inhparent')} as theirs
       from pg_inherits i join pg_class p on p.oid = i.inhparent
       where p.relname = any($1)
         and (${said('i.inhrelid')} <> ${said('i.inhparent')} or ${checks('i.inhrelid')} <> ${checks('i.inhparent')})`,
      [tables],
    )
    assert.deepEqual(differing, [])
  })

  it('puts what changes of an email together, so that an update logs no more', async t => {
    const { db, world } = await stage(t)
    await ensurePartitions(world)
    const [week] = await db.query<{ columns: string[]; options: string[] }>(
      `select c.reloptions as options,
         array(select attname::text from pg_attribute
               where attrelid = c.oid and attnum > 0 order by attnum) as columns
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'emails'::regclass order by c.relname desc limit 1`,
    )
    const words = ['project_id', 'id', 'xid', 'scheduled_at', 'created_at', 'content_id']
    const changed = ['size_bytes', 'last_event_at', 'status']
    assert.deepEqual(week!.columns.slice(0, 9), [...words, ...changed])
    assert.deepEqual(week!.options, ['fillfactor=50'])
  })

  it('makes an update of an email log no more than its state and its time', async t => {
    const { db, world } = await stage(t)
    await ensurePartitions(world)
    const [week] = await db.query<{ bound: string }>(
      `select pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'emails'::regclass order by c.relname desc limit 1`,
    )
    const subject = 'Words '.repeat(100)
    await db.query(
      `insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
         subject, size_bytes, created_at, last_event_at)
       values (gen_random_uuid(), $1, 'live', 'transactional', 'queued', 'a@x.test', 'x.test', '{}', $2,
         7, 'epoch', 'epoch')`,
      [/\('([^']+)'\)/.exec(week!.bound)![1]!, subject],
    )
    const [told] = await db.query<{ 'QUERY PLAN': [{ Plan: { 'WAL Bytes': number } }] }>(
      `explain (analyze, wal, format json)
       update emails set status = 'sent', last_event_at = 'epoch'::timestamptz + '1 s'`,
    )
    const bytes = told!['QUERY PLAN'][0].Plan['WAL Bytes']
    assert.ok(bytes > 0)
    assert.ok(bytes < subject.length, `${bytes} bytes were logged`)
  })

  it('keeps and reads an email in weeks whose columns stand in either order', async t => {
    const { db, world } = await stage(t)
    const [week] = await db.query<{ name: string; bound: string }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'emails'::regclass order by 1 limit 1`,
    )
    // As a node of the release before makes them.
    await db.query(`drop table ${week!.name}`)
    await db.query(`create table ${week!.name} (like emails including all excluding indexes)`)
    await db.query(`alter table emails attach partition ${week!.name} ${week!.bound}`)
    await ensurePartitions(world)
    const firstOf = (bound: string): string => /\('([^']+)'\)/.exec(bound)![1]!
    const [other] = await db.query<{ bound: string }>(
      `select pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'emails'::regclass order by c.relname desc limit 1`,
    )
    const ids = [firstOf(week!.bound), firstOf(other!.bound)]
    await db.query(
      `insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
         subject, size_bytes, created_at, last_event_at)
       select gen_random_uuid(), id, 'live', 'transactional', 'queued', 'a@x.test', 'x.test', '{}', 'Hi',
         7, 'epoch', 'epoch' from unnest($1::uuid[]) id`,
      [ids],
    )
    await db.query(
      `update emails e set status = 'sent', last_event_at = t.at
       from (select ctid, tableoid, created_at + interval '1 s' as at from emails) t
       where e.ctid = t.ctid and e.tableoid = t.tableoid`,
    )
    const read = await db.query(
      `select id, mode, status, sender_domain, size_bytes, extract(epoch from last_event_at)::integer as at
       from emails order by id`,
    )
    const kept = { mode: 'live', status: 'sent', sender_domain: 'x.test', size_bytes: 7, at: 1 }
    assert.deepEqual(
      read,
      ids.map(id => ({ id, ...kept })),
    )
  })
})
