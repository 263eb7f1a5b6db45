/** Database connections over which nothing comes any more, on real sockets (kernel/world/real/db-watch.ts). */
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { describe, it, type TestContext } from 'node:test'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'

const { db, url } = await testDatabase()
await db.query('create table facts (id int primary key)')

async function stage(t: TestContext, options: { hidesBackends?: boolean } = {}) {
  const connections = 4
  const way = await silentProxy(url, options)
  const behind = realDb({ address: way.url, connections, log: { warn: () => {} } })
  t.after(async () => {
    await behind.close()
    await way.close()
  })
  await Promise.all(
    Array.from({ length: connections }, () => behind.query('select pg_sleep(0.05)')),
  )
  return { way, behind }
}

const backends = () =>
  db.query(`select pid from pg_stat_activity where datname = current_database()
    and state like 'idle in transaction%'`)

describe('A database connection that has gone silent', { concurrency: true }, () => {
  it('is cut within seconds, and so are its fellows as soon as they are needed', async t => {
    const { way, behind } = await stage(t)
    way.silence()
    const start = performance.now()
    await assert.rejects(behind.query('select 1 as one'))
    assert.ok(performance.now() - start < 25_000)
    assert.equal((await behind.query('select 1 as one'))[0]?.one, 1)
    assert.equal(way.taken > 4, true)
  })

  it('is known while it lasts, and forgotten afterwards', async t => {
    let wasKnown = false
    // A process that stands still meanwhile may see the end of it only.
    for (let tries = 0; tries < 5 && !wasKnown; tries++) {
      const { way, behind } = await stage(t)
      assert.equal(behind.isStalled, false)
      way.silence()
      let isOver = false
      const failed = assert.rejects(behind.query('select 1')).finally(() => {
        isOver = true
      })
      while (!behind.isStalled && !isOver) await db.query('select pg_sleep(0.1)')
      wasKnown = behind.isStalled && !isOver
      await failed
      await behind.query('select 1')
      assert.equal(behind.isStalled, false)
    }
    assert.ok(wasKnown)
  })

  it('holds no locks afterwards', async t => {
    const { way, behind } = await stage(t)
    const failed = behind.transaction(async tx => {
      await tx.query('insert into facts values (1)')
      way.silence()
      await tx.query('insert into facts values (2)')
    })
    await assert.rejects(failed)
    const start = performance.now()
    await db.query('insert into facts values (1)')
    assert.ok(performance.now() - start < 60_000)
    // The other tests beside this one have transactions as well, which end.
    await until(async () => (await backends()).length === 0, 'all locks to be gone')
  })

  it('is one that works on no statement: a slow one is left alone', async t => {
    const { behind } = await stage(t)
    assert.deepEqual(await behind.query('select 1 as one from pg_sleep(8)'), [{ one: 1 }])
    assert.equal(behind.isStalled, false)
  })

  it('is no slow one behind a pooler, which announces numbers of its own', async t => {
    const { behind } = await stage(t, { hidesBackends: true })
    assert.deepEqual(await behind.query('select 1 as one from pg_sleep(32)'), [{ one: 1 }])
  })

  it('fails its users where no other can be had, too', async t => {
    const { way, behind } = await stage(t)
    way.block()
    const start = performance.now()
    await assert.rejects(behind.query('select 1'))
    assert.ok(performance.now() - start < 90_000)
    way.open()
    assert.equal((await behind.query('select 1 as one'))[0]?.one, 1)
  })
})

describe('A session that has become read only', () => {
  it('is used no more once it may write again', async t => {
    const { behind } = await stage(t)
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        behind.query(
          `select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.1)`,
        ),
      ),
    )
    await assert.rejects(behind.query('insert into facts values (10)'), { code: '25006' })
    await behind.query('insert into facts values (10)')
  })
})
