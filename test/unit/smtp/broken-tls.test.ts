/** Broken TLS is paid for once, and never where somebody demands TLS. */
import assert from 'node:assert/strict'
import type net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createBrokenOffers, maxBroken } from '#protocol/smtp/broken-offers.ts'
import { connect, type OpeningResult } from '#protocol/smtp/client.ts'
import type { TlsRule } from '#protocol/smtp/verdict.ts'
import { makeCertificate } from '../../support/certificates.ts'
import type { Mx, MxOptions, MxStage } from './mx.ts'
import { never, opportunistic, outside, to } from './outside.ts'
import { stage, startServer } from './stage.ts'

const root = makeCertificate({ name: 'Test root', authority: true })
const good = makeCertificate({ name: 'mx.here.example', issuer: root })
const hour = 3_600_000

/** STARTTLS is offered, and what follows is no TLS. */
const garbage = (_stage: MxStage, socket: net.Socket): boolean => {
  if (_stage !== 'starttls') return false
  socket.write('220 go\r\n')
  socket.removeAllListeners('data')
  socket.once('data', () => socket.write('this is not TLS at all\r\n'))
  return true
}

const silence = (_stage: MxStage, socket: net.Socket): boolean => {
  if (_stage !== 'starttls') return false
  socket.removeAllListeners('data')
  return true
}

/** A server whose TLS breaks while `isBroken`. */
async function flaky(t: TestContext, how: NonNullable<MxOptions['misbehave']> = garbage) {
  const state = { isBroken: true }
  const mx = await startServer(t, {
    // Each email over a connection of its own.
    features: ['LIMITS MAILMAX=1'],
    tls: { cert: good.cert, key: good.key },
    misbehave: (...all) => (state.isBroken ? how(...all) : false),
  })
  return { mx, state }
}

const startTlsTries = (mx: Mx): number => mx.lines.filter(line => line === 'STARTTLS').length

async function close(opening: OpeningResult): Promise<void> {
  if (opening.kind === 'open') await opening.session.quit()
}

describe('broken TLS that nobody demands', () => {
  for (const [name, how] of Object.entries({ garbage, silence })) {
    it(`is met once and then left alone for a while (${name})`, async t => {
      const { mx } = await flaky(t, how)
      const net = stage(t, mx.port)
      net.domain('here.example', { 'mx.here.example': '127.0.0.1' })
      const node = net.node()
      for (const [i, expected] of [1, 1, 1].entries()) {
        const { finding, sent } = await node.send(`ana${i}@here.example`)
        assert.equal(finding.kind, 'delivered')
        assert.equal(finding.tls, 'none')
        assert.equal(sent[0]?.tls, 'none')
        assert.equal(startTlsTries(mx), expected)
      }
      assert.equal(mx.received.length, 3)
    })
  }

  it('is tried again after an hour, then daily, and forgotten once it works', async t => {
    const { mx, state } = await flaky(t)
    let now = 0
    const base = outside()
    const world = { ...base, clock: { ...base.clock, monotonic: () => now } }
    const brokenTls = createBrokenOffers(world)
    const options = { ...to(mx.port, opportunistic), brokenTls }
    const tries = async (ms: number): Promise<number> => {
      now += ms
      const before = startTlsTries(mx)
      const opening = await connect(outside(), options)
      assert.equal(opening.kind, 'open')
      await close(opening)
      return startTlsTries(mx) - before
    }
    assert.equal(await tries(0), 1, 'the first time it is met')
    assert.equal(await tries(hour - 1), 0)
    assert.equal(await tries(1), 1, 'an hour later')
    assert.equal(await tries(hour), 0, 'it was broken before: a day this time')
    assert.equal(await tries(23 * hour - 1), 0)
    state.isBroken = false
    assert.equal(await tries(1), 1, 'a day later')
    assert.equal(await tries(0), 1, 'it works: encrypted each time')
    state.isBroken = true
    assert.equal(await tries(0), 1)
    assert.equal(await tries(hour), 1, 'what worked in between starts again with an hour')
  })

  it('says on the session why it is in plain text', async t => {
    const { mx } = await flaky(t)
    const brokenTls = createBrokenOffers(outside())
    const seen: (string | undefined)[] = []
    for (let n = 0; n < 2; n++) {
      const opening = await connect(outside(), { ...to(mx.port, opportunistic), brokenTls })
      assert.equal(opening.kind, 'open')
      if (opening.kind === 'open') seen.push(opening.session.peer.tlsFailure)
      await close(opening)
    }
    assert.match(seen[0] ?? '', /SSL|TLS|wrong version/i)
    assert.equal(seen[1], seen[0])
  })

  it('is not learnt from a server that takes plain text no better', async t => {
    const mx = await startServer(t, {
      tls: { cert: good.cert, key: good.key },
      misbehave: (at, socket) => {
        if (mx.connections > 1 && at === 'banner') return Boolean(socket.end('421 4.3.2 no\r\n'))
        return garbage(at, socket)
      },
    })
    const brokenTls = createBrokenOffers(outside())
    const opening = await connect(outside(), { ...to(mx.port, opportunistic), brokenTls })
    assert.equal(opening.kind, 'failed')
    assert.equal(brokenTls.whyNot({ host: 'mx.example', address: '127.0.0.1' }), null)
  })

  it('is remembered for each address, and for a bounded number of them', () => {
    const brokenTls = createBrokenOffers(outside())
    const at = (n: number) => ({ host: 'mx.example', address: `192.0.2.${n}` })
    brokenTls.broke(at(1), 'x')
    assert.equal(brokenTls.whyNot(at(2)), null)
    for (let n = 2; n <= maxBroken; n++) brokenTls.broke(at(n), 'x')
    assert.equal(brokenTls.whyNot(at(1)), 'x')
    brokenTls.broke(at(0), 'x')
    assert.equal(brokenTls.whyNot(at(1)), null)
    assert.equal(brokenTls.whyNot(at(maxBroken)), 'x')
  })
})

