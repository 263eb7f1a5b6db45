/**
 * REQUIRETLS on the way out (RFC 8689 §4.2.1): which servers such mail goes to, what becomes of it
 * where none will do, and that mail beside it goes as ever.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'
import { makeMessage } from '#sending/delivery/message.ts'
import { type AttemptResult, decide } from '#sending/delivery/outcome.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { makeCertificate, type TestCertificate } from '../../support/certificates.ts'
import type { Mx, MxOptions } from './mx.ts'
import { found, page, trouble } from './plain-world.ts'
import { type Stage, type StageOptions, stage, startServer } from './stage.ts'

const root = makeCertificate({ name: 'Test root', authority: true })
const good = makeCertificate({ name: 'mx.here.example', issuer: root })
const second = makeCertificate({ name: 'mx2.here.example', issuer: root })
const selfSigned = makeCertificate({ name: 'mx.here.example' })
const misnamed = makeCertificate({ name: 'other.example', issuer: root })

const usual = ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES']
const offering = (certificate: TestCertificate): MxOptions => ({
  features: [...usual, 'REQUIRETLS'],
  tls: { cert: certificate.cert, key: certificate.key },
})
const silent = (certificate: TestCertificate): MxOptions => ({
  features: usual,
  tls: { cert: certificate.cert, key: certificate.key },
})
const policyPage = 'https://mta-sts.here.example/.well-known/mta-sts.txt'

interface Scene {
  readonly mx: Mx
  readonly set: Stage
  /** One email with REQUIRETLS, and one without: `delivered dane`, `refused 5.7.30 …`. */
  readonly demand: () => Promise<string>
  readonly plain: () => Promise<string>
}

function told(finding: AttemptResult): string {
  if (finding.kind === 'delivered') return `delivered ${finding.tls}`
  if (finding.kind === 'refused') return `refused ${finding.words.enhanced} ${finding.cause}`
  return finding.kind === 'deferred' ? `deferred ${finding.cause}` : finding.kind
}

/** here.example with one server; nobody vouches for its name yet. */
async function scene(t: TestContext, options: MxOptions, more?: StageOptions): Promise<Scene> {
  const mx = await startServer(t, options)
  const set = stage(t, mx.port, { roots: [root.pem], ...more })
  set.domain('here.example', { 'mx.here.example': '127.0.0.1' })
  const { send } = set.node()
  return {
    mx,
    set,
    demand: async () => {
      const { finding, sent } = await send('ana@here.example', {}, { requireTls: true })
      if (finding.kind !== 'delivered') assert.deepEqual(sent, [], 'nothing was handed over')
      return told(finding)
    },
    plain: async () => told((await send('ana@here.example')).finding),
  }
}

const usualHosts: Readonly<Record<string, string>> = { 'mx.here.example': '127.0.0.1' }
const signed = ({ set }: Scene, hosts = usualHosts): void => set.domain('here.example', hosts, true)

function dane({ set, mx }: Pick<Scene, 'set' | 'mx'>, certificate: TestCertificate): void {
  const data = createHash('sha256').update(certificate.der).digest()
  const record = { usage: 3, selector: 0, matching: 1, data }
  set.plain.tlsa[`_${mx.port}._tcp.mx.here.example`] = found([record], true)
}

const mails = ({ lines }: Mx): (string | undefined)[] =>
  lines.filter(line => line.startsWith('MAIL')).map(line => line.split('> ')[1])

