/** The twelve MTA-STS cases (reliability S5), and what a policy file may look like. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TlsSession } from '#kernel/world/net.ts'
import {
  createStsCache,
  parseStsPolicy,
  type StsCache,
  type StsFinding,
  stsAllows,
  stsPolicyFor,
} from '#protocol/smtp/mta-sts.ts'
import { tlsLevelOf, tlsPolicyFor } from '#protocol/smtp/tls-policy.ts'
import { found, type PlainWorld, page, plainWorld, trouble } from './plain-world.ts'

const url = 'https://mta-sts.example.com/.well-known/mta-sts.txt'
const hour = 3_600_000
const file = (mode: string, mx = 'mx.example.com', age = 86_400): string =>
  `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: ${age}\r\n`
const session = (verified: boolean): TlsSession => ({
  protocol: 'TLSv1.3',
  cipher: 'x',
  verified,
  chain: [],
  ...(verified ? {} : { reason: 'self-signed certificate' }),
})

/** A domain that announces a policy, and the page behind it. */
function announced(body: string, id = '1'): PlainWorld {
  const plain = plainWorld()
  plain.txt['_mta-sts.example.com'] = found([`v=STSv1; id=${id};`])
  plain.pages[url] = page(body)
  return plain
}

const look = (plain: PlainWorld, cache: StsCache): Promise<StsFinding> =>
  stsPolicyFor(plain.world, cache, 'example.com')

const policyTo = (plain: PlainWorld, cache: StsCache, mx: string) =>
  tlsPolicyFor(plain.world, { domain: 'example.com', host: { mx, secure: false }, cache })

const fetches = (plain: PlainWorld): number => plain.asked.filter(name => name === url).length

/** A cache that already has an enforced policy under id 1. */
async function enforced(): Promise<[PlainWorld, StsCache]> {
  const plain = announced(file('enforce'))
  const cache = createStsCache()
  assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
  return [plain, cache]
}

