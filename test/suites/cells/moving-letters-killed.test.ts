/**
 * An account that moves in the middle of a campaign, with people in a sequence, while its mover and
 * the nodes of both cells are killed at moments drawn by a seed. The model is who must get what:
 * each letter comes to each of its people once, or a second time where a node was killed behind the
 * final dot and says so; nobody else gets one; and what the new cell counts is what came.
 * MALOTE_TEST_MOVES is how many rounds, MALOTE_TEST_SEED the first seed.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { it } from 'node:test'
import { violations } from '#faces/doctor/invariants-store.ts'
import type { Db } from '#kernel/world/db.ts'
import { root } from '../../../sim/crash/nodes.ts'
import { chanceOf } from '../../support/chance.ts'
import { until } from '../../support/until.ts'
import type { Received } from '../../unit/smtp/mx.ts'
import {
  killNodesMeanwhile,
  moveThroughKills,
  type Stage,
  seeds,
  stage,
  subjectOf,
} from './killed.ts'

const people = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${name}${n}@here.test`)

/** Of the campaign; in the sequence before the move; in it since some moment of the move. */
const [readers, early, late] = [people('reader', 60), people('early', 20), people('late', 10)]
/** Out of the topic before it begins, and out of the sequence once the account has moved. */
const [gone, leavers] = [people('gone', 3), early.slice(0, 2)]
const inside = [...early, ...late]

/** Who must get which letter. */
const model: Readonly<Record<string, readonly string[]>> = {
  campaign: readers,
  hello: inside,
  middle: inside,
  offer: inside.filter(one => !leavers.includes(one)),
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
type Answer = any
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** By the old key and the old cell, each call again until it is done. */
const calling =
  ({ url, key }: Stage): Call =>
  (method, asked, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return until(async () => {
      const given = {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      const answer = await fetch(`${url}${asked}`, given).catch(() => null)
      if (answer === null || answer.status === 503) return null
      const read = await answer.json()
      assert.ok(answer.ok, `${method} ${asked}: ${answer.status} ${JSON.stringify(read)}`)
      return read
    }, `${method} ${asked}`)
  }

interface UnderWay {
  readonly campaign: string
  readonly sequence: string
}

/** A campaign that gives a letter every few seconds, and people who wait for what they will do. */
async function begin(call: Call): Promise<UnderWay> {
  const address = { postal_address: 'Rua Um, 1, São Paulo' }
  await call('PATCH', '/v1/marketing-settings', address)
  const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).id
  const other = (await call('POST', '/v1/topics', { name: { en: 'Offers' } })).id
  const join = (emails: readonly string[], to: string) =>
    call('POST', '/v1/contacts/batch', { contacts: emails.map(email => ({ email, topics: [to] })) })
  await join([...readers, ...gone], topic)
  await join(inside, other)
  for (const email of gone) await leave(call, email, topic)
  const sequence = await publish(call, other)
  await enter(call, early)
  const { id: campaign } = await call('POST', '/v1/campaigns', {
    name: 'Under way',
    from: 'hello@ana.test',
    topic_id: topic,
    audience: { topics: [topic] },
    guard: { enabled: false },
    schedule: { rate_per_hour: 1_200 },
    content: { subject: 'campaign', html: '<p>Oi</p>' },
  })
  await call('POST', `/v1/campaigns/${campaign}/send`)
  return { campaign, sequence }
}

const enter = (call: Call, emails: readonly string[]): Promise<Answer> =>
  call('POST', '/v1/activity/batch', {
    activities: emails.map(email => ({ email, name: 'begun' })),
  })

async function leave(call: Call, email: string, topic: string): Promise<void> {
  const topics = [{ id: topic, state: 'unsubscribed' }]
  await call('POST', `/v1/contacts/${encodeURIComponent(email)}/topics`, { topics })
}

async function publish(call: Call, topic: string): Promise<string> {
  const template = async (subject: string): Promise<string> => {
    const variants = { pt: { subject, html: '<p>Oi</p>' } }
    const { id } = await call('POST', '/v1/templates', { name: subject, variants })
    await call('POST', `/v1/templates/${id}/publish`)
    return id
  }
  const { id } = await call('POST', '/v1/sequences', {
    name: 'Under way',
    from: 'hello@ana.test',
    topic_id: topic,
    triggers: [{ on: 'event', name: 'begun' }],
    steps: [
      { key: 'hello', type: 'email', template_id: await template('hello'), next: 'rest' },
      { key: 'rest', type: 'wait', for: 'PT8S', next: 'middle' },
      { key: 'middle', type: 'email', template_id: await template('middle'), next: 'hear' },
      { key: 'hear', type: 'wait_for_event', event: 'bought', within: 'P3D', next: 'offer' },
      { key: 'offer', type: 'email', template_id: await template('offer') },
    ],
  })
  await call('POST', `/v1/sequences/${id}/publish`, {})
  return id
}

const cellOf = (one: Received): string => /^bounce\+(..)/.exec(one.from)![1]!
const cameOf = ({ mx }: Stage, subject: string): Received[] =>
  mx.received.filter(one => subjectOf(one.content) === subject)
const reached = (at: Stage, subject: string): number =>
  new Set(cameOf(at, subject).flatMap(one => one.to)).size

/** How often an attempt at a letter was written down as one whose end nobody knows. */
const uncertainIn = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.query<{ name: string; times: number }>(
    `select e.subject || ' ' || r.address as name, count(*)::integer as times
     from emails e join recipients r on r.project_id = e.project_id and r.email_id = e.id
     join events v on v.project_id = e.project_id and v.email_id = e.id
     where v.details ->> 'uncertain' = 'true' group by 1`,
  )
  return new Map(rows.map(({ name, times }) => [name, times]))
}

