/** Silent servers hold up their own mail and nobody else's, whoever writes to them. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import * as net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { openAccount, openProject } from '../support/accounts.ts'
import { waitingWork } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Takes connections at an address and never says a word. */
async function startSilent(t: TestContext, address: string, port: number): Promise<void> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(port, address)
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

async function neighbour({ world }: TestService): Promise<string> {
  const { key } = await openAccount(world, {
    email: 'neighbour@malote.test',
    plan: 'enterprise',
    trustLevel: 3,
    language: 'en',
    domain: 'neighbour.test',
  })
  return key('live', 'admin')
}

describe('silent servers', () => {
  it('of one project do not keep another’s mail, nor its own to others, waiting', async t => {
    const silentHosts = Array.from({ length: 100 }, (_, i) => `silent-${i}.test`)
    const addressOf = (i: number): string => `127.0.1.${i + 1}`
    const service = await startTestService(t, {
      settings: { MALOTE_DELIVERY_CONCURRENCY: '20' },
      zones: {
        'here.test': { MX: ['10 mx.here.test'] },
        'mx.here.test': { A: ['127.0.0.1'] },
        ...Object.fromEntries(silentHosts.map((name, i) => [name, { A: [addressOf(i)] }])),
      },
    })
    for (const i of silentHosts.keys()) await startSilent(t, addressOf(i), service.mx.port)
    const key = await neighbour(service)
    const silenced = silentHosts.map(name => ({
      from: 'hello@shop.test',
      to: [`ana@${name}`],
      subject: 'Oi',
      text: 'Oi',
    }))
    const batch = await service.call('POST', '/v1/emails/batch', { body: { emails: silenced } })
    assert.equal(batch.status, 202)
    await until(() => isBusy(service), 'silent servers are asked')
    for (const [from, used] of [
      ['hello@neighbour.test', key],
      ['hello@shop.test', undefined],
    ] as const) {
      const sent = await service.call('POST', '/v1/emails', {
        ...(used === undefined ? {} : { key: used }),
        body: { from, to: ['ana@here.test'], subject: 'Oi', text: 'Oi' },
      })
      assert.equal(sent.status, 202)
      await until(async () => {
        const shown = await service.call('GET', `/v1/emails/${sent.body.id}`, {
          ...(used === undefined ? {} : { key: used }),
        })
        return shown.body.status === 'delivered'
      }, `the email of ${from} arrives`)
      // It was not the turn of all silent ones first.
      assert.ok((await untriedIn(service)) > 0)
    }
  })
})

describe('large batches', () => {
  it('of one project do not keep another’s request waiting', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const key = await neighbour(service)
    const letter = (to: string[]) => ({ from: 'hello@shop.test', to, subject: 'Oi', text: 'Oi' })
    const emails = Array.from({ length: 100 }, (_, i) =>
      letter(Array.from({ length: 50 }, (_, n) => `ana${i}-${n}@here.test`)),
    )
    const answered: string[] = []
    const batches = Array.from({ length: 8 }, async () => {
      const { status } = await service.call('POST', '/v1/emails/batch', { body: { emails } })
      assert.equal(status, 202)
      answered.push('batch')
    })
    await until(async () => answered.length > 0, 'the first batch is accepted')
    const sent = await service.call('POST', '/v1/emails', {
      key,
      body: { ...letter(['ana@here.test']), from: 'hello@neighbour.test' },
    })
    assert.equal(sent.status, 202)
    answered.push('single')
    await Promise.all(batches)
    assert.ok(answered.indexOf('single') <= 4, answered.join(', '))
  })
})

describe('slow callers', () => {
  it('of one account, by whatever projects, keep nobody else’s large email waiting', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const { world, accountId } = service
    const key = await neighbour(service)
    const keys = await Promise.all(
      ['one', 'two', 'three'].map(async name => {
        const { key } = await openProject(world, { accountId }, name)
        return key('test', 'send', { rate: null })
      }),
    )
    const sockets = keys.map(slow => sendSlowly(t, service.port, slow))
    const over = Promise.race(sockets.map(socket => once(socket, 'close').then(() => 'over')))
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    // Whoever is answered after them has come after them.
    assert.equal((await service.call('GET', '/v1/emails?limit=1', { key })).status, 200)
    const text = 'x'.repeat(2 * 1024 * 1024)
    const sent = service.call('POST', '/v1/emails', {
      key,
      body: { from: 'hello@neighbour.test', to: ['ana@here.test'], subject: 'Oi', text },
    })
    assert.equal(await Promise.race([sent.then(({ status }) => status), over]), 202)
  })
})

/** A request with a body of 40 MB that takes hours. */
function sendSlowly(t: TestContext, port: number, key: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
  const head = ['POST /v1/emails HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`]
  socket.write(`${[...head, `Content-Length: ${40 * 1024 * 1024}`].join('\r\n')}\r\n\r\n`)
  const sending = setInterval(() => socket.write(' '.repeat(16 * 1024)), 500)
  t.after(() => {
    clearInterval(sending)
    socket.destroy()
  })
  return socket
}

async function untriedIn({ world }: TestService): Promise<number> {
  const waiting = await waitingWork(world.db)
  return waiting.filter(one => one.kind === 'delivery' && one.attempt === 0).length
}

/** Unproven places are taken by servers that say nothing. */
async function isBusy({ world }: TestService): Promise<boolean> {
  const waiting = await waitingWork(world.db)
  return waiting.filter(one => one.kind === 'delivery' && one.held).length >= 5
}