describe('broken TLS that somebody demands', () => {
  it('is neither remembered nor excused by what is remembered', async t => {
    const { mx, state } = await flaky(t)
    const brokenTls = createBrokenOffers(outside())
    const server = { host: 'mx.example', address: '127.0.0.1' }
    const required: TlsRule = { level: 'required', judge: () => null }
    const opening = await connect(outside(), { ...to(mx.port, required), brokenTls })
    assert.equal(opening.kind, 'failed')
    assert.equal(brokenTls.whyNot(server), null, 'nothing was learnt')
    brokenTls.broke(server, 'it was broken')
    const again = await connect(outside(), { ...to(mx.port, required), brokenTls })
    assert.equal(again.kind, 'failed')
    assert.equal(startTlsTries(mx), 2)
    state.isBroken = false
    const good = await connect(outside(), { ...to(mx.port, required), brokenTls })
    assert.ok(good.kind === 'open' && good.session.peer.tls)
    await close(good)
    assert.equal(brokenTls.whyNot(server), 'it was broken', 'nothing was forgotten either')
    await close(await connect(outside(), { ...to(mx.port, never), brokenTls }))
  })

  it('defers the mail of that domain, while its neighbour on the same server flows', async t => {
    const { mx } = await flaky(t)
    const { domain, policy, node } = stage(t, mx.port)
    domain('free.example', { 'mx.here.example': '127.0.0.1' })
    domain('strict.example', { 'mx.here.example': '127.0.0.1' })
    policy('strict.example', 'enforce', 'mx.here.example')
    const { send } = node()
    assert.equal((await send('ana@free.example')).finding.kind, 'delivered')
    for (let n = 1; n <= 3; n++) {
      const { finding, sent } = await send('ana@strict.example')
      assert.ok(finding.kind === 'deferred' && finding.cause === 'tls_required_by_policy')
      assert.deepEqual(sent, [])
      assert.equal(startTlsTries(mx), 1 + n)
    }
    assert.equal((await send('bia@free.example')).finding.kind, 'delivered')
    assert.equal(startTlsTries(mx), 4, 'the neighbour does not pay again')
    assert.equal(mx.received.length, 2)
  })
})

describe('a server that wants TLS although its own is broken', () => {
  it('defers instead of bouncing, and is tried with TLS the next time', async t => {
    const { mx, state } = await flaky(t, (at, socket, line) => {
      if (at !== 'mail') return garbage(at, socket)
      return line !== '' && socket.write('530 5.7.0 Must issue a STARTTLS command first\r\n')
    })
    const { domain, node } = stage(t, mx.port, { roots: [root.pem] })
    domain('here.example', { 'mx.here.example': '127.0.0.1' })
    const { send } = node()
    const { finding } = await send('ana@here.example')
    assert.ok(finding.kind === 'deferred' && finding.cause === 'tls_failed', finding.kind)
    assert.equal(finding.tls, 'none')
    state.isBroken = false
    const again = await send('ana@here.example')
    assert.equal(again.finding.kind, 'delivered')
    assert.equal(again.finding.tls, 'verified')
  })
})
