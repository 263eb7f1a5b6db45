/** Projects take turns at being counted, however many of them always have something new. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import { countTraffic } from '#sending/stats/traffic.ts'
import { testDatabase } from '../../support/database.ts'
import { machineClock } from '../../support/real-clock.ts'
import { settledEvents } from '../../support/settled.ts'

/** More than one run counts. */
const projects = 205

test('a project is counted although many others have new events each time', async t => {
  const { db } = await testDatabase(t)
  const account = floorId(1)
  await db.query(
    `insert into accounts (id, name, email, created_at) values ($1, 'Ana', 'a@a.test', $2)`,
    [account, new Date(0)],
  )
  await db.query(
    `insert into projects (id, account_id, name, created_at)
     select gen_random_uuid(), $1, 'p' || n, $2 from generate_series(1, $3::integer) n`,
    [account, new Date(0), projects],
  )
  const now = machineClock.now()
  const happen = (round: number) =>
    db.query(
      `insert into events (project_id, id, email_id, mode, type, at)
       select id, overlay(id::text placing left($1::text, 13) from 1)::uuid, $2, 'live', 'queued', $3
       from projects`,
      [floorId(now + round), floorId(now), new Date(now)],
    )
  for (const round of [1, 2]) {
    await happen(round)
    await settledEvents(db)
    await countTraffic({ db, clock: machineClock })
  }
  const [counted] = await db.query<{ count: number }>(
    'select count(*)::integer as count from traffic_cursors',
  )
  assert.equal(counted?.count, projects)
})
