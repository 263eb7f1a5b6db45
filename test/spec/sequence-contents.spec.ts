/** What a letter of a sequence may say: it passes the check of content, as every live email does. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const bait = '<p>Oi <a href="https://evil.test/">www.bank.com</a></p>'
const ofPerson =
  '<p><a href="https://shop-login.test/">{{ contact.last_name | default: "here" }}</a></p>'

async function publish(service: TestService, html: string): Promise<string> {
  const variants = { en: { subject: 'Hi', html } }
  const template = await service.call('POST', '/v1/templates', { body: { name: html, variants } })
  await service.call('POST', `/v1/templates/${template.body.id}/publish`)
  const made = await service.call('POST', '/v1/sequences', {
    body: {
      name: html,
      from: 'a@shop.test',
      steps: [{ key: 'hello', type: 'email', template_id: template.body.id }],
    },
  })
  await service.call('POST', `/v1/sequences/${made.body.id}/publish`, { body: {} })
  return `/v1/sequences/${made.body.id}`
}

/** What came of the one step of a person's way. */
async function outcomeOf(service: TestService, sequence: string, email: string) {
  const entered = await service.call('POST', `${sequence}/enrollments`, { body: { email } })
  assert.equal(entered.status, 201, JSON.stringify(entered.body))
  const path = `${sequence}/enrollments/${entered.body.id}`
  const { body } = await until(async () => {
    const read = await service.call('GET', path)
    return read.body.state !== 'inside' && read
  }, 'the end of the way')
  return body.path[0]
}

describe('a letter of a sequence', () => {
  it('that the check of content stops is left out, and the visit says why', async t => {
    const service = await startTestService(t)
    const add = (body: object) => service.call('POST', '/v1/contacts', { body })
    await add({ email: 'ana@here.test' })
    await add({ email: 'bia@here.test', last_name: 'www.itau.com.br' })
    const all = await publish(service, bait)
    const stopped = await outcomeOf(service, all, 'ana@here.test')
    assert.deepEqual([stopped.outcome, stopped.email_id], ['skipped:content_check', undefined])
    assert.match(stopped.explanation, /content check/)
    const some = await publish(service, ofPerson)
    const outcomes = [
      await outcomeOf(service, some, 'ana@here.test'),
      await outcomeOf(service, some, 'bia@here.test'),
    ]
    assert.deepEqual(
      outcomes.map(one => one.outcome),
      ['sent', 'skipped:content_check'],
    )
    const { body } = await service.call('POST', `${all}/simulate`, {
      body: { contact: { email: 'caio@here.test' } },
    })
    assert.deepEqual(
      [body.letters, body.path.map((one: { because: string }) => one.because)],
      [[], ['skipped:content_check']],
    )
    const { body: stats } = await service.call('GET', `${some}/stats`)
    assert.deepEqual([stats.steps[0].sent, stats.steps[0].skipped], [1, { content_check: 1 }])
  })

  it('is nobody’s harm in test mode, which delivers nothing', async t => {
    const service = await startTestService(t)
    const key = await service.key('test', 'admin')
    await service.call('POST', '/v1/contacts', { key, body: { email: 'ana@here.test' } })
    const sequence = await publish(service, bait)
    const body = { contact: { email: 'ana@here.test' } }
    const seen = await service.call('POST', `${sequence}/simulate`, { key, body })
    assert.equal(seen.body.letters.length, 1)
  })
})
