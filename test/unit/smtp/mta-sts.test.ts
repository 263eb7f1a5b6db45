/** The twelve MTA-STS cases (reliability S5), and what a policy file may look like. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HttpResult } from '#kernel/world/http.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import {
  announcedId,
  createStsCache,
  maxEntries,
  parseStsPolicy,
  put,
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
    assert.equal(stsAllows(parseStsPolicy(file('enforce', '*.com'))!, 'com'), false)
    const two = parseStsPolicy(file('enforce', 'a.example\r\nmx: *.b.example'))!
    assert.deepEqual(
      ['a.example', 'x.b.example', 'b.example', 'x.a.example'].map(mx => stsAllows(two, mx)),
      [true, true, false, false],
    )
  })

  it('4: binds while nothing new can be fetched, whatever stands in the way', async () => {
    const elsewhere = { location: 'https://elsewhere.example/' }
    const html = { 'content-type': 'text/html' }
    // The kinds are those of RFC 8460 §4.3.2.
    const all: [trouble: string, HttpResult][] = [
      ['sts-policy-fetch-error: it was timeout', trouble('timeout')],
      ['sts-policy-fetch-error: it was network', trouble('network')],
      ['sts-webpki-invalid: it was tls', trouble('tls')],
      [
        'sts-policy-fetch-error: HTTP status 302',
        page(file('none'), { status: 302, headers: elsewhere }),
      ],
      ['sts-policy-fetch-error: HTTP status 404', page(file('none'), { status: 404 })],
      [
        'sts-policy-fetch-error: the policy is larger than 64 KB',
        page(file('none'), { truncated: true }),
      ],
      ['sts-policy-invalid: the policy cannot be understood', page('<html>')],
      ['sts-policy-invalid: the policy is not text/plain', page(file('none'), { headers: html })],
      ['sts-policy-invalid: the policy is not text/plain', page(file('none'), { headers: {} })],
    ]
    for (const [name, obstacle] of all) {
      const [plain, cache] = await enforced()
      plain.txt['_mta-sts.example.com'] = found(['v=STSv1; id=2;'])
      plain.pages[url] = obstacle
      plain.now += hour
      const finding = await look(plain, cache)
      assert.equal(finding.policy?.mode, 'enforce', name)
      assert.equal(`${finding.trouble!.kind}: ${finding.trouble!.detail}`, name)
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
      const finding = await look(plain, cache)
      assert.equal(finding.policy?.mode, 'enforce')
      assert.equal(finding.unanswered, answer.kind === 'failure' ? true : undefined)
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
    plain.now += 24 * hour
    await look(plain, cache)
    assert.equal(fetches(plain), 1)
    plain.now += 1
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
    plain.now += 5_000
    assert.equal((await look(plain, cache)).policy?.mode, 'enforce')
    assert.equal(fetches(plain), 2)
    assert.equal(cache.restUntil.size, 0)
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

  it('gives up the domain that was longest not renewed', () => {
    const map = new Map<string, number>()
    for (let n = 0; n < maxEntries; n++) put(map, `d${n}`, n)
    put(map, 'd0', 0)
    assert.equal(map.size, maxEntries)
    put(map, 'new', 1)
    assert.equal(map.size, maxEntries)
    assert.deepEqual([map.has('d0'), map.has('d1'), map.has('d2')], [true, false, true])
  })
})

describe('an announcement', () => {
  it('has one id, of up to 32 letters and digits (RFC 8461 §3.1)', async () => {
    const long = 'a1'.repeat(16)
    const cases: [record: string, id: string | null][] = [
      ['v=STSv1; id=20160831085700Z;', '20160831085700Z'],
      ['v=STSv1;id=1', '1'],
      ['v=STSv1 ; future=x ;id = 1 ', '1'],
      [`v=STSv1; id=${long};`, long],
      [`v=STSv1; id=${long}b;`, null],
      ['v=STSv1; id=a-b;', null],
      ['v=STSv1; id=;', null],
      ['v=STSv1; idx=1;', null],
      ['v=STSv1', null],
      ['v=STSv2; id=1;', null],
      [' v=STSv1; id=1;', null],
    ]
    const plain = plainWorld()
    for (const [record, id] of cases) {
      plain.txt['_mta-sts.example.com'] = found([record])
      assert.equal(await announcedId(plain.world, 'example.com'), id, record)
    }
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

  it('has one of each field but mx: the first counts (RFC 8461 §3.2)', () => {
    const text = file('testing') + 'version: STSv2\nmode: enforce\nmax_age: 1\nmx: b.example\n'
    const mx = ['mx.example.com', 'b.example']
    assert.deepEqual(parseStsPolicy(text), { mode: 'testing', mx, maxAgeSeconds: 86_400 })
  })

  it('has hosts of at most 255 characters', () => {
    const host = `${'a'.repeat(63)}.`.repeat(4)
    assert.equal(parseStsPolicy(file('enforce', `${host.slice(0, 255)}`))?.mx[0]?.length, 255)
    assert.equal(parseStsPolicy(file('enforce', `${host}a`)), null)
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
      'version: STSv1\nmode: enforce\nmx: a.example\nmx: *\nmax_age: 1\n',
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
