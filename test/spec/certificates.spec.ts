/** Certificates that come by themselves, from an authority that speaks ACME (docs/certificates.md). */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  besideIt,
  callByHttp,
  callByHttps,
  handshake,
  names,
  startCertified,
} from '../support/acme-service.ts'
import { doctorSays } from '../support/doctor.ts'
import { recordOf } from '../support/domains.ts'
import { freePort } from '../support/free-port.ts'
import { foundTrackingNames } from '../support/happened.ts'
import { failedCertificate } from '../support/kept.ts'
import { callSmtp } from '../support/smtp-caller.ts'
import { until } from '../support/until.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

describe('a certificate by ACME', () => {
  it('comes by itself for each name, and the API is served by https with it', async t => {
    const { service, authority, httpsPort, httpPort } = await startCertified(t, {
      settings: { MALOTE_ROLES: 'all' },
    })
    await until(
      () => handshake(httpsPort, names.mx, authority.root).catch(() => null),
      'the certificate of the second name',
    )
    assert.deepEqual(authority.issued.toSorted(), [names.web, names.mx])
    assert.deepEqual(authority.contacts, ['mailto:operator@malote.test'])
    assert.deepEqual(authority.breaches, [])
    assert.deepEqual(authority.proofs, ['http-01', 'http-01'])
    for (const name of Object.values(names)) {
      const shown = await handshake(httpsPort, name, authority.root)
      assert.equal(shown.names, `DNS:${name}`)
    }
    const body = JSON.stringify({
      from: 'a@shop.test',
      to: ['b@there.test'],
      subject: 'x',
      text: 'y',
    })
    const answer = await callByHttps(
      { port: httpsPort, name: names.web, root: authority.root },
      {
        method: 'POST',
        path: '/v1/emails',
        headers: {
          authorization: `Bearer ${await service.key('test', 'send')}`,
          'content-type': 'application/json',
        },
        body,
      },
    )
    assert.equal(answer.status, 202, answer.body)
    const led = await callByHttp({ port: httpPort, name: names.web, path: '/docs/?x=1' })
    assert.deepEqual(led, { status: 308, location: `https://${names.web}:${httpsPort}/docs/?x=1` })
    const foreign = await callByHttp({ port: httpPort, name: 'evil.test', path: '/docs/' })
    assert.equal(foreign.status, 404)
  })

  it('is proved in a handshake where no port is open for http', async t => {
    const { authority, httpsPort, has } = await startCertified(t, {
      settings: { MALOTE_HTTP_CHALLENGE_PORT: '0' },
    })
    await has(2)
    assert.deepEqual(authority.proofs, ['tls-alpn-01', 'tls-alpn-01'])
    const shown = await handshake(httpsPort, names.web, authority.root)
    assert.equal(shown.names, `DNS:${names.web}`)
  })

  it('is proved on the port of the API, to which a proxy passes the question on', async t => {
    let port = 0
    const { service, authority, has } = await startCertified(t, {
      authority: { httpPort: () => port },
      settings: {
        MALOTE_HTTPS_PORT: '0',
        MALOTE_HTTP_CHALLENGE_PORT: '0',
        MALOTE_RESEND_HOST: 'resend.malote.test',
      },
    })
    port = service.port
    await has(3)
    assert.deepEqual(authority.issued.toSorted(), [names.web, names.mx, 'resend.malote.test'])
    const nobodys = await service.call('GET', '/.well-known/acme-challenge/nobodys-token')
    assert.equal(nobodys.status, 404)
  })

  it('is shown to nobody who asks for a proof that is not owed', async t => {
    const { service, authority, httpsPort, has } = await startCertified(t)
    await has(2)
    const asked = handshake(httpsPort, names.web, authority.root, ['acme-tls/1'])
    await assert.rejects(asked)
    await assert.rejects(handshake(httpsPort, names.web, authority.root, ['h2']))
    await assert.rejects(handshake(httpsPort, 'evil.test', authority.root), /altnames/)
    const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text()
    assert.match(metrics, /malote_certificates\{state="good"\} 2\n/)
    const [, seconds] = /^malote_certificate_ends_seconds (\S+)$/m.exec(metrics)!
    assert.ok(Number(seconds) > (89 * dayMs) / 1000 && Number(seconds) < (90 * dayMs) / 1000)
  })

  it('comes for every tracking name that has been found in DNS', async t => {
    const { service, authority, order } = await startCertified(t)
    await foundTrackingNames(service.world.db)
    const { name: tracking } = await recordOf(service, 'tracking')
    await until(async () => {
      await order()
      return authority.issued.includes(tracking)
    }, 'the certificate of the tracking name')
  })

  it('is renewed after two thirds of its life, on every port, without a restart', async t => {
    const [submissions, submission, inbound] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    const { service, authority, httpsPort, order, has } = await startCertified(t, {
      settings: {
        MALOTE_SUBMISSIONS_PORT: String(submissions),
        MALOTE_SUBMISSION_PORT: String(submission),
        MALOTE_INBOUND_PORT: String(inbound),
      },
    })
    await has(2)
    const shown = async () => {
      // One that asks for no name learns of a new one with the next connection.
      await callSmtp(submissions, '127.0.0.1', { isEncrypted: true }).then(one => one.close())
      const starttls = async (port: number) => {
        const caller = await callSmtp(port)
        assert.match(await caller.say('EHLO x.test'), /STARTTLS/)
        assert.match(await caller.say('STARTTLS'), /^220/)
        const fingerprint = await caller.encrypt()
        caller.close()
        return fingerprint
      }
      return {
        web: (await handshake(httpsPort, names.web, authority.root)).fingerprint,
        mx: (await handshake(httpsPort, names.mx, authority.root)).fingerprint,
        submissions: (await handshake(submissions, names.mx, authority.root)).fingerprint,
        submission: await starttls(submission),
        inbound: await starttls(inbound),
      }
    }
    const first = await shown()
    assert.equal(first.submissions, first.mx)
    assert.equal(first.submission, first.mx)
    assert.equal(first.inbound, first.mx)
    service.turn(59 * dayMs)
    await order()
    assert.equal(authority.issued.length, 2, 'two thirds are not over')
    service.turn(1.5 * dayMs)
    await has(4)
    const now = await shown()
    assert.notEqual(now.web, first.web)
    assert.notEqual(now.mx, first.mx)
    assert.equal(now.submissions, now.mx)
    assert.equal(now.submission, now.mx)
    assert.equal(now.inbound, now.mx)
  })
})