describe('an enforced policy', () => {
  it('1: demands verified TLS to its hosts', async () => {
    const policy = await policyTo(announced(file('enforce')), createStsCache(), 'mx.example.com')
    assert.deepEqual([policy.kind, policy.starttls, policy.refusal], ['mta-sts', 'required', null])
    assert.equal(policy.judge(session(true)), null)
    assert.match(policy.judge(session(false))!.en, /example\.com demands a valid .*self-signed/)
    assert.match(policy.judge(session(false))!.pt, /exige um certificado válido/)
    assert.equal(tlsLevelOf(session(true), policy), 'mta-sts')
  })

  it('2: refuses a host that is not its own, however good the certificate', async () => {
    const policy = await policyTo(announced(file('enforce')), createStsCache(), 'mx.evil.example')
    assert.match(policy.refusal!.en, /mx\.evil\.example is not among those/)
    assert.deepEqual(policy.judge(session(true)), policy.refusal)
    assert.notEqual(tlsLevelOf(session(true), policy), 'mta-sts')
  })

  it('3: has wildcards for exactly one label', () => {
    const policy = parseStsPolicy(file('enforce', '*.Example.com'))!
    const verdicts = [
      'a.example.com',
      'A.EXAMPLE.COM',
      'example.com',
      'a.b.example.com',
      'aexample.com',
      'com',
    ]
    assert.deepEqual(
      verdicts.map(mx => stsAllows(policy, mx)),
      [true, true, false, false, false, false],
    )
    assert.equal(
      stsAllows(parseStsPolicy(file('enforce', 'mx.example.com.'))!, 'mx.example.com'),
      true,
    )
    assert.equal(
      stsAllows(parseStsPolicy(file('enforce', 'example.com'))!, 'mx.example.com'),
      false,
    )
  })

  it('4: binds while nothing new can be fetched, whatever stands in the way', async () => {
    const obstacles = {
      timeout: trouble('timeout'),
      certificate: trouble('tls'),
      network: trouble('network'),
      redirect: page('', { status: 302, headers: { location: 'https://elsewhere.example/' } }),
      'not found': page('', { status: 404 }),
      'too large': page(file('none'), { truncated: true }),
      nonsense: page('<html>'),
      'another type': page(file('none'), { headers: { 'content-type': 'text/html' } }),
      'no type': page(file('none'), { headers: {} }),
    }
    for (const [name, obstacle] of Object.entries(obstacles)) {
      const [plain, cache] = await enforced()
      plain.txt['_mta-sts.example.com'] = found(['v=STSv1; id=2;'])
      plain.pages[url] = obstacle
      plain.now += hour
      const finding = await look(plain, cache)
      assert.equal(finding.policy?.mode, 'enforce', name)
      assert.match(finding.trouble!.kind, /^sts-/, name)
      assert.equal(fetches(plain), 2, name)
    }
  })

  it('5: binds while its TXT record is gone, broken, doubled or cannot be asked for', async () => {
    const answers = [
      { kind: 'nxdomain', secure: false },
      { kind: 'none', secure: false },
      { kind: 'failure', reason: 'servfail' },
      found(['v=STSv1; id=2;', 'v=STSv1; id=3;']),
      found(['v=STSv1;']),
      found(['v=STSv10; id=2;']),
      found(['something else']),
    ] as const
    for (const answer of answers) {
      const [plain, cache] = await enforced()
      plain.txt['_mta-sts.example.com'] = answer
      assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
      assert.equal(fetches(plain), 1)
    }
  })

  it('6: ends with its max_age', async () => {
    const [plain, cache] = await enforced()
    plain.txt['_mta-sts.example.com'] = { kind: 'nxdomain', secure: false }
    plain.now += 86_400_000 - 1
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
    plain.now += 1
    assert.deepEqual(await look(plain, cache), { policy: null })
  })

  it('7: is fetched again when its id changes, and not before', async () => {
    const [plain, cache] = await enforced()
    plain.pages[url] = page(file('testing'))
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
    assert.equal(fetches(plain), 1)
    plain.txt['_mta-sts.example.com'] = found(['other', 'v=STSv1;id=2'])
    assert.equal((await look(plain, cache)).policy?.mode, 'testing')
    assert.equal(fetches(plain), 2)
  })

  it('8: is renewed once a day while the id stays, so that it does not run out', async () => {
    const plain = announced(file('enforce', 'mx.example.com', 30 * 86_400))
    const cache = createStsCache()
    await look(plain, cache)
    plain.now += 25 * hour
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
    assert.equal(fetches(plain), 2)
    plain.now += 29 * 24 * hour
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
  })
})

describe('a policy that does not bind', () => {
  it('9: in testing lets everything pass', async () => {
    const plain = announced(file('testing'))
    const policy = await policyTo(plain, createStsCache(), 'mx.elsewhere.example')
    assert.deepEqual(
      [policy.kind, policy.starttls, policy.refusal],
      ['opportunistic', 'opportunistic', null],
    )
    assert.equal(policy.judge(session(false)), null)
    assert.equal(policy.sts?.policy?.mode, 'testing', 'for the reports')
    assert.deepEqual(
      [
        tlsLevelOf(null, policy),
        tlsLevelOf(session(false), policy),
        tlsLevelOf(session(true), policy),
      ],
      ['none', 'unverified', 'verified'],
    )
  })

  it('10: of mode none is none, and takes back an enforced one', async () => {
    const [plain, cache] = await enforced()
    plain.txt['_mta-sts.example.com'] = found(['v=STSv1; id=2;'])
    plain.pages[url] = page('version: STSv1\nmode: none\nmax_age: 86400\n')
    assert.deepEqual(await look(plain, cache), { policy: null })
    plain.now += hour
    assert.deepEqual(await look(plain, cache), { policy: null })
    assert.equal(fetches(plain), 2)
  })

  it('11: that could not be fetched is asked for again after five minutes', async () => {
    const plain = announced(file('enforce'))
    const cache = createStsCache()
    plain.pages[url] = trouble('timeout')
    for (let n = 0; n < 5; n++) {
      const finding = await look(plain, cache)
      assert.equal(finding.policy, null)
      assert.equal(finding.trouble?.kind, 'sts-policy-fetch-error')
      plain.now += 59_000
    }
    assert.equal(fetches(plain), 1)
    plain.pages[url] = page(file('enforce'))
    plain.now += 6_000
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
    assert.equal(fetches(plain), 2)
  })

  it('12: is fetched only where one is announced', async () => {
    const plain = plainWorld()
    plain.pages[url] = page(file('enforce'))
    assert.deepEqual(await look(plain, createStsCache()), { policy: null })
    assert.deepEqual(plain.asked, ['_mta-sts.example.com'])
  })
})

