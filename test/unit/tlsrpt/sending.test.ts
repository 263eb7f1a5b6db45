/** TLS reports on their way (RFC 8460 §4, §5): once a day and domain, by mail or https, signed. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import type { HttpRequest, HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { sendTlsReports } from '#sending/tlsrpt/send.ts'
import { eventOf, startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const hour = 3_600_000
const day = 24 * hour
const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  'post.test': { MX: ['10 mx.here.test'] },
  '_smtp._tls.here.test': { TXT: ['v=TLSRPTv1; rua=mailto:tls@reports.test'] },
  '_smtp._tls.post.test': { TXT: ['v=TLSRPTv1; rua=https://reports.test/tls'] },
  'reports.test': { MX: ['10 mx.here.test'] },
  '_smtp._tls.reports.test': { TXT: ['v=TLSRPTv1; rua=mailto:tls@reports.test'] },
} as const
const settings = {
  // The service's own job would run whenever its clock is turned, beside those of the tests.
  MALOTE_ROLES: 'api,deliver',
  MALOTE_TLSRPT: 'true',
  MALOTE_TLSRPT_SENDER: 'postmaster@shop.test',
}

interface Posted {
  readonly requests: HttpRequest[]
  readonly world: World
}

/** The service's world with an https side that answers as it is told. */
function posting(service: TestService, answer: () => HttpResult): Posted {
  const requests: HttpRequest[] = []
  const http = {
    request: async (request: HttpRequest) => {
      requests.push(request)
      return answer()
    },
  }
  return { requests, world: { ...service.world, http } }
}

const status = (code: number): HttpResult => ({
  kind: 'answer',
  status: code,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
})

/** A service that has sent one email to a domain, counted, and waited for the day to end. */
async function dayAfter(
  t: TestContext,
  domain: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const service = await startTestService(t, { zones, settings: { ...settings, ...more } })
  const body = { from: 'hello@shop.test', to: [`ana@${domain}`], subject: 'Hi', text: 'Hi' }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  await eventOf(service, sent.body.id, 'delivered')
  await service.service.delivery!.attempter.tally!.flush()
  // A day's figures settle for a while after midnight: at noon they have, whatever the time now is.
  const { clock } = service.world
  service.turn(Math.floor(clock.now() / day) * day + 1.5 * day - clock.now())
  return service
}

const count = async (service: TestService, table: string): Promise<number> => {
  const [row] = await service.world.db.query<{ n: string }>(`select count(*) as n from ${table}`)
  return Number(row?.n)
}

