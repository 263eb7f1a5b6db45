/** What a sequence that is being published names is not deleted at the same moment. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Called } from '../support/called.ts'
import { waitersFor, whileRowsAreHeld } from '../support/locks.ts'
import { startTestMode, type TestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

interface Named {
  /** Where it is deleted. */
  readonly path: string
  /** The table whose rows a deletion takes last: what holds them holds it after its checks. */
  readonly table: string
  readonly step: object
}

const kinds: Readonly<Record<string, (mode: TestMode) => Promise<Named>>> = {
  async template({ template }) {
    const id = await template()
    const step = { type: 'email', template_id: id }
    return { path: `/v1/templates/${id}`, table: 'template_versions', step }
  },
  async property({ call }) {
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
    const step = { type: 'update_contact', set: { properties: { city: 'Olinda' } } }
    return { path: '/v1/contact-properties/city', table: 'contact_properties', step }
  },
  async sequence({ publish }) {
    const id = await publish({ triggers: [{ on: 'api' }], steps: [{ key: 'x', type: 'exit' }] })
    const step = { type: 'sequence', sequence_id: id }
    return { path: `/v1/sequences/${id}`, table: 'sequence_versions', step }
  },
  async segment({ call }) {
    const { id } = (await call('POST', '/v1/segments', { name: 'S', kind: 'static' })).body
    const step = { type: 'segment', segment_id: id, action: 'add' }
    return { path: `/v1/segments/${id}`, table: 'segments', step }
  },
  async topic({ call }) {
    const { id } = (await call('POST', '/v1/topics', { name: { en: 'News' } })).body
    return {
      path: `/v1/topics/${id}`,
      table: 'topics',
      step: { type: 'topic', topic_id: id, action: 'leave' },
    }
  },
}

describe('a sequence that is published again', () => {
  for (const [kind, make] of Object.entries(kinds)) {
    it(`while a ${kind} that it names is being deleted is told that there is none`, async t => {
      const mode = await startTestMode(t)
      const { call, publish, service } = mode
      const { db } = service.world
      const { path, table, step } = await make(mode)
      const id = await publish({ triggers: [{ on: 'api' }], steps: [{ key: 's', ...step }] })
      // Put away, it keeps nothing from being deleted.
      await call('POST', `/v1/sequences/${id}/archive`)
      const { calls } = await whileRowsAreHeld(db, table, async () => {
        const deleting = call('DELETE', path)
        await until(async () => (await waitersFor(db)) === 1, 'the deletion that waits')
        const publishing = call('POST', `/v1/sequences/${id}/publish`, {})
        let answered: Called | null = null
        void publishing.then(answer => {
          answered = answer
        })
        const isHeld = async () => answered !== null || (await waitersFor(db)) > 1
        await until(isHeld, 'the publishing that waits')
        return { calls: [deleting, publishing] as const }
      })
      const [deleted, published] = await Promise.all(calls)
      assert.deepEqual(
        [deleted.status, published.status, published.body.error?.code],
        [200, 400, 'invalid_field'],
      )
    })
  }
})
