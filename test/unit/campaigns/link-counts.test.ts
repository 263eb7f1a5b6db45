/** Who clicked which link of a campaign is counted as it is noted, once for campaigns of before. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayMs, minuteMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { recountCampaigns } from '#marketing/campaigns/report/recount.ts'
import { noteReactions } from '#marketing/contacts/letters/letters.ts'
import { campaignStage } from '../../support/campaigns.ts'
import { machineClock } from '../../support/real-clock.ts'

const [first, second] = ['https://shop.test/a', 'https://shop.test/b']

/** A campaign to some people, whose letters can be clicked in by hand. */
async function sentStage(t: Parameters<typeof campaignStage>[0], people: readonly string[]) {
  const stage = await campaignStage(t)
  const { service, join, make, send, reaches, call } = stage
  await join(people.map(name => `${name}@here.test`))
  const id = await make()
  await send(id)
  await reaches(id, body => body.status === 'sent', 'the end')
  const { world, projectId } = service
  const { db } = world
  const rows = await db.query<{ email_id: Uuid; name: string }>(
    `select r.email_id, split_part(c.email, '@', 1) as name from campaign_recipients r
     join contacts c on c.project_id = r.project_id and c.id = r.contact_id`,
  )
  const letters = new Map(rows.map(row => [row.name, row.email_id]))
  /** As the timeline tells it: with its events, all in one batch. */
  const clicked = (clicks: readonly (readonly [string, string, boolean])[]) =>
    db.transaction(async tx => {
      const facts = clicks.map(([name, url, isMachine], n) => ({
        ...{ projectId: projectId as Uuid, mode: 'test', type: 'clicked', recipient: null },
        ...{ emailId: letters.get(name)!, at: world.clock.now() + n, url, isMachine },
        ...{ bouncedAs: null, provider: null },
      }))
      await tx.query(
        `insert into events (project_id, id, email_id, mode, type, at, details)
         select $1, id, email_id, 'test', 'clicked', now(), details
         from jsonb_to_recordset($2::jsonb) as t (id uuid, email_id uuid, details jsonb)`,
        [
          projectId,
          JSON.stringify(
            facts.map(({ emailId, url, isMachine: machine }) => ({
              ...{ id: world.ids.next(), email_id: emailId },
              details: { url, ...(machine ? { machine } : {}) },
            })),
          ),
        ],
      )
      await noteReactions(tx, facts as unknown as Parameters<typeof noteReactions>[1])
    })
  /** Of both links: people, and letters that programs alone clicked in. */
  const counted = async () => {
    const { data } = (await call('GET', `/v1/campaigns/${id}/links`)).body
    const report = (await call('GET', `/v1/campaigns/${id}/report`)).body
    assert.deepEqual(report.links, data)
    return (data as { people: number; machines: number }[]).map(one => [one.people, one.machines])
  }
  const said: unknown[] = []
  const log = { ...world.log, error: (fields: unknown) => void said.push(fields) }
  const recount = (aheadMs = 0) => {
    const clock = { ...world.clock, now: () => world.clock.now() + aheadMs }
    return recountCampaigns({ ...world, log, clock } as World)
  }
  return { ...stage, id, db, letters, clicked, counted, recount, said }
}

describe('clicks by link of a campaign', () => {
  it('count each letter once, and those of programs only while no person has clicked', async t => {
    const { db, clicked, counted, recount, said } = await sentStage(t, ['ana', 'bia', 'caio'])
    assert.deepEqual(await counted(), [
      [0, 0],
      [0, 0],
    ])
    await clicked([
      ['ana', first, false],
      ['ana', first, false],
      ['bia', first, true],
      ['bia', second, true],
      ['caio', first, true],
      ['caio', first, false],
      ['ana', 'https://shop.test/of-nobody', false],
    ])
    assert.deepEqual(await counted(), [
      [2, 1],
      [0, 1],
    ])
    await clicked([
      ['bia', first, false],
      ['bia', second, true],
      ['ana', first, true],
      ['ana', second, false],
    ])
    const all = [
      [3, 0],
      [1, 1],
    ]
    assert.deepEqual(await counted(), all)
    await db.query('update campaigns set links_counted = false')
    assert.deepEqual(await counted(), all, 'the events say the same')
    await db.query('update campaigns set links_counted = true')
    await recount()
    assert.deepEqual(said, [], 'the letters say the same')
    assert.deepEqual(await counted(), all)
  })

  it('are counted once for a campaign of before, whose report asks the events until then', async t => {
    const { id, db, clicked, counted, recount, said, call } = await sentStage(t, ['ana', 'bia'])
    await clicked([
      ['ana', first, false],
      ['bia', first, true],
    ])
    // As an update finds them: people's links alone are in the letters, and nothing is counted.
    await db.query("update letters set machine_links = null, links = '{}' where machine_at is null")
    await db.query('update letters set machine_links = null')
    await db.query("delete from campaign_counts where part = 'link'")
    await db.query('update campaigns set links_counted = false')
    // Of before, and long ago: its other figures are counted again by nobody.
    await db.query("update campaigns set started_at = started_at - interval '90 days'")
    assert.deepEqual(await counted(), [
      [1, 1],
      [0, 0],
    ])
    await clicked([['bia', second, false]])
    const all = [
      [1, 1],
      [1, 0],
    ]
    assert.deepEqual(await counted(), all)
    await recount()
    assert.deepEqual(said, [])
    const [row] = await db.query('select links_counted from campaigns')
    assert.deepEqual(row, { links_counted: true })
    // From here on the events do not matter, which end before the figures do.
    await db.query("delete from events where type = 'clicked'")
    assert.deepEqual(await counted(), all)
    await clicked([
      ['ana', first, false],
      ['bia', first, true],
    ])
    assert.deepEqual(await counted(), all, 'what was there before is not counted again')
    const who = await call('GET', `/v1/campaigns/${id}/recipients?link=2`)
    assert.deepEqual(
      who.body.data.map((one: { email: string }) => one.email),
      ['bia@here.test'],
    )
  })

  it('that a node of before has noted are counted by the next recount, which says so', async t => {
    const { db, clicked, counted, recount, said } = await sentStage(t, ['ana', 'bia'])
    await clicked([
      ['ana', first, false],
      ['bia', second, true],
    ])
    await db.query('update letters set machine_links = null')
    await db.query("delete from campaign_counts where part = 'link'")
    await recount()
    assert.equal(said.length, 1)
    assert.deepEqual(await counted(), [
      [1, 0],
      [0, 1],
    ])
    await recount()
    assert.equal(said.length, 1)
  })

  it('are not sought in the events any more once an update is over', async t => {
    const { db, clicked, counted, recount, said } = await sentStage(t, ['ana'])
    await clicked([['ana', first, true]])
    await db.query('update letters set machine_links = null')
    await db.query("delete from campaign_counts where part = 'link'")
    const [update] = await db.query<{ at: Date }>(
      "select applied_at as at from migrations where name like '0675%'",
    )
    const over = update!.at.getTime() + 7 * dayMs - machineClock.now()
    await recount(over + minuteMs)
    assert.deepEqual(said, [])
    assert.deepEqual(await counted(), [
      [0, 0],
      [0, 0],
    ])
    await recount(over - minuteMs)
    assert.equal(said.length, 1)
    assert.deepEqual(await counted(), [
      [0, 1],
      [0, 0],
    ])
  })
})
