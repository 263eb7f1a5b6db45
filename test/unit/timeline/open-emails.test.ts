/** What is still open of a project is found by indexes, however much others have waiting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { newest } from '#kernel/routes/paging.ts'
import { listEmails } from '#sending/timeline/list-store.ts'
import { countingRows } from '../../support/rows-read.ts'
import { startTestService } from '../../support/service.ts'

const quiet = { settings: { MALOTE_ROLES: 'api' } }
const others = 4_000

test('emails that are ready, in hand and put off are found among those of others', async t => {
  const service = await startTestService(t, quiet)
  const { world, projectId } = service
  const { db } = world
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' }
  const states = [
    'ready = true, held = false',
    `ready = false, held = true, due_at = due_at + interval '60 s'`,
    `ready = false, held = false, due_at = due_at + interval '6 h'`,
  ]
  for (const state of states) {
    const sent = await service.call('POST', '/v1/emails', { body })
    assert.equal(sent.status, 202)
    await db.query(`update queue set ${state} where subject = (
      select id from emails order by id desc limit 1)`)
  }
  await db.query(
    `insert into queue (id, kind, project_id, subject, due_at, created_at, ready)
     select gen_random_uuid(), 'delivery', gen_random_uuid(), gen_random_uuid(),
       $1::timestamptz + interval '1 h', $1, n % 2 = 0
     from generate_series(1, $2::integer) n`,
    [new Date(world.clock.now()), others],
  )
  await db.query('analyze queue')
  const { sql, rows } = countingRows(db, ['queue'])
  const owner = { projectId: projectId as Uuid, mode: 'live' } as const
  const page = { before: newest, count: 10 }
  const found = await listEmails({ ...world, db: sql }, owner, { status: 'queued' }, page)
  assert.equal(found.emails.length, states.length)
  assert.ok(rows() < others / 10, `${rows()} rows of the queue were read`)
})
