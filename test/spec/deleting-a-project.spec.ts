/** What a project has goes with it: nothing of it is sent or posted, and its names are free. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import {
  beginToClose,
  hasTrust,
  openAccount,
  openProject,
  operatorSets,
  projectOfLetters,
} from '../support/accounts.ts'
import { enlisted } from '../support/happened.ts'
import { comesRound } from '../support/jobs.ts'
import { ownersOf, statesOfRecipients, type WaitingWork, waitingWork } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}
const hour = 3_600_000
const day = 24 * hour
const email = 'owner@here.test'
const password = 'correct horse battery'

describe('deleting a project', () => {
  it('ends the mail that waits and the posts that are owed', async t => {
    const shop = await open(t)
    const { service, send } = shop
    const hook = await receiver(t)
    const events = ['accepted', 'deferred', 'sent', 'delivered', 'failed', 'cancelled']
    await shop.call('POST', '/v1/webhooks', { url: hook.url, events })
    shop.busy = true
    const tried = await send({ to: ['ana@here.test'] })
    await until(async () => (await shop.statusOf(tried)) === 'deferred', 'the first try')
    shop.busy = false
    const inDays = (days: number) => new Date(service.world.clock.now() + days * day).toISOString()
    await send({ to: ['bia@here.test'], scheduled_at: inDays(20) })
    await send({ to: ['caio@here.test'], scheduled_at: inDays(20), stream: 'marketing' })
    const lent = service.world.settings.MALOTE_SANDBOX_SENDER
    await send({ from: lent, to: [email], scheduled_at: inDays(20) })
    await until(async () => hook.posts() >= 4, 'posts, of which none is taken')
    await shop.delete()
    const isPosting = (one: WaitingWork) => one.kind.endsWith('webhook') && one.held
    const waiting = () => waitingWork(service.world.db)
    await until(async () => !(await waiting()).some(isPosting), 'the last posts')
    const posts = hook.posts()
    const tries = shop.tries()
    service.turn(21 * day)
    await until(async () => (await waiting()).length === 0)
    assert.deepEqual(shop.arrived(), [])
    assert.equal(shop.tries(), tries)
    assert.equal(hook.posts(), posts)
    assert.deepEqual(
      await statesOfRecipients(service.world.db, shop.projectId),
      Array.from({ length: 4 }, () => 'cancelled'),
    )
  })

  it('ends what a pause would hold back', async t => {
    const shop = await open(t)
    const { world, turn } = shop.service
    await shop.send({
      to: ['ana@here.test'],
      scheduled_at: new Date(world.clock.now() + day).toISOString(),
    })
    await operatorSets({ world, ...shop }, { pause: 'full' })
    await shop.delete()
    turn(2 * day)
    await until(async () => (await waitingWork(world.db)).length === 0)
    assert.equal(shop.tries(), 0)
    assert.deepEqual(shop.arrived(), [])
  })

  it('frees its names for others', async t => {
    const shop = await open(t)
    const { call } = shop.service
    const name = 'store.test'
    assert.equal((await call('POST', '/v1/domains', { body: { name } })).status, 409)
    await shop.delete()
    const again = await call('POST', '/v1/domains', { body: { name } })
    assert.equal(again.status, 201, JSON.stringify(again.body))
  })

  it('is finished by a job where a node died on the way', async t => {
    const shop = await open(t)
    const { world, call } = shop.service
    const letters = await projectOfLetters(world)
    for (const projectId of [shop.projectId, letters]) {
      await enlisted({ world, projectId }, { email: 'ana@here.test', reason: 'manual' })
    }
    const hook = await receiver(t)
    await shop.call('POST', '/v1/webhooks', { url: hook.url, events: ['delivered'] })
    await shop.call('POST', '/v1/domains/claim', { name: 'else.test' })
    await beginToClose(world, shop)
    await comesRound(world, 'deleted projects')
    const left = (what: Parameters<typeof ownersOf>[1]) => ownersOf(world.db, what)
    assert.deepEqual(await left('suppressions'), [letters])
    assert.deepEqual(await left('webhooks'), [])
    assert.deepEqual(await left('domain_claims'), [])
    assert.ok(!(await left('api_keys')).includes(shop.projectId))
    const again = await call('POST', '/v1/domains', { body: { name: 'store.test' } })
    assert.equal(again.status, 201, JSON.stringify(again.body))
  })

  it('lets nobody register a domain in it any more', async t => {
    const shop = await open(t)
    await shop.delete()
    const late = hasTrust(shop.service.world, shop.projectId, 'late.test')
    await assert.rejects(late, { code: 'resource_not_found' })
  })

  it('leaves the letters of the installation, hidden as a deleted project, to go out', async t => {
    const { service, ask } = await open(t)
    assert.equal((await ask('POST', '/api/password/forgot', { email })).status, 202)
    const letter = await until(async () => service.mx.received[0], 'the letter')
    assert.deepEqual(letter.to, [email])
  })
})

interface Shop {
  readonly service: TestService
  readonly accountId: string
  readonly projectId: string
  /** Whether the receiving server asks for patience. */
  busy: boolean
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  send(more: object): Promise<string>
  statusOf(id: string): Promise<unknown>
  /** How often mail was offered for anyone but the owner, to whom Malote writes by itself. */
  tries(): number
  /** Who got which letters of the shop. */
  arrived(): (readonly string[])[]
  /** A call of the dashboard. */
  ask(method: string, path: string, body?: object): ReturnType<TestService['call']>
  /** Deletes the project as its owner does. */
  delete(): Promise<void>
}

