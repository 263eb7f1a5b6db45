/** Letters between their draft and their way out: what changes meanwhile, and what stops them. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { audienceCondition } from '#marketing/campaigns/audience/audience-store.ts'
import { listRecipients } from '#marketing/campaigns/audience/recipients-store.ts'
import { campaignParts } from '#marketing/campaigns/parts.ts'
import { draftLetters } from '#marketing/campaigns/sending/drafts.ts'
import { commonOf } from '#marketing/campaigns/sending/prepared.ts'
import { releaseTranche } from '#marketing/campaigns/sending/release.ts'
import { reasonsOf as judge, readCampaign } from '#marketing/campaigns/store.ts'
import { addCounts } from '#marketing/contacts/letters/letter-counts-store.ts'
import { campaignStage, people } from '../../support/campaigns.ts'
import { until } from '../../support/until.ts'

type Stage = Awaited<ReturnType<typeof campaignStage>>

/** A campaign of which one letter is out, and all others wait for their place. */
async function slowCampaign(stage: Stage, emails: readonly string[], more: object = {}) {
  await stage.join(emails)
  const id = await stage.make({ schedule: { rate_per_hour: 1 }, ...more })
  await stage.send(id)
  await stage.reaches(id, body => body.waiting?.reason === 'rate', 'the pace')
  const { data } = (await stage.call('GET', `/v1/campaigns/${id}/recipients?state=pending`)).body
  const waiting: string[] = data.map((one: { email: string }) => one.email)
  return { id, waiting }
}

/** What a turn does with those who wait, with what happens after their letters were drafted. */
async function released({ service }: Stage, shownId: string, meanwhile: () => Promise<unknown>) {
  const { world, projectId } = service
  const key = { projectId, id: read('cmp', shownId)! }
  const prepared = (await commonOf(world, key, campaignParts))!
  const { tenant, letters: common } = prepared
  const wanted = { after: null, below: null, max: 100 }
  const drafts = await draftLetters(world, tenant, common!, wanted)
  await meanwhile()
  const campaign = (await readCampaign(world.db, key))!
  const audience = await audienceCondition({ world, tenant }, campaign.definition.audience!)
  const more = { common: common!, campaign, audience, drafts, isWarm: false, isExact: true }
  return world.db.transaction(async tx => {
    const tranche = await releaseTranche(tx, world, tenant, more)
    await tranche.book()
    return tranche
  })
}

async function reasonsOf({ call }: Stage, id: string): Promise<Record<string, string>> {
  const { data } = (await call('GET', `/v1/campaigns/${id}/recipients?limit=100`)).body
  return Object.fromEntries(
    data.map((one: { email: string; state: string; reason?: string }) => [
      one.email,
      one.reason ?? one.state,
    ]),
  )
}

const four = ['a', 'b', 'c', 'd'].map(name => `${name}@here.test`)

describe('a letter that was drafted', () => {
  it('is made again for who has changed since, and is none for who has left', async t => {
    const stage = await campaignStage(t)
    const { call, topic } = stage
    const { id, waiting } = await slowCampaign(stage, four)
    const [changed, left, same] = waiting as [string, string, string]
    const tranche = await released(stage, id, async () => {
      await call('PATCH', `/v1/contacts/${changed}`, { first_name: 'Ana' })
      const topics = [{ id: topic, state: 'unsubscribed' }]
      await call('POST', `/v1/contacts/${left}/topics`, { topics })
    })
    assert.deepEqual([tranche.released, tranche.count], [1, 2])
    const reasons = await reasonsOf(stage, id)
    assert.deepEqual(
      [reasons[changed], reasons[left], reasons[same]],
      ['pending', 'unsubscribed_topic', 'released'],
    )
  })

  it('that cannot be made keeps nobody else from theirs', async t => {
    const stage = await campaignStage(t)
    const doubled = '{% assign x = x | append: x %}'.repeat(20)
    const tooMuch = `{% assign x = "four" %}${doubled}{{ x }}`
    const html = `<p>Oi</p>{% unless contact.first_name %}${tooMuch}{% endunless %}`
    const content = { subject: 'Oi', html }
    await stage.join(['nameless@here.test'])
    await stage.join(['ana@here.test', 'bia@here.test'], { first_name: 'Ana' })
    const id = await stage.make({ content })
    await stage.send(id)
    await stage.reaches(id, body => body.status === 'sent', 'the end')
    assert.deepEqual(await reasonsOf(stage, id), {
      'nameless@here.test': 'error',
      'ana@here.test': 'released',
      'bia@here.test': 'released',
    })
  })
})

