/** Who is meant by a campaign, who of them may be written to, and how that is told before it goes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { firstOf } from '#marketing/campaigns/forecast/forecast-store.ts'
import { addCounts } from '#marketing/contacts/letters/letter-counts-store.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { campaignStage } from '../../support/campaigns.ts'

interface Finding {
  readonly code: string
  readonly level: string
  readonly param?: string
}

it('an audience is those who are in all or any of it, but for who is excluded or may not be written to', async t => {
  const { call, make, join, topic, send, reaches, service } = await campaignStage(t)
  const other = (await call('POST', '/v1/topics', { name: { pt: 'Ofertas' } })).body.id
  await join(['both@here.test'], { topics: [topic, other] })
  await join(['one@here.test', 'resting@here.test', 'unsure@here.test', 'left@here.test'])
  await join(['other@here.test'], { topics: [other] })
  const set = async (who: string, path: string, body: object, method = 'POST') => {
    const answer = await call(method, `/v1/contacts/${who}@here.test${path}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const state = (who: string, id: string, state: string) =>
    set(who, '/topics', { topics: [{ id, state }] })
  // As a form leaves them whose letter asks for an answer.
  await service.world.db.query(
    `update contact_topics set state = 'pending'
     where contact_id = (select id from contacts where email = 'unsure@here.test')`,
  )
  await state('left', topic, 'unsubscribed')
  await set('resting', '', { snoozed_until: '2036-01-01T00:00:00Z' }, 'PATCH')
  const flight = async (audience: object, more: object = {}) => {
    const id = await make({ audience, ...more })
    const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
    return { id, ...body.audience }
  }
  const { id: _id, ...mine } = await flight({ topics: [topic] })
  assert.deepEqual(mine, {
    total: 5,
    sendable: 2,
    skipped: { not_confirmed: 1, snoozed: 1, unsubscribed_topic: 1 },
  })
  const topics = [topic, other]
  assert.equal((await flight({ topics })).total, 1)
  assert.equal((await flight({ topics, match: 'any' })).total, 6)

  // A letter without a topic: a segment brings those who never were in the audience's, but not who left.
  const guests = await call('POST', '/v1/segments', { name: 'Guests', kind: 'static' })
  const contacts = ['other@here.test', 'left@here.test']
  await call('POST', `/v1/segments/${guests.body.id}/members`, { contacts })
  const either = { topics: [topic], segments: [guests.body.id], match: 'any' }
  const free = await flight(either, { topic_id: null })
  assert.deepEqual([free.total, free.sendable], [6, 3])
  assert.equal(free.skipped.unsubscribed_topic, 1)
  assert.equal((await flight(either, { topic_id: topic })).skipped.unsubscribed_topic, 2)
  await send(free.id)
  await reaches(free.id, body => body.status === 'sent', 'the end')
  const guest = await call('GET', `/v1/campaigns/${free.id}/recipients/other@here.test`)
  const checks = guest.body.because.map((one: { check: string }) => one.check)
  assert.deepEqual([guest.body.state, checks], ['released', ['audience', 'suppression', 'snooze']])

  // In this one are all who have not left it.
  const all = { name: { pt: 'Avisos' }, joined_by: 'default' }
  const notices = (await call('POST', '/v1/topics', all)).body.id
  await state('left', notices, 'unsubscribed')
  const told = await flight({ topics: [notices] }, { topic_id: notices })
  assert.deepEqual(told.skipped, { unsubscribed_topic: 1, snoozed: 1 })
  assert.deepEqual([told.total, told.sendable], [6, 4])

  // A moment of each zone: only those of who is written to count.
  await join(['far@here.test'], { topics: [], time_zone: 'Pacific/Kiritimati' })
  await join(['late@here.test'], { topics: [other], time_zone: 'Pacific/Kiritimati' })
  const at = new Date(service.world.clock.now() + 60_000).toISOString().slice(0, 16)
  const schedule = { at, time_zone: 'recipient' }
  const saidOf = async (topics: string[]) => {
    const zoned = await make({ audience: { topics }, topic_id: topics[0], schedule })
    const { checks } = (await call('POST', `/v1/campaigns/${zoned}/preflight`)).body
    return checks.find((one: Finding) => one.code === 'zones_past')?.message
  }
  assert.match((await saidOf([topic]))!, /^In 0 time zones .*; 2 people have no zone/)
  assert.match((await saidOf([other]))!, /^In 1 time zone the .*; 2 people have no zone/)

  const slow = await make({
    audience: { topics: [other] },
    topic_id: other,
    schedule: { rate_per_hour: 1 },
  })
  await send(slow)
  await reaches(slow, body => body.waiting?.reason === 'rate', 'the pace')
  const exclude = { campaigns: [slow] }
  const rest = await flight({ topics, match: 'any', exclude })
  assert.equal(rest.total, 4, 'who got the other letter, and who waits for it, gets no second one')
  const why = (await call('GET', `/v1/campaigns/${rest.id}/recipients/both@here.test`)).body
  const [{ result, tree }] = why.because
  assert.deepEqual([why.state, why.reason, result], ['not_in_audience', null, false])
  assert.deepEqual(tree.all.at(-1), { result: false, not: { campaign: slow, result: true } })
})

it('a sample of many is who is released first, and whole', async t => {
  const { call, make, service } = await campaignStage(t)
  const { db } = service.world
  for (let n = 0; n < 3; n++) {
    const contacts = Array.from({ length: 1_000 }, (_, i) => ({ email: `p${n}.${i}@here.test` }))
    const { status } = await call('POST', '/v1/contacts/batch', { contacts })
    assert.equal(status, 200)
  }
  const campaignId = read('cmp', await make()) as Uuid
  const owner = { projectId: service.projectId, mode: 'test' as const }
  const firsts = (max: number, count: number, condition = 'true') =>
    firstOf(db, owner, { condition, values: [] }, { campaignId, max, count })
  const all = await firsts(3_000, 0)
  assert.deepEqual([all.length, new Set(all.map(one => one.id)).size], [3_000, 3_000])
  assert.deepEqual(
    all.toSorted((a, b) => Number(BigInt(a.rank) - BigInt(b.rank))),
    all,
  )
  assert.deepEqual(await firsts(1_000, 3_000), all.slice(0, 1_000))
  assert.deepEqual(await firsts(3_000, 3_000), all)
  const some = await firsts(1_000, 1_000, "c.email like 'p1.%'")
  assert.equal(some.length, 1_000)
})

it('figures stand under their own names', async t => {
  const { call, make, service } = await campaignStage(t)
  const id = await make()
  const of = { projectId: service.projectId, campaignId: read('cmp', id) as Uuid }
  const counts = {
    letters: 90,
    delivered: 80,
    hard: 1,
    soft: 2,
    policy: 3,
    complained: 4,
    left_topic: 5,
    left_all: 6,
    opened: 40,
    opened_by_machines: 20,
    clicked: 30,
    clicked_by_machines: 10,
  }
  const rows = [
    { ...of, part: 'all', key: '', counts },
    { ...of, part: 'provider', key: 'google', counts },
  ]
  // Where nothing was known of their provider yet.
  const unknown = { ...of, part: 'provider', key: 'other' }
  await addCounts(service.world.db, [{ ...unknown, counts: { letters: 1 } }], 0)
  await addCounts(service.world.db, [{ ...unknown, counts: { letters: -1 } }], 1)
  await addCounts(service.world.db, rows, 0)
  const results = {
    delivered: 80,
    bounced: { hard: 1, soft: 2, policy: 3 },
    complained: 4,
    opened: { people: 40, machines_only: 20 },
    clicked: { people: 30, machines_only: 10 },
  }
  const { body } = await call('GET', `/v1/campaigns/${id}/stats`)
  const { delivered, bounced, complained, opened, clicked, unsubscribed } = body
  assert.deepEqual({ delivered, bounced, complained, opened, clicked }, results)
  assert.deepEqual(unsubscribed, { topic: 5, all: 6 })
  const parts = await call('GET', `/v1/campaigns/${id}/stats?by=provider`)
  assert.deepEqual(parts.body.data, [{ key: 'google', released: 90, ...results }])
})

it('a pre-flight says what keeps a campaign from going, and of whom', async t => {
  const { call, make, join, service } = await campaignStage(t, 'live')
  await join(['ana@here.test'])
  const variants = [{ key: 'A' }, { key: 'B', from: 'oi@elsewhere.test' }]
  const content = { subject: 'Oi', html: '<p>Oi</p>' }
  const id = await make({ content, ab: { variants, test_share: 1 } })
  const errors = async () => {
    const { checks, ok } = (await call('POST', `/v1/campaigns/${id}/preflight`)).body
    assert.equal(ok, false)
    return (checks as Finding[]).flatMap(one =>
      one.level === 'error' ? [[one.code, one.param ?? null]] : [],
    )
  }
  assert.deepEqual(await errors(), [['domain_not_verified', 'ab.variants[1].from']])
  const hidden = { subject: 'Oi', html: '<p>Oi</p><!-- {{ unsubscribe_url }} -->' }
  const wrong = { variants: [{ key: 'A' }, { key: 'B', content: hidden }] }
  await call('PATCH', `/v1/campaigns/${id}`, { ab: wrong })
  const path = 'ab.variants[1].content.html'
  assert.deepEqual(await errors(), [['unsubscribe_missing', path]])
  const refused = await call('POST', `/v1/campaigns/${id}/send`)
  assert.deepEqual([refused.status, refused.body.error.param], [400, path])
  await call('PATCH', `/v1/campaigns/${id}`, { ab: { variants: [{ key: 'A' }, { key: 'B' }] } })
  await changeSettings(service.world, service.accountId, { pause: 'regular' })
  assert.deepEqual(await errors(), [['paused', null]])
  const sent = await call('POST', `/v1/campaigns/${id}/send`)
  assert.deepEqual([sent.status, sent.body.error.code], [429, 'sending_paused'])
})
