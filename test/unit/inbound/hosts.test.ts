/** Whether a host is one of ours is asked for whatever anybody names to the inbound port. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#kernel/world/db.ts'
import { isReturnPath } from '#sending/inbound/store.ts'
import { testDatabase } from '../../support/database.ts'

test('a host is looked up by an index, however many domains there are', async t => {
  const { db } = await testDatabase(t)
  const plans: string[] = []
  const explaining: Sql = {
    async query(text, values) {
      const plan = await db.query<Record<'QUERY PLAN', string>>(`explain ${text}`, values)
      plans.push(...plan.map(row => row['QUERY PLAN']))
      return db.query(text, values)
    },
  }
  assert.equal(await isReturnPath(explaining, 'mail.nobody.test'), false)
  assert.match(plans.join('\n'), /Index Cond: \(return_path = /)
})
