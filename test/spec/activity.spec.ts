import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { refused } from '../support/called.ts'
import { owedPosts } from '../support/kept.ts'
import { startTestService } from '../support/service.ts'

async function setStage(t: TestContext) {
  const service = await startTestService(t)
  const post = <const Path extends string>(path: Path, body: unknown) =>
    service.call('POST', path, { body })
  const { body: ana } = await post('/v1/contacts', { email: 'ana@b.example', external_id: 'u1' })
  return { service, post, ana: ana.id as string }
}

describe('activity', () => {
  it('is kept for a contact, by any of its names, and listed', async t => {
    const { service, post, ana } = await setStage(t)
    const paid = await post('/v1/activity', {
      email: 'ANA@b.example',
      name: 'order.paid',
      data: { total: 10 },
    })
    assert.equal(paid.status, 202)
    assert.match(paid.body.id, /^evt_/)
    assert.deepEqual([paid.body.matched, paid.body.duplicate], [true, false])
    await post('/v1/activity', { external_id: 'u1', name: 'page.seen' })
    await post('/v1/activity', { contact_id: ana, name: 'page.seen' })
    const { body } = await service.call('GET', `/v1/activity?contact=${ana}&name=page.seen`)
    assert.deepEqual(
      body.data.map((one: { name: string }) => one.name),
      ['page.seen', 'page.seen'],
    )
    const all = await service.call('GET', '/v1/activity')
    assert.deepEqual(
      all.body.data.map((one: { name: string }) => one.name),
      ['page.seen', 'page.seen', 'order.paid', 'contact.created'],
    )
    assert.deepEqual(all.body.data[2].data, { total: 10 })
    const found = await post('/v1/contacts/search', {
      filter: { event: 'order.paid', where: [{ field: 'total', op: 'gte', value: 10 }] },
    })
    assert.equal(found.body.data.length, 1)
  })

  it('of somebody unknown is nothing, unless it makes a contact', async t => {
    const { service, post } = await setStage(t)
    const nobody = await post('/v1/activity', { email: 'bia@b.example', name: 'x' })
    assert.deepEqual(nobody.body, { id: null, matched: false, duplicate: false })
    const made = await post('/v1/activity', {
      email: 'bia@b.example',
      name: 'x',
      create_contact: true,
    })
    assert.equal(made.body.matched, true)
    const read = await service.call('GET', '/v1/contacts/bia@b.example')
    assert.deepEqual([read.body.source, read.body.topics], ['activity', []])
  })

  it('is kept once by its key, for thirty days', async t => {
    const { service, post } = await setStage(t)
    const one = { email: 'ana@b.example', name: 'order.paid', dedupe_key: 'o-1' }
    const first = await post('/v1/activity', one)
    const second = await post('/v1/activity', one)
    assert.deepEqual(second.body, { id: first.body.id, matched: true, duplicate: true })
    service.turn(31 * 86_400_000)
    const third = await post('/v1/activity', one)
    assert.equal(third.body.duplicate, false)
    assert.notEqual(third.body.id, first.body.id)
  })

  it('comes in batches, each by itself', async t => {
    const { post } = await setStage(t)
    const { status, body } = await post('/v1/activity/batch', {
      activities: [
        { email: 'ana@b.example', name: 'a', dedupe_key: 'k' },
        { email: 'nobody@b.example', name: 'a' },
        { email: 'ana@b.example', name: 'Wrong' },
        { email: 'ana@b.example', name: 'a', dedupe_key: 'k' },
        7,
      ],
    })
    assert.equal(status, 202)
    assert.deepEqual(
      body.data.map(
        (one: { created?: boolean; error?: { param: string } }) => one.error?.param ?? one.created,
      ),
      [true, false, 'activities[2].name', false, 'activities[4]'],
    )
    assert.deepEqual(body.data[1], { id: null, created: false })
    assert.deepEqual(body.data[3], { id: body.data[0].id, created: false })
    const many = Array.from({ length: 1_001 }, () => ({ email: 'ana@b.example', name: 'a' }))
    assert.deepEqual(refused(await post('/v1/activity/batch', { activities: many })), [
      400,
      'batch_too_large',
      'activities',
    ])
    assert.deepEqual(refused(await post('/v1/activity/batch', { activities: [] })), [
      400,
      'missing_field',
      'activities',
    ])
  })

  it('names the field that is wrong', async t => {
    const { service, post, ana } = await setStage(t)
    await post('/v1/contacts', { email: 'bia@b.example' })
    const now = service.world.clock.now()
    const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
    const base = { email: 'ana@b.example', name: 'a' }
    const withKeys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
    const wrong: [object, string, string | undefined][] = [
      [{ email: 'ana@b.example' }, 'missing_field', 'name'],
      [{ name: 'a' }, 'missing_field', 'contact_id'],
      [{ ...base, name: 'contact.created' }, 'invalid_field', 'name'],
      [{ ...base, at: at(1) }, 'invalid_field', 'at'],
      [{ ...base, at: at(-31) }, 'invalid_field', 'at'],
      [{ ...base, data: 'x' }, 'invalid_field', 'data'],
      [{ ...base, data: withKeys(51) }, 'invalid_field', 'data'],
      // Past 8 KB, as past every number that is fixed, no field is named.
      [{ ...base, data: { x: 'y'.repeat(8 * 1024 - 7) } }, 'invalid_field', undefined],
      [{ ...base, extra: 1 }, 'invalid_field', 'extra'],
      [{ contact_id: ana, email: 'bia@b.example', name: 'a' }, 'invalid_field', 'email'],
      [{ contact_id: ana.replace(/.{8}$/, '00000000'), name: 'a' }, 'invalid_field', 'contact_id'],
    ]
    for (const [body, code, param] of wrong) {
      assert.deepEqual(refused(await post('/v1/activity', body)), [400, code, param], param)
    }
    for (const data of [withKeys(50), { x: 'y'.repeat(8 * 1024 - 8) }]) {
      assert.equal((await post('/v1/activity', { ...base, data })).status, 202)
    }
  })
})