describe('two nodes', () => {
  it('share one account and each certificate, and either answers the authority', async t => {
    const [otherHttps, otherHttp] = [await freePort(), await freePort()]
    const one = await startCertified(t, {
      authority: { httpPort: () => otherHttp },
    })
    const { service, authority } = one
    const shown = () =>
      Promise.all(
        [one.httpsPort, otherHttps].map(
          async port => (await handshake(port, names.web, authority.root)).fingerprint,
        ),
      )
    const ports = { MALOTE_HTTPS_PORT: otherHttps, MALOTE_HTTP_CHALLENGE_PORT: otherHttp }
    await besideIt(service, ports, async (order, orderHere) => {
      await Promise.all([order(), orderHere(), order()])
      await one.has(2)
      assert.deepEqual(authority.issued.toSorted(), [names.web, names.mx])
      assert.equal(authority.accounts, 1)
      const first = await until(() => shown().catch(() => null), 'it on both nodes')
      assert.equal(first[0], first[1])
      service.turn(61 * dayMs)
      await Promise.all([order(), one.has(4)])
      assert.equal(authority.issued.length, 4)
      await until(async () => {
        const [here, there] = await shown()
        return here === there && here !== first[0]
      }, 'the renewed one on both nodes')
    })
  })

  it('keep a certificate over a restart, without asking again', async t => {
    const { service, authority, httpsPort, has } = await startCertified(t)
    await has(2)
    const before = await handshake(httpsPort, names.web, authority.root)
    const asked = authority.requests.length
    const port = await freePort()
    const ports = { MALOTE_HTTPS_PORT: port, MALOTE_HTTP_CHALLENGE_PORT: 0 }
    await besideIt(service, ports, async order => {
      assert.deepEqual(await handshake(port, names.web, authority.root), before)
      await order()
      assert.equal(authority.requests.length, asked)
    })
  })
})

