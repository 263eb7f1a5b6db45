import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openProject } from '../support/accounts.ts'
import { create, publishAll, start, verify } from '../support/domains.ts'
import { bouncedToday, told } from '../support/happened.ts'
import { comesRound } from '../support/jobs.ts'
import { openNotices, owedPosts } from '../support/kept.ts'
import type { TestService } from '../support/service.ts'

const hour = 3_600_000
const day = 24 * hour

type Shown = Record<string, unknown> & { id: string; type: string; severity: string }

async function list(service: TestService, options: object = {}): Promise<Shown[]> {
  const { status, body } = await service.call('GET', '/v1/notices', options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

let names = 0

async function failedDomain(t: TestContext) {
  const name = `told${++names}.test`
  const { service, world } = await start(t)
  const domain = await create(service, name)
  publishAll(service, domain.records)
  await verify(service, domain.id)
  service.dns.setName(`bounce.${name}`, 'nxdomain')
  const look = () => comesRound(world, 'domain checks')
  service.turn(day + hour)
  await look()
  service.turn(73 * hour)
  await look()
  return { service, world, domain }
}

describe('what an account has to know', () => {
  it('is listed newest first, in the language of the call', async t => {
    const { service, domain } = await failedDomain(t)
    const [failed, broken] = await list(service)
    assert.match(failed!.id, /^ntc_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(failed, {
      type: 'domain_failed',
      severity: 'critical',
      data: { domain_id: domain.id, name: domain.name },
      read_at: null,
    })
    assert.deepEqual(Object.keys(failed!), [
      'id',
      'type',
      'at',
      'severity',
      'message',
      'data',
      'read_at',
    ])
    assert.partialDeepStrictEqual(broken, { type: 'domain_broken', severity: 'warning' })
    assert.match(String(failed!.message), /^told\d+\.test is no longer verified/)
    const pt = await list(service, { headers: { 'accept-language': 'pt' } })
    assert.match(String(pt[0]!.message), /^told\d+\.test não está mais verificado/)
  })

  it('comes in pages', async t => {
    const { service } = await failedDomain(t)
    const all = await list(service)
    const first = await service.call('GET', '/v1/notices?limit=1')
    assert.deepEqual([first.body.data.length, first.body.has_more], [1, true])
    const rest = await service.call('GET', `/v1/notices?starting_after=${all[0]!.id}`)
    assert.deepEqual(
      rest.body.data.map((one: Shown) => one.id),
      all.slice(1).map(one => one.id),
    )
    const wrong = await service.call('GET', '/v1/notices?starting_after=ntc_0')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'starting_after'])
  })

  it('is for the keys of its project, and of its mode', async t => {
    const { service, world } = await failedDomain(t)
    const { projectId } = service
    const other = await openProject(world, service, 'Other')
    const text = { en: 'A', pt: 'B' }
    await told(
      service,
      { level: 'info', code: 'import_done', text, projectId: other.projectId },
      { level: 'info', code: 'import_done', text, projectId, mode: 'test' },
      { level: 'info', code: 'sending_resumed', text },
    )
    const types = async (key?: string) => (await list(service, { key })).map(one => one.type)
    assert.deepEqual(await types(), ['sending_resumed', 'domain_failed', 'domain_broken'])
    assert.deepEqual(await types(await service.key('test', 'read')), [
      'import_done',
      'domain_failed',
      'domain_broken',
    ])
  })

  it('is posted to the webhooks that name it', async t => {
    const { service, world } = await start(t)
    const named = await service.call('POST', '/v1/webhooks', {
      body: { url: 'https://hooks.test/named', events: ['account.notice'] },
    })
    assert.equal(named.status, 201, JSON.stringify(named.body))
    await service.call('POST', '/v1/webhooks', {
      body: { url: 'https://hooks.test/other', events: ['delivered'] },
    })
    const text = { en: 'All sending is paused.', pt: 'Todo o envio está pausado.' }
    await told(service, { level: 'error', code: 'sending_paused', text })
    const posts = await owedPosts(world.db)
    assert.equal(posts.length, 1)
    const { type, data } = JSON.parse(posts[0]!.body)
    assert.equal(type, 'account.notice')
    assert.deepEqual([data.notice], await list(service))
  })

  it('is told once while it lasts, and again when it comes back', async t => {
    const { service, world, domain } = await failedDomain(t)
    publishAll(service, domain.records)
    await verify(service, domain.id)
    const told = async () => (await list(service)).map(one => one.type)
    assert.deepEqual(await told(), ['domain_restored', 'domain_failed', 'domain_broken'])
    const open = await openNotices(world.db, service.accountId)
    assert.equal(open, 0, 'what had been told is over')
  })
})

describe('bounces of few emails', () => {
  const told = async (service: TestService, counts: { finals: number; hard: number }) => {
    const { projectId, world } = service
    await bouncedToday(world.db, { projectId, now: world.clock.now() }, counts)
    await comesRound(world, 'rates')
    return (await list(service)).filter(one => one.type === 'rates_high')
  }

  it('are told in counts from 20 results with five of them on', async t => {
    const { service } = await start(t)
    assert.equal((await told(service, { finals: 19, hard: 19 })).length, 0)
    assert.equal((await told(service, { finals: 40, hard: 4 })).length, 0)
    const [notice, ...others] = await told(service, { finals: 20, hard: 5 })
    assert.equal(others.length, 0)
    assert.partialDeepStrictEqual(notice, {
      severity: 'warning',
      data: { rate: 'bounces', count: 5, of: 20 },
    })
    assert.match(String(notice!.message), /^5 of the last 20 recipients bounced/)
    assert.equal((await told(service, { finals: 21, hard: 6 })).length, 1, 'once')
    assert.equal((await service.call('GET', '/v1/emails')).status, 200)
  })

  it('are told again after they have become few', async t => {
    const { service } = await start(t)
    assert.equal((await told(service, { finals: 99, hard: 5 })).length, 1)
    await told(service, { finals: 99, hard: 1 })
    assert.equal((await told(service, { finals: 99, hard: 5 })).length, 2)
  })

  it('are none below five in a hundred', async t => {
    const { service } = await start(t)
    assert.equal((await told(service, { finals: 99, hard: 4 })).length, 0)
  })
})
