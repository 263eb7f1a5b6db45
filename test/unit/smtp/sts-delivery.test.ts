/**
 * MTA-STS as a sender meets it (reliability S5): for each of the twelve cases whether the mail goes,
 * whether it was encrypted, and which TLS level its event names. Then the hostile servers of S4 under
 * policies, a hundred times.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { HttpResult } from '#kernel/world/http.ts'
import { makeCertificate, type TestCertificate } from '../../support/certificates.ts'
import { testDatabase } from '../../support/database.ts'
import type { Mx, MxOptions } from './mx.ts'
import { found, page, trouble } from './plain-world.ts'
import { type Node, type Stage, stage, startServer } from './stage.ts'

const { db } = await testDatabase()
const root = makeCertificate({ name: 'Test root', authority: true })
const names = ['mx.here.example']
const hour = 3_600_000
const certificates = {
  good: makeCertificate({ name: 'mx.here.example', issuer: root }),
  'self-signed': makeCertificate({ name: 'mx.here.example' }),
  expired: makeCertificate({
    name: 'mx.here.example',
    names,
    issuer: root,
    notBefore: new Date(Date.now() - 48 * hour),
    notAfter: new Date(Date.now() - hour),
  }),
  'wrong name': makeCertificate({ name: 'other.example', issuer: root }),
}
const url = 'https://mta-sts.here.example/.well-known/mta-sts.txt'
const policyFile = (mode: string, mx = 'mx.here.example'): string =>
  `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`

interface Case {
  readonly mx: Mx
  readonly set: Stage
  /** One email; `delivered none`, `deferred tls_required_by_policy`. */
  readonly send: () => Promise<string>
}

async function told(node: Node): Promise<string> {
  const { finding, sent } = await node.send('ana@here.example')
  if (finding.kind === 'delivered') {
    assert.equal(sent.at(-1)?.tls, finding.tls, '`sent` and `delivered` name the same TLS level')
    return `delivered ${finding.tls}`
  }
  assert.deepEqual(sent, [], 'nothing was handed over')
  return finding.kind === 'deferred' ? `deferred ${finding.cause}` : finding.kind
}

/** A domain whose server has this certificate; null: it does not offer STARTTLS. */
async function here(
  t: TestContext,
  certificate: TestCertificate | null,
  options: MxOptions = {},
): Promise<Case> {
  await db.query('truncate sts_policies')
  const tls = certificate ? { tls: { cert: certificate.cert, key: certificate.key } } : {}
  const mx = await startServer(t, { ...tls, ...options })
  const set = stage(t, mx.port, { db, roots: [root.pem] })
  set.domain('here.example', { 'mx.here.example': '127.0.0.1' })
  set.policy('here.example', 'enforce', 'mx.here.example')
  const node = set.node()
  return { mx, set, send: () => told(node) }
}

