/** How much of what waits is accepted in one transaction, in which everybody else's requests wait. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendBatch } from '#sending/intake/send.ts'
import { testDatabase } from '../../support/database.ts'
import { setStage } from '../limits/stage.ts'

const database = await testDatabase()
const stage = await setStage(database)
after(() => stage.close())

test('tags, metadata and headers are weighed with the rest', async () => {
  const { tenant, domain, projectId } = await stage.account({})
  const map = (length: number) =>
    Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`X-Kept-${i}`, 'ç'.repeat(length)] as const),
    )
  const email = {
    from: `hello@${domain}`,
    to: ['ana@there.test'],
    subject: 'Oi',
    text: 'Oi',
    // 50 KB each.
    metadata: map(500),
    headers: map(500),
  }
  const call = { world: stage.worlds[0], tenant: { ...tenant, mode: 'test' as const } }
  const requests = 12
  const emails = Array(20).fill(email)
  // 2 MB of words each: four of them are 8 MB.
  await Promise.all(Array.from({ length: requests }, () => sendBatch(call, emails)))
  const transactions = await database.db.query<{ requests: number }>(
    `select count(*)::integer / ${emails.length} as requests from emails
     where project_id = $1 group by xid order by xid`,
    [projectId],
  )
  const each = transactions.map(one => one.requests)
  assert.equal(
    each.reduce((sum, one) => sum + one, 0),
    requests,
  )
  assert.ok(Math.max(...each) <= 4, `requests in a transaction: ${each.join(', ')}`)
})
