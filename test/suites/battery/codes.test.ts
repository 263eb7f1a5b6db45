/**
 * Every code of the catalogue that the public API can give, produced by a call: with its type and
 * status, the page that explains it, the request's id, and in both languages.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ErrorCode, errors } from '#kernel/base/errors.ts'
import { languages } from '#kernel/base/languages.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { type AccountSettingsChange, changeSettings } from '#tenants/trust/settings.ts'
import { testDatabase } from '../../support/database.ts'
import { type Ask, makeAccount, makeThings, type Reply, setStage, type Things } from './stage.ts'

const { db } = await testDatabase()

/** Given by the dashboard's own API alone, whose tests produce them. */
const ofDashboard: readonly ErrorCode[] = [
  'not_authenticated',
  'forbidden_origin',
  'last_project',
  'signup_closed',
  'sign_in_failed',
  'identity_provider_unavailable',
  'billing_unavailable',
  'payment_due',
  'subscription_exists',
]

/** Turned by the tests: what the outside answers, and when the database does. */
const outside = {
  dnsProvider: { status: 403, body: '{}' },
  database: null as (() => Promise<void>) | null,
}
const http = {
  request: async (): Promise<HttpResult> => ({
    kind: 'answer',
    status: outside.dnsProvider.status,
    headers: {},
    body: Buffer.from(outside.dnsProvider.body),
    truncated: false,
  }),
}
const slowDb = {
  ...db,
  transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]): Promise<T> => {
    await outside.database?.()
    return db.transaction(work)
  },
}

const stage = await setStage(slowDb, { http })
const { world } = stage
const { projectId } = await makeAccount(world)
const things: Things = await makeThings(stage, projectId)
const { key } = await stage.key(projectId)
const email = { from: `a@${things.domainName}`, to: ['b@example.org'], subject: 'Hi', text: 'Hi' }

type Call = readonly [method: string, path: string, ask: Ask]
/** Makes the call that is refused; what must be so before it has been done by then. */
type Producer = () => Promise<Call> | Call

const send = (change: object, ask: Ask = {}): Call => [
  'POST',
  '/v1/emails',
  { key, body: { ...email, ...change }, ...ask },
]

/** An account as it stands before it sends one more email. */
const limited =
  (settings: AccountSettingsChange, used: { recipients?: number; month?: number } = {}): Producer =>
  async () => {
    const account = await makeAccount(world)
    const { domainName } = await makeThings(stage, account.projectId)
    const { key } = await stage.key(account.projectId)
    await changeSettings(world, account.accountId, settings)
    const body = { ...email, from: `a@${domainName}` }
    const list = Array.from({ length: used.recipients ?? 0 }, (_, i) => ({
      ...body,
      to: [`r${i}@example.org`],
    }))
    for (let at = 0; at < list.length; at += 100) {
      const emails = list.slice(at, at + 100)
      const sent = await stage.ask('POST', '/v1/emails/batch', { key, body: { emails } })
      assert.equal(sent.status, 202, sent.text)
    }
    if (used.month !== undefined) {
      await db.query('update quotas set month_used = $2 where account_id = $1', [
        account.accountId,
        used.month,
      ])
    }
    return ['POST', '/v1/emails', { key, body }]
  }

