/** Emails with large attachments: refused for the same reasons, and sent as they were given. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { publishedKeys } from '../support/domains.ts'
import { eventOf, startTestService, type TestService } from '../support/service.ts'
import { unstuffed } from '../support/submission.ts'

const zones = { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } }
const email = {
  from: 'Shop <hello@shop.test>',
  to: ['ana@here.test'],
  subject: 'Olá',
  html: '<p>Olá <img src="cid:logo@shop.test"></p>',
}
const large = randomBytes(700_001)
/** Its base64 in broken lines. */
const lines = (content: Buffer): string => content.toString('base64').replace(/.{76}/g, '$&\r\n')
const files = [
  { filename: 'ação.bin', content: large.toString('base64') },
  {
    filename: 'logo.png',
    content: lines(large),
    content_type: 'image/png',
    content_id: 'logo@shop.test',
  },
  { filename: 'empty.log', content: '' },
]

/** What the receiver got last, with its files; its signatures hold. */
async function arrived(service: TestService) {
  const message = unstuffed(service.mx.received.at(-1)!.content)
  const { keys, resolver } = await publishedKeys(service)
  const { results } = await dkimVerify(message, { resolver })
  assert.deepEqual(
    results.map(({ status }) => status.result),
    keys.map(() => 'pass'),
  )
  const { attachments } = await PostalMime.parse(message)
  const found = attachments.map(({ filename, content }) => [
    filename,
    Buffer.from(content as ArrayBuffer),
  ])
  return { message, files: new Map(found as [string, Buffer][]) }
}

describe('an email with large attachments', () => {
  it('arrives with them as they were given, and is read back', async t => {
    const service = await startTestService(t, { zones })
    const send = async (path: string, body: unknown): Promise<string[]> => {
      const answer = await service.call('POST', path, { body })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return (answer.body.data ?? [answer.body]).map((one: { id: string }) => one.id)
    }
    const whole = { ...email, attachments: files }
    const [one] = await send('/v1/emails', whole)
    const many = await send('/v1/emails/batch', { emails: [whole, { ...email, text: 'small' }] })
    const [both] = await send('/v1/emails', { ...whole, text: 'Olá\n'.repeat(100_000) })
    for (const id of [one!, many[0]!, both!]) await eventOf(service, id, 'delivered')
    await eventOf(service, many[1]!, 'delivered')
    service.mx.received.splice(0)
    const [again] = await send('/v1/emails', whole)
    await eventOf(service, again!, 'delivered')
    const { message, files: got } = await arrived(service)
    assert.deepEqual(got.get('ação.bin'), large)
    assert.deepEqual(got.get('logo.png'), large)
    assert.equal(got.get('empty.log')?.length, 0)
    const key = await service.key('live', 'read')
    const raw = await fetch(`http://127.0.0.1:${service.port}/v1/emails/${again}/raw`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.ok(message.equals(Buffer.from(await raw.arrayBuffer())))
    const [once] = await send(`/v1/emails/${again}/resend`, { all: true })
    await eventOf(service, once!, 'delivered')
    assert.deepEqual((await arrived(service)).files, got)
    const { body } = await service.call('GET', `/v1/emails/${once}/content`)
    assert.deepEqual(
      body.attachments.map((file: { size_bytes: number }) => file.size_bytes),
      [large.length, large.length, 0],
    )
  })

  it('is refused by the field that is wrong', async t => {
    const service = await startTestService(t, { zones })
    const [first, second] = files
    const odd = (file: object) => ({ ...email, attachments: [first, { ...second, ...file }] })
    const wrong = odd({ content: `${files[0]!.content}*` })
    const much = { filename: 'much.bin', content: 'A'.repeat(18 * 1024 * 1024) }
    const cases: [path: string, body: object, param: string][] = [
      ['/v1/emails', wrong, 'attachments[1].content'],
      ['/v1/emails', odd({ content_id: '<' }), 'attachments[1].content_id'],
      ['/v1/emails', { ...email, attachments: [much, much] }, 'attachments'],
      ['/v1/emails/batch', { emails: [odd({}), wrong] }, 'emails[1].attachments[1].content'],
    ]
    for (const [path, body, param] of cases) {
      const { status, body: answer } = await service.call('POST', path, { body })
      assert.deepEqual(
        [status, answer.error.code, answer.error.param],
        [400, 'invalid_field', param],
      )
    }
    const { body: checked } = await service.call('POST', '/v1/emails/check', { body: wrong })
    assert.deepEqual(checked.checks.map((one: { param?: string }) => one.param).filter(Boolean), [
      'attachments[1].content',
    ])
  })
})
