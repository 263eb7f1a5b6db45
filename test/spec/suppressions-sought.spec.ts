/** How far a part of an address is looked for in a suppression list that is long. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suppressedMany } from '../support/happened.ts'
import { startTestService } from '../support/service.ts'

describe('a part of an address', () => {
  it('is looked for among the newest entries, and a whole address among all', async t => {
    const service = await startTestService(t)
    const { db } = service.world
    const add = (count: number, name: string) =>
      suppressedMany(db, service.projectId, { count, name })
    const key = await service.key('test', 'admin')
    const seek = async (query: string) => {
      const { status, body } = await service.call('GET', `/v1/suppressions?${query}`, { key })
      const emails = body.data?.map((one: { email: string }) => one.email)
      return { status, emails, more: body.has_more, body }
    }
    await add(1, 'old-needle@here.test')
    // One below the newest 100,000, among which a part of an address is looked for.
    await add(99_999, 'straw%s@here.test')
    const { emails, more } = await seek('q=NEEDLE')
    assert.deepEqual(
      [emails, more],
      [['old-needle@here.test'], false],
      'the last that is looked at',
    )
    await add(1, 'last-straw@here.test')
    const beyond = await seek('q=needle')
    assert.deepEqual(
      [beyond.status, beyond.body.error?.code, beyond.body.error?.param],
      [400, 'invalid_field', 'q'],
    )
    assert.match(beyond.body.error.message, /100[.,]000/)
    for (const query of ['email=old-needle@here.test', 'email=old-needle@here.test&q=needle']) {
      const whole = await seek(query)
      assert.deepEqual([whole.emails, whole.more], [['old-needle@here.test'], false], query)
    }
    await add(1, 'new-needle@here.test')
    const first = await seek('q=needle')
    assert.deepEqual([first.emails, first.more], [['new-needle@here.test'], true])
    const last = await service.call('GET', '/v1/suppressions?q=last-straw', { key })
    const next = await seek(`q=needle&starting_after=${last.body.data[0].id}`)
    assert.deepEqual([next.emails, next.more], [['old-needle@here.test'], false])
    const page = await seek('q=straw&limit=2')
    assert.deepEqual([page.emails.length, page.more], [2, true])
  })
})