/** A second account with a project beside its first one, and the domain store.test in that. */
async function open(t: TestContext): Promise<Shop> {
  const service = await startTestService(t, {
    zones,
    settings: { MALOTE_DASHBOARD_URL: 'http://dash.test' },
    mx: {
      misbehave(stage, socket) {
        if (stage !== 'rcpt' || !shop.busy) return false
        socket.write('451 4.7.1 try later\r\n')
        return true
      },
    },
  })
  const { world } = service
  const plan = { plan: 'enterprise', trustLevel: 3 } as const
  const { accountId } = await openAccount(world, { email, password, ...plan })
  const project = await openProject(world, { accountId }, 'Store')
  const { projectId } = project
  const key = await project.key('live', 'admin')
  await hasTrust(world, projectId, 'store.test')
  const ask: Shop['ask'] = (method, path, body) =>
    service.call(method, path, { key: '', body, headers })
  const headers: Record<string, string> = { origin: 'http://dash.test' }
  const shop: Shop = {
    service,
    accountId,
    projectId,
    busy: false,
    ask,
    async call(method, path, body) {
      const answer = await service.call(method, path, { key, body })
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body
    },
    async send(more) {
      const letter = { from: 'hello@store.test', subject: 'Hi', text: 'Hi', ...more }
      return String((await shop.call('POST', '/v1/emails', letter)).id)
    },
    tries: () =>
      service.mx.lines.filter(line => /^RCPT /i.test(line) && !line.includes(email)).length,
    arrived: () =>
      service.mx.received
        .filter(one => one.content.includes('\r\nSubject: Hi\r\n'))
        .map(one => one.to),
    statusOf: async id => (await shop.call('GET', `/v1/emails/${id}`)).status,
    async delete() {
      const door = await ask('POST', '/api/session', { email, password })
      headers.cookie = door.headers.get('set-cookie')!.split(';')[0]!
      const gone = await ask('DELETE', `/api/projects/${project.shownId}`)
      assert.equal(gone.status, 200, JSON.stringify(gone.body))
    },
  }
  return shop
}

/** Takes no post, so that each is owed for days. */
async function receiver(t: TestContext): Promise<{ url: string; posts(): number }> {
  let count = 0
  const server = createServer((_, response) => {
    count++
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, posts: () => count }
}
