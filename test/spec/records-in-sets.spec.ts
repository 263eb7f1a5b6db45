/** The set of records at a name is judged, not whether one of them fits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, of, publishAll, start, verify } from '../support/domains.ts'

const void_ = /several/

describe('several records of which there may be one', () => {
  it('are no proof: SPF, DMARC and keys (RFC 7208 §4.5, RFC 7489 §6.6.3, RFC 6376 §3.6.2.2)', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'two.test')
    publishAll(service, domain.records)
    assert.equal((await verify(service, domain.id)).status, 'verified')
    const [rsa, ed25519] = domain.records
    const { value: ours } = of(domain, 'spf')
    service.dns.set('two.test', 'TXT', [ours, 'v=spf1 include:other.test ~all', 'site=1'])
    service.dns.set('_dmarc.two.test', 'TXT', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'])
    service.dns.set(rsa!.name, 'TXT', [rsa!.value, ed25519!.value])
    const after = await verify(service, domain.id)
    for (const purpose of ['spf', 'dmarc', 'dkim']) {
      const record = of(after, purpose)
      assert.equal(record.status, 'mismatch', purpose)
      assert.match(record.hint!, void_)
    }
    service.dns.set('two.test', 'TXT', [ours, 'site=1', 'another text'])
    service.dns.set('_dmarc.two.test', 'TXT', ['v=DMARC1; p=none', 'some other text'])
    service.dns.set(rsa!.name, 'TXT', [rsa!.value])
    const right = await verify(service, domain.id)
    for (const purpose of ['spf', 'dmarc', 'dkim']) {
      assert.equal(of(right, purpose).status, 'verified', purpose)
    }
  })

  it('may be one that names us and is void all the same, which a hint says (RFC 7208 §4.6)', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'void.test')
    publishAll(service, domain.records)
    const look = async (words: string) => {
      service.dns.set('void.test', 'TXT', [`v=spf1 include:bounces.malote.test ${words} ~all`])
      const after = await verify(service, domain.id)
      assert.equal(after.status, 'verified')
      const { status, hint } = of(after, 'spf')
      assert.equal(status, 'verified')
      return hint
    }
    assert.match((await look('ip4:999.1.1.1'))!, /"ip4:999\.1\.1\.1" is no word of SPF/)
    const eleven = Array.from({ length: 10 }, (_, n) => `a:h${n}.test`).join(' ')
    assert.match((await look(eleven))!, /more than ten DNS look-ups/)
    assert.equal(await look('ip4:192.0.2.1'), undefined)
  })

  it('of a return path must all be ours', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'flat.test')
    publishAll(service, domain.records)
    service.dns.set('bounces.malote.test', 'MX', ['10 mx.malote.test'])
    service.dns.set('bounce.flat.test', 'CNAME', 'none')
    service.dns.set('bounce.flat.test', 'MX', ['10 mx.malote.test', '20 mx.other.test'])
    assert.equal(of(await verify(service, domain.id), 'return_path').status, 'mismatch')
    service.dns.set('bounce.flat.test', 'MX', ['10 mx.malote.test'])
    assert.equal(of(await verify(service, domain.id), 'return_path').status, 'verified')
  })
})

describe('the policy of an organisation', () => {
  it('covers its subdomains (RFC 7489 §6.6.3)', async t => {
    const { service } = await start(t)
    service.dns.set('_dmarc.org.test', 'TXT', ['v=DMARC1; p=reject; sp=reject'])
    const news = await create(service, 'news.org.test')
    const record = of(await verify(service, news.id), 'dmarc')
    assert.deepEqual(
      [record.status, record.found, record.hint],
      ['verified', ['v=DMARC1; p=reject; sp=reject'], undefined],
    )
    const deep = await create(service, 'a.b.org.test')
    assert.equal(of(await verify(service, deep.id), 'dmarc').status, 'verified')
    service.dns.set('_dmarc.org.test', 'TXT', ['v=DMARC1; p=reject', 'v=DMARC1; p=none'])
    assert.equal(of(await verify(service, news.id), 'dmarc').status, 'pending')
    service.dns.set('_dmarc.news.org.test', 'TXT', ['v=DMARC1; p=none'])
    assert.equal(of(await verify(service, news.id), 'dmarc').status, 'verified')
  })
})

describe('a return path by aliases', () => {
  it('is ours where the last of them is', async t => {
    const { service } = await start(t)
    const domain = await create(service, 'alias.test')
    publishAll(service, domain.records)
    service.dns.set('bounce.alias.test', 'CNAME', ['mid.alias.test'])
    service.dns.set('mid.alias.test', 'CNAME', ['bounces.malote.test'])
    assert.equal((await verify(service, domain.id)).status, 'verified')
    service.dns.set('mid.alias.test', 'CNAME', ['elsewhere.test'])
    assert.equal(of(await verify(service, domain.id), 'return_path').status, 'mismatch')
  })
})

describe('names that nobody can own', () => {
  it('are refused: public suffixes, and the installation’s own', async t => {
    const { service } = await start(t)
    const { MALOTE_HOSTNAME, MALOTE_RETURN_PATH_DOMAIN } = service.world.settings
    const own = [MALOTE_HOSTNAME, MALOTE_RETURN_PATH_DOMAIN, 'API.malote.test']
    for (const name of ['com.br', 'co.uk', 'github.io', 'gov.br', ...own]) {
      for (const path of ['/v1/domains', '/v1/domains/claim']) {
        const { status, body } = await service.call('POST', path, { body: { name } })
        assert.deepEqual(
          [status, body.error?.code, body.error?.param],
          [400, 'invalid_field', 'name'],
        )
      }
    }
    await create(service, 'loja.com.br')
    await create(service, 'someone.github.io')
  })
})
