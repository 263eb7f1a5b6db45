/** A key must not travel in the clear: who is heard without TLS, and that TLS works. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { listenForSubmission } from '#faces/submission/submit.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { freePort } from '../../support/free-port.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { callSmtp } from '../../support/smtp-caller.ts'

/** An address of this machine that is not loopback, as a stranger would have. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find(one => one?.family === 'IPv4' && !one.internal)?.address
const skip = outside === undefined && 'this machine has no address besides loopback'

async function certificateFiles(t: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-submission-'))
  t.after(() => rm(folder, { recursive: true }))
  const { cert, key } = makeCertificate({ name: 'malote.test' })
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  return {
    MALOTE_SUBMISSION_TLS_CERT: join(folder, 'cert.pem'),
    MALOTE_SUBMISSION_TLS_KEY: join(folder, 'key.pem'),
  }
}

async function stage(
  t: TestContext,
  settings: Record<string, string>,
): Promise<{ service: TestService; port: number }> {
  const port = await freePort()
  const all = { MALOTE_SUBMISSION_PORT: String(port), MALOTE_HOST: '0.0.0.0', ...settings }
  return { service: await startTestService(t, { settings: all }), port }
}

const plain = (key: string): string => `AUTH PLAIN ${Buffer.from(`\0\0${key}`).toString('base64')}`

describe('submission from elsewhere', { skip }, () => {
  it('is not heard without a certificate, except from the operator’s own networks', async t => {
    const { port, service } = await stage(t, {})
    const caller = await callSmtp(port, outside)
    assert.match(caller.banner, /^554 5\.7\.11/)
    caller.close()
    const own = await freePort()
    const allow = { MALOTE_NETWORK_ALLOW: `${outside}/32`, MALOTE_SUBMISSION_PORT: String(own) }
    const other = await stage(t, allow)
    const neighbour = await callSmtp(own, outside)
    assert.match(neighbour.banner, /^220/)
    assert.match(await neighbour.say('EHLO x.test'), /AUTH PLAIN LOGIN/)
    assert.match(await neighbour.say(plain(await other.service.key('test', 'send'))), /^235/)
    neighbour.close()
    assert.ok(service.port)
  })

  it('is offered AUTH only once it is encrypted', async t => {
    const { port, service } = await stage(t, await certificateFiles(t))
    const key = await service.key('test', 'send')
    const caller = await callSmtp(port, outside)
    const offered = await caller.say('EHLO x.test')
    assert.match(offered, /STARTTLS/)
    assert.doesNotMatch(offered, /AUTH/)
    assert.match(await caller.say(plain(key)), /^5/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^5/)
    assert.match(await caller.say('STARTTLS'), /^220/)
    await caller.encrypt()
    assert.match(await caller.say('EHLO x.test'), /AUTH PLAIN LOGIN/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^530/)
    assert.match(await caller.say(plain(key)), /^235/)
    assert.match(await caller.say('MAIL FROM:<hello@shop.test>'), /^250/)
    assert.match(await caller.say('RCPT TO:<ana@here.test>'), /^250/)
    assert.match(await caller.say('DATA'), /^354/)
    const message = 'From: hello@shop.test\nTo: ana@here.test\nSubject: x\n\ny\n'
    assert.match(await caller.content(message), /^250 2\.0\.0 msg_/)
    caller.close()
  })
})

describe('a certificate that has been renewed', () => {
  it('is used without a restart, once both of its files are there', async t => {
    const files = await certificateFiles(t)
    const { port, service } = await stage(t, files)
    const used = async () => {
      const caller = await callSmtp(port)
      await caller.say('EHLO x.test')
      assert.match(await caller.say('STARTTLS'), /^220/)
      const fingerprint = await caller.encrypt()
      caller.close()
      return fingerprint
    }
    const first = await used()
    assert.equal(await used(), first)
    const next = makeCertificate({ name: 'malote.test' })
    await writeFile(files.MALOTE_SUBMISSION_TLS_CERT!, next.cert)
    assert.equal(await used(), first, 'its key is still the old one')
    await writeFile(files.MALOTE_SUBMISSION_TLS_KEY!, next.key)
    assert.equal(await used(), new X509Certificate(next.pem).fingerprint256)
    assert.ok(service.port)
  })
})

describe('a certificate that cannot be used', () => {
  it('stops the start with a sentence for the operator', async t => {
    const { service } = await stage(t, {})
    const settings = { ...service.world.settings, MALOTE_SUBMISSION_TLS_CERT: '/nowhere/cert.pem' }
    const world = { ...service.world, settings }
    await assert.rejects(listenForSubmission(world), /go together/)
    const both = { ...settings, MALOTE_SUBMISSION_TLS_KEY: '/nowhere/key.pem' }
    await assert.rejects(listenForSubmission({ ...world, settings: both }), /cannot be read/)
  })
})
