import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { migrate, pendingMigrations } from '#kernel/world/real/migrations.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const { db, address } = await testDatabase()
const clock = { now: () => Date.UTC(2026, 10, 21) }
const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-migrations-'))
after(() => fs.rm(dir, { recursive: true, force: true }))

const write = (name: string, sql: string) => fs.writeFile(path.join(dir, name), sql)
const run = () => migrate({ address, clock, dir })

beforeEach(async () => {
  await db.query('drop schema public cascade')
  await db.query('create schema public')
  await fs.rm(dir, { recursive: true, force: true })
  await fs.mkdir(dir)
  await write('0001_first.sql', 'create table first (n int);\ninsert into first values (1);')
  await write('0002_second.sql', 'alter table first add m int;')
})

async function refused(pattern: RegExp): Promise<void> {
  await assert.rejects(run(), error => {
    assert.ok(error instanceof DatabaseRefused, String(error))
    assert.match(error.message, pattern)
    return true
  })
}

describe('Migrations', () => {
  it('run in order, once, at the time of the program', async () => {
    assert.deepEqual(await pendingMigrations({ address, dir }), ['0001_first', '0002_second'])
    assert.deepEqual(await run(), ['0001_first', '0002_second'])
    assert.deepEqual(await pendingMigrations({ address, dir }), [])
    assert.deepEqual(await run(), [])
    const rows = await db.query('select name, applied_at from migrations order by name')
    assert.deepEqual(rows, [
      { name: '0001_first', applied_at: new Date(clock.now()) },
      { name: '0002_second', applied_at: new Date(clock.now()) },
    ])
  })

  it('wait for the disk, but for those of a new database, of which nothing is lost', async t => {
    const [row] = await db.query<{ name: string }>('select current_database() as name')
    await db.query(`alter database ${row!.name} set synchronous_commit = 'local'`)
    t.after(() => db.query(`alter database ${row!.name} reset synchronous_commit`))
    const note = `insert into told values (current_setting('synchronous_commit'))`
    await write('0003_told.sql', `create table told (way text); ${note};`)
    await write('0004_apart.sql', `-- no transaction\n${note};`)
    await run()
    await write('0005_later.sql', note)
    await run()
    const told = await db.query<{ way: string }>('select way from told')
    // What runs apart tells whether the session is as it was: a pooler may lend it to others.
    assert.deepEqual(
      told.map(one => one.way),
      ['off', 'local', 'local'],
    )
  })

  it('wait for each other when several nodes start at once', async () => {
    await write('0003_slow.sql', 'select pg_sleep(0.2); insert into first values (3);')
    const done = await Promise.all([run(), run(), run(), run()])
    assert.deepEqual(done.flat().sort(), ['0001_first', '0002_second', '0003_slow'])
    assert.equal((await db.query('select from first where n = 3')).length, 1)
  })

  it('say with whom they wait, and hold nothing once they are through', async () => {
    const told: string[] = []
    const log = {
      warn: (fields: object, text: string) => told.push(`${text} ${JSON.stringify(fields)}`),
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const held = db.transaction(async tx => {
      await tx.query('select pg_advisory_xact_lock(6253483001)')
      await ended
    })
    const steps: unknown[] = []
    const running = migrate({ address, clock, dir, log, tell: step => steps.push(step) })
    const hasTold = async () => told.length > 0
    await until(hasTold, 'a word')
    assert.match(told[0]!, /another start migrates this database/)
    assert.match(told[0]!, /"holder":"malote \d+"/)
    end()
    await held
    assert.deepEqual(await running, ['0001_first', '0002_second'])
    const [waiting, ...migrating] = steps
    assert.deepEqual(waiting, { kind: 'waiting_for_migrations' })
    assert.deepEqual(migrating[0], { kind: 'migrating', done: 0, count: 2 })
    const locks = await db.query(`select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`)
    assert.equal(locks.length, 0)
  })

  it('wait for a release that holds the lock by its session', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const held = db.transaction(async tx => {
      await tx.query('select pg_advisory_lock(6253483001)')
      hold()
      await ended
      await tx.query('select pg_advisory_unlock(6253483001)')
    })
    await isHeld
    let isDone = false
    const running = run().then(done => {
      isDone = true
      return done
    })
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal(isDone, false)
    end()
    await held
    assert.deepEqual(await running, ['0001_first', '0002_second'])
  })

  it('refuse a file that was changed after it ran', async () => {
    await run()
    await write('0001_first.sql', 'create table first (n bigint);')
    await refused(/^Migration 0001_first has been changed since it ran on this database: /)
  })

  it('take a file with other line ends for the same', async () => {
    await run()
    const sql = await fs.readFile(path.join(dir, '0001_first.sql'), 'utf8')
    await write('0001_first.sql', sql.replaceAll('\n', '\r\n'))
    assert.deepEqual(await run(), [])
  })

  it('refuse a database that is newer than the program', async () => {
    await run()
    await fs.rm(path.join(dir, '0002_second.sql'))
    await refused(/^The database is newer than this Malote \(it has migration 0002_second\): /)
  })

  it('refuse a file that comes before one that ran', async () => {
    await fs.rename(path.join(dir, '0002_second.sql'), path.join(dir, '0003_third.sql'))
    await run()
    await write('0002_late.sql', 'select 1')
    await refused(/^Migration 0002_late comes before 0003_third, which has run/)
  })

  it('leave nothing of a file that fails, and say where it does', async () => {
    await write('0003_wrong.sql', 'create table half ();\n\nselect nonsense;')
    await assert.rejects(run(), /^Error: Migration 0003_wrong failed \(line 3\): .*nonsense/)
    const [row] = await db.query(`select to_regclass('half') as half`)
    assert.equal(row?.half, null)
    assert.deepEqual(await pendingMigrations({ address, dir }), ['0003_wrong'])
  })

  it('refuse files without a number of their own', async () => {
    await write('0002_other.sql', 'select 1')
    await refused(/^0002_second.sql needs a number of its own/)
  })

  it('wait for a table that is in use without stopping those who use it', async () => {
    await run()
    await write('0003_busy.sql', 'alter table first add o int;')
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const reading = db.transaction(async tx => {
      await tx.query('select from first')
      begin()
      await ended
    })
    await begun
    await assert.rejects(
      migrate({ address, clock, dir, maxTries: 1 }),
      /^Error: Migration 0003_busy failed: .*lock timeout/,
    )
    const migrating = run()
    // Behind one that waits for the lock without an end, these would wait for ever.
    for (let n = 0; n < 5; n++) {
      const began = performance.now()
      await db.query('select from first')
      assert.ok(performance.now() - began < 10_000)
      await db.query('select pg_sleep(0.05)')
    }
    end()
    await reading
    assert.deepEqual(await migrating, ['0003_busy'])
  })
})

describe('A migration without a transaction', () => {
  const index = (table: string) => `-- no transaction: the table is large

drop index concurrently if exists by_n;
create index concurrently by_n
  on ${table} (n);
`

  it('runs its statements one by one, by several nodes at once', async () => {
    await write('0003_index.sql', index('first'))
    const done = await Promise.all([run(), run(), run()])
    assert.deepEqual(done.flat().sort(), ['0001_first', '0002_second', '0003_index'])
    const [row] = await db.query(
      `select indisvalid from pg_index where indexrelid = 'by_n'::regclass`,
    )
    assert.equal(row?.indisvalid, true)
  })

  it('runs again from its beginning where it was cut in the middle', async () => {
    await run()
    await db.query('create index by_n on first (n)')
    await write('0003_index.sql', index('first'))
    assert.deepEqual(await run(), ['0003_index'])
    assert.deepEqual(await run(), [])
  })

  it('that fails is pending still', async () => {
    await write('0003_index.sql', index('nothing'))
    await assert.rejects(
      run(),
      /^Error: Migration 0003_index failed.*: relation "nothing" does not/,
    )
    assert.deepEqual(await pendingMigrations({ address, dir }), ['0003_index'])
  })
})