describe('a report by mail', () => {
  it('goes out once, signed, with the day’s figures, whoever runs the job', async t => {
    const service = await dayAfter(t, 'here.test')
    const { world } = service
    const about = new Date(world.clock.now() - day).toISOString().slice(0, 10)
    await Promise.all([sendTlsReports(world), sendTlsReports(world)])
    await sendTlsReports(world)
    const { content, to } = await until(async () => service.mx.received[1], 'the report')
    assert.deepEqual(to, ['tls@reports.test'])
    const email = await PostalMime.parse(content)
    const header = (key: string): string | undefined =>
      email.headers.find(one => one.key === key)?.value
    assert.equal(email.from?.address, 'postmaster@shop.test')
    assert.equal(header('tls-report-domain'), 'here.test')
    assert.equal(header('tls-report-submitter'), 'shop.test')
    assert.equal(header('tls-required'), 'No')
    assert.equal(header('auto-submitted'), 'auto-generated')
    assert.match(header('content-type') ?? '', /^multipart\/report; report-type="?tlsrpt"?;/)
    const signatures = email.headers.filter(one => one.key === 'dkim-signature')
    assert.equal(signatures.length, 2)
    assert.match(signatures[0]!.value, /d=shop\.test/)
    assert.match(signatures[0]!.value.replace(/\s/g, ''), /:tls-report-domain:tls-report-submitter/)
    assert.match(email.text ?? '', /TLS with the mail servers of here\.test/)
    assert.match(email.text ?? '', /relatório sobre TLS/)

    const [file, ...others] = email.attachments
    assert.deepEqual(others, [])
    assert.equal(file?.mimeType, 'application/tlsrpt+gzip')
    const begin = Date.parse(about) / 1000
    const name = /^shop\.test!here\.test!(\d+)!(\d+)!([0-9a-f-]{36})\.json\.gz$/
    const [, from, end, id] = name.exec(file?.filename ?? '') ?? []
    assert.deepEqual([Number(from), Number(end)], [begin, begin + 86_399])
    const subject = `Report Domain: here.test Submitter: shop.test Report-ID: <${id}@shop.test>`
    assert.equal(email.subject, subject)
    const bytes = Buffer.from(file!.content as ArrayBuffer)
    assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), {
      'organization-name': 'shop.test',
      'date-range': {
        'start-datetime': `${about}T00:00:00Z`,
        'end-datetime': `${about}T23:59:59Z`,
      },
      'contact-info': 'postmaster@shop.test',
      'report-id': id,
      policies: [
        {
          policy: { 'policy-type': 'no-policy-found', 'policy-domain': 'here.test' },
          summary: {
            'total-successful-session-count': 0,
            'total-failure-session-count': 1,
          },
          'failure-details': [
            {
              'result-type': 'starttls-not-supported',
              'receiving-mx-hostname': 'mx.here.test',
              'receiving-ip': '127.0.0.1',
              'failed-session-count': 1,
            },
          ],
        },
      ],
    })

    await service.service.delivery!.attempter.tally!.flush()
    service.turn(day)
    await sendTlsReports(world)
    assert.equal(await count(service, 'tls_results'), 0, 'no report about the report')
    assert.equal(service.mx.received.length, 2)
    const listed = await service.call('GET', '/v1/emails')
    assert.equal(listed.body.data.length, 1, 'no customer sees it')
  })

  it('waits for the day to end, in UTC and on every node', async t => {
    const service = await dayAfter(t, 'here.test')
    const { world } = service
    await world.db.query('update tls_results set day = $1', [
      new Date(world.clock.now()).toISOString().slice(0, 10),
    ])
    await sendTlsReports(world)
    assert.equal(await count(service, 'tls_results'), 1)
    const midnight = Math.ceil(world.clock.now() / day) * day
    service.turn(midnight - world.clock.now() + 10 * 60_000)
    await sendTlsReports(world)
    assert.equal(await count(service, 'tls_results'), 1)
    service.turn(6 * 60_000)
    await sendTlsReports(world)
    assert.equal(await count(service, 'tls_results'), 0)
    await until(async () => service.mx.received[1], 'the report')
  })

  it('never goes out unsigned', async t => {
    const service = await dayAfter(t, 'here.test', { MALOTE_TLSRPT_SENDER: '' })
    const before = await count(service, 'emails')
    await sendTlsReports(service.world)
    assert.equal(await count(service, 'emails'), before)
    assert.equal(await count(service, 'tls_results'), 0)
  })

  it('is not sent while the setting is off', async t => {
    const service = await dayAfter(t, 'here.test')
    const world = {
      ...service.world,
      settings: { ...service.world.settings, MALOTE_TLSRPT: false },
    }
    await sendTlsReports(world)
    assert.equal(await count(service, 'tls_results'), 1)
  })

  const asking = (service: TestService, answer: DnsAnswer<string>): World => ({
    ...service.world,
    dns: { ...service.world.dns, txt: async () => answer },
  })
  const nobodyKnows = { kind: 'failure', reason: 'servfail' } as const

  it('waits for a DNS that fails, and is dropped where the domain has changed its mind', async t => {
    const service = await dayAfter(t, 'here.test')
    await sendTlsReports(asking(service, nobodyKnows))
    assert.equal(await count(service, 'tls_results'), 1)
    await sendTlsReports(asking(service, { kind: 'nxdomain', secure: false }))
    assert.equal(await count(service, 'tls_results'), 0)
    assert.equal(await count(service, 'emails'), 1, 'that of the customer')
  })

  it('does not wait for ever', async t => {
    const service = await dayAfter(t, 'here.test')
    service.turn(day)
    await sendTlsReports(asking(service, nobodyKnows))
    assert.equal(await count(service, 'tls_results'), 1)
    service.turn(day)
    await sendTlsReports(asking(service, nobodyKnows))
    assert.equal(await count(service, 'tls_results'), 0)
    assert.equal(await count(service, 'emails'), 1)
  })
})

describe('a report by https', () => {
  it('is posted once', async t => {
    const service = await dayAfter(t, 'post.test')
    const { requests, world } = posting(service, () => status(201))
    await Promise.all([sendTlsReports(world), sendTlsReports(world)])
    await sendTlsReports(world)
    assert.equal(requests.length, 1)
    const { method, url, headers, body, trusted } = requests[0]!
    assert.deepEqual([method, url, trusted], ['POST', 'https://reports.test/tls', undefined])
    assert.equal(headers['content-type'], 'application/tlsrpt+gzip')
    const json = JSON.parse(gunzipSync(body as Buffer).toString())
    assert.equal(json.policies[0].policy['policy-domain'], 'post.test')
    assert.equal(await count(service, 'tls_report_posts'), 0)
  })

  it('is tried each hour for a day, then given up', async t => {
    const service = await dayAfter(t, 'post.test')
    const { requests, world } = posting(service, () =>
      requests.length % 2 === 0
        ? status(500)
        : { kind: 'failure', reason: 'timeout', message: 'no answer' },
    )
    for (let n = 0; n < 40; n++) {
      await sendTlsReports(world)
      await sendTlsReports(world)
      service.turn(hour)
    }
    assert.equal(requests.length, 25)
    assert.ok(requests.every(one => (one.body as Buffer).equals(requests[0]!.body as Buffer)))
    assert.equal(await count(service, 'tls_report_posts'), 0)
  })
})