describe('MTA-STS: the twelve cases', () => {
  const [good, bad] = [certificates.good, certificates['self-signed']]

  it('a page that takes long keeps no place at the servers; what it says binds all the same', async t => {
    const { mx, set, send } = await here(t, good)
    const fetched = Promise.withResolvers<HttpResult>()
    Object.assign(set.world, { http: { request: () => fetched.promise } })
    assert.equal(await send(), 'held')
    assert.equal(mx.connections, 0)
    fetched.resolve(set.plain.pages[url] as HttpResult)
    assert.equal(await send(), 'delivered mta-sts')
  })

  it('1 enforce: a good server is named mta-sts, no other gets anything', async t => {
    assert.equal(await (await here(t, good)).send(), 'delivered mta-sts')
    for (const [name, certificate] of Object.entries({ ...certificates, plain: null })) {
      if (name === 'good') continue
      const { mx, send } = await here(t, certificate)
      assert.equal(await send(), 'deferred tls_required_by_policy', name)
      assert.equal(mx.received.length, 0)
    }
  })

  it('2 testing: delivered whatever comes, and the TLS level claims no more than there is', async t => {
    const expected = { good: 'verified', 'self-signed': 'unverified', plain: 'none' }
    for (const [name, level] of Object.entries(expected)) {
      const certificate = { good, 'self-signed': bad, plain: null }[name]!
      const { set, send } = await here(t, certificate)
      set.plain.pages[url] = page(policyFile('testing'))
      assert.equal(await send(), `delivered ${level}`)
    }
  })

  it('3 none: a policy is lifted', async t => {
    const { set, send } = await here(t, bad)
    assert.equal(await send(), 'deferred tls_required_by_policy')
    set.plain.pages[url] = page('version: STSv1\nmode: none\nmax_age: 86400\n')
    set.plain.txt['_mta-sts.here.example'] = found(['v=STSv1; id=2;'])
    assert.equal(await send(), 'delivered unverified')
  })

  it('4 expired cache: binds to the last second of max_age, not longer', async t => {
    const { set, send } = await here(t, bad)
    assert.equal(await send(), 'deferred tls_required_by_policy')
    set.plain.txt['_mta-sts.here.example'] = { kind: 'nxdomain', secure: false }
    set.plain.now += 604_800_000 - 1
    assert.equal(await send(), 'deferred tls_required_by_policy')
    set.plain.now += 1
    assert.equal(await send(), 'delivered unverified')
  })

  const obstacles = {
    '5 bad certificate of the policy host': trouble('tls'),
    '6 302': page('', { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    '7 more than 64 KB': page(policyFile('none'), { truncated: true }),
    '8 slow': trouble('timeout'),
  }
  for (const [name, obstacle] of Object.entries(obstacles)) {
    it(`${name}: what is known stays in force; what never was known cannot bind`, async t => {
      const known = await here(t, bad)
      assert.equal(await known.send(), 'deferred tls_required_by_policy')
      known.set.plain.pages[url] = obstacle
      known.set.plain.txt['_mta-sts.here.example'] = found(['v=STSv1; id=2;'])
      known.set.plain.now += 48 * hour
      assert.equal(await known.send(), 'deferred tls_required_by_policy')
      assert.equal(known.mx.received.length, 0)
      const unknown = await here(t, bad)
      unknown.set.plain.pages[url] = obstacle
      assert.equal(await unknown.send(), 'delivered unverified')
    })
  }

  it('9 wrong MX: never connected to, however good; the right one behind it is used', async t => {
    const { mx, set, send } = await here(t, good)
    set.plain.pages[url] = page(policyFile('enforce', 'mx.other.example'))
    assert.equal(await send(), 'deferred tls_required_by_policy')
    assert.equal(mx.connections, 0)
    const second = await here(t, good)
    second.set.domain('here.example', {
      'mx.evil.example': '127.0.0.2',
      'mx.here.example': '127.0.0.1',
    })
    assert.equal(await second.send(), 'delivered mta-sts')
  })

  it('10 wildcard depth: one label, no more and no less', async t => {
    const patterns = {
      '*.here.example': 'delivered mta-sts',
      '*.example': 'deferred tls_required_by_policy',
      '*.mx.here.example': 'deferred tls_required_by_policy',
    }
    for (const [pattern, expected] of Object.entries(patterns)) {
      const { set, send } = await here(t, good)
      set.plain.pages[url] = page(policyFile('enforce', pattern))
      assert.equal(await send(), expected, pattern)
    }
  })

  it('11 id change: a stricter policy binds the next email', async t => {
    const { set, send } = await here(t, bad)
    set.plain.pages[url] = page(policyFile('testing'))
    assert.equal(await send(), 'delivered unverified')
    set.plain.pages[url] = page(policyFile('enforce'))
    assert.equal(await send(), 'delivered unverified', 'the same id: not asked again')
    set.plain.txt['_mta-sts.here.example'] = found(['v=STSv1; id=2;'])
    assert.equal(await send(), 'deferred tls_required_by_policy')
  })

  it('12 NXDOMAIN after a cached policy: it binds all the same', async t => {
    const { set, send } = await here(t, bad)
    assert.equal(await send(), 'deferred tls_required_by_policy')
    set.plain.txt['_mta-sts.here.example'] = { kind: 'nxdomain', secure: false }
    set.plain.pages[url] = trouble('dns')
    assert.equal(await send(), 'deferred tls_required_by_policy')
  })
})

/** What somebody on the line can do to STARTTLS (reliability S4). */
const attacks: Readonly<Record<string, MxOptions>> = {
  stripped: {},
  injected: answering('220 go\r\n250-mx.example\r\n250 AUTH PLAIN\r\n'),
  garbage: answering('220 go\r\nthis is not TLS at all\r\n'),
  refused: answering('454 4.7.0 TLS not available\r\n'),
  forbidden: answering('554 5.7.3 no\r\n'),
  reset: {
    misbehave: (at, socket) => at === 'starttls' && Boolean(socket.destroy()),
  },
  'self-signed': presenting(certificates['self-signed']),
  expired: presenting(certificates.expired),
  'wrong name': presenting(certificates['wrong name']),
  'TLS 1.0': {
    tls: {
      cert: certificates.good.cert,
      key: certificates.good.key,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    },
  },
}

function presenting({ cert, key }: TestCertificate): MxOptions {
  return { tls: { cert, key } }
}

function answering(text: string): MxOptions {
  return {
    ...presenting(certificates.good),
    misbehave: (at: string, socket: net.Socket) => at === 'starttls' && socket.write(text),
  }
}

describe('STARTTLS under attack', () => {
  for (const [name, options] of Object.entries(attacks)) {
    it(`${name}: ten times with MTA-STS or DANE nothing goes, without a policy it does`, async t => {
      const { mx, set, send } = await here(t, null, options)
      set.domain('signed.example', { 'mx.here.example': '127.0.0.1' }, true)
      const { der } = certificates.good
      const data = createHash('sha256').update(der).digest()
      const records = [{ usage: 3, selector: 0, matching: 1, data }]
      set.plain.tlsa[`_${mx.port}._tcp.mx.here.example`] = found(records, true)
      set.domain('here.example', { 'mx.here.example': '127.0.0.1' })
      const node = set.node()
      for (let n = 0; n < 5; n++) {
        assert.match(await send(), /^deferred /)
        set.domain('signed.example', { 'mx.here.example': '127.0.0.1' }, true)
        const { finding } = await node.send('ana@signed.example')
        assert.equal(finding.kind, 'deferred')
        set.domain('here.example', { 'mx.here.example': '127.0.0.1' })
      }
      assert.equal(mx.received.length, 0)
      set.domain('free.example', { 'mx.here.example': '127.0.0.1' })
      assert.equal((await node.send('ana@free.example')).finding.kind, 'delivered')
    })
  }

  it('is the only reason: the same server unharmed takes the mail of all three', async t => {
    const { mx, set, send } = await here(t, certificates.good)
    assert.equal(await send(), 'delivered mta-sts')
    set.domain('signed.example', { 'mx.here.example': '127.0.0.1' }, true)
    const data = createHash('sha256').update(certificates.good.der).digest()
    const records = [{ usage: 3, selector: 0, matching: 1, data }]
    set.plain.tlsa[`_${mx.port}._tcp.mx.here.example`] = found(records, true)
    const { finding } = await set.node().send('ana@signed.example')
    assert.equal(finding.kind === 'delivered' && finding.tls, 'dane')
  })
})
