/** What the report of a campaign and its people ask for is found by indexes, however many they are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read as readId, type Uuid } from '#kernel/base/ids.ts'
import { listRecipients } from '#marketing/campaigns/audience/recipients-store.ts'
import { listLinks } from '#marketing/campaigns/report/links-store.ts'
import { correctCounts } from '#marketing/contacts/letters/letter-counts-store.ts'
import { campaignStage } from '../../support/campaigns.ts'
import { countingRows } from '../../support/rows-read.ts'

const others = 4_000
const maxRows = 100
const page = { before: null, count: 51 }
/** Of 4,000 so many were left out, or cancelled, and followed the second link. */
const few = 60

test('the report of a campaign and its people read no more rows than they show', async t => {
  const { service, join, make, send, reaches } = await campaignStage(t)
  await join(['ana@here.test'])
  const id = await make()
  await send(id)
  await reaches(id, body => body.status === 'sent', 'the end')
  const { projectId, world } = service
  const { db } = world
  const key = { projectId: projectId as Uuid, id: readId('cmp', id) as Uuid }
  // As many again, all of whom have clicked; they differ in the last digits of their ids.
  const again = (uuid: string) =>
    `overlay(${uuid}::text placing lpad(n::text, 6, '0') from 31)::uuid`
  await db.query(
    `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at,
       clicked_at, links)
     select project_id, ${again('contact_id')}, ${again('email_id')}, source_kind, source_id, sent_at,
       sent_at, case when n <= $2 then array[2] else array[1] end
     from letters cross join generate_series(1, $1::integer) n`,
    [others, few],
  )
  await db.query(
    `insert into campaign_recipients (project_id, campaign_id, contact_id, rank, state, reason,
       email_id, decided_at)
     select project_id, campaign_id, ${again('contact_id')}, rank,
       case when n <= $2 then 'skipped' when n <= 2 * $2 then 'cancelled' else state end,
       case when n <= $2 then 'capped' end,
       case when n > 2 * $2 then ${again('email_id')} end, decided_at
     from campaign_recipients cross join generate_series(1, $1::integer) n`,
    [others, few],
  )
  await db.transaction(tx => correctCounts(tx, { projectId: key.projectId, campaignId: key.id }))
  await db.query('vacuum analyze letters, campaign_recipients, campaign_counts')
  const tables = ['letters', 'events', 'campaign_recipients', 'campaign_counts']
  const links = countingRows(db, tables)
  const [first, second] = await listLinks(links.sql, key)
  assert.deepEqual([first?.people, second?.people], [others - few, few])
  assert.ok(links.rows() <= maxRows, `${links.rows()} rows were read for the links`)
  for (const state of ['skipped', 'cancelled'] as const) {
    const { sql, rows } = countingRows(db, ['campaign_recipients'])
    const found = await listRecipients(sql, key, { state }, page)
    assert.deepEqual(new Set(found.map(one => one.state)), new Set([state]))
    assert.equal(found.length, page.count)
    assert.ok(rows() <= maxRows, `${rows()} rows were read for ${state}`)
  }
  const { sql, rows } = countingRows(db, ['campaign_recipients'])
  assert.equal((await listRecipients(sql, key, { reason: 'capped' }, page)).length, page.count)
  assert.ok(rows() <= maxRows, `${rows()} rows were read for a reason`)
})