describe('mail with REQUIRETLS goes', () => {
  it('where the name is signed and the certificate is that of DANE, and says so', async t => {
    const here = await scene(t, offering(selfSigned))
    signed(here)
    dane(here, selfSigned)
    assert.equal(await here.demand(), 'delivered dane')
    assert.deepEqual(mails(here.mx), ['REQUIRETLS'])
    assert.equal(here.mx.received[0]?.encrypted, true)
  })

  it('where the name is signed and the certificate valid, without DANE', async t => {
    const here = await scene(t, offering(good))
    signed(here)
    assert.equal(await here.demand(), 'delivered verified')
    assert.deepEqual(mails(here.mx), ['REQUIRETLS'])
  })

  it('where an MTA-STS policy names the server, enforced or in testing', async t => {
    const levels = { enforce: 'delivered mta-sts', testing: 'delivered verified' }
    for (const [mode, expected] of Object.entries(levels)) {
      const here = await scene(t, offering(good))
      here.set.policy('here.example', mode, 'mx.here.example')
      assert.equal(await here.demand(), expected, mode)
      assert.deepEqual(mails(here.mx), ['REQUIRETLS'])
    }
  })

  it('to the second server where the first does not offer it', async t => {
    const here = await scene(t, silent(good))
    const other = await startServer(t, {
      ...offering(second),
      host: '127.0.0.2',
      port: here.mx.port,
    })
    signed(here, { 'mx.here.example': '127.0.0.1', 'mx2.here.example': '127.0.0.2' })
    assert.equal(await here.demand(), 'delivered verified')
    assert.deepEqual(mails(here.mx), [])
    await here.mx.quiet()
    assert.equal(here.mx.lines.at(-1), 'QUIT')
    assert.deepEqual(mails(other), ['REQUIRETLS'])
    assert.equal(await here.plain(), 'delivered verified')
    assert.deepEqual(mails(here.mx), [undefined], 'others go to the first as ever')
  })

  it('to the last of more servers than other mail is tried at', async t => {
    const here = await scene(t, silent(good))
    const names = [1, 2, 3, 4, 5, 6, 7].map(n => [`mx${n}.here.example`, `127.0.0.${n}`] as const)
    for (const [name, host] of names.slice(1)) {
      const certificate = makeCertificate({ name, issuer: root })
      const options = host === '127.0.0.7' ? offering(certificate) : silent(certificate)
      await startServer(t, { ...options, host, port: here.mx.port })
    }
    signed(here, Object.fromEntries(names))
    assert.equal(await here.demand(), 'delivered verified')
  })
})