describe('an authority', () => {
  it('that is away is asked again when it said, and the doctor says why', async t => {
    const { service, authority, order, has } = await startCertified(t, {
      settings: { MALOTE_HOSTNAME: names.web },
      authority: { kinds: ['http-01'] },
    })
    await has(1)
    service.turn(61 * dayMs)
    authority.trouble = { status: 503, detail: 'down for maintenance', retryAfter: '7200' }
    await order()
    const said = () => doctorSays(service.world, 'certificate')
    const [warned] = await said()
    assert.equal(warned!.level, 'warning')
    assert.match(warned!.text, /does not answer.*down for maintenance/)
    assert.match(warned!.inPortuguese, /não responde.*down for maintenance/)
    const held = await failedCertificate(service.world.db)
    assert.equal(held, undefined, 'nothing is held against the name')
    const asked = authority.requests.length
    authority.trouble = null
    service.turn(hourMs)
    await order()
    assert.equal(authority.requests.length, asked, 'it is left in peace')
    service.turn(1.1 * hourMs)
    await has(2)
    const [mended] = await said()
    assert.equal(mended!.level, 'ok')
    assert.match(mended!.text, /renewed by itself/)
  })

  it('that finds nobody under a name is asked ever more seldom, and by the other proof', async t => {
    const nowhere = await freePort()
    const { service, authority, order, has } = await startCertified(t, {
      settings: { MALOTE_HOSTNAME: names.web },
      authority: { httpPort: () => nowhere },
    })
    await order()
    await until(async () => authority.proofs.length === 1, 'a look')
    const failed = await until(async () => {
      return failedCertificate(service.world.db)
    })
    assert.deepEqual(failed, { problem: 'challenge', failures: 1 })
    await order()
    assert.deepEqual(authority.proofs, ['http-01'], 'not at once again')
    const [finding] = await doctorSays(service.world, 'certificate')
    assert.equal(finding!.level, 'error')
    assert.match(finding!.text, new RegExp(`${names.web}.*did not find.*ECONNREFUSED`))
    service.turn(11 * 60_000)
    await has(1)
    assert.deepEqual(authority.proofs, ['http-01', 'tls-alpn-01'])
    const [mended] = await doctorSays(service.world, 'certificate')
    assert.equal(mended!.level, 'ok')
  })

  it('that has had enough is left in peace for an hour, or for as long as it says', async t => {
    const { service, authority, order, has } = await startCertified(t, {
      settings: { MALOTE_HOSTNAME: names.web, MALOTE_INBOUND_PORT: '0' },
    })
    await has(1)
    service.turn(61 * dayMs)
    const type = 'urn:ietf:params:acme:error:rateLimited'
    authority.trouble = { status: 429, type, detail: 'too many orders', retryAfter: '10800' }
    await order()
    authority.trouble = null
    const asked = authority.requests.length
    service.turn(2 * hourMs)
    await order()
    assert.equal(authority.requests.length, asked)
    service.turn(1.1 * hourMs)
    await has(2)
  })

  it('that refuses one name certifies the others', async t => {
    const { service, authority, has } = await startCertified(t, {
      settings: { MALOTE_HOSTNAME: 'mx.refused.test' },
    })
    await has(1)
    assert.deepEqual(authority.issued, [names.web])
    const findings = await doctorSays(service.world, 'certificate')
    assert.match(findings.map(one => one.text).join('\n'), /mx\.refused\.test.*policy forbids/)
  })

  it('that has used up a nonce or forgotten the account is asked once more', async t => {
    const { service, authority, order, has } = await startCertified(t, {
      settings: { MALOTE_HOSTNAME: names.web },
    })
    await has(1)
    authority.badNonces = 1
    service.turn(61 * dayMs)
    await has(2)
    authority.forgetAccounts()
    service.turn(61 * dayMs)
    await order()
    service.turn(hourMs)
    await has(3)
    assert.equal(authority.accounts, 1)
  })
})
