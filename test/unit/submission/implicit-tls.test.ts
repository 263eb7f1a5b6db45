/** The port whose first bytes are TLS (RFC 8314 §3.3), beside the one with STARTTLS. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import tls from 'node:tls'
import { listenForSubmission } from '#faces/submission/submit.ts'
import { BadSetting } from '#kernel/base/config.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { freePort } from '../../support/free-port.ts'
import { startTestService } from '../../support/service.ts'
import { callSmtp } from '../../support/smtp-caller.ts'
import { handOver, idIn } from '../../support/submission.ts'
import { until } from '../../support/until.ts'

/** An address of this machine that is not loopback, as a stranger would have. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find(one => one?.family === 'IPv4' && !one.internal)?.address

async function certificateFiles(t: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-submissions-'))
  t.after(() => rm(folder, { recursive: true }))
  const { cert, key } = makeCertificate({ name: 'malote.test' })
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  return {
    MALOTE_SUBMISSION_TLS_CERT: join(folder, 'cert.pem'),
    MALOTE_SUBMISSION_TLS_KEY: join(folder, 'key.pem'),
  }
}

async function stage(t: TestContext) {
  const [port, other, https] = [await freePort(), await freePort(), await freePort()]
  const files = await certificateFiles(t)
  const service = await startTestService(t, {
    settings: {
      ...files,
      MALOTE_HOST: '0.0.0.0',
      MALOTE_SUBMISSIONS_PORT: String(port),
      MALOTE_SUBMISSION_PORT: String(other),
      MALOTE_HTTPS_PORT: String(https),
    },
  })
  async function renew(): Promise<string> {
    const next = makeCertificate({ name: 'malote.test' })
    await writeFile(files.MALOTE_SUBMISSION_TLS_CERT!, next.cert)
    await writeFile(files.MALOTE_SUBMISSION_TLS_KEY!, next.key)
    return new X509Certificate(next.pem).fingerprint256
  }
  return { service, port, other, https, renew }
}

/** Of the certificate that is shown to whoever goes away at once, as probes do. */
function fingerprintAt(port: number, servername?: string): Promise<string> {
  const named = servername === undefined ? {} : { servername }
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...named })
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('secureConnect', () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
  })
}

const plain = (key: string): string => `AUTH PLAIN ${Buffer.from(`\0\0${key}`).toString('base64')}`

describe('submission by TLS from the first byte', () => {
  it('takes keys and mail of anybody, beside the port with STARTTLS', async t => {
    const { service, port, other } = await stage(t)
    const key = await service.key('test', 'send')
    const caller = await callSmtp(port, outside, { isEncrypted: true })
    assert.match(caller.banner, /^220/)
    const offered = await caller.say('EHLO x.test')
    assert.match(offered, /AUTH PLAIN LOGIN/)
    assert.doesNotMatch(offered, /STARTTLS/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^530/)
    assert.match(await caller.say(plain('svc_test_wrong')), /^535/)
    assert.match(await caller.say(plain(key)), /^235/)
    const id = idIn(
      await handOver(
        caller,
        ['ana@here.test'],
        'From: hello@shop.test\nTo: ana@here.test\nSubject: x\n\ny\n',
      ),
    )
    caller.close()
    const shown = await service.call('GET', `/v1/emails/${id}`, {
      key: await service.key('test', 'read'),
    })
    assert.equal(shown.body.submitted, true)
    const usual = await callSmtp(other)
    assert.match(await usual.say('EHLO x.test'), /STARTTLS/)
    usual.close()
  })

  it('hears nobody in the clear, and lets no network hold its places before TLS', async t => {
    const { port } = await stage(t)
    const clear = net.connect(port, '127.0.0.1')
    let heard = ''
    clear.setEncoding('latin1').on('data', text => (heard += text))
    clear.on('error', () => undefined).write('EHLO x.test\r\n')
    await new Promise(resolve => clear.once('close', resolve))
    assert.doesNotMatch(heard, /\d{3}[ -]/)
    const idle = Array.from({ length: 101 }, () => net.connect(port, '127.0.0.1'))
    for (const socket of idle) socket.on('error', () => undefined)
    const leave = () => {
      for (const socket of idle) socket.destroy()
    }
    t.after(leave)
    // A hundred of a network may be at it; the one beyond is closed, and the place of one that goes is free.
    await until(async () => idle.filter(socket => socket.closed).length === 1, 'that one is closed')
    leave()
    await until(async () => {
      const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      const first = await new Promise<string>(resolve => {
        socket.once('data', data => resolve(String(data)))
        socket.once('close', () => resolve('')).on('error', () => undefined)
      })
      socket.destroy()
      return first.startsWith('220')
    }, 'that there is room again')
  })

  it('is refused without a certificate, by a sentence for the operator', async t => {
    const { world } = await startTestService(t)
    const settings = { ...world.settings, MALOTE_SUBMISSIONS_PORT: await freePort() }
    await assert.rejects(
      listenForSubmission({ ...world, settings }, 'MALOTE_SUBMISSIONS_PORT'),
      (error: Error) => error instanceof BadSetting && /TLS_CERT/.test(error.message),
    )
  })
})

describe('a renewed certificate where the first bytes are TLS', () => {
  it('is shown at once to whoever names a host', async t => {
    const { port, https, renew } = await stage(t)
    const ports = [port, https]
    const shown = () => Promise.all(ports.map(one => fingerprintAt(one, 'malote.test')))
    const [first] = await shown()
    const next = await renew()
    assert.notEqual(first, next)
    assert.deepEqual(await shown(), [next, next])
  })

  it('comes to be known by those who name none and leave after the handshake', async t => {
    const { port, https, renew } = await stage(t)
    const first = await fingerprintAt(port)
    assert.equal(await fingerprintAt(https), first)
    const next = await renew()
    for (const one of [port, https]) {
      await until(async () => (await fingerprintAt(one)) === next, `the renewed one on ${one}`)
    }
  })
})
