/** The sequences that the dashboard has ready: each can be published as it is, in both languages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Series,
  seriesNames,
  seriesOf,
  siteOf,
  templateOf,
} from '../../dashboard/src/features/sequences/ready.ts'
import type { ReadyLetter } from '../../dashboard/src/features/sequences/ready-letters.ts'
import { startTestMode, type TestMode } from '../support/test-mode.ts'

const from = 'Loja da Ana <oi@loja.test>'

/** As the dashboard makes one. */
async function made({ call }: TestMode, series: Series, language: 'pt' | 'en', topicId: string) {
  const post = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { property, segment } = series.needs
  if (property) await post('/v1/contact-properties', { ...property, type: 'date' })
  const made = segment && (await post('/v1/segments', ofSegment(segment, language)))
  const templates = new Map<string, string>()
  for (const [name, letter] of Object.entries<ReadyLetter>(series.letters)) {
    const { id } = await post('/v1/templates', templateOf(letter, { site: siteOf(from), language }))
    await post(`/v1/templates/${id}/publish`, {})
    templates.set(name, id)
  }
  const rules = series.rules({
    topicId,
    segmentId: made?.id ?? null,
    templateOf: name => templates.get(name)!,
  })
  const body = { name: `${Object.keys(series.letters)[0]} ${language}`, from, topic_id: topicId }
  const { id } = await post('/v1/sequences', { ...body, ...rules })
  await post(`/v1/sequences/${id}/publish`, {})
  return { id, templates: [...templates.values()] }
}

const ofSegment = (
  { name, filter }: NonNullable<Series['needs']['segment']>,
  language: 'pt' | 'en',
) => ({ name: name[language], kind: 'dynamic', filter, tracked: true })

describe('a ready sequence', () => {
  it('can be published, and its letters stand a pre-flight, in both languages', async t => {
    const mode = await startTestMode(t)
    const topic = await mode.call('POST', '/v1/topics', { name: { en: 'News' } })
    await mode.service.call('PATCH', '/v1/marketing-settings', {
      body: { postal_address: 'Rua das Flores 1, Recife' },
    })
    await mode.call('POST', '/v1/contacts', { email: 'ana@b.example', topics: [topic.body.id] })
    for (const name of seriesNames) {
      for (const language of ['pt', 'en'] as const) {
        const { templates } = await made(mode, seriesOf[name], language, topic.body.id)
        for (const template of templates) {
          const campaign = await mode.call('POST', '/v1/campaigns', {
            name: template,
            from,
            topic_id: topic.body.id,
            audience: { topics: [topic.body.id] },
            content: { template_id: template },
          })
          assert.equal(campaign.status, 201, JSON.stringify(campaign.body))
          const { body } = await mode.call(
            'POST',
            `/v1/campaigns/${campaign.body.id}/preflight`,
            {},
          )
          const found = body.checks.filter(
            (one: { code: string; level: string }) =>
              // The shop of the test has neither a site nor DNS.
              one.level !== 'info' &&
              !['link_broken', 'dmarc', 'domain_not_verified'].includes(one.code),
          )
          assert.deepEqual(found, [], `${name} ${language}`)
        }
      }
    }
  })

  it('welcomes in three letters, of which the second depends on the first', async t => {
    const mode = await startTestMode(t)
    const topic = await mode.call('POST', '/v1/topics', { name: { en: 'News' } })
    const { id } = await made(mode, seriesOf.welcome, 'en', topic.body.id)
    const subjects = async (assume: object[]) => {
      const { body } = await mode.call('POST', `/v1/sequences/${id}/simulate`, {
        contact: { email: 'bia@b.example', first_name: 'Bia', language: 'en' },
        days: 20,
        assume,
      })
      return body.letters.map((one: { subject: string }) => one.subject)
    }
    const { now } = (await mode.call('GET', '/v1/test-clock')).body
    const soon = new Date(Date.parse(now) + 3_600_000).toISOString()
    const [first, last] = ['Hello Bia, good to have you here', 'May we ask you something?']
    assert.deepEqual(await subjects([]), [first, 'Did you see our first email?', last])
    assert.deepEqual(await subjects([{ at: soon, opened: 'hello' }]), [
      first,
      'Where most people begin',
      last,
    ])
    assert.deepEqual(await subjects([{ at: soon, event: 'order.paid' }]), [first])
  })

  it('leads to the site of whoever sends, unless somebody says where', () => {
    assert.equal(siteOf('Loja <oi@Loja.test>'), 'https://loja.test/')
    assert.equal(siteOf('oi@loja.test'), 'https://loja.test/')
    assert.equal(siteOf('Loja'), '')
  })
})