describe('mail with REQUIRETLS bounces at once, and other mail goes,', () => {
  const unproven = 'refused 5.7.10 requiretls_name_unproven'
  const badCertificate = 'refused 5.7.10 requiretls_certificate'

  it('where nobody vouches for the name of the server, which is not even asked', async t => {
    const here = await scene(t, offering(good))
    assert.equal(await here.demand(), unproven)
    assert.equal(here.mx.connections, 0)
    here.set.policy('here.example', 'testing', 'another.example')
    assert.equal(await here.demand(), unproven)
    here.set.plain.pages[policyPage] = page('version: STSv1\nmode: none\nmax_age: 86400\n')
    here.set.plain.txt['_mta-sts.here.example'] = found(['v=STSv1; id=2;'])
    assert.equal(await here.demand(), unproven)
    assert.equal(await here.plain(), 'delivered verified')
  })

  it('where the certificate does not hold', async t => {
    for (const certificate of [selfSigned, misnamed]) {
      const here = await scene(t, offering(certificate))
      signed(here)
      assert.equal(await here.demand(), badCertificate)
      assert.equal(await here.plain(), 'delivered unverified')
      dane(here, good)
      assert.equal(await here.demand(), badCertificate)
      assert.equal(await here.plain(), 'deferred tls_required_by_policy')
      assert.deepEqual(mails(here.mx), [undefined])
    }
  })

  it('where a valid certificate is not the one that DANE demands', async t => {
    const here = await scene(t, offering(good))
    signed(here)
    dane(here, selfSigned)
    assert.equal(await here.demand(), badCertificate)
  })

  it('where the server does not offer it, or only before it is encrypted', async t => {
    const clear = {
      ...offering(good),
      misbehave: (at: string, socket: net.Socket) =>
        at === 'ehlo' && socket instanceof TLSSocket && socket.write('250 mx.example\r\n'),
    }
    for (const options of [silent(good), clear]) {
      const here = await scene(t, options)
      here.set.policy('here.example', 'enforce', 'mx.here.example')
      assert.equal(await here.demand(), 'refused 5.7.30 requiretls_not_offered')
      await here.mx.quiet()
      assert.equal(here.mx.lines.at(-1), 'QUIT')
      assert.equal(await here.plain(), 'delivered mta-sts')
      assert.deepEqual(mails(here.mx), [undefined])
    }
  })

  it('where STARTTLS is not offered, or refused for good', async t => {
    const refusing = {
      ...offering(good),
      misbehave: (at: string, socket: net.Socket) =>
        at === 'starttls' && socket.write('554 5.7.3 no\r\n'),
    }
    for (const options of [{ features: [...usual, 'REQUIRETLS'] }, refusing]) {
      const here = await scene(t, options)
      signed(here)
      assert.equal(await here.demand(), 'refused 5.7.10 requiretls_no_encryption')
      assert.equal(await here.plain(), 'delivered none')
      assert.deepEqual(mails(here.mx), [undefined])
    }
  })

  it('with what the server says that came nearest', async t => {
    const here = await scene(t, offering(selfSigned))
    await startServer(t, { ...silent(second), host: '127.0.0.2', port: here.mx.port })
    for (const order of [
      { 'mx.here.example': '127.0.0.1', 'mx2.here.example': '127.0.0.2' },
      { 'mx2.here.example': '127.0.0.2', 'mx.here.example': '127.0.0.1' },
    ]) {
      signed(here, order)
      assert.equal(await here.demand(), 'refused 5.7.30 requiretls_not_offered')
    }
  })

  it('naming the server and the TLS level that was reached', async t => {
    const here = await scene(t, silent(good))
    signed(here)
    const { finding } = await here.set.node().send('a@here.example', {}, { requireTls: true })
    assert.deepEqual([finding.mx, finding.tls], ['mx.here.example', 'verified'])
  })

  it('without suppressing the address or counting in the bounce rate', async t => {
    const here = await scene(t, silent(good))
    const causes: string[] = []
    for (const isSigned of [false, true]) {
      if (isSigned) signed(here)
      const { finding } = await here.set.node().send('a@here.example', {}, { requireTls: true })
      const subject = { projectId: 'p', emailId: 'e', n: 0, tries: 0, acceptedAt: 0 } as never
      const decision = decide(subject, finding, { now: 1, retryMs: 1, jitter: 0 })
      assert.equal(decision?.next.kind, 'done')
      assert.equal(decision.happening?.type, 'bounced')
      assert.equal(decision.happening.details?.counts, false)
      assert.equal(decision.happening.suppress, undefined)
      causes.push(`${decision.happening.details.smtp_code} ${decision.happening.details.cause}`)
    }
    assert.deepEqual(causes, [
      '550 5.7.10 requiretls_name_unproven',
      '550 5.7.30 requiretls_not_offered',
    ])
  })
})

describe('mail with REQUIRETLS waits', () => {
  it('while the DNS or the policy page does not say whose the server is, and then goes', async t => {
    const here = await scene(t, offering(good))
    here.set.policy('here.example', 'testing', 'mx.here.example')
    const { txt, pages } = here.set.plain
    const [record, policy] = [txt['_mta-sts.here.example']!, pages[policyPage]!]
    txt['_mta-sts.here.example'] = { kind: 'failure', reason: 'timeout' }
    assert.equal(await here.demand(), 'deferred requiretls_undecided')
    txt['_mta-sts.here.example'] = record
    pages[policyPage] = trouble('timeout')
    assert.equal(await here.demand(), 'deferred requiretls_undecided')
    assert.equal(here.mx.connections, 0)
    pages[policyPage] = policy
    here.set.plain.now += 5 * 60_000 + 1
    assert.equal(await here.demand(), 'delivered verified')
  })

  it('while the records of DANE cannot be had', async t => {
    const here = await scene(t, offering(good))
    signed(here)
    here.set.plain.tlsa[`_${here.mx.port}._tcp.mx.here.example`] = {
      kind: 'failure',
      reason: 'servfail',
    }
    assert.equal(await here.demand(), 'deferred tls_required_by_policy')
  })

  it('while the MX records cannot be had, or the server cannot be reached', async t => {
    const here = await scene(t, offering(good))
    signed(here, { 'mx.here.example': '127.0.0.9' })
    assert.equal(await here.demand(), 'deferred connection_failed')
    const { dns } = here.set.world
    Object.assign(dns, { mx: async () => ({ kind: 'failure', reason: 'servfail' }) })
    assert.equal(await here.demand(), 'deferred dns_failure')
  })

  it('while encryption is out of order (454, a broken handshake)', async t => {
    for (const said of ['454 4.7.0 not now\r\n', '220 go\r\nno TLS at all\r\n']) {
      const here = await scene(t, {
        ...offering(good),
        misbehave: (at, socket) => at === 'starttls' && socket.write(said),
      })
      signed(here)
      assert.match(await here.demand(), /^deferred (undefined|tls_failed)$/)
      assert.equal(here.mx.received.length, 0)
    }
  })

  it('while another server of the domain may do yet', async t => {
    const here = await scene(t, silent(good))
    for (const order of [
      { 'mx.here.example': '127.0.0.1', 'mx2.here.example': '127.0.0.9' },
      { 'mx2.here.example': '127.0.0.9', 'mx.here.example': '127.0.0.1' },
    ]) {
      signed(here, order)
      assert.equal(await here.demand(), 'deferred connection_failed')
    }
    const { dns } = here.set.world
    const { a } = dns
    Object.assign(dns, {
      a: async (name: string) =>
        name === 'mx2.here.example' ? { kind: 'failure', reason: 'timeout' } : a(name),
    })
    assert.equal(await here.demand(), 'deferred requiretls_undecided')
  })
})

