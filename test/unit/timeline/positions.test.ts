/** Positions in lists (docs/decisions/0003-lists-by-commit-order.md). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase()

describe('a table with positions', () => {
  it('takes them from the function that a moved database replaces', async () => {
    const rows = await db.query<{ name: string; value: string | null }>(
      `select c.relname as name, pg_get_expr(d.adbin, d.adrelid) as value
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and a.attname = 'xid' and a.atttypid = 'xid8'::regtype`,
    )
    assert.ok(rows.length > 15)
    // How far figures have counted is no row's own place.
    const others = rows.filter(
      ({ name, value }) => value !== 'position_now()' && name !== 'traffic_cursors',
    )
    assert.deepEqual(others, [])
  })
})
