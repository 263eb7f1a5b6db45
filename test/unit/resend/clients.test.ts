/**
 * The requests that Resend's eight official clients make, byte for byte as far as a server can tell,
 * with each base address that docs/resend.md gives them; their answers are read by their types.
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import type { Called } from '../../support/called.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import {
  type Asking,
  assertReads,
  type Client,
  clients,
  type Fields,
  text,
  writtenBy,
} from './clients.ts'

const host = 'resend.malote.test'
const at = { root: `http://${host}`, below: 'http://mail.malote.test/resend' }
const email = {
  from: 'Shop <hello@shop.test>',
  to: ['ana@here.test'],
  subject: 'Olá',
  html: '<p>Oi</p>',
}

/** So high that nobody waits, and answers say what is left of it. */
const rate = 1_000_000

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Called['body']
}

/** One of them, with a base address and a key. */
interface Program {
  readonly client: Client
  readonly ask: (asking: Asking, headers?: Readonly<Record<string, string>>) => Promise<Heard>
}

/** As they write it, over a socket: the name of the host is in its header alone. */
function wire(service: TestService, client: Client, base: string, key: string): Program['ask'] {
  return (asking, more = {}) => {
    const { url, headers, body, chunked } = writtenBy(client, base, key, asking)
    const { host: name, pathname, search } = new URL(url)
    // What the URL class would make one is left as the client writes it.
    const path = url.slice(url.indexOf(name) + name.length) || pathname + search
    const length =
      chunked || (body === undefined && asking.method !== 'POST')
        ? {}
        : { 'content-length': String(Buffer.byteLength(body ?? '')) }
    return new Promise((resolve, reject) => {
      const call = request(
        {
          port: service.port,
          method: asking.method,
          path,
          headers: { host: name, ...headers, ...length, ...more },
        },
        answer => {
          let told = ''
          answer.setEncoding('utf8').on('data', piece => (told += piece))
          answer.on('end', () => {
            assert.match(answer.headers['content-type'] ?? '', /^application\/json/, path)
            resolve({
              status: answer.statusCode!,
              headers: answer.headers,
              body: JSON.parse(told),
            })
          })
        },
      )
      call.on('error', reject).end(body)
    })
  }
}

async function start(t: TestContext) {
  const service = await startTestService(t, { settings: { MALOTE_RESEND_HOST: host } })
  const key = await service.key('test', 'admin', { rate })
  return { service, key }
}

const good = ({ status, body }: Heard, expected = 200) => {
  assert.equal(status, expected, JSON.stringify(body))
  return body
}

async function sends({ client, ask }: Program, n: number): Promise<void> {
  const attachments = [client.attach(Buffer.from('attached'))]
  const tags = [{ name: 'order', value: '1042' }]
  const asking = { method: 'POST', path: 'emails', body: { ...email, attachments, tags } }
  const again = { 'idempotency-key': `order-${n}` }
  const sent = await ask(asking, again)
  assert.ok(client.reads.id(good(sent).id), JSON.stringify(sent.body))
  for (const name of ['limit', 'remaining', 'reset']) {
    assert.match(String(sent.headers[`ratelimit-${name}`]), /^\d+$/, name)
  }
  const repeated = good(await ask(asking, again))
  assert.equal(repeated.id, sent.body.id)
  const read = good(await ask({ method: 'GET', path: `emails/${sent.body.id}` }))
  assertReads(client.reads.email, read, 'email')
  assert.deepEqual([read.id, read.to, read.tags], [sent.body.id, email.to, tags])
}

async function pages({ client, ask }: Program): Promise<void> {
  const list = async (query: NonNullable<Asking['query']>) =>
    good(await ask({ method: 'GET', path: 'emails', query }))
  for (let n = 0; n < 3; n++) good(await ask({ method: 'POST', path: 'emails', body: email }))
  const first = await list({ limit: 1 })
  assert.deepEqual([first.object, first.has_more, first.data.length], ['list', true, 1])
  assertReads(client.reads.email, first.data[0], 'email of a list')
  const [second] = (await list({ limit: 1, after: first.data[0].id })).data
  assert.notEqual(second.id, first.data[0].id)
  const before = await list({ limit: 1, before: second.id })
  assert.equal(before.data[0].id, first.data[0].id)
}

async function schedules({ client, ask }: Program): Promise<void> {
  const { id } = good(
    await ask({ method: 'POST', path: 'emails', body: { ...email, scheduled_at: 'in 1 hour' } }),
  )
  const body = { ...client.again?.('email', id), scheduled_at: 'in 2 hours' }
  const moved = good(await ask({ method: 'PATCH', path: `emails/${id}`, body }))
  assert.deepEqual([moved.object, moved.id], ['email', id])
  const cancelled = good(await ask({ method: 'POST', path: `emails/${id}/cancel` }))
  assert.equal(cancelled.id, id)
  const read = good(await ask({ method: 'GET', path: `emails/${id}` }))
  assert.equal(read.last_event, 'canceled')
}

