/** Sending domains: from a name to mail that is signed for it. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { operatorSets } from '../support/accounts.ts'
import {
  create,
  of,
  publishAll,
  type ShownDomain,
  type ShownRecord,
  start,
  verify,
} from '../support/domains.ts'
import { comesRound } from '../support/jobs.ts'
import { noticesOf, retiredKeys, standingOf } from '../support/kept.ts'
import type { TestService } from '../support/service.ts'

const hour = 3_600_000
const day = 24 * hour

const runJob = ({ world }: TestService, name: string): Promise<void> => comesRound(world, name)

describe('registering a domain', () => {
  it('answers with the records to publish', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'News.Example.COM.')
    assert.match(domain.id, /^dom_[0-9a-f]{32}$/)
    assert.equal(domain.name, 'news.example.com')
    assert.equal(domain.status, 'pending')
    assert.deepEqual(
      domain.records.map(({ purpose, type, required, status }) => [
        purpose,
        type,
        required,
        status,
      ]),
      [
        ['dkim', 'TXT', true, 'pending'],
        ['dkim', 'TXT', false, 'pending'],
        ['return_path', 'CNAME', true, 'pending'],
        ['spf', 'TXT', false, 'pending'],
        ['dmarc', 'TXT', false, 'pending'],
        ['tracking', 'CNAME', false, 'pending'],
      ],
    )
    assert.match(domain.records[0]!.name, /^m[0-9a-f]+\._domainkey\.news\.example\.com$/)
    assert.match(domain.records[0]!.value, /^v=DKIM1; k=rsa; p=/)
    assert.match(domain.records[0]!.hint!, /Add a TXT record named m/)
    assert.equal(of(domain, 'return_path').value, 'bounces.malote.test')
    const listed = await service.call('GET', '/v1/domains')
    const names = listed.body.data.map(one => one.name)
    assert.deepEqual(names, ['news.example.com', 'shop.test'])
  })

  it('refuses what is no domain, and a name that is registered anywhere', async t => {
    const { service, key } = await start(t)
    for (const name of [
      '',
      'localhost',
      'a b.com',
      '-a.com',
      '10.0.0.1',
      `${'a'.repeat(64)}.com`,
    ]) {
      const bad = await service.call('POST', '/v1/domains', { body: { name } })
      assert.equal(bad.status, 400, name)
      assert.equal(bad.body.error.code, 'invalid_field')
      assert.equal(bad.body.error.param, 'name')
    }
    for (const options of [{}, { key }]) {
      const twice = await service.call('POST', '/v1/domains', {
        body: { name: 'SHOP.test' },
        ...options,
      })
      assert.equal(twice.status, 409)
      assert.equal(twice.body.error.code, 'domain_exists')
    }
  })

  it('stops at the number of the plan, before it looks at the name', async t => {
    const { service, world, other, key } = await start(t)
    await operatorSets({ world, ...other }, { plan: 'free' })
    await create(service, 'one.test', key)
    const body = { name: 'shop.test' }
    for (const path of ['/v1/domains', '/v1/domains/claim']) {
      const answer = await service.call('POST', path, { key, body })
      assert.equal(answer.status, 403, path)
      assert.equal(answer.body.error.code, 'domain_limit_reached')
      assert.match(
        answer.body.error.message,
        /free plan has room for 1 .* pro plan has room for 10/,
      )
    }
  })

  it('has one winner when many ask at once', async t => {
    const { service, key } = await start(t)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        service.call('POST', '/v1/domains', {
          body: { name: 'race.test' },
          ...(n % 2 ? { key } : {}),
        }),
      ),
    )
    const statuses = answers.map(answer => answer.status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409])
  })

  it('belongs to its project alone', async t => {
    const { service, key } = await start(t)
    const { id } = await create(service, 'mine.test')
    for (const [method, path] of [
      ['GET', `/v1/domains/${id}`],
      ['POST', `/v1/domains/${id}/verify`],
      ['POST', `/v1/domains/${id}/rotate-keys`],
      ['DELETE', `/v1/domains/${id}`],
    ] as const) {
      const answer = await service.call(method, path, { key })
      assert.equal(answer.status, 404, `${method} ${path}`)
      assert.equal(answer.body.error.code, 'resource_not_found')
    }
    const gone = await service.call('DELETE', `/v1/domains/${id}`)
    assert.deepEqual(gone.body, { id, deleted: true })
    assert.equal((await service.call('GET', `/v1/domains/${id}`)).status, 404)
    await create(service, 'mine.test', key)
  })
})

describe('verifying a domain', () => {
  it('needs the RSA key and the return path, and lets mail out of the sandbox', async t => {
    const { service, world, other, key } = await start(t)
    const domain = await create(service, 'fresh.test', key)
    const level = async () => (await standingOf(world.db, other.accountId)).trust
    const from = { from: 'a@fresh.test', to: ['b@here.test'], subject: 's', text: 't' }
    const early = await service.call('POST', '/v1/emails', { key, body: from })
    assert.equal(early.body.error.code, 'sandbox_recipient')
    publishAll(service, [of(domain, 'dkim')])
    const half = await verify(service, domain.id, key)
    assert.equal(half.status, 'pending')
    assert.equal(half.records[0]!.status, 'verified')
    assert.equal('hint' in half.records[0]!, false)
    assert.equal(await level(), 0)
    publishAll(service, [of(domain, 'return_path')])
    const whole = await verify(service, domain.id, key)
    assert.equal(whole.status, 'verified')
    assert.ok(whole.verified_at)
    assert.equal(await level(), 1)
    const now = await service.call('POST', '/v1/emails', { key, body: from })
    assert.equal(now.status, 202, JSON.stringify(now.body))
    assert.equal((await verify(service, domain.id, key)).verified_at, whole.verified_at)
  })

  it('shows what was found instead, and how to put it right', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'wrong.test')
    const [rsa, ed25519] = domain.records
    service.dns.set(rsa!.name, 'TXT', [rsa!.value.slice(0, -40)])
    service.dns.set(ed25519!.name, 'TXT', [rsa!.value])
    service.dns.set('bounce.wrong.test', 'CNAME', ['elsewhere.test'])
    service.dns.set('elsewhere.test', 'A', ['192.0.2.1'])
    service.dns.set('wrong.test', 'TXT', ['v=spf1 include:other.test ~all', 'something else'])
    service.dns.set('_dmarc.wrong.test', 'TXT', ['v=DMARC1; p=reject'])
    const { status, records } = await verify(service, domain.id)
    assert.equal(status, 'pending')
    const [cut, swapped] = records
    assert.equal(cut!.status, 'mismatch')
    assert.match(cut!.hint!, /incomplete or was changed.*Paste the value .* again/)
    assert.equal(swapped!.status, 'mismatch')
    assert.match(swapped!.hint!, /Another key/)
    const path = of({ ...domain, records }, 'return_path')
    assert.deepEqual(path.found, ['elsewhere.test'])
    assert.match(path.hint!, /CNAME record to bounces\.malote\.test/)
    const spf = of({ ...domain, records }, 'spf')
    assert.deepEqual(spf.found, ['v=spf1 include:other.test ~all'])
    assert.match(spf.hint!, /Put include:bounces\.malote\.test into it/)
    assert.equal(spf.change_to, 'v=spf1 include:other.test include:bounces.malote.test ~all')
    assert.equal(of({ ...domain, records }, 'dmarc').status, 'verified')
    const pt = await service.call('GET', `/v1/domains/${domain.id}`, {
      headers: { 'accept-language': 'pt' },
    })
    assert.match(of(pt.body, 'return_path').hint!, /Troque-o por um registro CNAME/)
  })

  it('learns nothing from a DNS that does not answer', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'flaky.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    for (const { name } of domain.records) service.dns.setName(name, 'servfail')
    const after = await verify(service, domain.id)
    assert.equal(after.status, 'verified')
    assert.deepEqual(
      after.records.map(one => one.status),
      Array(6).fill('verified'),
    )
  })
})

describe('a verified domain', () => {
  it('is looked at daily, and fails once it has been broken for 72 hours', async t => {
    const { service, world } = await start(t)
    const { accountId } = service
    const domain = await create(service, 'daily.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    service.dns.setName('bounce.daily.test', 'nxdomain')
    const status = async () =>
      (await service.call('GET', `/v1/domains/${domain.id}`)).body.status as string
    const told = async () =>
      (await noticesOf(world.db, accountId)).map(notice => notice.code).reverse()
    await runJob(service, 'domain checks')
    assert.deepEqual(await told(), [], 'it was looked at just now')
    service.turn(day + hour)
    await runJob(service, 'domain checks')
    assert.deepEqual(await told(), ['domain_broken'])
    service.turn(71 * hour)
    await runJob(service, 'domain checks')
    assert.equal(await status(), 'verified')
    service.turn(2 * hour)
    await runJob(service, 'domain checks')
    assert.equal(await status(), 'failed')
    assert.deepEqual(await told(), ['domain_broken', 'domain_failed'])
    const body = { from: 'a@daily.test', to: ['b@here.test'], subject: 's', text: 't' }
    assert.equal((await service.call('POST', '/v1/emails', { body })).status, 422)
    publishAll(service, domain.records)
    assert.equal((await verify(service, domain.id)).status, 'verified')
  })

  it('that comes back in time is as good as new', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'back.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    service.dns.setName('bounce.back.test', 'nxdomain')
    service.turn(day + hour)
    await runJob(service, 'domain checks')
    publishAll(service, domain.records)
    service.turn(60 * hour)
    await runJob(service, 'domain checks')
    service.dns.setName('bounce.back.test', 'nxdomain')
    service.turn(30 * hour)
    await runJob(service, 'domain checks')
    const { body } = await service.call('GET', `/v1/domains/${domain.id}`)
    assert.equal(body.status, 'verified')
  })

  it('that failed is verified again once its records are back, without being asked', async t => {
    const { on, id, records, status } = await failedDomain(t, 'again.test')
    on.turn(day + hour)
    await runJob(on, 'domain checks')
    assert.equal(await status(), 'failed')
    publishAll(on, records)
    await runJob(on, 'domain checks')
    assert.equal(await status(), 'failed', 'it was looked at just now')
    on.turn(day + hour)
    await runJob(on, 'domain checks')
    assert.equal(await status(), 'verified')
    const told = (await noticesOf(on.world.db, on.accountId)).map(one => one.code)
    assert.deepEqual(told, ['domain_restored', 'domain_failed', 'domain_broken'])
    const body = { from: 'a@again.test', to: ['b@here.test'], subject: 's', text: 't' }
    assert.equal((await on.call('POST', '/v1/emails', { body })).status, 202)

    // It breaks anew: what was before does not count.
    on.dns.setName('bounce.again.test', 'nxdomain')
    on.turn(day + hour)
    await runJob(on, 'domain checks')
    assert.equal((await on.call('GET', `/v1/domains/${id}`)).body.status, 'verified')
  })

  it('that is lost for 30 days is looked at weekly', async t => {
    const { on, records, status } = await failedDomain(t, 'lost.test')
    on.turn(30 * day)
    await runJob(on, 'domain checks')
    publishAll(on, records)
    on.turn(6 * day)
    await runJob(on, 'domain checks')
    assert.equal(await status(), 'failed')
    on.turn(day + hour)
    await runJob(on, 'domain checks')
    assert.equal(await status(), 'verified')
  })

  async function failedDomain(t: TestContext, name: string) {
    const { service: on } = await start(t)
    const { id, records } = await create(on, name)
    publishAll(on, records)
    await verify(on, id)
    on.dns.setName(`bounce.${name}`, 'nxdomain')
    for (const pause of [day + hour, 73 * hour]) {
      on.turn(pause)
      await runJob(on, 'domain checks')
    }
    const status = async () => (await on.call('GET', `/v1/domains/${id}`)).body.status as string
    assert.equal(await status(), 'failed')
    return { on, id, records, status }
  }

  it('changes its keys without a gap', async t => {
    const { service, world } = await start(t)
    const domain = await create(service, 'keys.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    const dkim = (shown: ShownDomain) => shown.records.filter(one => one.purpose === 'dkim')
    const begun = await service.call('POST', `/v1/domains/${domain.id}/rotate-keys`)
    assert.equal(begun.status, 200)
    const [old, , fresh] = dkim(begun.body)
    assert.equal(dkim(begun.body).length, 4)
    assert.deepEqual([old!.required, fresh!.required], [true, false])
    const again = await service.call('POST', `/v1/domains/${domain.id}/rotate-keys`)
    assert.deepEqual(again.body, begun.body, 'one rotation at a time')
    assert.equal(dkim(await verify(service, domain.id)).length, 4, 'nothing is published yet')
    publishAll(service, dkim(begun.body))
    const turned = await verify(service, domain.id)
    assert.equal(turned.status, 'verified')
    assert.deepEqual(
      dkim(turned).map(one => one.name),
      dkim(begun.body)
        .slice(2)
        .map(one => one.name),
    )
    assert.equal(dkim(turned)[0]!.required, true)
    const keys = () => retiredKeys(world.db)
    // The plans that keep mail longest keep it for 90 days.
    service.turn(89 * day)
    await runJob(service, 'domain keys')
    assert.equal(await keys(), 2, 'mail that is kept can be shown as it was sent')
    service.turn(2 * day)
    await runJob(service, 'domain keys')
    assert.equal(await keys(), 0)
  })

  it('is offered new keys after a year', async t => {
    const { service, world } = await start(t)
    const { accountId } = service
    const domain = await create(service, 'year.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    service.turn(366 * day)
    await runJob(service, 'domain keys')
    const { body } = await service.call('GET', `/v1/domains/${domain.id}`)
    assert.equal(body.records.filter((one: ShownRecord) => one.purpose === 'dkim').length, 4)
    assert.equal((await noticesOf(world.db, accountId))[0]!.code, 'domain_keys')
  })
})

describe('against squatting', () => {
  it('a name that is not verified within 14 days is free again', async t => {
    const { service, world, key } = await start(t)
    const domain = await create(service, 'slow.test')
    const claimed = await service.call('POST', '/v1/domains/claim', {
      key,
      body: { name: 'slow.test' },
    })
    service.turn(13 * day)
    await runJob(service, 'domain expiry')
    assert.equal((await service.call('GET', `/v1/domains/${domain.id}`)).status, 200)
    service.turn(2 * day)
    await runJob(service, 'domain expiry')
    assert.equal((await service.call('GET', `/v1/domains/${domain.id}`)).status, 404)
    assert.equal((await service.call('GET', `/v1/domains/${claimed.body.id}`, { key })).status, 404)
    assert.equal(
      (await service.call('GET', '/v1/domains')).body.data.length,
      1,
      'verified ones stay',
    )
    const [notice] = await noticesOf(world.db, service.accountId)
    assert.equal(notice!.code, 'domain_expired')
  })

  it('whoever proves a name takes it from whoever did not', async t => {
    const { service, world, key } = await start(t)
    const squatted = await create(service, 'brand.test')
    const claim = await service.call('POST', '/v1/domains/claim', {
      key,
      body: { name: 'Brand.test' },
    })
    assert.equal(claim.status, 201, JSON.stringify(claim.body))
    assert.match(claim.body.id, /^dom_/)
    assert.equal(claim.body.records.length, 1)
    const [record] = claim.body.records as ShownRecord[]
    assert.equal(record!.type, 'TXT')
    const early = await verify(service, claim.body.id, key)
    assert.equal(early.id, claim.body.id)
    assert.equal(early.status, 'pending')
    service.dns.set(record!.name, 'TXT', ['something else'])
    assert.equal((await verify(service, claim.body.id, key)).records[0]!.status, 'mismatch')
    publishAll(service, [record!])
    const won = await verify(service, claim.body.id, key)
    assert.equal(won.id, claim.body.id, 'one id before and after')
    assert.equal(won.name, 'brand.test')
    assert.equal(won.status, 'pending')
    assert.equal(won.records.length, 6)
    assert.equal((await service.call('GET', `/v1/domains/${squatted.id}`)).status, 404)
    const [notice] = await noticesOf(world.db, service.accountId)
    assert.equal(notice!.code, 'domain_claimed')
    assert.match(notice!.text.pt, /brand\.test foi removido/)
    const twice = await service.call('POST', `/v1/domains/${claim.body.id}/verify`, { key })
    assert.equal(twice.status, 200, 'it is a domain like any other now')
  })

  it('a verified name cannot be claimed, nor won when it was verified meanwhile', async t => {
    const { service, key } = await start(t)
    const refused = await service.call('POST', '/v1/domains/claim', {
      key,
      body: { name: 'shop.test' },
    })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.error.code, 'domain_exists')
    const domain = await create(service, 'quick.test')
    const claim = await service.call('POST', '/v1/domains/claim', {
      key,
      body: { name: 'quick.test' },
    })
    publishAll(service, [...domain.records, ...claim.body.records])
    await verify(service, domain.id)
    const late = await service.call('POST', `/v1/domains/${claim.body.id}/verify`, { key })
    assert.equal(late.status, 409)
    assert.equal((await service.call('GET', `/v1/domains/${domain.id}`)).body.status, 'verified')
  })
})
