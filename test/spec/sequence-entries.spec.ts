/** Who comes into a sequence again or from it into a topic: by rules, decided where the places are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const steps = [{ key: 'w', type: 'wait', for: 'P90D' }]

describe('a second entry', () => {
  it('is only as the sequence allows it', async t => {
    const { call, advance, publish } = await startTestMode(t)
    const email = 'ana@b.example'
    await call('POST', '/v1/contacts', { email })
    const begin = async (reentry: object) => {
      const id = await publish({ triggers: [{ on: 'api' }], reentry, steps })
      const path = `/v1/sequences/${id}/enrollments` as const
      const places: string[] = []
      return {
        /** Their number, from 0, among those that there have been. */
        async enter(): Promise<number> {
          const { status, body } = await call('POST', path, { email })
          assert.ok(status === 200 || status === 201, JSON.stringify(body))
          const isNew = !places.includes(body.id)
          assert.equal(status, isNew ? 201 : 200)
          if (isNew) places.push(body.id)
          return places.indexOf(body.id)
        },
        async leave(): Promise<void> {
          const { status } = await call('POST', `${path}/${places.at(-1)}/exit`, {})
          assert.equal(status, 200)
        },
      }
    }
    const never = await begin({ mode: 'never' })
    const after = await begin({ mode: 'after_exit' })
    const rarely = await begin({ mode: 'after_exit', min_gap: 'P10D' })
    const always = await begin({ mode: 'always' })
    const all = [never, after, rarely, always]
    const enterAll = async (): Promise<number[]> => {
      const places: number[] = []
      for (const one of all) places.push(await one.enter())
      return places
    }
    assert.deepEqual(await enterAll(), [0, 0, 0, 0])
    assert.deepEqual(await enterAll(), [0, 0, 0, 1], 'while they are inside')
    for (const one of all) await one.leave()
    assert.deepEqual(await enterAll(), [0, 1, 0, 2], 'once they have left')
    await advance('P11D')
    assert.deepEqual(await enterAll(), [0, 1, 1, 3], 'after the gap')
  })
})

describe('what begins a sequence', () => {
  it('is that topic, that segment, and such activity, just done', async t => {
    const { call, publish } = await startTestMode(t)
    const make = async (path: string, body: object): Promise<string> => {
      const made = await call('POST', path, body)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    }
    const [topic, otherTopic] = [
      await make('/v1/topics', { name: { en: 'News' } }),
      await make('/v1/topics', { name: { en: 'Offers' } }),
    ]
    const fixed = { kind: 'static', tracked: true }
    const [segment, otherSegment] = [
      await make('/v1/segments', { name: 'V', ...fixed }),
      await make('/v1/segments', { name: 'W', ...fixed }),
    ]
    const contacts = ['ana@b.example']
    await call('POST', '/v1/contacts', { email: contacts[0] })
    const begun = async (trigger: object) => {
      const id = await publish({ triggers: [trigger], steps })
      return async () => (await call('GET', `/v1/sequences/${id}/enrollments`)).body.data.length
    }
    const byTopic = await begun({ on: 'topic_joined', topic_id: topic })
    const bySegment = await begun({ on: 'segment_entered', segment_id: segment })
    const where = [{ field: 'total', op: 'gte', value: 100 }]
    const byEvent = await begun({ on: 'event', name: 'order.paid', where })
    const join = (id: string) =>
      call('POST', `/v1/contacts/${contacts[0]}/topics`, {
        topics: [{ id, state: 'subscribed' }],
      })
    const put = (id: string) => call('POST', `/v1/segments/${id}/members`, { contacts })
    const { now } = (await call('GET', '/v1/test-clock')).body
    const paid = (total: number, agoMs: number) =>
      call('POST', '/v1/activity', {
        email: contacts[0],
        name: 'order.paid',
        data: { total },
        at: new Date(Date.parse(now) - agoMs).toISOString(),
      })
    const hourMs = 3_600_000
    const others = [
      await join(otherTopic),
      await put(otherSegment),
      await paid(120, 2 * hourMs),
      await paid(10, hourMs / 2),
    ]
    for (const { status, body } of others) assert.ok(status < 300, JSON.stringify(body))
    assert.deepEqual([await byTopic(), await bySegment(), await byEvent()], [0, 0, 0])
    const own = [await join(topic), await put(segment), await paid(120, hourMs / 2)]
    for (const { status, body } of own) assert.ok(status < 300, JSON.stringify(body))
    assert.deepEqual([await byTopic(), await bySegment(), await byEvent()], [1, 1, 1])
  })
})

describe('whoever has come to the end', () => {
  it('stands at no step any more', async t => {
    const { call, publish } = await startTestMode(t)
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'only', type: 'webhook', name: 'greeted' }],
    })
    const path = `/v1/sequences/${id}/enrollments` as const
    const { body } = await call('POST', path, { email: 'ana@b.example' })
    const end = await until(async () => {
      const { body: seen } = await call('GET', `${path}/${body.id}`)
      return seen.state === 'finished' && seen
    }, 'the end')
    assert.deepEqual([end.step, end.next, end.path.length], [null, null, 1])
  })
})

describe('a step that lets somebody into a topic', () => {
  it('does so where they had consented before and have not left it, and the simulation agrees', async t => {
    const { call, publish } = await startTestMode(t)
    const make = async (name: string): Promise<string> =>
      (await call('POST', '/v1/topics', { name: { en: name } })).body.id
    const [news, offers] = [await make('News'), await make('Offers')]
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'in', type: 'topic', topic_id: offers, action: 'join' }],
    })
    const told = async (email: string, topics: readonly string[], isLeft = false) => {
      const made = await call('POST', '/v1/contacts', { email, topics })
      const ofThem = `/v1/contacts/${made.body.id}` as const
      if (isLeft) {
        const left = { topics: [{ id: offers, state: 'unsubscribed' }] }
        await call('POST', `${ofThem}/topics`, left)
      }
      const tried = await call('POST', `/v1/sequences/${id}/simulate`, {
        contact_id: made.body.id,
      })
      const path = `/v1/sequences/${id}/enrollments` as const
      const entered = await call('POST', path, { email })
      const ended = await until(async () => {
        const { body } = await call('GET', `${path}/${entered.body.id}`)
        return body.state === 'finished' && body
      }, 'the end')
      const { body } = await call('GET', ofThem)
      const state = body.topics.find((one: { id: string }) => one.id === offers)?.state ?? 'none'
      return [ended.path[0].outcome, tried.body.path[0].because, state]
    }
    assert.deepEqual(await told('ana@b.example', [news]), ['done', 'done', 'subscribed'])
    const skipped = 'skipped:consent'
    assert.deepEqual(await told('bia@b.example', []), [skipped, skipped, 'none'])
    const left = await told('caio@b.example', [news, offers], true)
    assert.deepEqual(left, [skipped, skipped, 'unsubscribed'])
  })
})
