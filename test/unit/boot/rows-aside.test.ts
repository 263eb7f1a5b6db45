/** How the rows of an account that moves are read: no more at a time than memory is meant for. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#kernel/world/real/database-address.ts'
import { readOut, writeIn } from '../../../src/boot/move-account/aside-store.ts'
import { testDatabase } from '../../support/database.ts'

const table = {
  name: 'contents',
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'body', type: 'text' },
  ],
}

it('reads fewer rows at a time where one of them is large, and all of them', async t => {
  const client = new pg.Client(clientConfig((await testDatabase(t)).url))
  await client.connect()
  try {
    await readAndWrite(client)
  } finally {
    await client.end()
  }
})

async function readAndWrite(client: pg.Client): Promise<void> {
  await client.query(`create schema aside; create schema there;
    create table aside.contents (id integer, body text);
    create table there.contents (like aside.contents)`)
  // Hexadecimal digits of a digest: they can hardly be compressed.
  await client.query(`insert into aside.contents
    select n, (select string_agg(sha512((n || ' ' || m)::text::bytea)::text, '') from generate_series(1, 800) m)
    from generate_series(1, 45) n`)

  const pieces: number[] = []
  await client.query('begin')
  for await (const rows of readOut(client, 'aside', table, {})) {
    pieces.push(rows.length)
    await writeIn(client, 'there', table, rows)
  }
  await client.query('commit')

  assert.equal(
    pieces.reduce((sum, count) => sum + count, 0),
    45,
  )
  assert.ok(Math.max(...pieces) < 20, `${pieces}`)
  const { rows } = await client.query(`select count(*)::integer as same
    from aside.contents a join there.contents b using (id, body)`)
  assert.deepEqual(rows, [{ same: 45 }])
}
