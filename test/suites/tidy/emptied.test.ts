/** The database of a test that has passed is given to the next one, who cannot tell. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createDatabase } from '../../support/database.ts'
import { maxUses, recycling } from '../../support/emptied.ts'

/** Uses a database as a test would, and says whether the next one gets the same. */
async function isUsedAgain(
  t: TestContext,
  use: (db: Db, database: { readonly url: string }) => Promise<unknown>,
): Promise<boolean> {
  const databases = recycling(connections => createDatabase({ connections }))
  t.after(() => databases.end())
  const first = await databases.lend(2)
  const name = await nameOf(first.database.db)
  await use(first.database.db, first.database)
  await first.giveBack()
  const second = await databases.lend(2)
  const isSame = (await nameOf(second.database.db)) === name
  await second.giveBack()
  return isSame
}

async function nameOf(db: Db): Promise<string> {
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  return row!.name
}

const addAccount = `insert into accounts (id, name, email, created_at)
  values (gen_random_uuid(), 'Shop', 'ana@here.test', $1)`

describe('the database of a test that has passed', () => {
  it('is empty for the next one, but for the rows of the template', async t => {
    const databases = recycling(connections => createDatabase({ connections }))
    t.after(() => databases.end())
    const first = await databases.lend(1)
    const session = 'select pg_backend_pid() as pid'
    const [before] = await first.database.db.query(session)
    await first.database.db.query(addAccount, [new Date()])
    await first.giveBack()
    const second = await databases.lend(1)
    const { db } = second.database
    assert.deepEqual(await db.query(session), [before])
    const [rows] = await db.query(
      `select (select count(*)::int from accounts) as accounts,
         (select count(*) > 0 from migrations) as migrations,
         (select count(*)::int from source_stamp) as stamps`,
    )
    assert.deepEqual(rows, { accounts: 0, migrations: true, stamps: 1 })
    await second.giveBack()
  })

  it('is emptied by a connection that is not of its pool, whose plans stay', async t => {
    let asked = 0
    const databases = recycling(async connections => {
      const made = await createDatabase({ connections })
      const query: Db['query'] = (text, values) => {
        asked += 1
        return made.db.query(text, values)
      }
      const transaction: Db['transaction'] = work => {
        asked += 1
        return made.db.transaction(work)
      }
      return { ...made, db: { ...made.db, query, transaction } }
    })
    t.after(() => databases.end())
    const first = await databases.lend(1)
    const name = await nameOf(first.database.db)
    await first.database.db.query(addAccount, [new Date()])
    const before = asked
    await first.giveBack()
    assert.equal(asked, before)
    const second = await databases.lend(1)
    assert.equal(await nameOf(second.database.db), name)
    assert.equal(asked, before + 1)
    await second.giveBack()
  })

  it('is used again after rows were written, of what may only grow as well', async t => {
    const at = new Date()
    assert.equal(
      await isUsedAgain(t, async db => {
        await db.query(addAccount, [at])
        await db.query(
          `insert into projects (id, account_id, name, created_at)
           select gen_random_uuid(), id, 'Shop', $1 from accounts`,
          [at],
        )
        await db.query(
          `insert into audit_records (id, by_operator, at, actor_type, action, target_type)
           values ($1, false, $2, 'system', 'made', 'account')`,
          [floorId(at.getTime()), at],
        )
      }),
      true,
    )
  })

  for (const [what, text] of [
    ['a table more', 'create table others (id integer)'],
    ['a column less', 'alter table accounts drop column name'],
    ['a trigger that rests', 'alter table audit_records disable trigger all'],
    ['another default', `alter table accounts alter column name set default 'x'`],
    ['another function', 'create function other() returns integer language sql as $$ select 1 $$'],
    ['statistics', 'analyze migrations'],
    ['a number taken from a sequence', `select nextval('invoice_numbers')`],
    ['a row of the template less', 'delete from source_stamp'],
    ['another row of the template', 'update source_stamp set stamp = stamp + 1'],
  ] as const) {
    it(`is dropped with ${what}`, async t => {
      assert.equal(await isUsedAgain(t, db => db.query(text)), false)
    })
  }

  it('is dropped where it holds much', async t => {
    const much = `insert into accounts (id, name, email, created_at)
      select gen_random_uuid(), 'Shop', repeat('x', 1000) || n, $1 from generate_series(1, 6000) n`
    assert.equal(await isUsedAgain(t, db => db.query(much, [new Date()])), false)
  })

  it('is dropped where somebody may have connected by its address', async t => {
    assert.equal(
      await isUsedAgain(t, async (_db, { url }) => assert.match(url, /^postgres:/)),
      false,
    )
  })

  it('is dropped where a transaction was still under way', async t => {
    const databases = recycling(connections => createDatabase({ connections }))
    t.after(() => databases.end())
    const { database, giveBack } = await databases.lend(2)
    const name = await nameOf(database.db)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = database.db.transaction(async tx => {
      await tx.query(addAccount, [new Date()])
      begun.resolve()
      await mayEnd.promise
    })
    await begun.promise
    const back = giveBack()
    mayEnd.resolve()
    await Promise.all([late, back])
    const next = await databases.lend(2)
    assert.notEqual(await nameOf(next.database.db), name)
    await next.giveBack()
  })

  it('takes nothing more of the test that is over', async t => {
    const databases = recycling(connections => createDatabase({ connections }))
    t.after(() => databases.end())
    const { database, giveBack } = await databases.lend(1)
    await giveBack()
    await assert.rejects(database.db.query('select 1'), /the test is over/)
  })

  it('is used so often and no more', async t => {
    const databases = recycling(connections => createDatabase({ connections }))
    t.after(() => databases.end())
    const usesOf = new Map<string, number>()
    for (let uses = 0; uses <= maxUses; uses++) {
      const { database, giveBack } = await databases.lend(1)
      const name = await nameOf(database.db)
      usesOf.set(name, (usesOf.get(name) ?? 0) + 1)
      await giveBack()
    }
    const longest = Math.max(...usesOf.values())
    // One in which PostgreSQL gathers statistics meanwhile is dropped before.
    assert.ok(longest > 1 && longest <= maxUses, `used ${[...usesOf.values()].join(', ')} times`)
  })

  it('is dropped where it comes back after the end', async () => {
    const dropped: string[] = []
    const databases = recycling(async connections => {
      const made = await createDatabase({ connections })
      const drop = async () => {
        dropped.push(made.name)
        await made.drop()
      }
      return { ...made, drop }
    })
    const lent = await databases.lend(1)
    const name = await nameOf(lent.database.db)
    await databases.end()
    assert.deepEqual(dropped, [])
    await lent.giveBack()
    assert.deepEqual(dropped, [name])
  })

  it('is another one while it is in use', async t => {
    const databases = recycling(connections => createDatabase({ connections }))
    t.after(() => databases.end())
    const [one, two] = [await databases.lend(1), await databases.lend(1)]
    assert.notEqual(await nameOf(one.database.db), await nameOf(two.database.db))
    await one.giveBack()
    await two.giveBack()
  })
})
