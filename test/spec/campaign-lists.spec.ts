/** The list of campaigns: narrowed by tags and days, put in order by rates, and put away. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { campaignStage } from '../support/campaigns.ts'

const dayMs = 86_400_000

describe('the list of campaigns', () => {
  it('is narrowed by tags and days, put in order by rates, and leaves out what is put away', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    const names = async (query: string) => {
      const { status, body } = await call('GET', `/v1/campaigns?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map((one: { name: string }) => one.name)
    }
    const sent = async (name: string, more: object, opened: number) => {
      const id = await make({ name, ...more })
      await send(id)
      await reaches(id, body => body.status === 'sent' && body.results.opened === opened, name)
      return id
    }
    await join(['opened@a.test', 'ana@here.test'])
    const half = await sent('half', { tags: { natal: '', canal: 'loja' } }, 1)
    const segment = await call('POST', '/v1/segments', { name: 'A', kind: 'static' })
    const members = `/v1/segments/${segment.body.id}/members` as const
    await call('POST', members, { contacts: ['opened@a.test'] })
    const audience = { segments: [segment.body.id] }
    await sent('all', { audience, tags: { natal: 'sim' } }, 1)
    await call('DELETE', members, { contacts: ['opened@a.test'] })
    await call('POST', members, { contacts: ['ana@here.test'] })
    await sent('none', { audience }, 0)
    await make({ name: 'draft' })

    assert.deepEqual(await names('tag=natal'), ['all', 'half'])
    assert.deepEqual(await names('tag=canal:loja'), ['half'])
    assert.deepEqual(await names('tag=natal:nao'), [])
    assert.deepEqual(await names('sort=opened'), ['all', 'half', 'none', 'draft'])
    assert.deepEqual(await names('sort=opened&limit=1&status=sent'), ['all'])
    assert.deepEqual(
      refused(await call('GET', `/v1/campaigns?sort=opened&starting_after=${half}`)),
      [400, 'invalid_field', 'starting_after'],
    )

    const change = (id: string, body: object) => call('PATCH', `/v1/campaigns/${id}`, body)
    assert.equal((await change(half, { archived: true })).body.archived, true)
    assert.deepEqual(await names(''), ['draft', 'none', 'all'])
    assert.deepEqual(await names('archived=only'), ['half'])
    assert.equal((await names('archived=any')).length, 4)
    const copy = await call('POST', `/v1/campaigns/${half}/duplicate`, { name: 'copy' })
    assert.equal(copy.body.archived, false)
    assert.deepEqual((await change(half, { tags: { a: '' }, archived: false })).body.tags, {
      a: '',
    })
    assert.deepEqual(refused(await change(half, { from: 'x@y.z' })), [
      400,
      'invalid_field',
      'status',
    ])

    const at = new Date(Date.now() + 10 * dayMs).toISOString()
    const later = await make({ name: 'later' })
    const due = await call('POST', `/v1/campaigns/${later}/schedule`, { at })
    assert.equal(due.body.begins_at, at)
    assert.deepEqual(refused(await change(later, { archived: true })), [
      400,
      'invalid_field',
      'status',
    ])
    const between = (from: number, to: number) =>
      names(
        `begins_after=${new Date(Date.now() + from * dayMs).toISOString()}` +
          `&begins_before=${new Date(Date.now() + to * dayMs).toISOString()}`,
      )
    assert.deepEqual(await between(9, 11), ['later'])
    assert.deepEqual(await between(-1, 1), ['none', 'all', 'half'])
    assert.deepEqual(await between(11, 12), [])
    // The widest zone of the format, and its first year.
    const odd = 'begins_after=0000-01-01T00:00:00Z&begins_before=2200-01-01T00:00:00%2B16:00'
    assert.deepEqual(await names(odd), ['later', 'none', 'all', 'half'])
  })
})
