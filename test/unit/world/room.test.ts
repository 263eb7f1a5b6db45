/** A database whose disk is full is known as that until there is room (kernel/world/room.ts). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { patientWorld } from '#kernel/world/outage.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { hasRoom } from '#kernel/world/room.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const diskFull = { code: '53100' }

/** The server itself says of each new table that its disk is full. */
async function stage(t: TestContext) {
  const { db, url } = await testDatabase(t)
  await db.query('create table words (word text)')
  const warnings: string[] = []
  const warn = (_fields: object, message: string) => void warnings.push(message)
  const own = realDb({ address: url, connections: 2, log: { warn } })
  t.after(() => own.close())
  const state = (code: string) =>
    db.query(
      `create or replace function no_room() returns event_trigger language plpgsql
       as $do$ begin raise exception 'no room' using errcode = '${code}'; end $do$`,
    )
  return {
    own,
    warnings,
    async fill() {
      await state('53100')
      await db.query(
        `create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
         execute function no_room()`,
      )
    },
    state,
    empty: () => db.query('drop event trigger full_disk'),
    write: () => own.query('create table more as select 1 as n'),
    async untilRoom() {
      const deadline = performance.now() + 60_000
      while (own.isFull === true && performance.now() < deadline)
        await own.query('select pg_sleep(0.1)')
    },
  }
}

describe('A database whose disk is full', () => {
  it('is known as that until a look finds room, with one warning for each', async t => {
    const { own, warnings, fill, empty, write, untilRoom } = await stage(t)
    assert.equal(own.isFull, false)
    await fill()
    await assert.rejects(write(), diskFull)
    assert.equal(own.isFull, true)
    await assert.rejects(
      own.transaction(tx => tx.query('create table x as select 1')),
      diskFull,
    )
    // What needs no room succeeds, and tells nothing; nor does the first look, which finds none.
    await own.query("insert into words values ('small')")
    await own.query('select pg_sleep(3)')
    assert.equal(own.isFull, true)
    assert.equal(patientWorld(fakeWorld({ db: own }), 'writing').db.isFull, true)
    assert.deepEqual(warnings, [
      'the disk of the database is full: writes fail until there is room',
    ])
    await empty()
    await untilRoom()
    assert.equal(own.isFull, false)
    assert.deepEqual(warnings.slice(1), ['the disk of the database has room again'])
    await write()
  })

  it('is found so in the midst of a transaction, and again the next time', async t => {
    const { own, warnings, fill, empty, untilRoom } = await stage(t)
    for (const times of [1, 2]) {
      await fill()
      const work = own.transaction(async tx => {
        const both = [tx.query('create table x as select 1'), tx.query('select 1')]
        await Promise.allSettled(both)
        await both[0]
      })
      await assert.rejects(work, diskFull)
      assert.equal(own.isFull, true)
      await empty()
      await untilRoom()
      assert.equal(warnings.length, 2 * times)
    }
  })

  it('is not what another refusal of a write is', async t => {
    const { own, fill, state, write } = await stage(t)
    await fill()
    for (const code of ['53200', '53400', '58030', '42501', '23505']) {
      await state(code)
      await assert.rejects(write(), { code })
      assert.equal(own.isFull, false)
    }
  })

  it('is asked of no further where it lets nobody try', async t => {
    const { own, fill, state, write, untilRoom } = await stage(t)
    await fill()
    await assert.rejects(write(), diskFull)
    await state('42501')
    await untilRoom()
    assert.equal(own.isFull, false)
  })
})

describe('A look for room', () => {
  it('takes a megabyte, leaves nothing, and says why it could not look', async t => {
    const { own, fill, state, empty } = await stage(t)
    const made = own.transaction(async tx => {
      assert.equal(await hasRoom({ transaction: work => work(tx) }), true)
      const [row] = await tx.query<{ bytes: number }>(
        "select pg_table_size('malote_room')::int as bytes",
      )
      return row!.bytes
    })
    assert.ok((await made) >= 1_000_000)
    assert.equal(await hasRoom(own), true)
    const left = await own.query("select from pg_class where relname = 'malote_room'")
    assert.equal(left.length, 0)
    await fill()
    assert.equal(await hasRoom(own), false)
    await state('42501')
    await assert.rejects(hasRoom(own), { code: '42501' })
    await empty()
    assert.equal(await hasRoom(own), true)
  })
})
