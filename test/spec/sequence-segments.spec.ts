/** A whole segment let into a sequence: who comes in, who does not and why, and nobody twice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { heavyReads } from '#marketing/contacts/people/heavy-reads.ts'
import { refused } from '../support/called.ts'
import { startTestMode, type TestMode } from '../support/test-mode.ts'

/** A list with these people in it; its id. */
async function listOf({ call }: TestMode, people: Readonly<Record<string, object>>) {
  const { body } = await call('POST', '/v1/segments', { name: 'Fair', kind: 'static' })
  for (const [name, more] of Object.entries(people)) {
    const made = await call('POST', '/v1/contacts', { email: `${name}@b.example`, ...more })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  const contacts = Object.keys(people).map(name => `${name}@b.example`)
  await call('POST', `/v1/segments/${body.id}/members`, { contacts })
  return body.id as string
}

const waits = [{ key: 'later', type: 'wait', for: 'P7D' }]

describe('a segment let into a sequence', () => {
  it('brings those who may come in, and says who would not and why', async t => {
    const mode = await startTestMode(t)
    const { call, publish } = mode
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body.id
    const joined = { topics: [topic] }
    const segment = await listOf(mode, {
      ana: joined,
      bia: { ...joined, first_name: 'Bia' },
      inside: joined,
      gone: joined,
      bounced: joined,
      never: {},
      nameless: { ...joined, first_name: '-' },
    })
    await call('POST', '/v1/contacts', { email: 'outside@b.example', ...joined })
    for (const [path, body] of [
      ['/v1/contacts/gone@b.example/topics', { topics: [{ id: topic, state: 'unsubscribed' }] }],
      ['/v1/suppressions', { email: 'bounced@b.example', stream: 'all' }],
    ] as const) {
      const { status, body: answer } = await call('POST', path, body)
      assert.ok(status < 300, JSON.stringify(answer))
    }
    const id = await publish({
      topic_id: topic,
      triggers: [{ on: 'api' }],
      entry_filter: { not: { field: 'first_name', op: 'eq', value: '-' } },
      steps: waits,
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    await call('POST', path, { email: 'inside@b.example' })
    const left_out = {
      entry_filter: 1,
      inside: 1,
      suppressed: 1,
      unsubscribed_topic: 2,
    }
    const seen = await call('POST', `${path}/segment/preview`, { segment_id: segment })
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    assert.deepEqual(seen.body, { people: 7, entering: 2, left_out })
    const first = await call('POST', `${path}/segment`, { segment_id: segment })
    assert.deepEqual(first.body, { entered: 2, left_out, next: null })
    const again = await call('POST', `${path}/segment`, { segment_id: segment })
    assert.deepEqual(again.body, { entered: 0, left_out: { ...left_out, inside: 3 }, next: null })
    const { data } = (await call('GET', `${path}?state=inside`)).body
    assert.equal(data.length, 3)
  })

  it('asks whether people are in the topic, by choice or until they leave it', async t => {
    const mode = await startTestMode(t)
    const { call, publish } = mode
    const topicOf = async (name: string, more: object) => {
      const made = await call('POST', '/v1/topics', { name: { en: name }, ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id as string
    }
    const chosen = await topicOf('News', { double_opt_in: true })
    const byDefault = await topicOf('Tips', { joined_by: 'default' })
    const other = await topicOf('Sales', { joined_by: 'default' })
    const segment = await listOf(mode, { asked: {}, joined: {}, left: {}, leftOther: {}, new: {} })
    const set = async (name: string, id: string, state: string, consent = {}) => {
      const change = { id, state, ...(state === 'subscribed' ? { consent } : {}) }
      const path = `/v1/contacts/${name}@b.example/topics` as const
      const { status, body } = await call('POST', path, { topics: [change] })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const at = new Date(Date.now() - 86_400_000).toISOString()
    await set('asked', chosen, 'subscribed', { at })
    await set('joined', chosen, 'subscribed', { at, source: 'our shop', confirmed: true })
    await set('joined', byDefault, 'subscribed', { at, source: 'our shop', confirmed: true })
    await set('left', chosen, 'unsubscribed')
    await set('left', byDefault, 'unsubscribed')
    await set('leftOther', other, 'unsubscribed')
    const preview = async (topic: string) => {
      const id = await publish({ topic_id: topic, triggers: [{ on: 'api' }], steps: waits })
      const path = `/v1/sequences/${id}/enrollments/segment/preview` as const
      return (await call('POST', path, { segment_id: segment })).body
    }
    assert.deepEqual(await preview(chosen), {
      people: 5,
      entering: 1,
      left_out: { not_confirmed: 1, unsubscribed_topic: 3 },
    })
    assert.deepEqual(await preview(byDefault), {
      people: 5,
      entering: 4,
      left_out: { unsubscribed_topic: 1 },
    })
  })

  it('keeps to the rules of coming in again', async t => {
    const mode = await startTestMode(t)
    const { call, publish, advance } = mode
    const segment = await listOf(mode, { ana: {}, bia: {} })
    const enter = async (reentry: object) => {
      const id = await publish({ triggers: [{ on: 'api' }], reentry, steps: waits })
      const path = `/v1/sequences/${id}/enrollments` as const
      const { body } = await call('POST', path, { email: 'ana@b.example' })
      await call('POST', `${path}/${body.id}/exit`)
      return path
    }
    const never = await enter({ mode: 'never' })
    const seldom = await enter({ mode: 'after_exit', min_gap: 'P3D' })
    const preview = async (path: string) =>
      (await call('POST', `${path}/segment/preview`, { segment_id: segment })).body
    const once = { people: 2, entering: 1, left_out: { was_inside: 1 } }
    assert.deepEqual(await preview(never), once)
    assert.deepEqual(await preview(seldom), { people: 2, entering: 1, left_out: { too_soon: 1 } })
    await advance('P4D')
    assert.deepEqual(await preview(never), once)
    const come = await call('POST', `${seldom}/segment`, { segment_id: segment })
    assert.deepEqual(come.body, { entered: 2, left_out: {}, next: null })
  })

  it('goes through many by pages, which lead from one to the next', async t => {
    const mode = await startTestMode(t)
    const { call, publish } = mode
    const segment = (await call('POST', '/v1/segments', { name: 'All', filter: { all: [] } })).body
    const id = await publish({ triggers: [{ on: 'api' }], steps: waits })
    for (let n = 0; n < 2100; n += 700) {
      const contacts = Array.from({ length: 700 }, (_, i) => ({ email: `p${n + i}@b.example` }))
      const { status, body } = await call('POST', '/v1/contacts/batch', { contacts })
      assert.ok(status < 300, JSON.stringify(body).slice(0, 300))
    }
    const path = `/v1/sequences/${id}/enrollments/segment` as const
    const entered: number[] = []
    let next: string | null = null
    do {
      const more: object = next === null ? {} : { starting_after: next }
      const { body } = await call('POST', path, { segment_id: segment.id, ...more })
      entered.push(body.entered)
      next = body.next
    } while (next !== null)
    assert.deepEqual(entered, [1000, 1000, 100])
    const people = new Set<string>()
    for (let after = ''; ; ) {
      const list = `/v1/sequences/${id}/enrollments?limit=100${after}` as const
      const { body } = await call('GET', list)
      for (const one of body.data) people.add(one.contact_id)
      if (!body.has_more) break
      after = `&starting_after=${body.data.at(-1)!.id}`
    }
    assert.equal(people.size, 2100)
  })

  it('is looked through as little as its preview, before anything is held', async t => {
    const mode = await startTestMode(t)
    const { call, publish, service } = mode
    const segment = await listOf(mode, { ana: {}, bia: {}, gone: {} })
    const id = await publish({ triggers: [{ on: 'api' }], steps: waits })
    const path = `/v1/sequences/${id}/enrollments/segment` as const
    const enroll = () => call('POST', path, { segment_id: segment })
    const { world } = service
    const heavy = world.runtime.get(heavyReads, world)
    const { run } = heavy
    const looks: unknown[] = []
    heavy.run = async (projectId, read) => {
      looks.push(projectId)
      if (looks.length === 1) throw Object.assign(new Error('too long'), { code: '57014' })
      const found = await run(projectId, read)
      // What happens between the look and the letting-in counts.
      const left = await call('DELETE', '/v1/contacts/gone@b.example')
      const barred = { email: 'bia@b.example', stream: 'all' }
      const suppressed = await call('POST', '/v1/suppressions', barred)
      assert.ok(left.status < 300 && suppressed.status < 300)
      return found
    }
    assert.deepEqual(refused(await enroll()), [400, 'invalid_field', 'segment_id'])
    const { body } = await enroll()
    assert.deepEqual(body, { entered: 1, left_out: { suppressed: 1 }, next: null })
    assert.deepEqual(looks, [service.projectId, service.projectId])
  })

  it('is of a sequence that lets people in, and of a segment that there is', async t => {
    const mode = await startTestMode(t)
    const { call, publish } = mode
    const segment = await listOf(mode, { ana: {} })
    const draft = (await call('POST', '/v1/sequences', { name: 'Draft' })).body.id
    const id = await publish({ triggers: [{ on: 'api' }], steps: waits })
    for (const end of ['segment', 'segment/preview']) {
      const to = async (sequence: string, body: object) =>
        refused(await call('POST', `/v1/sequences/${sequence}/enrollments/${end}`, body))
      assert.deepEqual(await to(draft, { segment_id: segment }), [400, 'invalid_field', 'status'])
      assert.deepEqual(await to(id, {}), [400, 'missing_field', 'segment_id'])
      const unknown = [400, 'invalid_field', 'segment_id']
      assert.deepEqual(await to(id, { segment_id: 'seg_nothing' }), unknown)
    }
    const body = { segment_id: segment, starting_after: 'seg_1' }
    assert.deepEqual(refused(await call('POST', `/v1/sequences/${id}/enrollments/segment`, body)), [
      400,
      'invalid_field',
      'starting_after',
    ])
  })
})
