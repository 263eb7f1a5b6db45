/** Publishing the records of a domain with a token of its DNS provider. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startDnsProvider } from '../support/dns-provider.ts'
import { create, type ShownRecord, start, verify } from '../support/domains.ts'
import { keptOfDomains } from '../support/kept.ts'

describe('publishing records at the DNS provider', () => {
  const token = 'good-token'
  const otherToken = 'other-token'

  async function withProvider(t: TestContext) {
    const provider = await startDnsProvider({ zone: 'example.com', token, otherToken })
    t.after(() => provider.close())
    const parts = await start(t, { MALOTE_CLOUDFLARE_API_URL: provider.url })
    return { ...parts, provider }
  }

  it('writes all of them with a token that is never stored', async t => {
    const { service, world, provider } = await withProvider(t)
    provider.records.push(
      { id: 'a', type: 'TXT', name: 'mail.example.com', content: '"v=spf1 mx -all"', ttl: 60 },
      {
        id: 'b',
        type: 'TXT',
        name: '_dmarc.mail.example.com',
        content: 'v=DMARC1; p=reject',
        ttl: 60,
      },
    )
    const answer = await service.call('POST', '/v1/domains', {
      body: { name: 'mail.example.com', dns_token: token },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const published = provider.records.map(one => `${one.type} ${one.name}`).sort()
    const wanted = (answer.body.records as ShownRecord[])
      .map(one => `${one.type} ${one.name}`)
      .sort()
    assert.deepEqual(published, wanted)
    const at = (name: string) => provider.records.find(one => one.name === name)!
    assert.equal(at('mail.example.com').content, 'v=spf1 mx include:bounces.malote.test -all')
    assert.equal(at('_dmarc.mail.example.com').content, 'v=DMARC1; p=reject')
    assert.equal(at('bounce.mail.example.com').proxied, false)
    for (const one of provider.records) service.dns.set(one.name, one.type as 'TXT', [one.content])
    assert.equal((await verify(service, answer.body.id)).status, 'verified')
    assert.equal((await keptOfDomains(world.db)).includes(token), false)
  })

  it('overwrites no other name, though the provider lists more than was asked for', async t => {
    const { service, provider } = await withProvider(t)
    provider.listsAll = true
    const answer = await service.call('POST', '/v1/domains', {
      body: { name: 'mail.example.com', dns_token: token },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const names = (answer.body.records as ShownRecord[]).map(one => one.name).sort()
    assert.deepEqual(provider.records.map(one => one.name).sort(), names)
  })

  it('writes nothing twice', async t => {
    const { service, provider } = await withProvider(t)
    const domain = await create(service, 'example.com')
    const publish = () => service.call('POST', `/v1/domains/${domain.id}/dns`, { body: { token } })
    assert.equal((await publish()).status, 200)
    const before = structuredClone(provider.records)
    assert.equal(before.length, 6)
    provider.calls.length = 0
    assert.equal((await publish()).status, 200)
    assert.deepEqual(provider.records, before)
    assert.equal(
      provider.calls.some(call => !call.startsWith('GET')),
      false,
    )
  })

  it('refuses a bad token and a zone out of reach, and registers nothing', async t => {
    const { service } = await withProvider(t)
    const attempt = (name: string, dns_token: string) =>
      service.call('POST', '/v1/domains', { body: { name, dns_token } })
    for (const [name, used, code] of [
      ['example.com', 'bad-token', 'invalid_dns_token'],
      ['example.com', 'line\r\nbreak', 'invalid_dns_token'],
      ['example.com', otherToken, 'dns_zone_not_found'],
      ['example.org', token, 'dns_zone_not_found'],
    ] as const) {
      const answer = await attempt(name, used)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, code, used)
      assert.equal(answer.body.error.param, 'dns_token')
      assert.equal(JSON.stringify(answer.body).includes(used), false)
    }
    assert.equal((await service.call('GET', '/v1/domains')).body.data.length, 1)
    const domain = await create(service, 'example.com')
    const later = await service.call('POST', `/v1/domains/${domain.id}/dns`, {
      body: { token: 'bad-token' },
    })
    assert.equal(later.body.error.code, 'invalid_dns_token')
    assert.equal(later.body.error.param, 'token')
  })

  it('takes back what it has written when a later record is refused', async t => {
    const { service, provider } = await withProvider(t)
    const spf = { id: 'a', type: 'TXT', name: 'example.com', content: 'v=spf1 mx -all', ttl: 60 }
    provider.records.push({ ...spf })
    provider.refuse = { name: /^links\./, status: 400 }
    const answer = await service.call('POST', '/v1/domains', {
      body: { name: 'example.com', dns_token: token },
    })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error.code, 'invalid_dns_token')
    assert.match(answer.body.error.message, /A record with that host already exists/)
    assert.deepEqual(provider.records, [spf])
    assert.ok(
      provider.calls.some(call => call.startsWith('DELETE')),
      'some were written',
    )
    assert.equal((await service.call('GET', '/v1/domains')).body.data.length, 1)
  })

  it('says that it is not the caller’s fault when the provider is down', async t => {
    const { service, provider } = await withProvider(t)
    provider.refuse = { name: /./, status: 503 }
    const answer = await service.call('POST', '/v1/domains', {
      body: { name: 'example.com', dns_token: token },
    })
    assert.equal(answer.status, 500)
    assert.equal(answer.body.error.code, 'internal_error')
    assert.match(answer.body.error.message, /DNS provider does not answer/)
  })
})