const producers: Partial<Record<ErrorCode, Producer>> = {
  missing_field: () => send({ text: undefined }),
  invalid_field: () => send({ to: ['b@'] }),
  invalid_json: () => ['POST', '/v1/emails', { key, raw: '{' }],
  batch_too_large: () => [
    'POST',
    '/v1/emails/batch',
    { key, body: { emails: Array(101).fill(email) } },
  ],
  invalid_dns_token: () => [
    'POST',
    `/v1/domains/${things.domain}/dns`,
    { key, body: { token: 'x' } },
  ],
  dns_zone_not_found: () => {
    outside.dnsProvider = { status: 200, body: '{"success":true,"result":[]}' }
    return ['POST', `/v1/domains/${things.domain}/dns`, { key, body: { token: 'x' } }]
  },
  domain_not_verified: () => send({ from: 'a@elsewhere.test' }),
  recipient_suppressed: async () => {
    await stage.ask('POST', '/v1/suppressions', { key, body: { email: 'x@y.test', stream: 'all' } })
    return send({ to: ['x@y.test'] })
  },
  missing_api_key: () => ['GET', '/v1/emails', {}],
  invalid_api_key: () => ['GET', '/v1/emails', { key: `${key}x` }],
  insufficient_scope: async () => [
    'GET',
    '/v1/emails',
    { key: (await stage.key(projectId, { scope: 'send' })).key },
  ],
  ip_not_allowed: async () => [
    'GET',
    '/v1/emails',
    { key: (await stage.key(projectId, { allowIps: ['203.0.113.7'] })).key },
  ],
  sandbox_recipient: limited({ trustLevel: 0 }),
  address_not_confirmed: async () => {
    const email = `${world.ids.next()}@malote.test`
    const stranger = await createAccount(world, { email, isVerified: false })
    const { key } = await stage.key(stranger.projectId, { mode: 'test' })
    return ['POST', '/v1/domains', { key, body: { name: 'stranger.test' } }]
  },
  live_key_required: async () => [
    'DELETE',
    `/v1/domains/${things.domain}`,
    { key: (await stage.key(projectId, { mode: 'test' })).key },
  ],
  domain_limit_reached: async () => {
    const small = await createAccount(world, { email: `${world.ids.next()}@malote.test` })
    const { key } = await stage.key(small.projectId)
    const name = (n: number) => ({ name: `d${n}.${small.projectId.slice(-12)}.test` })
    await stage.ask('POST', '/v1/domains', { key, body: name(1) })
    return ['POST', '/v1/domains', { key, body: name(2) }]
  },
  resource_not_found: () => ['GET', '/v1/emails/msg_1', { key }],
  route_not_found: () => ['PUT', '/v1/emails', {}],
  idempotency_conflict: async () => {
    const headers = { 'idempotency-key': 'used' }
    await stage.ask(...send({}, { headers }))
    return send({ subject: 'Other' }, { headers })
  },
  idempotency_in_progress: async () => {
    const headers = { 'idempotency-key': world.ids.next() }
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    outside.database = () => {
      begin()
      return held
    }
    const body = { url: 'https://a.example.org/', events: ['sent'] }
    const first = stage.ask('POST', '/v1/webhooks', { key, body, headers })
    release = async () => {
      outside.database = null
      resolve()
      assert.equal((await first).status, 201)
    }
    await begun
    return ['POST', '/v1/webhooks', { key, body, headers }]
  },
  domain_exists: () => ['POST', '/v1/domains', { key, body: { name: things.domainName } }],
  already_suppressed: async () => {
    const body = { email: 'twice@y.test', stream: 'all' }
    await stage.ask('POST', '/v1/suppressions', { key, body })
    return ['POST', '/v1/suppressions', { key, body }]
  },
  not_cancellable: async () => {
    const { key } = await stage.key(projectId, { mode: 'test' })
    const { body } = await stage.ask('POST', '/v1/emails', { key, body: email })
    return ['POST', `/v1/emails/${body.id}/cancel`, { key }]
  },
  rate_limited: async () => {
    const { key } = await stage.key(projectId, { rate: 1 })
    await stage.ask('GET', '/v1/webhooks', { key })
    return ['GET', '/v1/webhooks', { key }]
  },
  daily_limit_reached: limited({ trustLevel: 1 }, { recipients: 99 }),
  monthly_limit_reached: limited({ plan: 'pro' }, { month: 50_000 }),
  spend_limit_reached: limited({ plan: 'pro', spendCents: 0 }, { month: 50_000 }),
  sending_paused: limited({ pause: 'full' }),
  internal_error: () => {
    outside.database = async () => {
      throw new Error('the database has burnt down')
    }
    release = async () => {
      outside.database = null
    }
    return ['POST', `/v1/webhooks/${things.webhook}/test`, { key }]
  },
  service_unavailable: () => {
    outside.database = async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    release = async () => {
      outside.database = null
    }
    return ['POST', `/v1/webhooks/${things.webhook}/test`, { key }]
  },
}

/** Brings the outside back to order. */
let release: (() => Promise<void>) | null = null

it('every code is produced here or belongs to the dashboard', () => {
  const known = [...Object.keys(producers), ...ofDashboard]
  assert.deepEqual(known.sort(), Object.keys(errors).sort())
})

describe('the code', () => {
  for (const [name, produce] of Object.entries(producers)) {
    const code = name as ErrorCode
    it(code, async () => {
      const [method, path, asked] = await produce()
      const messages: string[] = []
      try {
        for (const language of languages) {
          const headers = { ...asked.headers, 'accept-language': language }
          const one = () => stage.ask(method, path, { ...asked, headers })
          let reply = await one()
          // Where the machine is slow, more than a second may lie between two calls.
          for (let n = 0; code === 'rate_limited' && reply.status === 200 && n < 20; n++) {
            reply = await one()
          }
          check(reply, code, language)
          messages.push(reply.body.error.message)
        }
      } finally {
        const putInOrder = release
        release = null
        await putInOrder?.()
      }
      assert.notEqual(messages[0], messages[1])
    })
  }
})

function check({ status, headers, body, text }: Reply, code: ErrorCode, language: string): void {
  const { error } = body
  assert.equal(error.code, code, text)
  assert.equal(error.type, errors[code].type)
  assert.equal(status, errors[code].status)
  assert.equal(error.doc_url, `http://malote.test/docs/errors#${code}`)
  assert.match(error.request_id, /^req_[0-9a-f]{32}$/)
  assert.equal(headers['request-id'], error.request_id)
  assert.equal(headers['content-language'], language)
  assert.match(error.message, /^[\p{Lu}"].*\S\.$/su)
  assert.doesNotMatch(error.message, /[{}]|undefined|null/)
  assert.deepEqual(Object.keys(body), ['error'])
}
