import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { AssertionFailed } from '#kernel/base/assert.ts'
import { sqlState, type Tx, violatedConstraint } from '#kernel/world/db.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'

const { db, url } = await testDatabase(undefined, { connections: 3 })
await db.query('create table pairs (id int primary key, n int not null)')

const backend = async (sql: Pick<Tx, 'query'>) =>
  (await sql.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid

/** Of this test alone: the server's own workers come and go. */
const pids = () =>
  db.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' order by pid`,
  )

describe('A value from the database', () => {
  it('is a number for every whole number that fits', async () => {
    const [row] = await db.query(`select 9007199254740991::int8 as big, '{1,2}'::int8[] as list`)
    assert.deepEqual(row, { big: 9_007_199_254_740_991, list: [1, 2] })
    await assert.rejects(db.query('select 9007199254740992::int8'), AssertionFailed)
  })

  it('is a Date for an instant and text for a calendar day', async () => {
    const at = new Date('2026-11-21T10:45:00.123Z')
    const [row] = await db.query(
      `select $1::timestamptz as at, array[$1::timestamptz] as list, '2026-11-21'::date as day,
        '0044-03-15 12:00+00 BC'::timestamptz as ides`,
      [at],
    )
    const ides = new Date('-000043-03-15T12:00:00Z')
    assert.deepEqual(row, { at, list: [at], day: '2026-11-21', ides })
  })

  it('is text for ids and transaction numbers, and read from JSON', async () => {
    const [row] = await db.query<Record<string, unknown>>(
      `select '0199b1f0-0000-7000-8000-000000000000'::uuid as id, $1::jsonb as json,
        '42'::xid8 as x, $2::bytea[] as bytes, $3::text[] as words`,
      [{ a: [1, 'ç'] }, [Buffer.from([0, 255])], ['a"\\', '{', null]],
    )
    assert.deepEqual(row, {
      id: '0199b1f0-0000-7000-8000-000000000000',
      json: { a: [1, 'ç'] },
      x: '42',
      bytes: [Buffer.from([0, 255])],
      words: ['a"\\', '{', null],
    })
  })
})