describe('the cache', () => {
  it('fetches once for many who ask at the same time', async () => {
    const plain = announced(file('enforce'))
    const cache = createStsCache()
    const findings = await Promise.all(Array.from({ length: 100 }, () => look(plain, cache)))
    assert.ok(findings.every(finding => finding.policy?.mode === 'enforce'))
    assert.equal(fetches(plain), 1)
  })

  it('keeps a bounded number of domains', async () => {
    const cache = createStsCache()
    const plain = plainWorld()
    for (let n = 0; n < 10_050; n++) {
      plain.txt[`_mta-sts.d${n}.example`] = found(['v=STSv1; id=1;'])
      plain.pages[`https://mta-sts.d${n}.example/.well-known/mta-sts.txt`] = page(file('enforce'))
      await stsPolicyFor(plain.world, cache, `d${n}.example`)
    }
    assert.equal(cache.entries.size, 10_000)
    assert.equal(cache.inFlight.size, 0)
  })
})

describe('a policy file', () => {
  it('is read with either line end, unknown fields, any order and several hosts', () => {
    const text =
      'mx: a.example\nfuture: x:y\nmax_age: 99999999\nmx:*.b.example\nmode:enforce\nversion: STSv1\n\n'
    const expected = {
      mode: 'enforce',
      mx: ['a.example', '*.b.example'],
      maxAgeSeconds: 31_557_600,
    }
    assert.deepEqual(parseStsPolicy(text), expected)
  })

  it('is refused where it is not one', () => {
    const bad = [
      '',
      'version: STSv1\nmode: enforce\nmax_age: 1\n',
      'version: STSv2\nmode: enforce\nmx: a.example\nmax_age: 1\n',
      'mode: enforce\nmx: a.example\nmax_age: 1\n',
      'version: STSv1\nmode: strict\nmx: a.example\nmax_age: 1\n',
      'version: STSv1\nmode: enforce\nmx: a.example\nmax_age: -1\n',
      'version: STSv1\nmode: enforce\nmx: a.example\nmax_age: 1e3\n',
      'version: STSv1\nmode: enforce\nmx: a.example\n',
      'version: STSv1\nmode: enforce\nmx: a.*.example\nmax_age: 1\n',
      'version: STSv1\nmode: enforce\nmx: *\nmax_age: 1\n',
      'version: STSv1\nmode: enforce\nmx: a b\nmax_age: 1\n',
      'version: STSv1\nmode: enforce\nmx: a.example\nmax_age: 1\nwhat is this\n',
    ]
    for (const text of bad) assert.equal(parseStsPolicy(text), null, JSON.stringify(text))
  })

  it('of 64 KB of anything is read in no time', () => {
    const hostile = [
      'mx:' + 'a.'.repeat(32_000),
      'mx: a\n'.repeat(10_000),
      ':'.repeat(65_536),
      '\n'.repeat(65_536),
    ]
    for (const text of hostile) {
      const from = process.cpuUsage()
      parseStsPolicy(text)
      const { user, system } = process.cpuUsage(from)
      assert.ok(user + system < 2_500_000)
    }
  })
})
