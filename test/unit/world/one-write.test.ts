/** How often statements wake the server: `gather` in kernel/world/real/db.ts. */
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase()
await db.query('create table kept (id int primary key)')

/** Queries, and statements to prepare or to bind; the process writes to others as well. */
const isToDatabase = (text: string): boolean => /^[QPB]\0\0/.test(text)

/** What is written from now on, write by write: the other end may find several as one. */
function listen(t: TestContext): string[] {
  const writes: string[] = []
  const note = (text: string): void => {
    if (isToDatabase(text)) writes.push(text)
  }
  const sockets = Socket.prototype as Required<Writable>
  const { _write, _writev } = sockets
  t.mock.method(sockets, '_write', function (this: Writable, ...given: Parameters<typeof _write>) {
    note(String(given[0]))
    _write.apply(this, given)
  })
  t.mock.method(
    sockets,
    '_writev',
    function (this: Writable, ...given: Parameters<typeof _writev>) {
      note(Buffer.concat(given[0].map(({ chunk }) => chunk)).toString('latin1'))
      _writev.apply(this, given)
    },
  )
  return writes
}

const begin = 'Q\0\0\0\nbegin\0'
const commit = 'Q\0\0\0\x0bcommit\0'

describe('Statements that are sent together', () => {
  it('leave in one write with the beginning of their transaction', async t => {
    const writes = listen(t)
    await db.transaction(tx =>
      Promise.all([1, 2, 3].map(id => tx.query('insert into kept values ($1::int)', [id]))),
    )
    assert.equal(writes.length, 2)
    assert.ok(writes[0]!.startsWith(`${begin}P`))
    assert.equal(writes[1], commit)
    const rows = await db.query('select id from kept order by id')
    assert.deepEqual(rows, [{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  it('are those alone that wait for no answer', async t => {
    const writes = listen(t)
    await db.transaction(async tx => {
      await tx.query('select 2 as two')
      await tx.query('select 3 as three')
    })
    assert.equal(writes.length, 3)
    assert.ok(writes[0]!.startsWith(`${begin}P`) && writes[0]!.includes('as two'))
    assert.ok(writes[1]!.startsWith('P') && writes[1]!.includes('as three'))
    assert.equal(writes[2], commit)
  })

  it('leave before what else is to be done now', async t => {
    const writes = listen(t)
    const asked = db.query('select 4 as four')
    // The pool lends a connection at the next tick; the statement then waits for nothing more.
    await new Promise<void>(resolve => process.nextTick(resolve))
    let rounds = 0
    for (; writes.length === 0 && rounds < 100; rounds++) await Promise.resolve()
    assert.equal(writes.length, 1)
    await asked
  })
})
