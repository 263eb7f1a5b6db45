/** Calls for accounts that have moved to another cell: to whom they go. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import Fastify from 'fastify'
import { handOver } from '#faces/api/hand-over.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Db } from '#kernel/world/db.ts'
import type { HttpRequest } from '#kernel/world/http.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const cellUrl = 'https://b7.test'

/** A cell that hands everything over; what it asked of whom. */
async function startCell(t: TestContext) {
  const asked: HttpRequest[] = []
  const request = async (one: HttpRequest) => {
    asked.push(one)
    return {
      ...{ kind: 'answer', status: 200, headers: {}, body: Buffer.from('{}') },
      truncated: false,
    } as never
  }
  const world = fakeWorld({ db: {} as Db, http: { request } })
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof Refusal ? 503 : 500).send(String(error)),
  )
  app.all('/*', async (request, reply) => {
    await handOver(world, { request, reply }, { cell: 'b7', url: cellUrl })
    return reply
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const call = async (target: string, header = ''): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET ${target} HTTP/1.1\r\nHost: a1.test\r\nConnection: close\r\n${header}\r\n`)
    let answer = ''
    socket.on('data', bytes => {
      answer += bytes
    })
    await once(socket, 'close')
    return answer
  }
  return { asked, call }
}

describe('A call for an account that has moved', () => {
  it('goes to its cell, whatever server its target names', async t => {
    const { asked, call } = await startCell(t)
    for (const target of [
      '/v1/emails?q=a//b',
      '//127.0.0.1:9/v1/emails',
      '///127.0.0.1:9/v1/emails',
      '/\\127.0.0.1:9/v1/emails',
      'http://127.0.0.1:9/v1/emails',
      '//user@127.0.0.1/',
    ]) {
      await call(target)
    }
    assert.ok(asked.length >= 4, `${asked.length} went on`)
    assert.equal(asked[0]!.url, `${cellUrl}/v1/emails?q=a//b`)
    assert.deepEqual([...new Set(asked.map(({ url }) => new URL(url).origin))], [cellUrl])
    // Which a proxy in between goes by: all else names the old cell.
    assert.ok(asked.every(({ headers }) => headers?.['malote-handed-to'] === 'b7'))
  })

  it('is handed over once: two cells do not send it round', async t => {
    const { asked, call } = await startCell(t)
    assert.match(await call('/v1/emails', 'Malote-Handed-Over: b7\r\n'), /^HTTP\/1\.1 503 /)
    assert.deepEqual(asked, [])
  })
})
