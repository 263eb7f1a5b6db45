/**
 * A person erased (docs/contract.md#contacts): out of all that one mode keeps, and of nothing that
 * the other does when a test key asks.
 */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { erased } from '../support/happened.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const address = 'eva@b.example'

describe('erasing with a test key', () => {
  it('takes the person out of what was tried, and leaves what is live', async t => {
    const { call, key, port } = await startTestService(t)
    const test = await key('test', 'admin')
    const post = <const Path extends string>(path: Path, body: unknown, as?: string) =>
      call('POST', path, { body, ...(as === undefined ? {} : { key: as }) })
    const { body: topic } = await post('/v1/topics', { name: { en: 'News' } })
    const consent = { at: '2020-01-01T00:00:00Z', ip: '192.0.2.77', source: 'shop' }
    const live = await post('/v1/contacts', { email: address })
    await post(`/v1/contacts/${live.body.id}/topics`, {
      topics: [{ id: topic.id, state: 'subscribed', consent }],
    })
    const letter = { from: 'a@shop.test', to: [address], subject: 'Hello Eva', text: 'Eva' }
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const { body: kept } = await post('/v1/emails', { ...letter, scheduled_at: later })

    const tried = await post('/v1/contacts', { email: address }, test)
    const { body: captured } = await post('/v1/emails', letter, test)
    const waiting = await post('/v1/emails', { ...letter, scheduled_at: later }, test)
    const { body: run } = await post('/v1/imports', { format: 'csv' }, test)
    await fetch(`http://127.0.0.1:${port}/v1/imports/${run.id}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test}`, 'content-type': 'text/csv' },
      body: `email,last_name\nx@b.example,Lu\n${address},Ev\n${address},${'x'.repeat(300)}\n`,
    })
    const read = async (path: string): Promise<string> => {
      const { status, body } = await call('GET', path, { key: test })
      assert.equal(status, 200)
      return JSON.stringify(body)
    }
    await until(async () => (await read(`/v1/imports/${run.id}`)).includes('recognised'))
    await post(`/v1/imports/${run.id}/start`, {}, test)
    await until(async () => (await read(`/v1/imports/${run.id}`)).includes('"done"'))
    assert.match(await read(`/v1/imports/${run.id}/errors`), /eva@b\.example/)

    assert.equal((await post(`/v1/contacts/${tried.body.id}/erase`, {}, test)).status, 202)
    const holding = [
      `/v1/emails/${captured.id}`,
      `/v1/emails/${captured.id}/content`,
      `/v1/emails/${waiting.body.id}`,
      `/v1/imports/${run.id}`,
      `/v1/imports/${run.id}/errors`,
    ]
    for (const path of holding) {
      await until(async () => !/eva/i.test(await read(path)))
    }
    assert.match(await read(`/v1/imports/${run.id}`), /x@b\.example/)

    const proofs = await call('GET', `/v1/contacts/${live.body.id}/consents`)
    assert.equal(proofs.body.data[0].ip, '192.0.2.77')
    assert.equal((await call('GET', `/v1/contacts/${address}`)).status, 200)
    const untouched = await call('GET', `/v1/emails/${kept.id}`)
    assert.deepEqual([untouched.body.to, untouched.body.status], [[address], 'queued'])
  })
})

describe('erasing', () => {
  it('takes nothing of who comes back, however late the rest is erased', async t => {
    const { call, projectId, turn, world } = await startTestService(t)
    const post = <const Path extends string>(path: Path, body: unknown = {}) =>
      call('POST', path, { body })
    const { body: topic } = await post('/v1/topics', { name: { en: 'News' } })
    const join = async () => {
      const made = await post('/v1/contacts', { email: address })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const at = new Date(world.clock.now()).toISOString()
      const consent = { at, ip: '192.0.2.77', source: 'shop' }
      const topics = [{ id: topic.id, state: 'subscribed', consent }]
      assert.equal((await post(`/v1/contacts/${made.body.id}/topics`, { topics })).status, 200)
    }
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
    const letter = { from: 'a@shop.test', to: [address], subject: 'Eva', text: 'Eva', scheduled_at }
    const standing = async (id: string) => {
      const { body } = await call('GET', `/v1/emails/${id}`)
      return [body.to, body.status]
    }
    const gone = [['erased+0@erased.invalid'], 'cancelled']
    await join()
    const early = (await post('/v1/emails', letter)).body.id
    assert.equal((await post(`/v1/contacts/${address}/erase`)).status, 202)
    const askedAt = world.clock.now()
    await until(async () => (await standing(early))[1] === 'cancelled', 'the early one to be gone')
    turn(60_000)
    await join()
    const late = (await post('/v1/emails', letter)).body.id
    // As the job does once more while a mail to them is under way.
    await erased({ world, projectId }, address, { askedAt })
    assert.deepEqual(await standing(early), gone)
    assert.deepEqual(await standing(late), [[address], 'queued'])
    const { body: back } = await call('GET', `/v1/contacts/${address}`)
    assert.equal(back.topics[0]?.state, 'subscribed', JSON.stringify(back))
    const proofs = await call('GET', `/v1/contacts/${back.id}/consents`)
    assert.equal(proofs.body.data[0].ip, '192.0.2.77')
    await erased({ world, projectId }, address)
    assert.deepEqual(await standing(late), gone)
    assert.equal((await call('GET', `/v1/contacts/${address}`)).status, 404)
  })

  it('takes away what webhooks were told of the person', async t => {
    const told: string[] = []
    const receiver = createServer((request, response) => {
      request.on('data', part => told.push(String(part)))
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => receiver.close().closeAllConnections())
    const { call } = await startTestService(t)
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const hook = await call('POST', '/v1/webhooks', { body: { url, events: ['contact.*'] } })
    const attempts = async (): Promise<{ event_id: string }[]> =>
      (await call('GET', `/v1/webhooks/${hook.body.id}/attempts`)).body.data
    await call('POST', '/v1/contacts', { body: { email: address } })
    await until(async () => (await attempts()).length === 1)
    assert.match(told.join(), /eva@b\.example/)
    const [first] = await attempts()

    assert.equal((await call('POST', `/v1/contacts/${address}/erase`)).status, 202)
    await until(async () => /contact\.erased/.test(told.join()))
    await until(async () => (await attempts()).length === 1)
    assert.notEqual((await attempts())[0]!.event_id, first!.event_id)
  })
})
