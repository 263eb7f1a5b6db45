/** Letters, activity and the people of campaigns, kept as long as their project says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { forgetOldLetters } from '#marketing/campaigns/report/forget.ts'
import { forget } from '#sending/timeline/retention.ts'
import { violations } from '../../../src/faces/doctor/invariants-store.ts'
import { campaignStage } from '../../support/campaigns.ts'

const dayMs = 86_400_000

it('letters, activity and people of campaigns end with the time that their project keeps them', async t => {
  const { call, make, join, send, reaches, service } = await campaignStage(t)
  const { world } = service
  const { db } = world
  await join(['ana@here.test', 'bia@here.test'])
  const id = await make()
  await send(id)
  await reaches(id, body => body.status === 'sent', 'the end of the campaign')
  const acted = await call('POST', '/v1/activity', { email: 'ana@here.test', name: 'order.paid' })
  assert.equal(acted.status, 202)
  const figures = async () => (await call('GET', `/v1/campaigns/${id}/stats`)).body
  const before = await figures()

  const after = (days: number) => {
    const clock = { ...world.clock, now: () => world.clock.now() + days * dayMs }
    return { ...world, clock }
  }
  const counts = async () => {
    const [row] = await db.query<Record<'letters' | 'activity' | 'people', number>>(
      `select (select count(*) from letters)::integer as letters,
         (select count(*) from activity where name = 'order.paid')::integer as activity,
         (select count(*) from campaign_recipients)::integer as people`,
    )
    return row
  }
  const keep = async (letters: string) => {
    const set = { retention: { letters } }
    assert.equal((await call('PATCH', '/v1/marketing-settings', set)).status, 200)
  }
  const all = { letters: 2, activity: 1, people: 2 }
  await forgetOldLetters(after(395))
  assert.deepEqual(await counts(), all, 'kept for thirteen months')
  await keep('P800D')
  await forgetOldLetters(after(799))
  assert.deepEqual(await counts(), all, 'kept longer where the project says so')
  await keep('P1D')
  await forgetOldLetters(after(89))
  assert.deepEqual(await counts(), all, 'never shorter than figures are counted again')
  await forgetOldLetters(after(91))
  assert.deepEqual(await counts(), { letters: 0, activity: 0, people: 2 }, 'whose emails are kept')
  await forget(after(120))
  await forgetOldLetters(after(91))
  assert.deepEqual(await counts(), { letters: 0, activity: 0, people: 0 })

  assert.deepEqual(await figures(), before)
  // The invariants take the time from the nodes.
  await db.query(
    `insert into nodes (id, hostname, roles, started_at, seen_at)
     values (gen_random_uuid(), 'later', '{jobs}', $1, $1)`,
    [new Date(after(91).clock.now())],
  )
  const file = new URL('../../../db/invariants.sql', import.meta.url)
  assert.deepEqual(await violations(db, await readFile(file, 'utf8')), [])
})

it('records of consent name a person for five years after the end of the contact', async t => {
  const { call, join, service } = await campaignStage(t)
  const { world } = service
  const { db } = world
  await join(['ana@here.test', 'bia@here.test'])
  const named = async () => {
    const rows = await db.query<{ address: string }>(
      `select payload ->> 'address' as address from consents
       where payload ? 'address' order by 1`,
    )
    return rows.map(one => one.address)
  }
  const after = (days: number) => {
    const clock = { ...world.clock, now: () => world.clock.now() + days * dayMs }
    return { ...world, clock }
  }
  assert.equal((await call('DELETE', '/v1/contacts/ana@here.test')).status, 200)
  await forgetOldLetters(after(1825))
  assert.deepEqual(await named(), ['ana@here.test', 'bia@here.test'])
  await forgetOldLetters(after(1827))
  assert.deepEqual(await named(), ['bia@here.test'], 'who is still a contact stays')
  assert.equal((await call('DELETE', '/v1/contacts/bia@here.test')).status, 200)
  const set = { retention: { consents: 'P10D' } }
  assert.equal((await call('PATCH', '/v1/marketing-settings', set)).status, 200)
  await forgetOldLetters(after(9))
  assert.deepEqual(await named(), ['bia@here.test'])
  await forgetOldLetters(after(11))
  assert.deepEqual(await named(), [])
  const [left] = await db.query<{ n: number }>('select count(*)::integer as n from consents')
  assert.ok(left!.n >= 2, 'the records stay')
})

it('letters go in each run, also where activity takes all of its time', async t => {
  const { make, join, send, reaches, service } = await campaignStage(t)
  const { world, projectId } = service
  const { db } = world
  await join(['ana@here.test'])
  const id = await make()
  await send(id)
  await reaches(id, body => body.status === 'sent', 'the end of the campaign')
  await db.query(
    `insert into activity (project_id, id, mode, name, at)
     select $1, overlay(gen_random_uuid()::text placing left($2::text, 13) from 1)::uuid, 'live',
       'order.paid', $3
     from generate_series(1, 2000)`,
    [projectId, world.ids.next(), new Date(world.clock.now())],
  )
  let passedMs = 0
  const clock = {
    ...world.clock,
    now: () => world.clock.now() + 400 * dayMs,
    monotonic: () => (passedMs += 3_000),
  }
  await forgetOldLetters({ db, clock })
  const [left] = await db.query('select count(*)::integer as letters from letters')
  assert.deepEqual(left, { letters: 0 })
})