async function sendsBatches({ client, ask }: Program, n: number): Promise<void> {
  const bad = { ...email, to: ['nobody@'] }
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ask({ method: 'POST', path: 'emails/batch', body }, headers)
  const key = { 'idempotency-key': `batch-${n}` }
  const { data } = good(await send([email, email], { ...key, 'x-batch-validation': 'strict' }))
  assert.ok(data.length === 2 && data.every((one: Fields) => client.reads.id(one.id)))
  const again = await send([email, email], { ...key, 'x-batch-validation': 'strict' })
  assert.deepEqual(good(again).data, data)
  assertReads(client.reads.error, good(await send([email, bad]), 422), 'error of a batch')
  const some = good(await send([bad, email], { 'x-batch-validation': 'permissive' }))
  assert.ok(some.data.length === 1 && client.reads.id(some.data[0].id))
  assert.deepEqual([some.errors.length, some.errors[0].index], [1, 0])
  assert.ok(text(some.errors[0].message))
}

async function keepsContacts({ client, ask }: Program, n: number): Promise<void> {
  const { reads, again, segmentsOf = contact => `contacts/${contact}/segments` } = client
  const address = `ana+${n}@here.test`
  const segment = good(
    await ask({ method: 'POST', path: 'segments', body: { name: `s${n}` } }),
    201,
  )
  assert.ok(reads.id(segment.id))
  const made = good(await ask({ method: 'POST', path: 'contacts', body: { email: address } }), 201)
  assert.ok(reads.id(made.id))
  for (const path of [made.id, address, encodeURIComponent(address)]) {
    const read = good(await ask({ method: 'GET', path: `contacts/${path}` }))
    assertReads(reads.contact, read, 'contact')
    assert.equal(read.id, made.id)
  }
  const body = { ...again?.('contact', made.id), first_name: 'Ana' }
  good(await ask({ method: 'PATCH', path: `contacts/${made.id}`, body }))
  good(await ask({ method: 'POST', path: `contacts/${made.id}/segments/${segment.id}` }))
  const inside = good(await ask({ method: 'GET', path: segmentsOf(made.id) }))
  assert.deepEqual(
    inside.data.map((one: Fields) => one.id),
    [segment.id],
  )
  const listed = good(await ask({ method: 'GET', path: `segments/${segment.id}/contacts` }))
  assertReads(reads.contact, listed.data[0], 'contact of a list')
  // By the older name, whose clients say the audience in the body as well.
  const audience = `audiences/${segment.id}/contacts`
  const older = { audience_id: segment.id, email: `rui${n}@here.test` }
  const rui = good(await ask({ method: 'POST', path: audience, body: older }), 201)
  const change = { ...again?.('contact', rui.id), audience_id: segment.id, last_name: 'Sá' }
  good(await ask({ method: 'PATCH', path: `${audience}/${rui.id}`, body: change }))
  const topic = { name: `t${n}`, default_subscription: 'opt_in' }
  const { id } = good(await ask({ method: 'POST', path: 'topics', body: topic }), 201)
  const choice = [{ id, subscription: 'opt_in' }]
  for (const chosen of [choice, { id: made.id, topics: choice }]) {
    good(await ask({ method: 'PATCH', path: `contacts/${made.id}/topics`, body: chosen }))
  }
  const gone = good(await ask({ method: 'DELETE', path: `contacts/${made.id}` }))
  assert.deepEqual([gone.contact, gone.deleted], [made.id, true])
}

async function registersDomains({ client, ask }: Program, n: number): Promise<void> {
  const name = `shop${n}.${client.name.replace('.', '').toLowerCase()}.test`
  const made = good(await ask({ method: 'POST', path: 'domains', body: { name } }), 201)
  assertReads(client.reads.domain, made, 'domain')
  const path = `domains/${made.id}`
  assertReads(client.reads.domain, good(await ask({ method: 'GET', path })), 'domain')
  const { data } = good(await ask({ method: 'GET', path: 'domains' }))
  for (const one of data) assertReads(client.reads.domain, one, 'domain of a list')
  good(await ask({ method: 'POST', path: `${path}/verify` }))
  const body = { ...client.again?.('domain', made.id), open_tracking: false }
  good(await ask({ method: 'PATCH', path, body }))
  good(await ask({ method: 'DELETE', path }))
}

async function hearsByWebhooks({ client, ask }: Program, n: number): Promise<void> {
  const body = { endpoint: `https://shop.test/${n}`, events: ['email.delivered'] }
  const made = good(await ask({ method: 'POST', path: 'webhooks', body }), 201)
  assert.ok(client.reads.id(made.id) && text(made.signing_secret))
  const again = { ...client.again?.('webhook', made.id), status: 'disabled' }
  good(await ask({ method: 'PATCH', path: `webhooks/${made.id}`, body: again }))
  const read = good(await ask({ method: 'GET', path: `webhooks/${made.id}` }))
  assert.deepEqual([read.status, read.events], ['disabled', ['email.delivered']])
  good(await ask({ method: 'DELETE', path: `webhooks/${made.id}` }))
}

