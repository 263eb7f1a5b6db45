/** Words of a subject are looked for in so many emails, and never in all there are (timeline/list-store.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '#kernel/base/errors.ts'
import { partOfDomain } from '#kernel/mail/domain-name.ts'
import { newest } from '#kernel/routes/paging.ts'
import { listEmails } from '#sending/timeline/list-store.ts'
import { continued, lookedFor } from '#sending/timeline/routes.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { startTestService } from '../../support/service.ts'

const count = 10

describe('A search by subject', () => {
  it('goes through slices, and says where it has not come to the end', async t => {
    const service = await startTestService(t)
    const key = await service.key('test', 'send')
    for (const subject of ['old', 'b', 'c', 'new', 'e']) {
      const body = { from: 'a@shop.test', to: ['x@here.test'], subject, text: 'Hi' }
      const { status } = await service.call('POST', '/v1/emails', { key, body })
      assert.equal(status, 202)
    }
    const [project] = await service.world.db.query<{ id: string }>(
      'select project_id as id from emails limit 1',
    )
    const owner = { projectId: project!.id, mode: 'test' } as const
    const find = async (subject: string, first: number, max: number) => {
      const page = { before: newest, count, looks: { first, max } }
      const found = await listEmails(service.world, owner, { subject }, page)
      return [found.emails.map(one => one.subject), found.isCut]
    }
    assert.deepEqual(await find('new', 2, 3), [['new'], true])
    assert.deepEqual(await find('old', 2, 3), [[], true])
    assert.deepEqual(await find('old', 2, 4), [[], true])
    assert.deepEqual(await find('old', 2, 5), [['old'], false])
    assert.deepEqual(await find('nowhere', 9, 9), [[], false])
    const [all] = await find('', 1, 6)
    assert.deepEqual(all, ['e', 'new', 'c', 'b', 'old'])
  })

  it('that found something goes on behind it; one that found nothing asks for a time', () => {
    assert.deepEqual(continued({ data: [1], has_more: false }, 'q'), { data: [1], has_more: true })
    assert.throws(
      () => continued({ data: [], has_more: false }, 'subject'),
      (error: Refusal) =>
        error instanceof Refusal && error.code === 'invalid_field' && error.param === 'subject',
    )
    assert.throws(() => continued({ data: [], has_more: false }, 'provider'), /100,000/)
  })

  it('names what was asked for, whatever it was', () => {
    const at = '2026-01-01T00:00:00Z'
    assert.equal(lookedFor({ cause: 'other', event_after: at }), 'cause')
    assert.equal(lookedFor({ event_after: at, event_before: at }), 'event_after')
    assert.equal(lookedFor({ event_before: at }), 'event_before')
    assert.equal(lookedFor({ q: 'ana', recipient_domain: 'a.test' }), 'q')
  })

  it('is of words in which something is left, or all emails would be found', () => {
    for (const marks of ['\u0301\u0301', '\u0301 \u0302']) {
      assert.throws(() => readSearch(marks), /at least 2 characters/)
    }
    assert.deepEqual(
      readSearch('\u0301\u0301 ana').words.map(one => one.word),
      ['ana'],
    )
    const [hyphens] = readSearch('\u00ad\u00ad').words
    assert.doesNotMatch('ana', new RegExp(hyphens!.pattern))
    assert.equal(partOfDomain('a.\u00ad.ç'), 'a.\u00ad.xn--7ca')
  })
})