/** Returns how many came a second time, as their timelines say. */
async function judge(at: Stage, about: string): Promise<number> {
  const uncertain = await uncertainIn(at.there)
  let twice = 0
  for (const [subject, due] of Object.entries(model)) {
    const came = Map.groupBy(cameOf(at, subject), one => one.to.join())
    const strangers = [...came.keys()].filter(to => !due.includes(to))
    assert.deepEqual(strangers, [], `${subject} to somebody else: ${about}`)
    for (const to of due) {
      const { length: times } = came.get(to) ?? []
      const explained = uncertain.get(`${subject} ${to}`) ?? 0
      assert.ok(times >= 1, `${subject} to ${to} is lost: ${about}`)
      assert.ok(times <= 1 + explained, `${subject} to ${to} came ${times} times: ${about}`)
      if (times > 1) twice++
    }
  }
  return twice
}

/** What the new cell counts is the model, and no rule of the two databases is broken. */
async function judgeCounters(at: Stage, call: Call, { campaign, sequence }: UnderWay) {
  const [sent, skipped] = [readers.length, gone.length]
  const { counts } = await call('GET', `/v1/campaigns/${campaign}`)
  assert.deepEqual(counts, {
    audience: sent + skipped,
    pending: 0,
    released: sent,
    skipped,
    cancelled: 0,
  })
  const stats = await call('GET', `/v1/campaigns/${campaign}/stats`)
  assert.deepEqual([stats.released, stats.delivered], [sent, sent])
  const { steps } = await call('GET', `/v1/sequences/${sequence}/stats`)
  const counted = steps.map((one: Answer) => [one.key, one.entered, one.sent, one.delivered])
  const all = inside.length
  const bought = all - leavers.length
  assert.deepEqual(counted, [
    ['hello', all, all, all],
    ['rest', all, 0, 0],
    ['middle', all, all, all],
    ['hear', all, 0, 0],
    ['offer', bought, bought, bought],
  ])
  const rules = await readFile(path.join(root, 'db/invariants.sql'), 'utf8')
  assert.deepEqual(await violations(at.there, rules), [])
  assert.deepEqual(await violations(at.here, rules), [])
}

for (const seed of seeds()) {
  it(`A campaign and a sequence go on in the other cell, through kills (seed ${seed})`, async t => {
    const draw = chanceOf(seed)
    const at = await stage(t)
    const call = calling(at)
    const underWay = await begin(call)
    await until(async () => reached(at, 'campaign') >= 3, 'the first letters of the campaign')
    await until(async () => reached(at, 'hello') >= 3, 'the first letters of the sequence')
    const pace = (perHour: number): Promise<Answer> =>
      call('PATCH', `/v1/campaigns/${underWay.campaign}`, { schedule: { rate_per_hour: perHour } })
    // However long the move takes, the campaign is not over before it.
    await pace(60)
    const entering = new Promise(resolve => setTimeout(resolve, draw() * 8_000)).then(() =>
      enter(call, late),
    )
    const { told, killedAt } = await killNodesMeanwhile(at, draw, () =>
      moveThroughKills(at, draw, 1 + Math.floor(draw() * 3)),
    )
    assert.equal(told.step, 'done', JSON.stringify(told))
    await entering
    const about = `killed at ${killedAt.join(', ')}`
    const before = reached(at, 'campaign')
    assert.ok(before < readers.length, 'the campaign is under way')

    const { topic_id: topic } = await call('GET', `/v1/sequences/${underWay.sequence}`)
    await until(async () => reached(at, 'middle') === inside.length, `the second letters, ${about}`)
    for (const email of leavers) await leave(call, email, topic)
    await call('POST', '/v1/activity/batch', {
      activities: inside.map(email => ({ email, name: 'bought' })),
    })
    await pace(10_000_000)
    const { campaign } = underWay
    await until(
      async () => (await call('GET', `/v1/campaigns/${campaign}`)).status === 'sent',
      `its end, ${about}`,
    )
    await until(async () => {
      const { steps } = await call('GET', `/v1/sequences/${underWay.sequence}/stats`)
      const { delivered } = await call('GET', `/v1/campaigns/${campaign}/stats`)
      return steps.at(-1).delivered >= model.offer!.length && delivered >= readers.length
    }, `the last letters, ${about}`)

    const twice = await judge(at, about)
    await judgeCounters(at, call, underWay)
    const from = (subject: string): string[] => [...new Set(cameOf(at, subject).map(cellOf))].sort()
    assert.deepEqual(from('campaign'), ['a1', 'b7'])
    assert.deepEqual(from('offer'), ['b7'])
    t.diagnostic(`${before} of the campaign before its end, ${twice} marked twice, ${about}`)
  })
}
