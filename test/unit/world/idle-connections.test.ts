/** Database connections that nobody needs any more, on a real server (kernel/world/real/db-pool.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const { db, url } = await testDatabase()
const connections = 4

const countOpen = async (pids: readonly number[]): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where pid = any($1::int[])',
    [pids],
  )
  return row!.n
}

describe('A database connection that nobody needs', () => {
  it('is closed after a while, without a word, and another one opened when it is needed', async t => {
    const said: unknown[] = []
    const log = { warn: (...words: unknown[]) => said.push(words) }
    const idle = realDb({ address: url, connections, idleMs: 200, log })
    t.after(() => idle.close())
    const pidOfOne = async () => {
      const [row] = await idle.query<{ pid: number }>('select pg_backend_pid() as pid')
      return row!.pid
    }
    const pids = await Promise.all(Array.from({ length: connections }, pidOfOne))
    assert.equal(new Set(pids).size, connections)
    await until(async () => (await countOpen(pids)) === 0, 'that all of them are closed')
    assert.ok(!pids.includes(await pidOfOne()))
    assert.deepEqual(said, [])
  })
})
