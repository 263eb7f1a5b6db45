/** What letters are made of where something is missing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { campaignStage, people } from '../support/campaigns.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

describe('a campaign without a subject', () => {
  it('is warned of, and goes', async t => {
    const { call, make, join, send, reaches, read } = await campaignStage(t)
    await join(people(0, 2))
    const id = await make({ content: { html: '<p>Oi</p>' } })
    const { body: flight } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const about = flight.checks.filter((one: { code: string }) => one.code === 'subject')
    assert.deepEqual([flight.ok, about[0]!.level], [true, 'warning'])
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    assert.deepEqual((await read(id)).counts.released, 2)
    const { body: sent } = await call('GET', `/v1/emails?campaign_id=${id}`)
    assert.deepEqual(
      sent.data.map((one: { subject: string }) => one.subject),
      ['', ''],
    )
  })

  it('is no more than a step of a sequence without one', async t => {
    const { call, publish } = await startTestMode(t)
    const variants = { en: { html: '<p>Hi</p>' } }
    const made = await call('POST', '/v1/templates', { name: 'Bare', variants })
    assert.equal((await call('POST', `/v1/templates/${made.body.id}/publish`)).status, 201)
    const id = await publish({
      triggers: [{ on: 'api' }],
      steps: [{ key: 'm', type: 'email', template_id: made.body.id }],
    })
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@b.example' })
    const ended = await until(async () => {
      const { body } = await call('GET', `${path}/${entered.body.id}`)
      return body.state === 'finished' && body
    }, 'the end')
    assert.equal(ended.path[0].outcome, 'sent')
    const contact = { email: 'ana@b.example' }
    const tried = await call('POST', `/v1/sequences/${id}/simulate`, { contact })
    assert.deepEqual(
      tried.body.letters.map((one: { subject: string }) => one.subject),
      [''],
    )
  })
})

describe('a campaign without words', () => {
  it('is refused, empty or absent', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(people(0, 1))
    for (const html of ['', ' \n', null]) {
      const id = await make({ content: { subject: 'Oi', html } })
      const sent = await call('POST', `/v1/campaigns/${id}/send`)
      assert.deepEqual(refused(sent), [400, 'missing_field', 'content.html'], String(html))
    }
    const id = await make({ content: { subject: 'Oi', html: '', text: 'Oi' } })
    assert.equal((await call('POST', `/v1/campaigns/${id}/send`)).status, 202)
  })

  it('does not come of a pause', async t => {
    const { call, make, join, send, reaches, read } = await campaignStage(t)
    await join(people(0, 3))
    const id = await make({ schedule: { rate_per_hour: 1 } })
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'rate', 'the pace')
    await call('POST', `/v1/campaigns/${id}/pause`)
    const before = (await read(id)).content
    const taken = await call('PATCH', `/v1/campaigns/${id}`, { content: null })
    assert.deepEqual(refused(taken), [400, 'missing_field', 'content'])
    assert.deepEqual((await read(id)).content, before)
  })
})