describe('connections', () => {
  it('of mail with REQUIRETLS serve no other, and others none of it', async t => {
    const here = await scene(t, offering(good))
    signed(here)
    for (const order of [1, 2]) {
      assert.equal(await here.plain(), 'delivered verified', `${order}`)
      assert.equal(await here.demand(), 'delivered verified', `${order}`)
    }
    assert.equal(here.mx.connections, 2, 'each kind has kept its own')
    assert.deepEqual(mails(here.mx), [undefined, 'REQUIRETLS', undefined, 'REQUIRETLS'])
  })

  it('to a server that was good enough for one domain are not lent to another', async t => {
    const here = await scene(t, offering(good))
    signed(here)
    assert.equal(await here.demand(), 'delivered verified')
    const node = here.set.node()
    await node.send('ana@here.example', {}, { requireTls: true })
    here.set.domain('free.example', { 'mx.here.example': '127.0.0.1' })
    const { finding } = await node.send('bia@free.example', {}, { requireTls: true })
    assert.equal(told(finding), 'refused 5.7.10 requiretls_name_unproven')
    here.set.policy('free.example', 'enforce', 'mx.here.example')
    const { finding: vouched } = await node.send('bia@free.example', {}, { requireTls: true })
    assert.equal(told(vouched), 'delivered mta-sts')
    assert.equal(here.mx.connections, 3)
  })

  it('with many emails of both kinds at once, each goes its way', async t => {
    const here = await scene(t, offering(selfSigned))
    const other = await startServer(t, {
      ...offering(second),
      host: '127.0.0.2',
      port: here.mx.port,
    })
    signed(here, { 'mx.here.example': '127.0.0.1', 'mx2.here.example': '127.0.0.2' })
    assert.equal(await here.plain(), 'delivered unverified', 'known, it may have as many in hand')
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? here.demand() : here.plain())),
    )
    assert.deepEqual(
      all,
      all.map((_, i) => (i % 2 === 0 ? 'delivered verified' : 'delivered unverified')),
    )
    assert.deepEqual(new Set(mails(here.mx)), new Set([undefined]))
    assert.deepEqual(new Set(mails(other)), new Set(['REQUIRETLS']))
  })
})

