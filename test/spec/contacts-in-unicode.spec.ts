import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'

describe('a contact whose domain is in Unicode', () => {
  it('is found as it was written', async t => {
    const { service, post } = await importStage(t)
    const made = await post('/v1/contacts', { email: 'ana@ação.test' })
    assert.equal(made.status, 201)
    for (const email of ['ana@ação.test', 'Ana@AÇÃO.test', made.body.email]) {
      const { body } = await service.call('GET', `/v1/contacts?email=${encodeURIComponent(email)}`)
      const found = body.data.map((one: { email: string }) => one.email)
      assert.deepEqual(found, [made.body.email], email)
    }
  })
})

describe('a form of a great many fields', () => {
  it('is refused by Resend’s imports before it is read', async t => {
    const { service } = await importStage(t)
    const key = await service.key('live', 'admin')
    const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nx\r\n`
    const send = (count: number) =>
      fetch(`http://127.0.0.1:${service.port}/resend/contacts/imports`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'multipart/form-data; boundary=b',
          'accept-language': 'en',
        },
        body: `${Array.from({ length: count }, (_, n) => part(n)).join('')}--b--\r\n`,
      })
    const many = await send(20_000)
    assert.equal(many.status >= 400 && many.status < 500, true)
    assert.match(await many.text(), /at most 20 fields/)
    assert.doesNotMatch(await (await send(19)).text(), /at most 20 fields/)
  })
})
