/** DANE for SMTP (RFC 7672): which certificates match, and when DANE has a say at all. */
import assert from 'node:assert/strict'
import { createHash, createPublicKey, randomBytes, X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { rootCertificates } from 'node:tls'
import type { DnsAnswer, Tlsa } from '#kernel/world/dns.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { daneMatches } from '#protocol/smtp/dane.ts'
import { createStsCache } from '#protocol/smtp/mta-sts.ts'
import { tlsLevelOf, tlsPolicyFor } from '#protocol/smtp/tls-policy.ts'
import { makeCertificate, type TestCertificate } from '../../support/certificates.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'
import { eventOf, startTestService } from '../../support/service.ts'
import { found, page, plainWorld } from './plain-world.ts'
import { stage, startServer } from './stage.ts'

const root = makeCertificate({ name: 'Root', authority: true })
const middle = makeCertificate({ name: 'Middle', authority: true, issuer: root })
const leaf = makeCertificate({ name: 'mx.example.com', issuer: middle })
const stranger = makeCertificate({ name: 'mx.example.com' })

const spki = (one: TestCertificate): Buffer =>
  createPublicKey(one.pem).export({ type: 'spki', format: 'der' })

function tlsa(usage: number, selector: number, matching: number, one: TestCertificate): Tlsa {
  const selected = selector === 0 ? one.der : spki(one)
  const name = matching === 1 ? 'sha256' : 'sha512'
  const data = matching === 0 ? selected : createHash(name).update(selected).digest()
  return { usage, selector, matching, data }
}

const fits = (
  records: Tlsa[],
  chain: TestCertificate[],
  now = Date.now(),
  names = ['mx.example.com'],
) => daneMatches({ records, chain: chain.map(one => one.der), names, now })

const every = [0, 1].flatMap(selector => [0, 1, 2].map(matching => [selector, matching] as const))

describe('DANE-EE', () => {
  it('matches the leaf by certificate or key, whole or digested, and no other leaf', () => {
    for (const [selector, matching] of every) {
      const record = tlsa(3, selector, matching, leaf)
      assert.equal(fits([record], [leaf, middle]), true, `3 ${selector} ${matching}`)
      assert.equal(fits([record], [stranger]), false)
      assert.equal(fits([record], [stranger, leaf]), false, 'only the leaf counts')
    }
  })

  it('asks neither for a name nor for a date', () => {
    const old = makeCertificate({ name: 'whatever', notAfter: new Date(Date.now() - 1_000) })
    assert.equal(fits([tlsa(3, 1, 1, old)], [old]), true)
  })

  it('needs one of several records (a key that is being changed)', () => {
    assert.equal(fits([tlsa(3, 1, 1, stranger), tlsa(3, 1, 1, leaf)], [leaf]), true)
  })
})

describe('DANE-TA', () => {
  it('matches a chain below the authority', () => {
    for (const [selector, matching] of every) {
      assert.equal(fits([tlsa(2, selector, matching, root)], [leaf, middle, root]), true)
      assert.equal(fits([tlsa(2, selector, matching, middle)], [leaf, middle]), true)
      assert.equal(fits([tlsa(2, selector, matching, middle)], [stranger, middle]), false)
    }
  })

  it('may hold the authority itself', () => {
    assert.equal(fits([tlsa(2, 0, 0, root)], [leaf, middle]), true)
    assert.equal(fits([tlsa(2, 0, 1, root)], [leaf, middle]), false)
  })

  it("asks for the host's or the domain's name", () => {
    const record = tlsa(2, 1, 1, middle)
    assert.equal(fits([record], [leaf, middle], Date.now(), ['mx2.example.com']), false)
    const domain = makeCertificate({ name: 'example.com', issuer: middle })
    assert.equal(
      fits([record], [domain, middle], Date.now(), ['mx.example.com', 'example.com']),
      true,
    )
  })

  it('asks for valid dates and for true authorities', () => {
    const record = tlsa(2, 1, 1, middle)
    assert.equal(fits([record], [leaf, middle], Date.now() + 2 * 86_400_000), false)
    assert.equal(fits([record], [leaf, middle], Date.now() - 2 * 86_400_000), false)
    const noAuthority = makeCertificate({ name: 'Middle', issuer: root })
    const below = makeCertificate({ name: 'mx.example.com', issuer: noAuthority })
    assert.equal(fits([tlsa(2, 1, 1, noAuthority)], [below, noAuthority]), false)
    const namesake = makeCertificate({ name: 'Middle', authority: true })
    assert.equal(
      fits([tlsa(2, 1, 1, namesake)], [leaf, namesake]),
      false,
      'the name alone does not do',
    )
  })
})

describe('the key in a certificate', () => {
  it('is found in every root that the runtime trusts', () => {
    let differing = 0
    for (const pem of rootCertificates) {
      const der = new X509Certificate(pem).raw
      const key = createPublicKey(pem).export({ type: 'spki', format: 'der' })
      const record = { usage: 3, selector: 1, matching: 0, data: key }
      if (!daneMatches({ records: [record], chain: [der], names: [], now: 0 })) differing++
    }
    assert.ok(rootCertificates.length > 100)
    assert.equal(differing, 0)
  })

  it('is not found in rubbish, which breaks nothing', () => {
    const records = [tlsa(3, 1, 1, leaf), tlsa(2, 1, 1, middle)]
    const check = (chain: Buffer[]) =>
      daneMatches({ records, chain, names: ['x'], now: Date.now() })
    assert.equal(check([]), false)
    for (let n = 0; n < 2_000; n++) {
      const cut = leaf.der.subarray(0, n % leaf.der.length)
      const bent = Buffer.from(leaf.der)
      bent[n % bent.length] = bent[n % bent.length]! ^ (1 + (n % 255))
      assert.equal(check([cut]), false)
      check([bent, middle.der])
      assert.equal(check([randomBytes(n % 300)]), false)
    }
  })
})

describe('a server in a signed zone', () => {
  const host = { mx: 'mx.example.com', secure: true }
  const name = '_25._tcp.mx.example.com'
  const session = (chain: TestCertificate[], verified = false): TlsSession => ({
    protocol: 'TLSv1.3',
    cipher: 'x',
    verified,
    chain: chain.map(one => one.der),
  })

  async function policyWith(answer: DnsAnswer<Tlsa>, secure = true) {
    const plain = plainWorld()
    plain.tlsa[name] = answer
    // The domain enforces MTA-STS too, with other hosts: DANE wins where it applies.
    plain.txt['_mta-sts.example.com'] = found(['v=STSv1; id=1;'])
    plain.pages['https://mta-sts.example.com/.well-known/mta-sts.txt'] = page(
      'version: STSv1\nmode: enforce\nmx: other.example.com\nmax_age: 86400\n',
    )
    const question = { domain: 'example.com', host: { ...host, secure }, cache: createStsCache() }
    return { plain, policy: await tlsPolicyFor(plain.world, question) }
  }

  it('must show the certificate that its TLSA records name', async () => {
    const { policy, plain } = await policyWith(found([tlsa(3, 1, 1, leaf)], true))
    assert.deepEqual([policy.kind, policy.starttls, policy.refusal], ['dane', 'required', null])
    assert.equal(policy.judge(session([leaf])), null)
    assert.equal(tlsLevelOf(session([leaf]), policy), 'dane')
    const refused = policy.judge(session([stranger], true))
    assert.match(refused!.en, /not the one that its DANE records name/)
    assert.match(refused!.pt, /registros DANE/)
    assert.deepEqual(plain.asked, [name], 'MTA-STS is not asked')
  })

  it('is not used while its TLSA records are bogus or out of reach', async () => {
    for (const reason of ['servfail', 'timeout'] as const) {
      const { policy } = await policyWith({ kind: 'failure', reason })
      assert.match(policy.refusal!.en, /could not be verified/)
      assert.deepEqual(policy.judge(session([leaf], true)), policy.refusal)
      assert.equal(policy.starttls, 'required')
    }
  })

  it('without TLSA records, or with unsigned ones, is a matter for MTA-STS', async () => {
    const answers = [
      { kind: 'nxdomain', secure: true },
      { kind: 'none', secure: true },
      found([tlsa(3, 1, 1, leaf)], false),
    ] as const
    for (const answer of answers) {
      const { policy } = await policyWith(answer)
      assert.equal(policy.kind, 'mta-sts')
      assert.match(policy.refusal!.en, /not among/)
    }
  })

  it('with records that SMTP cannot use must encrypt, and obeys MTA-STS', async () => {
    const odd = [
      tlsa(0, 0, 1, leaf),
      tlsa(1, 1, 1, leaf),
      { usage: 3, selector: 2, matching: 1, data: randomBytes(32) },
      { usage: 3, selector: 1, matching: 1, data: randomBytes(31) },
      { usage: 3, selector: 1, matching: 9, data: randomBytes(32) },
    ]
    const { policy } = await policyWith(found(odd, true))
    assert.equal(policy.starttls, 'required')
    assert.equal(policy.kind, 'mta-sts')
    const plain = plainWorld()
    plain.tlsa[name] = found(odd, true)
    const question = { domain: 'example.com', host, cache: createStsCache() }
    const alone = await tlsPolicyFor(plain.world, question)
    assert.deepEqual(
      [alone.starttls, alone.kind, alone.refusal],
      ['required', 'opportunistic', null],
    )
    assert.equal(alone.judge(session([stranger])), null)
    assert.equal(tlsLevelOf(session([stranger]), alone), 'unverified')
    const mixed = await policyWith(found([...odd, tlsa(3, 1, 1, leaf)], true))
    assert.equal(mixed.policy.kind, 'dane')
  })

  it('is not asked about without a validating resolver, so that nothing can stall', async () => {
    const { plain } = await policyWith({ kind: 'failure', reason: 'timeout' }, false)
    assert.ok(!plain.asked.includes(name))
  })
})

describe('a resolver that does not validate', () => {
  it('is never asked for TLSA records, so that mail flows although they would never come', async t => {
    const zones = {
      'here.test': { MX: ['10 mx.here.test'] },
      'mx.here.test': { A: ['127.0.0.1'] },
      '*.mx.here.test': { TLSA: 'timeout' },
    } as const
    const service = await startTestService(t, { zones })
    const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' }
    const sent = await service.call('POST', '/v1/emails', { body })
    assert.equal((await eventOf(service, sent.body.id, 'delivered')).tls, 'none')
    assert.ok(service.dns.queries.some(query => query.type === 'MX' && query.dnssec))
    assert.deepEqual(
      service.dns.queries.filter(query => query.type === 'TLSA'),
      [],
    )
  })

  it('that validates but cannot answer defers the mail within its time, and it goes later', async t => {
    const { port } = await startServer(t)
    const dns = await startDnsServer({
      zones: {
        'here.test': { MX: { records: ['10 mx.here.test'], secure: true } },
        'mx.here.test': { A: { records: ['127.0.0.1'], secure: true } },
        '*.mx.here.test': { TLSA: 'timeout' },
      },
    })
    t.after(() => dns.close())
    const { world, node } = stage(t, port)
    let laterMs = 0
    const clock = { ...machineClock, monotonic: () => machineClock.monotonic() + laterMs }
    const servers = [dns.address]
    Object.assign(world.dns, {
      ...realDns({ servers, clock, random: machineRandom, tryTimeoutMs: 50 }),
    })
    const { send } = node()
    const began = performance.now()
    const { finding } = await send('ana@here.test')
    assert.ok(performance.now() - began < 15_000)
    assert.ok(finding.kind === 'deferred' && finding.cause === 'tls_required_by_policy')
    assert.equal(dns.queries.filter(query => query.type === 'TLSA').length > 0, true)
    dns.set('*.mx.here.test', 'TLSA', 'nxdomain')
    laterMs = 30_001
    assert.equal((await send('ana@here.test')).finding.kind, 'delivered')
  })
})