describe('TLS reports', () => {
  it('blame a domain for what it demands itself, not for what an email demands', async t => {
    const here = await scene(t, offering(selfSigned), { settings: { MALOTE_TLSRPT: 'true' } })
    signed(here)
    const node = here.set.node()
    const blamed: string[] = []
    const { tally } = node.attempter
    Object.assign(tally!, {
      session: () => {},
      failure: (...[domain, , , fault]: Parameters<NonNullable<typeof tally>['failure']>) =>
        blamed.push(`${domain} ${fault.kind}`),
    })
    const demand = async (): Promise<string> =>
      told((await node.send('ana@here.example', {}, { requireTls: true })).finding)
    const name = `_${here.mx.port}._tcp.mx.here.example`
    // Such records demand encryption, and no certificate (RFC 7672 §2.2).
    const record = { usage: 0, selector: 0, matching: 1, data: Buffer.alloc(32) }
    here.set.plain.tlsa[name] = found([record], true)
    assert.equal(await demand(), 'refused 5.7.10 requiretls_certificate')
    assert.deepEqual(blamed, [])
    dane(here, good)
    assert.equal(await demand(), 'refused 5.7.10 requiretls_certificate')
    assert.deepEqual(blamed, ['here.example judged'])
  })
})

describe('beside TLS-Required: No', () => {
  it('the envelope wins (RFC 8689 §4.1)', async () => {
    const delivery = {
      emailId: 'e1',
      senderDomain: 'shop.example',
      sender: 'hello@shop.example',
      address: 'ana@here.example',
      addressees: { to: ['ana@here.example'] },
      subject: 'Hi',
      acceptedAt: 0,
    } as unknown as Delivery
    const content = { text: 'hi', headers: { 'TLS-Required': 'No' } }
    const optional = async (one: Delivery): Promise<boolean> =>
      (await makeMessage(one, content, { signer: null })).tlsOptional
    assert.equal(await optional(delivery), true)
    const { addressees } = delivery
    const demanding = { ...delivery, addressees: { ...addressees, require_tls: true as const } }
    assert.equal(await optional(demanding), false)
  })
})

describe('through a smart host', () => {
  const relayed = (t: TestContext, options: MxOptions, scheme: string, login = '') =>
    startServer(t, { ...options, host: '127.0.0.1' }).then(mx => {
      const settings = { MALOTE_RELAY: `${scheme}://${login}127.0.0.1:${mx.port}` }
      const set = stage(t, mx.port, { roots: [root.pem], settings })
      const { send } = set.node()
      const go = async (requireTls: boolean): Promise<string> =>
        told((await send('ana@anywhere.example', {}, { requireTls })).finding)
      return { mx, go }
    })
  const host = makeCertificate({ name: '127.0.0.1', issuer: root })
  const nothing = 'refused 5.7.10 requiretls_relay'

  it('it goes if that offers REQUIRETLS over TLS', async t => {
    for (const scheme of ['smtp', 'smtps']) {
      const options = { ...offering(host), implicitTls: scheme === 'smtps' }
      const { mx, go } = await relayed(t, options, scheme)
      assert.equal(await go(true), 'delivered verified', scheme)
      assert.match(await go(false), /^delivered/)
      assert.equal(await go(true), 'delivered verified')
      assert.deepEqual(mails(mx), ['REQUIRETLS', undefined, 'REQUIRETLS'])
      assert.equal(mx.connections, 2)
    }
  })

  it('it waits as all mail does where a smart host should be encrypted and is not', async t => {
    const options = offering(selfSigned)
    const features = [...usual, 'REQUIRETLS', 'AUTH PLAIN']
    const { mx, go } = await relayed(t, { ...options, features }, 'smtp', 'user:secret@')
    assert.equal(await go(true), 'deferred tls_failed')
    assert.equal(await go(false), 'deferred tls_failed')
    assert.deepEqual(mails(mx), [])
  })

  it('it bounces if not, and other mail goes', async t => {
    const { mx, go } = await relayed(t, silent(host), 'smtps')
    mx.close()
    assert.match(await go(true), /^deferred/, 'a smart host out of reach is waited for')
    const cases: [MxOptions, string][] = [
      [silent(host), 'refused 5.7.30 requiretls_relay'],
      [{ features: [...usual, 'REQUIRETLS'] }, nothing],
      [offering(selfSigned), nothing],
    ]
    for (const [options, expected] of cases) {
      const relay = await relayed(t, options, 'smtp')
      assert.equal(await relay.go(true), expected)
      assert.match(await relay.go(false), /^delivered/)
      assert.deepEqual(mails(relay.mx), [undefined])
    }
  })
})
