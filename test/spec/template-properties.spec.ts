/** Names that a template or a campaign prints (docs/contract.md#templates). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { startTestService } from '../support/service.ts'

describe('a property of contacts', () => {
  it('is not deleted while a published template prints it', async t => {
    const { call } = await startTestService(t)
    const post = <const Path extends string>(path: Path, body: unknown) =>
      call('POST', path, { body })
    for (const key of ['city', 'city_2', 'club']) {
      await post('/v1/contact-properties', { key, type: 'string' })
    }
    const made = await post('/v1/templates', {
      name: 'Offer',
      default_language: 'en',
      variants: {
        en: {
          subject: '{{ contact.properties.city_2 | default: "x" }}',
          html: `<p>{{ contact.properties["club"] | default: 'y' }}</p>`,
        },
      },
    })
    const remove = (key: string) => call('DELETE', `/v1/contact-properties/${key}`)
    const path = `/v1/templates/${made.body.id}` as const
    assert.equal((await post(`${path}/publish`, {})).status, 201)
    for (const key of ['city_2', 'club']) {
      const { status, body } = await remove(key)
      assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'invalid_field', 'id'])
      assert.match(body.error.message, /"Offer"/)
    }
    assert.equal((await remove('city')).status, 200)
    const plain = { variants: { en: { subject: 'a', html: '<p>b</p>' } } }
    await call('PATCH', path, { body: plain })
    assert.equal((await remove('club')).status, 400, 'what is published still prints it')
    assert.equal((await post(`${path}/publish`, {})).status, 201)
    assert.equal((await remove('club')).status, 200)
  })
  it('is not deleted while a campaign that is not over prints it', async t => {
    const { call } = await startTestService(t)
    const post = <const Path extends string>(path: Path, body: unknown) =>
      call('POST', path, { body })
    await post('/v1/contact-properties', { key: 'city', type: 'string' })
    const own = {
      variants: { en: { subject: 'Hi', html: '<p>{{ contact.properties.city }}</p>' } },
    }
    const made = await post('/v1/campaigns', {
      name: 'Easter',
      content: { ...own, default_language: 'en' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const remove = () => call('DELETE', '/v1/contact-properties/city')
    const { status, body } = await remove()
    assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'invalid_field', 'id'])
    assert.match(body.error.message, /"Easter"/)
    const plain = { content: { subject: 'Hi', html: '<p>all</p>' } }
    assert.equal(
      (await call('PATCH', `/v1/campaigns/${made.body.id}`, { body: plain })).status,
      200,
    )
    assert.equal((await remove()).status, 200)
  })
})

describe('the names in a template', () => {
  it('are known or declared, wherever they stand', async t => {
    const { call } = await startTestService(t)
    const post = <const Path extends string>(path: Path, body: unknown = {}) =>
      call('POST', path, { body })
    const variables = [{ key: 'items', type: 'list' }]
    const wrong = [
      '{% case contact.language %}{% when nick %}a{% endcase %}',
      '{% for one in items limit: nick %}{{ one }}{% endfor %}',
      '{% for one in items offset: nick %}{{ one }}{% endfor %}',
    ]
    for (const [n, html] of wrong.entries()) {
      const body = { name: `T${n}`, variables, variants: { en: { subject: 's', html } } }
      const { id } = (await post('/v1/templates', body)).body
      const answer = await post(`/v1/templates/${id}/publish`)
      assert.deepEqual(refused(answer), [400, 'invalid_field', 'variants.en.html'], html)
      assert.match(answer.body.error.message, /nick/)
    }
    const unknown = { name: 'X', variants: { xx: { subject: 's', html: '<p>a</p>' } } }
    assert.deepEqual(refused(await post('/v1/templates', unknown)), [
      400,
      'invalid_field',
      'variants.xx',
    ])
  })
})
