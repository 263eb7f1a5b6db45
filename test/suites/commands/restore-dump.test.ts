/** A database whose rows come from another server: lists as they were, and what comes above them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { readAllLists, startOn } from './lists.ts'

/** As a dump leaves it: its rows have the numbers of a server that was further. */
async function makeDump(db: Db, ahead: bigint): Promise<void> {
  const columns = await db.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.atttypid = 'xid8'::regtype and not a.attisdropped`,
  )
  for (const { name, column } of columns) {
    await db.query(
      `update ${name} set ${column} = ((${column}::text)::numeric + ${ahead})::text::xid8
       where ${column} is not null`,
    )
  }
}

describe('malote restore-dump', () => {
  it('keeps every list as it was, and puts what comes on top', async t => {
    const { db, url } = await testDatabase(t)
    const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const first = await startOn(url)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await first.send(`Email ${i}`))
    const before = await readAllLists(first)
    assert.deepEqual(before.emails, ids)
    assert.ok(before.events.length >= 10 && before.domains.length === 1)
    await first.stop()
    for (const ahead of [5_000_000_000n, 3_000n]) {
      await makeDump(db, ahead)
      const refused = await maloteWith(environment, 'account', 'show', first.accountId)
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /restored from a dump: .*malote restore-dump/)
      const done = await maloteWith(environment, 'restore-dump', '--json')
      assert.equal(done.status, 0, done.stderr)
      const { changed, positions_added: added } = JSON.parse(done.stdout)
      assert.ok(changed === true && added > 0)
      const again = await maloteWith(environment, 'restore-dump', '--json')
      assert.deepEqual(JSON.parse(again.stdout), { changed: false })
    }
    const second = await startOn(url, first)
    assert.deepEqual(await readAllLists(second), before)
    const last = await second.send('After')
    const after = await readAllLists(second)
    assert.deepEqual(after.emails, [last, ...before.emails])
    assert.deepEqual(after.events.slice(-before.events.length), before.events)
    assert.ok(after.events.length > before.events.length)
    await second.stop()
    await (await startOn(url, first)).stop()
  })

  it('goes by the highest number, whatever digit that begins with', async t => {
    const { db, url } = await testDatabase(t)
    const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const first = await startOn(url)
    for (const subject of ['First', 'Second']) await first.send(subject)
    await first.stop()
    const [lowest] = await db.query<{ xid: string }>(
      'select e.xid::text from emails e order by e.xid limit 1',
    )
    // The first email is at 999999999, what came after it at 1000000000 and more.
    await makeDump(db, 999_999_999n - BigInt(lowest!.xid))
    const done = await maloteWith(environment, 'restore-dump', '--json')
    assert.equal(JSON.parse(done.stdout).changed, true)
    const shown = await maloteWith(environment, 'account', 'show', first.accountId)
    assert.equal(shown.status, 0, shown.stderr)
    const [next] = await db.query<{ place: string }>(
      'select position_at(pg_snapshot_xmax(pg_current_snapshot()))::text as place',
    )
    assert.ok(BigInt(next!.place) > 1_000_000_000n, next!.place)
  })

  for (const table of ['emails', 'contacts'] as const) {
    it(`is asked for where there is neither a domain nor a counted figure yet: ${table}`, async t => {
      const { db, url } = await testDatabase(t)
      const environment = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
      const first = await startOn(url)
      if (table === 'emails') await first.send('Alone')
      else await addContact(db)
      await first.stop()
      await db.query('delete from domains')
      await db.query('delete from traffic_cursors')
      const show = () => maloteWith(environment, 'account', 'show', first.accountId)
      assert.equal((await show()).status, 0)
      await makeDump(db, 3_000_000n)
      const refused = await show()
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /restored from a dump: .*malote restore-dump/)
      assert.equal((await maloteWith(environment, 'restore-dump')).status, 0)
      assert.equal((await show()).status, 0)
    })
  }
})

const addContact = (db: Db) =>
  db.query(
    `insert into contacts
       (project_id, mode, id, email, email_key, bucket, source, created_at, updated_at)
     select id, 'live', id, 'ana@example.net', 'ana@example.net', 0, 'api', created_at, created_at
     from projects limit 1`,
  )
