/** The list that a letter belongs to (docs/contract.md#campaigns). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('List-Id', () => {
  it('names the topic, the project and the host that bounces come back to', async t => {
    const { call, key } = await startTestService(t)
    const test = await key('test', 'admin')
    const post = <const Path extends string>(path: Path, body: unknown = {}) =>
      call('POST', path, { body, key: test })
    const topic = (await post('/v1/topics', { name: { en: 'News' } })).body.id
    const contact = await post('/v1/contacts', { email: 'ana@b.example', topics: [topic] })
    const letter = { subject: 'a', html: '<p>b</p>' }
    const template = await post('/v1/templates', {
      name: 'T',
      default_language: 'en',
      variants: { en: letter },
    })
    await post(`/v1/templates/${template.body.id}/publish`)
    const base = { from: 'news@shop.test', topic_id: topic }
    const campaign = await post('/v1/campaigns', {
      ...base,
      name: 'C',
      content: letter,
      audience: { topics: [topic] },
    })
    assert.equal((await post(`/v1/campaigns/${campaign.body.id}/send`)).status, 202)
    const sequence = await post('/v1/sequences', {
      ...base,
      name: 'S',
      triggers: [{ on: 'api' }],
      steps: [{ key: 'hello', type: 'email', template_id: template.body.id }],
    })
    const path = `/v1/sequences/${sequence.body.id}` as const
    assert.equal((await post(`${path}/publish`)).status, 201)
    await post(`${path}/enrollments`, { contact_id: contact.body.id })
    const letters = async () => (await call('GET', '/v1/emails', { key: test })).body.data
    await until(async () => (await letters()).length === 2)
    for (const { id } of await letters()) {
      const { body } = await call('GET', `/v1/emails/${id}/content`, { key: test })
      assert.match(body.headers['List-Id']!, /^<top_\w+\.prj_\w+\.bounces\.malote\.test>$/)
    }
  })
})
