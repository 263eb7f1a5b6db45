/** Where requests to an authority may go, and what its answers come to. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { HttpRequest, HttpResult } from '#kernel/world/http.ts'
import { openAuthority, retryAfterMs } from '#platform/certificates/authority.ts'
import { publicDirectory } from '#platform/certificates/names.ts'
import type { OrderFailed } from '#platform/certificates/problems.ts'
import { machineClock } from '../../support/real-clock.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const accountKey = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

const answer = (status: number, body: unknown, headers = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json', 'replay-nonce': 'abc', ...headers },
  body: Buffer.from(JSON.stringify(body)),
  truncated: false,
})

function stage(directory: string, reply: (request: HttpRequest) => HttpResult) {
  const asked: HttpRequest[] = []
  const clock = machineClock
  const http = {
    async request(request: HttpRequest) {
      asked.push(request)
      return reply(request)
    },
  }
  const deadline = clock.monotonic() + 60_000
  const access = { directory, accountKey, accountUrl: null, deadline }
  return { asked, client: openAuthority({ clock, http }, access) }
}

const listed = (base: string): HttpResult =>
  answer(200, {
    newNonce: `${base}/nonce`,
    newAccount: `${base}/account`,
    newOrder: `${base}/order`,
  })

const terms = { termsOfServiceAgreed: true }

describe('an authority', () => {
  it('may be internal at the host of a directory that is set, and nowhere else', async () => {
    const trustedBy = async (directory: string, base: string) => {
      const { asked, client } = stage(directory, request =>
        request.url === directory
          ? listed(base)
          : answer(201, {}, { location: `${base}/account/1` }),
      )
      await (await client).createAccount(terms)
      return asked.map(one => `${one.method} ${one.trusted}`)
    }
    const own = 'https://ca.internal.example:9000'
    assert.deepEqual(await trustedBy(`${own}/directory`, own), [
      'GET true',
      'HEAD true',
      'POST true',
    ])
    assert.deepEqual(await trustedBy(`${own}/directory`, 'http://169.254.169.254'), [
      'GET true',
      'HEAD false',
      'POST false',
    ])
    assert.deepEqual(await trustedBy(publicDirectory, 'https://acme-v02.api.letsencrypt.org'), [
      'GET false',
      'HEAD false',
      'POST false',
    ])
  })

  it('is away, has had enough, or refuses', async () => {
    const cases: [HttpResult, string, number][] = [
      [{ kind: 'failure', reason: 'internal_address', message: 'x' }, 'away', 0],
      [answer(503, {}, { 'retry-after': '120' }), 'away', 120_000],
      [answer(200, {}, { 'content-type': 'application/json' }), 'away', 0],
      [answer(429, { detail: 'slowly' }, { 'retry-after': '60' }), 'limited', 60_000],
      [answer(400, { type: 'urn:ietf:params:acme:error:rateLimited' }), 'limited', 0],
      [answer(403, { type: 'urn:ietf:params:acme:error:caa', detail: 'no' }), 'refused', 0],
    ]
    for (const [reply, problem, waitMs] of cases) {
      const directory = 'https://ca.example/directory'
      const { client } = stage(directory, request =>
        request.url === directory && reply.kind === 'answer' && reply.status !== 200
          ? listed('https://ca.example')
          : request.method === 'HEAD'
            ? answer(200, {})
            : reply,
      )
      const failed = await (await client).createAccount(terms).then(
        () => null,
        (error: OrderFailed) => error,
      )
      // What the package does not understand it says in an error of its own.
      if (reply.kind === 'answer' && reply.status === 200) assert.match(failed!.message, /locate/)
      else assert.deepEqual([failed!.problem, failed!.waitMs], [problem, waitMs])
    }
  })

  it('says in seconds or by a date when to come again', () => {
    const now = Date.UTC(2026, 0, 1)
    assert.equal(retryAfterMs('90', now), 90_000)
    assert.equal(retryAfterMs('Thu, 01 Jan 2026 01:00:00 GMT', now), 3_600_000)
    assert.equal(retryAfterMs('Wed, 31 Dec 2025 01:00:00 GMT', now), 0)
    for (const odd of [undefined, '', 'soon', '-5']) assert.equal(retryAfterMs(odd, now), 0)
  })
})