/** Live letters that wait: nobody answers for their domain. */
async function waitingLetters(t: TestContext) {
  const stage = await campaignStage(t, 'live')
  const emails = Array.from({ length: 4 }, (_, n) => `p${n}@later.test`)
  const { id } = await slowCampaign(stage, emails)
  const { db } = stage.service.world
  const own = read('cmp', id)!
  await until(async () => {
    const [row] = await db.query('select from queue where source_id = $1 and tries > 0', [own])
    return row !== undefined
  }, 'the first attempt')
  const due = () =>
    db.query<{ due: string }>(
      'select due_at::text as due from queue where source_id = $1 and not held',
      [own],
    )
  return { ...stage, id, own, due }
}

describe('letters that wait to be tried again', () => {
  it('stay where they are while their campaign is paused, and are none when it is cancelled', async t => {
    const { call, id, due } = await waitingLetters(t)
    await call('POST', `/v1/campaigns/${id}/pause`)
    assert.deepEqual(await due(), [{ due: 'infinity' }])
    const { data } = (await call('GET', `/v1/emails?campaign_id=${id}`)).body
    await call('POST', `/v1/campaigns/${id}/cancel`)
    assert.deepEqual(await due(), [])
    const { body } = await call('GET', `/v1/emails/${data[0].id}`)
    assert.equal(body.status, 'cancelled')
  })

  it('are held where the guard stops their campaign', async t => {
    const { service, call, reaches, id, own, due, read: readOne } = await waitingLetters(t)
    const { db } = service.world
    const of = { projectId: service.projectId, campaignId: own as Uuid, part: 'all', key: '' }
    await addCounts(db, [{ ...of, counts: { delivered: 90, hard: 10 } }], 0)
    // Another pace has it looked at.
    await call('PATCH', `/v1/campaigns/${id}`, { schedule: { rate_per_hour: 3_600_000 } })
    await reaches(id, body => body.status === 'paused', 'the guard')
    const { paused_by: by, guard } = await readOne(id)
    assert.deepEqual([by, guard.tripped.results, guard.tripped.hard], ['guard', 100, 10])
    assert.deepEqual(await due(), [{ due: 'infinity' }])
    // A person has seen the figures: what was held goes on.
    await call('POST', `/v1/campaigns/${id}/resume`)
    assert.ok((await due()).every(one => one.due !== 'infinity'))
  })

  it('are held by the guard, too, when nobody is left who waits for a letter', async t => {
    const open: { write(text: string): unknown }[] = []
    const misbehave = (stage: string, socket: { write(text: string): unknown }) => {
      if (stage !== 'rcpt') return false
      open.push(socket)
      return true
    }
    const { service, make, join, send, reaches } = await campaignStage(t, 'live', {
      mx: { misbehave },
    })
    await join(['ana@here.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.phase === 'finishing', 'the last part')
    const of = { projectId: service.projectId, campaignId: read('cmp', id)!, part: 'all', key: '' }
    await addCounts(service.world.db, [{ ...of, counts: { delivered: 90, hard: 10 } }], 0)
    await reaches(id, body => body.paused_by === 'guard', 'the guard')
    for (const socket of open) socket.write('250 OK\r\n')
  })
})

it('asking whether ten may be written to reads ten, also where the database has not counted its rows', async t => {
  const stage = await campaignStage(t)
  const { world, projectId } = stage.service
  await stage.join(people(0, 1_000))
  const some = await world.db.query<{ id: Uuid }>('select id from contacts order by id limit 10')
  const fetched = await world.db.transaction(async tx => {
    const count = async () => {
      const [row] = await tx.query<{ n: number }>(
        `select (seq_tup_read + idx_tup_fetch)::integer as n from pg_stat_xact_user_tables
         where relname = 'contacts'`,
      )
      return row!.n
    }
    const before = await count()
    const owner = { projectId, mode: 'test' as const }
    const ids = some.map(one => one.id)
    const judged = await judge(tx, owner, ids, { reason: 'null::text', values: [] })
    assert.equal(judged.size, 10)
    return (await count()) - before
  })
  assert.ok(fetched <= 10, `${fetched} rows`)
})

it('a page of the people of a campaign reads that page, and not all of them', async t => {
  const stage = await campaignStage(t)
  const { world, projectId } = stage.service
  await stage.join(people(0, 1_000))
  const id = await stage.make()
  await stage.send(id)
  await stage.reaches(id, body => body.status === 'sent', 'its end')
  const fetched = await world.db.transaction(async tx => {
    const count = async () => {
      const [row] = await tx.query<{ n: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::integer as n from pg_stat_xact_user_tables`,
      )
      return row!.n
    }
    const before = await count()
    const key = { projectId, id: read('cmp', id)! }
    const page = await listRecipients(tx, key, {}, { before: null, count: 11 })
    assert.equal(page.length, 11)
    return (await count()) - before
  })
  assert.ok(fetched <= 100, `${fetched} rows`)
})
