/** Idempotency (docs/contract.md#idempotency) over two nodes that share a database. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { realDb } from '#kernel/world/real/db.ts'
import { forgetOldKeys } from '#platform/idempotency/idempotency.ts'
import { createProject } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { testDatabase } from '../../support/database.ts'
import { turnableClock } from '../../support/real-clock.ts'
import {
  ask,
  keptLog,
  makeOwner,
  makeProbeTable,
  type Owner,
  probeWorld,
  type Reply,
  type Service,
  startProbe,
} from './probe.ts'

const { db, address } = await testDatabase(undefined, { connections: 10 })

describe('A POST with an Idempotency-Key', () => {
  const other = realDb({ address, log: keptLog(), connections: 10 })
  const clock = turnableClock()
  let nodes: readonly [Service, Service]
  let owner: Owner
  let key: string
  before(async () => {
    await makeProbeTable(db)
    nodes = [
      await startProbe(probeWorld(db, { clock })),
      await startProbe(probeWorld(other, { clock })),
    ]
    owner = await makeOwner(nodes[0].world)
    key = (await owner.key()).key
  })
  after(async () => {
    for (const node of nodes) await node.api.close()
    await other.close()
  })

  const post = (node: number, name: string, body: unknown, path = '/v1/probe'): Promise<Reply> =>
    ask(nodes[node]!.url, path, { key, body, headers: { 'idempotency-key': name } })
  const made = async (name: string) =>
    (await db.query(`select 1 from probes where name = $1`, [name])).length

  test('500 at once over two nodes make one, and every answer is it or asks to wait', async () => {
    for (let round = 0; round < 4; round++) {
      const name = `race ${round}`
      const replies = await Promise.all(
        Array.from({ length: 500 }, (_, i) => post(i % 2, name, { name })),
      )
      assert.equal(await made(name), 1)
      const success = replies.find(reply => reply.status === 201)!
      for (const reply of replies) {
        if (reply.status === 201) assert.equal(reply.text, success.text)
        else {
          assert.equal(reply.body.error.code, 'idempotency_in_progress')
          assert.equal(reply.headers.get('retry-after'), '1')
        }
      }
      const replays = await Promise.all(
        Array.from({ length: 100 }, (_, i) => post(i % 2, name, { name })),
      )
      for (const replay of replays) assert.equal(replay.text, success.text)
    }
  })

  test('waits on another node for the first, and repeats its answer', async () => {
    const inside = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    nodes[0].state.gate = () => {
      inside.resolve()
      return promise
    }
    const first = post(0, 'held', { name: 'held' })
    await inside.promise
    const here = await post(0, 'held', { name: 'held' })
    assert.equal(here.body.error.code, 'idempotency_in_progress')
    const second = post(1, 'held', { name: 'held' })
    resolve()
    nodes[0].state.gate = null
    const replies = await Promise.all([first, second])
    assert.equal(replies[0].status, 201)
    assert.equal(replies[0].text, replies[1].text)
    assert.equal(await made('held'), 1)
  })

  test('is the same whatever the order of its keys, and its replay says so', async () => {
    const first = await post(0, 'order', {
      name: 'order',
      nested: { deep: true },
      tags: { a: '1', b: '2' },
    })
    const again = await post(1, 'order', {
      tags: { b: '2', a: '1' },
      nested: { deep: true },
      name: 'order',
    })
    assert.equal(again.status, 201)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.notEqual(again.headers.get('request-id'), first.headers.get('request-id'))
  })

  test('is a conflict with another body, the order of a list, or another path', async () => {
    assert.equal((await post(0, 'same', { name: 'same', to: ['a', 'b'] })).status, 201)
    for (const reply of [
      await post(1, 'same', { name: 'other', to: ['a', 'b'] }),
      await post(1, 'same', { name: 'same', to: ['b', 'a'] }),
      await post(0, 'same', { name: 'same' }),
      await post(0, 'same', { name: 'same', to: ['a', 'b'] }, '/v1/probe/1/run'),
    ]) {
      assert.equal(reply.status, 409)
      assert.equal(reply.body.error.code, 'idempotency_conflict')
    }
  })

  test('keeps its key free after a refusal or a fault', async () => {
    for (const body of [{}, { name: 'free', refuse: true }, { name: 'free', fail: true }]) {
      assert.ok((await post(0, 'free', body)).status >= 400)
    }
    assert.equal((await post(0, 'free', { name: 'free' })).status, 201)
  })

  test('is remembered for a day, to the second', async () => {
    const first = await post(0, 'day', { name: 'day' })
    clock.turn(24 * 3_600_000 - 1000)
    assert.equal((await post(1, 'day', { name: 'day' })).text, first.text)
    assert.equal((await post(1, 'day', { name: 'else' })).status, 409)
    await forgetOldKeys(nodes[0].world)
    assert.equal((await post(0, 'day', { name: 'day' })).text, first.text)
    clock.turn(2000)
    const anew = await post(1, 'day', { name: 'day' })
    assert.equal(anew.status, 201)
    assert.notEqual(anew.text, first.text)
    assert.equal((await post(0, 'day', { name: 'day' })).text, anew.text)
    assert.ok((await forgetOldKeys(nodes[0].world)) > 0)
    assert.equal((await post(0, 'day', { name: 'day' })).text, anew.text)
  })

  test('belongs to a project and a mode', async () => {
    const project = await createProject(nodes[0].world, {
      accountId: owner.accountId,
      name: 'Other',
    })
    const there = await createKey(nodes[0].world, {
      projectId: project.id,
      mode: 'live',
      scope: 'send',
      rate: 0,
    })
    const inTest = await owner.key({ mode: 'test' })
    const second = await owner.key()
    const call = (one: string) =>
      ask(nodes[0].url, '/v1/probe', {
        key: one,
        body: { name: 'mine' },
        headers: { 'idempotency-key': 'mine' },
      })
    const mine = await call(key)
    const others = [await call(there.key), await call(inTest.key)]
    assert.equal(new Set([mine, ...others].map(reply => reply.text)).size, 3)
    assert.equal((await call(second.key)).text, mine.text)
  })

  test('works without a body, and takes every printable character', async () => {
    const all = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('')
    for (const name of [all, 'x', 'a b', 'y'.repeat(255)]) {
      const first = await ask(nodes[0].url, '/v1/probe/1/run', {
        key,
        method: 'POST',
        headers: { 'idempotency-key': name },
      })
      assert.equal(first.status, 202)
      const again = await ask(nodes[1].url, '/v1/probe/1/run', {
        key,
        method: 'POST',
        headers: { 'idempotency-key': name },
      })
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    for (const name of ['', 'z'.repeat(256), 'é', 'a\tb']) {
      const reply = await post(0, name, { name: 'a' })
      assert.equal(reply.body.error.code, 'invalid_field', JSON.stringify(name))
      assert.equal(reply.body.error.param, 'Idempotency-Key')
    }
  })

  test('a fault leaves nothing behind: neither the work nor the key', async () => {
    nodes[0].state.gate = () => Promise.reject(new Error('the node loses its mind'))
    const doomed = post(0, 'doomed', { name: 'doomed' })
    assert.equal((await doomed).status, 500)
    nodes[0].state.gate = null
    assert.equal(await made('doomed'), 0)
    assert.equal((await post(1, 'doomed', { name: 'doomed' })).status, 201)
    assert.equal(await made('doomed'), 1)
  })
})
