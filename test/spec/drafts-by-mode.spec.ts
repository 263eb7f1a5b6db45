/** A draft is looked at by any key and sent by a test key alone (docs/test-mode.md). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'

describe('a draft', () => {
  it('is looked at by every key, and sent in test mode alone', async t => {
    const { call, key: keyOf } = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const test = await keyOf('test', 'admin', { rate: 0 })
    const variants = (subject: string) => ({ en: { subject, html: '<p>Hi</p>' } })
    const named = { name: 'Mail', variants: variants('Published') }
    const { id } = (await call('POST', '/v1/templates', { body: named })).body
    await call('POST', `/v1/templates/${id}/publish`, { body: {} })
    await call('PATCH', `/v1/templates/${id}`, { body: { variants: variants('Draft') } })
    const way = { name: 'Way', steps: [{ key: 'x', type: 'exit', reason: 'over' }] }
    const sequence = (await call('POST', '/v1/sequences', { body: way })).body.id
    const contact = { email: 'b@here.test' }
    const email = {
      from: 'a@shop.test',
      to: ['b@here.test'],
      template: { id, version: 'draft' },
    }
    for (const as of [{}, { key: test }]) {
      for (const version of ['draft', undefined]) {
        const shown = await call('POST', `/v1/templates/${id}/preview`, {
          body: { version },
          ...as,
        })
        assert.deepEqual([shown.status, shown.body.subject], [200, 'Draft'])
        const body = { contact, version }
        const tried = await call('POST', `/v1/sequences/${sequence}/simulate`, { body, ...as })
        assert.deepEqual([tried.status, tried.body.ends.reason], [200, 'over'])
      }
      const one = await call('POST', `/v1/templates/${id}/preview`, { body: { version: 1 }, ...as })
      assert.equal(one.body.subject, 'Published')
      const odd = { body: { version: 'newest' }, ...as }
      const refused = await call('POST', `/v1/templates/${id}/preview`, odd)
      assert.deepEqual([refused.status, refused.body.error?.param], [400, 'version'])
      const sent = await call('POST', '/v1/emails', { body: email, ...as })
      const checked = await call('POST', '/v1/emails/check', { body: email, ...as })
      const wanted = 'key' in as ? [202, undefined, true] : [400, 'template.version', false]
      assert.deepEqual([sent.status, sent.body.error?.param, checked.body.ok], wanted)
    }
  })
})