describe('A statement', () => {
  it('is prepared once per connection', async () => {
    await db.transaction(async tx => {
      for (let n = 0; n < 3; n++) await tx.query('select $1::int + 1000', [n])
      const prepared = await tx.query(
        `select statement from pg_prepared_statements where statement = 'select $1::int + 1000'`,
      )
      assert.equal(prepared.length, 1)
    })
  })

  it('gets another plan once its connection has been used for a while', async t => {
    const alone = realDb({ address: url, connections: 1, log: { warn: () => {} } })
    t.after(() => alone.close())
    const statement = 'select n from pairs where id = $1::int'
    await alone.query(statement, [1])
    const [kept] = await alone.query<{ name: string }>(
      'select name from pg_prepared_statements where statement = $1',
      [statement],
    )
    const plan = async (): Promise<string> => {
      const rows = await alone.query<Record<string, string>>(`explain execute ${kept!.name}(1)`)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    }
    assert.match(await plan(), /^Index Scan/)
    // A setting does not end a plan that is kept, and makes the next one another.
    await alone.query(`select set_config('enable_indexscan', 'off', false)`)
    assert.match(await plan(), /^Index Scan/)
    for (let uses = 0; uses < 32; uses++) await alone.query('select 1')
    assert.match(await plan(), /^Bitmap Heap Scan/)
  })

  it('that breaks a constraint leaves its connection in use', async () => {
    const before = await pids()
    await db.query('insert into pairs values (1, 1)')
    const error = await db.query('insert into pairs values (1, 2)').catch((e: Error) => e)
    assert.equal(sqlState(error), '23505')
    assert.equal(violatedConstraint(error), 'pairs_pkey')
    const pid = await backend(db)
    assert.ok(before.some(row => row.pid === pid))
  })

  it('with a value that is no number is refused before it is sent', async () => {
    await assert.rejects(db.query('select $1::int', [Number.NaN]), /is NaN/)
  })

  it('fails alone when its connection is lost; the next one has another', async () => {
    const lost = db.query('select pg_sleep(60), $1::text', ['to be lost'])
    const failed = assert.rejects(lost)
    let killed = 0
    while (killed === 0) {
      const rows = await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep(60), $1%'
          and state = 'active'`,
      )
      killed = rows.length
    }
    await failed
    assert.equal((await db.query('select 1 as one'))[0]?.one, 1)
  })

  it('meets a table that a migration has changed meanwhile, and goes on', async () => {
    await db.query('create table shape (a int)')
    const read = () => db.query('select * from shape')
    await Promise.all([read(), read(), read()])
    await db.query('alter table shape add b int')
    await db.query('insert into shape values (1, 2)')
    for (let tries = 0; tries < 3; tries++) await read().catch(() => undefined)
    assert.deepEqual(await read(), [{ a: 1, b: 2 }])
  })
})

describe('A transaction', () => {
  it('is kept whole or not at all', async () => {
    const failing = db.transaction(async tx => {
      await tx.query('insert into pairs values (10, 1)')
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    assert.deepEqual(await db.query('select * from pairs where id = 10'), [])
    const result = await db.transaction(async tx => {
      await Promise.all([10, 11].map(id => tx.query('insert into pairs values ($1, 1)', [id])))
      return 'kept'
    })
    assert.equal(result, 'kept')
    assert.equal((await db.query('select * from pairs where id in (10, 11)')).length, 2)
  })

  it('that its work gives up for reasons of its own leaves the connection in use', async () => {
    const before = await pids()
    const givenUp = db.transaction(async tx => {
      await tx.query('insert into pairs values (60, 1)')
      throw new Error('exists already')
    })
    await assert.rejects(givenUp, /exists already/)
    assert.deepEqual(await db.query('select id from pairs where id = 60'), [])
    assert.deepEqual(await pids(), before)
  })

  it('leaves nothing open, however its work ends beside its statements', async t => {
    const own = realDb({ address: url, connections: 1, log: { warn: () => {} } })
    t.after(() => own.close())
    await own.query('create table links (id int primary key deferrable initially deferred)')
    await own.query('insert into links values (1)')
    const givenUp = 'given up'
    const works: readonly ((tx: Tx) => Promise<unknown>)[] = [
      // Statements are under way when the work throws: one that holds, one that fails.
      tx => {
        void tx.query('insert into pairs values (70, 1)')
        void tx.query('select pg_sleep(0.05)')
        throw new Error(givenUp)
      },
      async tx => {
        void tx.query('insert into pairs values (70, 1)')
        tx.query('select 1 / 0').catch(() => {})
        throw new Error(givenUp)
      },
      async tx => {
        await tx.query('insert into pairs values (70, 1)')
        await tx.query(`set local statement_timeout = '1ms'`)
        await tx.query('select pg_sleep(5)')
      },
      // It fails at its commit, by itself or pipelined behind the last statements.
      tx => tx.query('insert into links values (1)'),
      tx => tx.last(tx.query('insert into links values (1)')),
      // The statement that rolls back is sent while another still waits to be cancelled.
      tx => {
        void tx.query(`set local statement_timeout = '20ms'`)
        tx.query('select pg_sleep(5)').catch(() => {})
        throw new Error(givenUp)
      },
    ]
    for (const [n, work] of works.entries()) {
      await assert.rejects(own.transaction(work), `work ${n}`)
      const [after] = await own.query(
        `select current_setting('statement_timeout') as timeout,
          (select count(*)::int from pairs where id = 70) as pairs,
          (select count(*)::int from links) as links, pg_backend_pid() as pid`,
      )
      const text = 'select state from pg_stat_activity where pid = $1'
      const [{ state } = {}] = await db.query(text, [after?.pid])
      const wanted = { timeout: '0', pairs: 0, links: 1, pid: after?.pid, state: 'idle' }
      assert.deepEqual({ ...after, state }, wanted, `work ${n}`)
    }
  })

  it('whose session ends meanwhile gives its connection up', async t => {
    const own = realDb({ address: url, connections: 1, log: { warn: () => {} } })
    t.after(() => own.close())
    const first = await backend(own)
    const failing = own.transaction(async tx => {
      await tx.query('insert into pairs values (71, 1)')
      // The server ends the session while the work is at something else, and then it throws.
      await db.query('select pg_terminate_backend($1, 1000)', [first])
      throw new Error('given up')
    })
    await assert.rejects(failing, /given up/)
    assert.notEqual(await backend(own), first)
    assert.deepEqual(await own.query('select id from pairs where id = 71'), [])
  })

  it('never pretends to have committed after a failed statement was swallowed', async () => {
    const swallowing = db.transaction(async tx => {
      await tx.query('insert into pairs values (20, 1)')
      await tx.query('insert into pairs values (20, 1)').catch(() => undefined)
    })
    await assert.rejects(swallowing, AssertionFailed)
    assert.deepEqual(await db.query('select * from pairs where id = 20'), [])
  })

  it('names the failure, whichever of the statements under way is waited for first', async () => {
    let tries = 0
    const done = await db.transaction(async tx => {
      if (++tries > 1) return tries
      const failing = tx.query("do $$ begin raise exception 'no' using errcode = '40P01'; end $$")
      const behind = tx.query('select 1')
      await Promise.allSettled([failing])
      await behind
      return 0
    })
    assert.equal(done, 2, 'a conflict runs again')
  })

  for (const state of ['40001', '40P01']) {
    it(`runs again after ${state} (a conflict with another one), at most three times`, async () => {
      let tries = 0
      const conflict = (times: number) =>
        db.transaction(async tx => {
          await tx.query('update pairs set n = n + 1 where id = 10')
          if (++tries > times) return tries
          return tx.query(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)
        })
      const [before] = await db.query<{ n: number }>('select n from pairs where id = 10')
      assert.equal(await conflict(3), 4)
      const [after] = await db.query<{ n: number }>('select n from pairs where id = 10')
      assert.equal(after?.n, (before?.n ?? 0) + 1, 'the tries that failed left nothing')
      tries = 0
      await assert.rejects(conflict(9), error => sqlState(error) === state)
      assert.equal(tries, 4)
    })
  }

  it('tells of its commit once, when all can see it', async () => {
    const seen: Promise<unknown[]>[] = []
    let tries = 0
    await db.transaction(async tx => {
      tries++
      tx.committed(() => void seen.push(db.query('select n from pairs where id = 700')))
      await tx.query('insert into pairs values (700, 7)')
      if (tries === 1)
        await tx.query(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`)
    })
    assert.deepEqual(await Promise.all(seen), [[{ n: 7 }]])
    assert.equal(tries, 2)
  })

  it('tells nobody if it is rolled back', async () => {
    let told = 0
    const failed = db.transaction(async tx => {
      tx.committed(() => void told++)
      await tx.query('insert into pairs values (701, 7)')
      throw new Error('on purpose')
    })
    await assert.rejects(failed, /on purpose/)
    assert.equal(told, 0)
  })

  it('takes no statement once it is over', async () => {
    let kept: Tx | undefined
    await db.transaction(async tx => {
      kept = tx
    })
    await assert.rejects(async () => kept?.query('select 1'), AssertionFailed)
  })
})

