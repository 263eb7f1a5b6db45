import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importStage } from '../support/imports.ts'
import { eventOf, until } from '../support/service.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}

describe('confirmations of an import', () => {
  it('leave at the pace of the warm-up: a list must not become a flood', async t => {
    const { service, post, make, send, ends } = await importStage(t, { zones })
    const topic = (await post('/v1/topics', { name: { en: 'News' }, double_opt_in: true })).body.id
    const consent = { basis: 'consent', wording: 'I agree.', source: 'fair' }
    const mapping = { email: 'email' }
    const id = await make({ format: 'csv', topics: [topic], consent, mapping, confirm: 'send' })
    const people = Array.from({ length: 53 }, (_, n) => `p${n}@here.test`)
    await send(id, `email\n${people.join('\n')}\n`)
    await ends(id)
    const letters = await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?limit=100')).body
      const isSettled = data.every((one: { status: string }) =>
        ['delivered', 'deferred'].includes(one.status),
      )
      return data.length === 53 && isSettled && data
    }, 'the first day')
    const waiting = letters.filter((one: { status: string }) => one.status === 'deferred')
    assert.equal(waiting.length, 3)
    const held = await eventOf(service, waiting[0].id, 'deferred')
    assert.match(String(held.explanation), /warmed up/)
    // Nobody who asks by a call or a form waits behind a list.
    const join = { email: 'one@here.test', topics: [topic] }
    assert.equal((await post('/v1/contacts', join)).status, 201)
    await until(async () => {
      const { data } = (await service.call('GET', '/v1/emails?to=one@here.test')).body
      return data[0]?.status === 'delivered'
    }, 'the letter to one')
  })
})
