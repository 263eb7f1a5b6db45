/**
 * Whoever looks for an address finds it however they write it: with its domain in Unicode or as
 * A-labels, in capitals, with a name. By every route that takes one.
 */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { hasTrust } from '../support/accounts.ts'
import { startTestService } from '../support/service.ts'

const kept = 'ana@xn--ao-siap.test'
const spellings = [
  'ana@ação.test',
  'Ana@AÇÃO.test',
  'ana@ac\u0327a\u0303o.test',
  kept,
  `Ana <${kept}>`,
]
const q = encodeURIComponent

async function stage(t: TestContext) {
  const service = await startTestService(t)
  const { world, projectId } = service
  await hasTrust(world, projectId, kept.split('@')[1]!)
  const key = await service.key('test', 'admin')
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, {
      key,
      ...(body === undefined ? {} : { body }),
    })
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { service, call }
}

describe('an address that is looked for', () => {
  it('is found among emails, suppressions, contacts and what people did', async t => {
    const { call } = await stage(t)
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).id
    const contact = await call('POST', '/v1/contacts', { email: kept, topics: [topic] })
    assert.equal(contact.email, kept)
    const other = { email: 'ana@acao.test' }
    await call('POST', '/v1/contacts', other)
    const from = 'Ana <ana@ação.test>'
    const sent = await call('POST', '/v1/emails', { from, to: [kept], subject: 's', text: 't' })
    await call('POST', '/v1/suppressions', { email: kept, stream: 'all' })
    await call('POST', '/v1/activity', { email: kept, name: 'bought' })
    const segment = await call('POST', '/v1/segments', { name: 'all', kind: 'static' })
    await call('POST', `/v1/segments/${segment.id}/members`, { contacts: [kept] })
    for (const written of spellings) {
      const one = q(written)
      for (const path of [
        `/v1/emails?to=${one}`,
        `/v1/emails?from=${one}`,
        `/v1/suppressions?email=${one}`,
        `/v1/contacts?email=${one}`,
        `/v1/contacts/${one}/consents`,
        `/v1/contacts/${one}/timeline`,
        `/v1/activity?name=bought&contact=${one}`,
      ]) {
        const { data } = await call('GET', path)
        assert.ok(data.length > 0, path)
      }
      assert.equal((await call('GET', `/v1/contacts?email=${one}`)).data[0].email, kept)
      assert.equal((await call('GET', `/v1/contacts/${one}`)).id, contact.id)
      assert.equal((await call('GET', `/v1/segments/${segment.id}/contacts/${one}`)).member, true)
      assert.equal((await call('GET', `/resend/suppressions/${one}`)).email, kept)
      assert.equal((await call('GET', `/resend/contacts/${one}`)).email, kept)
      const raw = await call('GET', `/v1/emails/${sent.id}/raw?recipient=${one}`)
      assert.match(String(raw), /Subject: s/)
    }
  })

  it('is found by its beginning, as far as it is written', async t => {
    const { call } = await stage(t)
    await call('POST', '/v1/contacts', { email: kept })
    await call('POST', '/v1/contacts', { email: 'ana@other.test' })
    for (const [text, count] of [
      ['ana@ação.test', 1],
      ['ANA@AÇÃO', 1],
      ['ana@ação.te', 1],
      ['ana@', 2],
      ['ana@aç', 1],
      ['ANA@AC\u0327', 1],
      ['ana@a', 1],
      ['ana@açu', 0],
      ['an@aç', 0],
      ['ana@acao', 0],
    ] as const) {
      assert.equal((await call('GET', `/v1/contacts?q=${q(text)}`)).data.length, count, text)
    }
  })

  it('is found by its beginning among emails, with and without its accents', async t => {
    const { call } = await stage(t)
    const from = 'Ana <ana@ação.test>'
    for (const to of [kept, 'bia@xn--acar-0oa8i.example', 'ana@other.test', 'ana@ação.test']) {
      await call('POST', '/v1/emails', { from, to: [to], subject: 's', text: 't' })
    }
    for (const [text, count] of [
      ['ana@aç', 2],
      ['Ana@acao', 2],
      ['bia@aç', 1],
      ['bia@acuc', 1],
      ['s bia@açú', 1],
      ['bia@açú.exa', 0],
      ['bia@açúcar.exa', 1],
      ['ana@xn', 1],
      ['cia@aç', 0],
    ] as const) {
      const found = await call('GET', `/v1/emails?q=${q(text)}`)
      assert.equal(found.data.length, count, text)
    }
    const csv = String(await call('GET', `/v1/emails/export?q=${q('bia@aç')}`))
    assert.match(csv, /bia@xn--acar-0oa8i\.example/)
  })

  it('is found by its domain alone, in either form', async t => {
    const { call } = await stage(t)
    const from = 'Ana <ana@ação.test>'
    for (const to of [kept, 'bia@ação.test', 'ana@other.test']) {
      await call('POST', '/v1/emails', { from, to: [to], subject: 's', text: 't' })
    }
    for (const [text, count] of [
      ['ação.test', 2],
      ['AÇÃO.te', 2],
      ['xn--ao-siap.test', 2],
      ['XN--ao-siap', 2],
      ['ação', 2],
      ['AÇÃO', 2],
      ['aça\u0303o ana', 1],
      ['açã', 1],
      ['other.test', 1],
      ['açu.test', 0],
    ] as const) {
      const found = await call('GET', `/v1/emails?q=${q(text)}`)
      assert.equal(found.data.length, count, text)
    }
  })

  it('is found among suppressions by any part, in either form', async t => {
    const { call } = await stage(t)
    for (const email of [kept, 'bia@açúcar.test', 'joão@other.test', 'ana@other.test']) {
      await call('POST', '/v1/suppressions', { email, stream: 'all' })
    }
    const list = async (query: string) =>
      (await call('GET', `/v1/suppressions?${query}`)).data.map(
        ({ email }: { email: string }) => email,
      )
    const [açúcar, joão] = ['bia@xn--acar-0oa8i.test', 'joão@other.test']
    for (const [text, found] of [
      ['ação', [kept]],
      ['Ana@AÇ', [kept]],
      ['ac\u0327a\u0303o.te', [kept]],
      ['xn--ao-siap', [kept]],
      ['ç', [açúcar, kept]],
      ['ã', [joão, kept]],
      ['JOÃO', [joão]],
      ['açu', []],
    ] as const) {
      assert.deepEqual(await list(`q=${q(text)}`), found, text)
    }
    const [first] = (await call('GET', `/v1/suppressions?limit=1&q=${q('ç')}`)).data
    assert.deepEqual(await list(`q=${q('ç')}&starting_after=${first.id}`), [kept])
    assert.deepEqual(await list(`q=${q('ç')}&reason=manual&limit=1`), [açúcar])
    assert.deepEqual(await list(`q=${q('ç')}&reason=complaint`), [])
  })

  it('is found by filters, in both of their engines', async t => {
    const { call } = await stage(t)
    await call('POST', '/v1/contacts', { email: kept })
    await call('POST', '/v1/contacts', { email: 'ana@acao.test' })
    for (const [field, op, value] of [
      ['email', 'eq', 'Ana@Ação.test'],
      ['email', 'in', ['nobody@x.test', 'ana@ação.test']],
      ['email', 'starts_with', 'ana@ação'],
      ['email', 'ends_with', 'ação.test'],
      ['email', 'contains', '@ação.'],
      ['email_domain', 'eq', 'AÇÃO.test'],
      ['email_domain', 'in', ['ação.test']],
    ] as const) {
      const filter = { field, op, value }
      const about = JSON.stringify(filter)
      const segment = await call('POST', '/v1/segments', { name: about, kind: 'dynamic', filter })
      const { data } = await call('GET', `/v1/segments/${segment.id}/contacts`)
      assert.deepEqual(
        data.map((one: { email: string }) => one.email),
        [kept],
        about,
      )
      const why = await call('GET', `/v1/segments/${segment.id}/contacts/${kept}`)
      assert.equal(why.member, true, about)
    }
  })
})