async function writesBroadcasts({ client, ask }: Program, n: number): Promise<void> {
  const { id: segment } = good(
    await ask({ method: 'POST', path: 'segments', body: { name: `b${n}` } }),
    201,
  )
  const reader = { email: `reader${n}@here.test`, segments: [{ id: segment }] }
  good(await ask({ method: 'POST', path: 'contacts', body: reader }), 201)
  const letter = { from: email.from, subject: 's', html: '<p>x</p>', segment_id: segment }
  const { id } = good(await ask({ method: 'POST', path: 'broadcasts', body: letter }), 201)
  const body = { ...client.again?.('broadcast', id), subject: 'New' }
  good(await ask({ method: 'PATCH', path: `broadcasts/${id}`, body }))
  const read = good(await ask({ method: 'GET', path: `broadcasts/${id}` }))
  assert.deepEqual([read.id, read.segment_id, read.subject], [id, segment, 'New'])
  const send = { ...client.again?.('broadcast', id), scheduled_at: 'in 2 hours' }
  good(await ask({ method: 'POST', path: `broadcasts/${id}/send`, body: send }))
  good(await ask({ method: 'POST', path: `broadcasts/${id}/cancel` }))
  good(await ask({ method: 'DELETE', path: `broadcasts/${id}` }))
}

async function suppresses({ client, ask }: Program, n: number): Promise<void> {
  const body = { email: `gone${n}@here.test` }
  const { id } = good(await ask({ method: 'POST', path: 'suppressions', body }))
  assert.ok(client.reads.id(id))
  const ids = { ids: [id] }
  good(await ask({ method: 'POST', path: 'suppressions/batch/remove', body: ids }))
  const { data } = good(await ask({ method: 'GET', path: 'suppressions' }))
  assert.ok(!data.some((one: Fields) => one.id === id))
}

/** Parts as Ruby's own builder writes them; Go's, Java's and requests' differ in their boundary alone. */
async function imports({ client, ask }: Program, n: number): Promise<void> {
  const form = [
    '--0f1e',
    'Content-Disposition: form-data; name="file"; filename="import.csv"',
    'Content-Type: text/csv',
    '',
    `email\nnew${n}@here.test\n`,
    '--0f1e',
    'Content-Disposition: form-data; name="on_conflict"',
    '',
    'upsert',
    '--0f1e--',
    '',
  ].join('\r\n')
  const made = good(await ask({ method: 'POST', path: 'contacts/imports', form }), 201)
  assert.ok(client.reads.id(made.id))
  const read = good(await ask({ method: 'GET', path: `contacts/imports/${made.id}` }))
  assert.equal(read.id, made.id)
}

async function isRefused({ client, ask }: Program): Promise<void> {
  const refused = async (asking: Asking, status: number, name: string, headers = {}) => {
    const { status: told, body } = await ask(asking, headers)
    assertReads(client.reads.error, body, 'error')
    assert.deepEqual([told, body.statusCode, body.name], [status, status, name])
  }
  const post = (body: unknown) => ({ method: 'POST', path: 'emails', body })
  await refused(post({ ...email, subject: undefined }), 422, 'missing_required_field')
  await refused(post({ ...email, from: 'nobody' }), 422, 'invalid_from_address')
  await refused(post(email), 403, 'invalid_api_key', { authorization: 'Bearer re_123' })
  const nothing = '01a1febb-24cd-7000-84da-67c5962fbfed'
  await refused({ method: 'GET', path: `emails/${nothing}` }, 404, 'not_found')
  // What Malote has not: the verbs for received mail, and what else docs/resend.md lists.
  for (const path of ['emails/receiving', `emails/receiving/${nothing}`, 'api-keys']) {
    await refused({ method: 'GET', path }, 404, 'not_found')
  }
  await refused({ method: 'POST', path: `emails/${nothing}/share`, body: {} }, 404, 'not_found')
}

/** What shows that an address is joined as it should be: done with each of them. */
const joining = [sends, isRefused]
const acts = [
  ...joining,
  pages,
  schedules,
  sendsBatches,
  keepsContacts,
  registersDomains,
  hearsByWebhooks,
  writesBroadcasts,
  suppresses,
  imports,
]

describe('requests as Resend’s official client writes them', () => {
  for (const client of clients) {
    it(`for ${client.name}`, async t => {
      const { service, key } = await start(t)
      const bases = client.bases(at)
      assert.ok(bases.length >= 2)
      for (const [n, base] of bases.entries()) {
        const program = { client, ask: wire(service, client, base, key) }
        for (const act of n === 0 ? acts : joining) {
          await act(program, n).catch((cause: Error) => {
            throw new Error(`${act.name} at ${base}: ${cause.message}`, { cause })
          })
        }
      }
    })
  }
})
