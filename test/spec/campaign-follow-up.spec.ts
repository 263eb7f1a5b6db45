/** A follow-up that is planned together with a campaign. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { campaignStage } from '../support/campaigns.ts'

const dayMs = 86_400_000

describe('the follow-up of a campaign', () => {
  it('goes days after it, with a subject of its own, to who did not open and nobody else', async t => {
    const { call, make, join, read, send, reaches, service } = await campaignStage(t)
    await join(['opened@a.test', 'ana@here.test'])
    const id = await make({ tags: { natal: '' }, schedule: { rate_per_hour: 1_000_000 } })
    const plan = (follow_up: object | null) => call('PATCH', `/v1/campaigns/${id}`, { follow_up })
    assert.deepEqual(refused(await plan({ after: 'P31D', to: 'not_opened' })), [
      ...[400, 'invalid_field', 'follow_up.after'],
    ])
    const asked = { after: 'P2D', to: 'not_opened', subject: 'De novo' }
    assert.deepEqual((await plan(asked)).body.follow_up, { ...asked, campaign_id: null })
    await send(id)
    await reaches(id, body => body.status === 'sent' && body.results.opened === 1, 'the first')
    const { follow_up: followed, finished_at: ended } = await read(id)
    const next = followed.campaign_id
    const planned = await read(next)
    assert.deepEqual(
      [planned.status, planned.name, planned.follow_up, planned.tags],
      ['scheduled', 'Natal (2)', null, { natal: '' }],
    )
    assert.equal(planned.audience.not_opened, id)
    assert.equal(planned.schedule.rate_per_hour, 1_000_000)
    const afterMs = Date.parse(planned.begins_at) - Date.parse(ended)
    assert.ok(Math.abs(afterMs - 2 * dayMs) < 60_000, String(afterMs))
    service.turn(2 * dayMs + 60_000)
    await reaches(next, body => body.status === 'sent', 'the follow-up')
    const { body: people } = await call('GET', `/v1/campaigns/${next}/recipients?state=released`)
    assert.deepEqual(
      people.data.map((one: { email: string }) => one.email),
      ['ana@here.test'],
    )
    const { body: email } = await call('GET', `/v1/emails/${people.data[0].email_id}`)
    assert.equal(email.subject, 'De novo')
    // A copy plans nothing by itself, and of a template the subject is the template's.
    const copy = await call('POST', `/v1/campaigns/${id}/duplicate`, {})
    assert.equal(copy.body.follow_up, null)
    const template = await call('POST', '/v1/templates', {
      ...{ name: 'Oi', default_language: 'pt', variants: { pt: { subject: 'Oi', html: '<p>' } } },
    })
    const content = { template_id: template.body.id, version: 'draft' }
    assert.deepEqual(
      refused(await call('PATCH', `/v1/campaigns/${copy.body.id}`, { content, follow_up: asked })),
      [400, 'invalid_field', 'follow_up.subject'],
    )
  })

  it('is not planned where nobody looks who reacts, or the first was cancelled', async t => {
    const { make, join, read, send, reaches, call } = await campaignStage(t)
    await join(['ana@here.test'])
    const follow_up = { after: 'PT1H', to: 'not_opened' }
    const blind = await make({ follow_up, tracking: { opens: false } })
    await send(blind)
    await reaches(blind, body => body.status === 'sent', 'the end')
    assert.equal((await read(blind)).follow_up.campaign_id, null)
    const stopped = await make({ follow_up })
    const at = new Date(Date.now() + dayMs).toISOString()
    await call('POST', `/v1/campaigns/${stopped}/schedule`, { at })
    await call('POST', `/v1/campaigns/${stopped}/cancel`)
    await reaches(stopped, body => body.status === 'cancelled', 'the cancelling')
    assert.equal((await read(stopped)).follow_up.campaign_id, null)
  })
})
