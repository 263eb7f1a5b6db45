/** Where a visit comes from stands in the links of letters (utm), by project, campaign and step. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refused } from '../support/called.ts'
import { campaignStage } from '../support/campaigns.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const content = {
  subject: 'Oi',
  html: '<p><a href="https://shop.test/a">a</a> <a href="https://shop.test/b?utm_source=own">b</a></p>',
}
/** The links of a text of html to the shop. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="(https:\/\/shop\.test[^"]*)"/g)].map(([, link]) =>
    link!.replaceAll('&amp;', '&'),
  )

describe('the links of a campaign', () => {
  it('have the parameters of the project, or of the campaign in their places', async t => {
    const { call, service, make, join, send, reaches } = await campaignStage(t)
    await join(['ana@here.test'])
    const settings = (utm: unknown) =>
      service.call('PATCH', '/v1/marketing-settings', { body: { utm } })
    const kept = { source: 'newsletter', campaign: '{{ campaign.name }}' }
    assert.deepEqual((await settings(kept)).body.utm, kept)
    assert.deepEqual(refused(await settings({ source: '{{ contact.email }}' })), [
      400,
      'invalid_field',
      'utm.source',
    ])
    assert.deepEqual(refused(await settings({ content: 'x' }))[0], 400)
    const linksOf = async (more: object) => {
      const id = await make({ content, ...more })
      const { body } = await call('GET', `/v1/campaigns/${id}`)
      const preview = await call('POST', `/v1/campaigns/${id}/preview`, {})
      await send(id)
      await reaches(id, one => one.status === 'sent', 'the end')
      const { body: people } = await call('GET', `/v1/campaigns/${id}/recipients`)
      const letter = await call('GET', `/v1/emails/${people.data[0].email_id}/content`)
      const links = linksIn(letter.body.html)
      assert.deepEqual(linksIn(preview.body.html), links)
      return { utm: body.utm, links }
    }
    assert.deepEqual(await linksOf({ name: 'Natal & cia' }), {
      utm: {},
      links: [
        'https://shop.test/a?utm_source=newsletter&utm_campaign=Natal%20%26%20cia',
        'https://shop.test/b?utm_source=own&utm_campaign=Natal%20%26%20cia',
      ],
    })
    assert.deepEqual(await linksOf({ utm: { medium: 'email', campaign: 'xmas' } }), {
      utm: { medium: 'email', campaign: 'xmas' },
      links: [
        'https://shop.test/a?utm_source=newsletter&utm_medium=email&utm_campaign=xmas',
        'https://shop.test/b?utm_source=own&utm_medium=email&utm_campaign=xmas',
      ],
    })
    const plain = ['https://shop.test/a', 'https://shop.test/b?utm_source=own']
    assert.deepEqual(await linksOf({ utm: null }), { utm: null, links: plain })
    const draft = await make({ utm: null })
    const changed = await call('PATCH', `/v1/campaigns/${draft}`, { utm: { source: 'x' } })
    assert.deepEqual(changed.body.utm, { source: 'x' })
    const cleared = await call('PATCH', `/v1/campaigns/${draft}`, { utm: null })
    assert.equal(cleared.body.utm, null)
    const wrong = await call('PATCH', `/v1/campaigns/${draft}`, { utm: { campaign: '{% if %}' } })
    assert.deepEqual(refused(wrong), [400, 'invalid_field', 'utm.campaign'])
    assert.equal((await settings(null)).body.utm, null)
    assert.deepEqual(await linksOf({}), { utm: {}, links: plain })
  })
})

describe('the links of a sequence', () => {
  it('have the parameters of the project, or of the step in their places', async t => {
    const { call, publish, template, service } = await startTestMode(t)
    const utm = { source: 'malote', campaign: '{{ campaign.name }}' }
    await service.call('PATCH', '/v1/marketing-settings', { body: { utm } })
    const template_id = await template('<p><a href="https://shop.test/a">a</a></p>')
    const email = { type: 'email', template_id }
    const steps = [
      { ...email, key: 'one', next: 'two' },
      { ...email, key: 'two', utm: { source: 'step' }, next: 'three' },
      { ...email, key: 'three', utm: null },
    ]
    const id = await publish({ name: 'Welcome you', triggers: [{ on: 'api' }], steps })
    await call('POST', '/v1/contacts', { email: 'ana@here.test' })
    const path = `/v1/sequences/${id}/enrollments` as const
    const entered = await call('POST', path, { email: 'ana@here.test' })
    assert.equal(entered.status, 201, JSON.stringify(entered.body))
    const emails = await until(async () => {
      const { body } = await call('GET', '/v1/emails')
      return body.data.length === 3 && body.data
    }, 'three letters')
    const links = await Promise.all(
      emails.map(async (one: { id: string }) => {
        const { body } = await call('GET', `/v1/emails/${one.id}/content`)
        return linksIn(body.html)[0]
      }),
    )
    assert.deepEqual(links.sort(), [
      'https://shop.test/a',
      'https://shop.test/a?utm_source=malote&utm_campaign=Welcome%20you',
      'https://shop.test/a?utm_source=step&utm_campaign=Welcome%20you',
    ])
    const simulated = await call('POST', `/v1/sequences/${id}/simulate`, { contact: {} })
    const page = await service.call('GET', new URL(simulated.body.letters[1].html_url).pathname)
    assert.match(String(page.body), /utm_source=step&amp;utm_campaign=Welcome%20you/)
    const bad = await call('POST', '/v1/sequences', {
      name: 'x',
      triggers: [{ on: 'api' }],
      steps: [{ ...email, key: 'one', utm: { medium: '{{ x }}' } }],
    })
    assert.deepEqual(refused(bad), [400, 'invalid_field', 'steps[0].utm.medium'])
  })
})
