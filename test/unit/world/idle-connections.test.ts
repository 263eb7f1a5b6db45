/** Database connections that nobody needs any more, on a real server (kernel/world/real/db-pool.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/service.ts'

const { db, url } = await testDatabase()
const connections = 4

const countOpen = async (name: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where application_name = $1',
    [name],
  )
  return row!.n
}

describe('A database connection that nobody needs', () => {
  it('is closed after a while, without a word, and another one opened when it is needed', async t => {
    const said: unknown[] = []
    const log = { warn: (...words: unknown[]) => said.push(words) }
    const idle = realDb({ address: url, connections, idleMs: 200, log })
    t.after(() => idle.close())
    const naming = `select set_config('application_name', 'idle', false), pg_sleep(0.1)`
    await Promise.all(Array.from({ length: connections }, () => idle.query(naming)))
    await until(async () => (await countOpen('idle')) === 0, 'that all of them are closed')
    assert.equal((await idle.query('select 1 as one'))[0]?.one, 1)
    assert.deepEqual(said, [])
  })
})