it('tells the state of a database error from the code of a broken connection', () => {
  const stateOf = (code: unknown) => sqlState(Object.assign(new Error(), { code }))
  assert.deepEqual(['40001', '57P01', 'XX000'].map(stateOf), ['40001', '57P01', 'XX000'])
  assert.deepEqual(['EPIPE', 'ECONNRESET', undefined, 40001].map(stateOf), Array(4).fill(undefined))
})

describe('The last statements of a transaction', () => {
  const insert = (tx: Tx, id: number) => tx.query('insert into pairs values ($1, 1)', [id])
  const rows = () => db.query('select id from pairs where id between 30 and 49')

  it('are committed behind, and their answers are there', async () => {
    const found = await db.transaction(async tx => {
      await insert(tx, 30)
      return tx.last(Promise.all([insert(tx, 31), tx.query('select 7 as n')]))
    })
    assert.deepEqual(found, [[], [{ n: 7 }]])
    assert.equal((await rows()).length, 2)
    await db.query('delete from pairs where id in (30, 31)')
  })

  it('leave nothing behind if one of them fails, and the connection in use', async () => {
    const before = await pids()
    const failing = db.transaction(async tx => {
      await insert(tx, 32)
      await tx.last(Promise.all([insert(tx, 33), tx.query('select 1 / 0'), insert(tx, 34)]))
    })
    await assert.rejects(failing, error => sqlState(error) === '22012')
    assert.deepEqual(await rows(), [])
    assert.deepEqual(await pids(), before)
  })

  it('leave nothing behind if a mistake was made while they were put together', async () => {
    const mistaken = db.transaction(tx =>
      tx.last(Promise.all([insert(tx, 35), insert(tx, Number.NaN)])),
    )
    await assert.rejects(mistaken, /NaN/)
    assert.deepEqual(await rows(), [])
  })

  it('are the last: no further one is taken, and nothing may fail after them', async () => {
    const further = db.transaction(async tx => {
      await tx.last(insert(tx, 36))
      await insert(tx, 37)
    })
    await assert.rejects(further, AssertionFailed)
    const late = db.transaction(async tx => {
      await tx.last(insert(tx, 38))
      throw new Error('too late')
    })
    await assert.rejects(late, AssertionFailed)
    assert.deepEqual(await rows(), [{ id: 36 }, { id: 38 }])
  })

  it('run again after a conflict', async () => {
    let tries = 0
    await db.transaction(tx =>
      tx.last(
        ++tries === 1
          ? tx.query(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`)
          : insert(tx, 40),
      ),
    )
    assert.equal(tries, 2)
  })
})

/**
 * Stands before the server and turns out every connection that says goodbye, as a server does that
 * is stopped just before it reads that; where it listens, and how many heard it.
 */
async function turningOut(server: string) {
  const { searchParams, hostname, port } = new URL(server)
  const folder = searchParams.get('host')
  const to = folder
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: hostname, port: Number(port) }
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  const heard = { count: 0 }
  const front = net.createServer(client => {
    const behind = net.connect(to)
    behind.pipe(client).on('error', () => {})
    client.on('data', data => {
      if (data[0] !== 'X'.charCodeAt(0)) return behind.write(data)
      heard.count++
      client.end(Buffer.concat([head, fields]))
      return behind.destroy()
    })
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = new URL(server)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((front.address() as net.AddressInfo).port)
  return { address: address.href, heard, front }
}

describe('Closing', () => {
  it('says nothing of connections that the server turns out at the same time', async () => {
    const { address, heard, front } = await turningOut(url)
    const warnings: unknown[] = []
    const closing = realDb({ address, log: { warn: fields => void warnings.push(fields) } })
    await closing.query('select 1')
    await closing.close()
    front.close()
    await once(front, 'close')
    // What was said is on its way through the kernel: a turn of the loop reads it.
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    assert.equal(heard.count, 1)
    assert.deepEqual(warnings, [])
  })
})