describe('webhooks of contacts', () => {
  it('get the facts that they name, and emails’ webhooks none', async t => {
    const { service, post } = await setStage(t)
    const hook = async (url: string, events: string[]) => {
      const made = await post('/v1/webhooks', { url, events })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
    await hook('https://one.example.org/', ['contact.*'])
    await hook('https://two.example.org/', ['contact.subscribed', 'sent'])
    await hook('https://three.example.org/', ['sent', 'delivered'])
    const topic = await post('/v1/topics', { name: { en: 'News' } })
    const made = await post('/v1/contacts', { email: 'bia@b.example', topics: [topic.body.id] })
    const posts = await owedPosts(service.world.db)
    const seen = posts.map(one => [new URL(one.url).host.split('.')[0], JSON.parse(one.body).type])
    assert.deepEqual(seen.sort(), [
      ['one', 'contact.created'],
      ['one', 'contact.subscribed'],
      ['two', 'contact.subscribed'],
    ])
    const body = JSON.parse(posts.find(one => one.body.includes('contact.subscribed'))!.body)
    assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data'])
    assert.equal(body.data.contact_id, made.body.id)
    assert.equal(body.data.topic_id, topic.body.id)
    assert.equal(body.data.contact.email, 'bia@b.example')
    assert.match(body.data.event_id, /^evt_/)
    assert.deepEqual(
      refused(await post('/v1/webhooks', { url: 'https://four.example.org/', events: ['sent.*'] })),
      [400, 'invalid_field', 'events[0]'],
    )
  })

  it('show who came into a segment, and the segment', async t => {
    const { service, post } = await setStage(t)
    await post('/v1/webhooks', { url: 'https://one.example.org/', events: ['segment.*'] })
    const fixed = { name: 'Press', kind: 'static', tracked: true }
    const segment = (await post('/v1/segments', fixed)).body
    const contact = (await post('/v1/contacts', { email: 'bia@b.example' })).body
    const path = `/v1/segments/${segment.id}/members` as const
    const members = { contacts: [contact.id] }
    await post(path, members)
    await service.call('DELETE', path, { body: members })
    const posts = await owedPosts(service.world.db)
    const told = posts.map(one => JSON.parse(one.body))
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.contact_id, data.segment_id]),
      ['segment.entered', 'segment.left'].map(type => [type, contact.id, segment.id]),
    )
    for (const { data } of told) {
      assert.match(data.event_id, /^evt_/)
      assert.equal(data.contact.email, 'bia@b.example')
      assert.deepEqual(
        [data.segment.id, data.segment.name, data.segment.kind],
        [segment.id, 'Press', 'static'],
      )
    }
  })
})
