/** Verifying a domain while DNS is slow: what happens meanwhile is not undone. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vouchFor } from '../support/accounts.ts'
import { create, of, publishAll, type ShownDomain, start, verify } from '../support/domains.ts'
import { noticesOf } from '../support/kept.ts'
import type { TestService } from '../support/service.ts'

const get = async (service: TestService, id: string): Promise<ShownDomain> =>
  (await service.call('GET', `/v1/domains/${id}`)).body

/** Begins a verification that waits for one answer, which says what DNS says now. */
async function beginSlowly(service: TestService, { id, name }: { id: string; name: string }) {
  const held = service.dns.hold(name)
  const answer = service.call('POST', `/v1/domains/${id}/verify`)
  await held.arrived
  return () => {
    held.release()
    return answer
  }
}

async function sends(service: TestService, domain: string): Promise<boolean> {
  const body = { from: `a@${domain}`, to: ['b@here.test'], subject: 's', text: 't' }
  return (await service.call('POST', '/v1/emails', { body })).status === 202
}

describe('a look at DNS that was overtaken by another', () => {
  it('does not take back a verification', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'slow.test')
    const finish = await beginSlowly(service, { ...domain, name: of(domain, 'dkim').name })
    publishAll(service, domain.records)
    const verified = await verify(service, domain.id)
    assert.equal(verified.status, 'verified')
    const late = await finish()
    assert.equal(late.body.status, 'verified')
    const { records, verified_at } = await get(service, domain.id)
    assert.equal(verified_at, verified.verified_at)
    assert.deepEqual(
      records.map(one => one.status),
      Array(6).fill('verified'),
    )
    assert.equal(await sends(service, 'slow.test'), true)
  })

  it('does not call a domain broken that is repaired', async t => {
    const { service, world } = await start(t)
    const domain = await create(service, 'repaired.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    const { name } = of(domain, 'return_path')
    service.dns.setName(name, 'nxdomain')
    const finish = await beginSlowly(service, { ...domain, name })
    publishAll(service, domain.records)
    await verify(service, domain.id)
    await finish()
    assert.deepEqual(await noticesOf(world.db, service.accountId), [])
  })

  it('does not turn back a change of keys', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'turned.test')
    publishAll(service, domain.records)
    await verify(service, domain.id)
    const path = `/v1/domains/${domain.id}/rotate-keys` as const
    const begun: ShownDomain = (await service.call('POST', path)).body
    const keysOf = (shown: ShownDomain) =>
      shown.records.filter(one => one.purpose === 'dkim').map(one => one.name)
    const next = keysOf(begun).slice(2)
    const finish = await beginSlowly(service, { ...domain, name: next[0]! })
    publishAll(service, begun.records)
    assert.deepEqual(keysOf(await verify(service, domain.id)), next)
    await finish()
    assert.deepEqual(keysOf(await get(service, domain.id)), next)
  })

  it('counts where it alone has found everything', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'proved.test')
    publishAll(service, domain.records)
    const { name } = of(domain, 'return_path')
    const finish = await beginSlowly(service, { ...domain, name })
    service.dns.setName(name, 'nxdomain')
    assert.equal((await verify(service, domain.id)).status, 'pending')
    assert.equal((await finish()).body.status, 'verified')
  })
})

describe('a look at DNS', () => {
  it('does not undo that the operator has vouched meanwhile', async t => {
    const { service, world } = await start(t)
    const domain = await create(service, 'vouched.test')
    const finish = await beginSlowly(service, { ...domain, name: of(domain, 'dkim').name })
    await vouchFor(world, domain.id)
    assert.equal((await finish()).body.status, 'verified')
    assert.equal(await sends(service, 'vouched.test'), true)
  })

  it('finds nothing where the domain was removed meanwhile', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'removed.test')
    const finish = await beginSlowly(service, { ...domain, name: of(domain, 'dkim').name })
    await service.call('DELETE', `/v1/domains/${domain.id}`)
    const late = await finish()
    assert.equal(late.status, 404)
    assert.equal(late.body.error.code, 'resource_not_found')
  })
})
