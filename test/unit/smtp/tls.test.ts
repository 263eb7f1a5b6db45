/** STARTTLS (RFC 3207): what is encrypted, what is verified, what falls back, and what never does. */
import assert from 'node:assert/strict'
import type net from 'node:net'
import { after, describe, it } from 'node:test'
import type tls from 'node:tls'
import type { TlsSession } from '#kernel/world/net.ts'
import { connect, send } from '#protocol/smtp/client.ts'
import type { TlsRule } from '#protocol/smtp/verdict.ts'
import { makeCertificate, type TestCertificate } from '../../support/certificates.ts'
import { type Mx, type MxOptions, startMx } from './mx.ts'
import { email, openTo, opportunistic, outside, to, words } from './outside.ts'

const root = makeCertificate({ name: 'Test root', authority: true })
const middle = makeCertificate({ name: 'Test middle', authority: true, issuer: root })
const day = 86_400_000
const certificates = {
  good: makeCertificate({ name: 'mx.example', issuer: middle }),
  wildcard: makeCertificate({ name: '*.mail.example', issuer: root }),
  'self-signed': makeCertificate({ name: 'mx.example' }),
  expired: makeCertificate({
    name: 'mx.example',
    issuer: root,
    notBefore: new Date(Date.now() - 9 * day),
    notAfter: new Date(Date.now() - day),
  }),
  'wrong name': makeCertificate({ name: 'other.example', issuer: root }),
}

const world = outside(100, [root.pem])
const started: Mx[] = []
after(() => Promise.all(started.map(one => one.close())))

async function mx(
  certificate: TestCertificate,
  more: tls.TlsOptions = {},
  rest: MxOptions = {},
): Promise<Mx> {
  const server = await startMx({
    tls: { cert: certificate.cert, key: certificate.key, ...more },
    ...rest,
  })
  started.push(server)
  return server
}

/** As MTA-STS in enforce mode. */
const verified: TlsRule = {
  level: 'required',
  judge: session =>
    session.verified
      ? null
      : { en: `not verified: ${session.reason}`, pt: `não verificado: ${session.reason}` },
}

describe('opportunistic TLS', () => {
  for (const [name, certificate] of Object.entries(certificates)) {
    it(`encrypts with a certificate that is ${name}, and says what it found`, async () => {
      const server = await mx(certificate)
      const host = name === 'wildcard' ? 'mx.mail.example' : 'mx.example'
      const session = await openTo(world, { ...to(server.port, opportunistic), host })
      const outcome = await send(session, email())
      await session.quit()
      assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
      assert.equal(server.received[0]?.encrypted, true)
      const found = outcome.peer?.tls as TlsSession
      assert.equal(found.protocol, 'TLSv1.3')
      assert.equal(found.verified, name === 'good' || name === 'wildcard', found.reason)
      assert.match(
        found.reason ?? '',
        {
          good: /^$/,
          wildcard: /^$/,
          'self-signed': /SELF_SIGNED/,
          expired: /EXPIRED/,
          'wrong name': /not for mx/,
        }[name]!,
      )
      assert.deepEqual(found.chain[0], certificate.der)
      if (name === 'good') assert.deepEqual(found.chain[1], middle.der)
      assert.equal(server.lines.filter(line => line.startsWith('EHLO')).length, 2)
    })
  }

  it('takes TLS 1.0 rather than plain text', async () => {
    const old = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    } as const
    const server = await mx(certificates.good, old)
    const session = await openTo(world, to(server.port, opportunistic))
    assert.equal(session.peer.tls?.protocol, 'TLSv1')
    await session.quit()
  })

  it('falls back to plain text where the handshake is garbage, and says why', async () => {
    let tries = 0
    const server = await mx(
      certificates.good,
      {},
      {
        misbehave: (stage, socket) => {
          if (stage !== 'starttls') return false
          tries++
          socket.write('220 go\r\n')
          socket.removeAllListeners('data')
          socket.once('data', () => socket.write('this is not TLS at all\r\n'))
          return true
        },
      },
    )
    const session = await openTo(world, to(server.port, opportunistic))
    const outcome = await send(session, email())
    await session.quit()
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.equal(session.peer.tls, null)
    assert.ok(session.peer.tlsFailure)
    assert.deepEqual([tries, server.connections, server.received[0]?.encrypted], [1, 2, false])
  })

  it('speaks plain text where nothing is offered', async () => {
    const server = await startMx()
    started.push(server)
    const session = await openTo(world, to(server.port, opportunistic))
    assert.equal(session.peer.tls, null)
    assert.equal(session.peer.tlsFailure, undefined)
    await session.quit()
  })
})

describe('required TLS', () => {
  for (const name of ['self-signed', 'expired', 'wrong name'] as const) {
    it(`refuses a certificate that is ${name}`, async () => {
      const server = await mx(certificates[name])
      const opening = await connect(world, to(server.port, verified))
      assert.equal(opening.kind, 'failed')
      assert.ok(opening.kind === 'failed')
      assert.equal(words(opening.verdict), 'deferred tls starttls')
      assert.match(opening.judged?.pt ?? '', /^não verificado/)
      assert.deepEqual([opening.nextMx, opening.again], [true, null])
      assert.ok(!server.lines.some(line => line.startsWith('MAIL')))
      await server.quiet()
    })
  }

  it('takes a verified one', async () => {
    const server = await mx(certificates.good)
    const session = await openTo(world, to(server.port, verified))
    const outcome = await send(session, email())
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    await session.quit()
  })

  it('never falls back: not offered, old versions, garbage', async () => {
    const plain = await startMx()
    started.push(plain)
    const old = await mx(certificates.good, {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    })
    const garbage = await mx(certificates.good, {}, { misbehave: answerThen('220 go\r\nnot TLS') })
    for (const server of [plain, old, garbage]) {
      const opening = await connect(world, to(server.port, verified))
      assert.equal(opening.kind === 'failed' && words(opening.verdict), 'deferred tls starttls')
      assert.equal(server.connections, 1)
      assert.equal(server.received.length, 0)
    }
  })
})

const answerThen =
  (text: string) =>
  (stage: string, socket: net.Socket): boolean =>
    stage === 'starttls' && socket.write(text)

describe('answers injected behind the 220 (CVE-2011-0411 and its kin)', () => {
  const injected = '220 go\r\n250-mx.example\r\n250 AUTH PLAIN\r\n'
  it('are never parsed: required TLS ends', async () => {
    const server = await mx(certificates.good, {}, { misbehave: answerThen(injected) })
    const opening = await connect(world, to(server.port, verified))
    assert.equal(opening.kind === 'failed' && words(opening.verdict), 'deferred tls starttls')
    assert.deepEqual(server.lines.slice(0, 2), ['EHLO client.example', 'STARTTLS'])
    assert.equal(server.received.length, 0)
  })

  it('are never parsed: opportunistic TLS goes on without it, on a new connection', async () => {
    const server = await mx(certificates.good, {}, { misbehave: answerThen(injected) })
    const session = await openTo(world, to(server.port, opportunistic))
    assert.deepEqual(session.features.auth, [])
    assert.equal(server.connections, 2)
    await session.quit()
  })
})

describe('TLS before the banner', () => {
  it('is what a smart host on 465 speaks', async () => {
    const server = await mx(certificates.good, {}, { implicitTls: true })
    const session = await openTo(world, { ...to(server.port, verified), implicitTls: true })
    const outcome = await send(session, email())
    await session.quit()
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.equal(server.received[0]?.encrypted, true)
    assert.ok(!server.lines.includes('STARTTLS'))
  })
})
