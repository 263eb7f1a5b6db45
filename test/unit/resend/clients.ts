/**
 * Resend's official clients as they write their requests and read the answers, from their sources:
 * resend-node, -python (`request.py`), -php (`BaseUri`, `Payload`), -go (`resend.go`), -ruby
 * (`request.rb`), -rust (`config.rs`), -dotnet (`ResendClient.cs`), -java (`HttpClient.java`).
 */
import assert from 'node:assert/strict'

export type Fields = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

/** What is asked, before a client writes it. */
export interface Asking {
  readonly method: string
  /** Without a slash before it. */
  readonly path: string
  readonly body?: unknown
  /** The parts of a form, between the boundaries `0f1e`. */
  readonly form?: string
  readonly query?: Readonly<Record<string, string | number>>
}

/** A request on the wire. */
export interface Written {
  readonly url: string
  readonly headers: Headers
  readonly body?: string
  /** By Transfer-Encoding, where its length is not said before. */
  readonly chunked?: true
}

export interface Client {
  readonly name: string
  /** How docs/resend.md has it pointed here: `root` is the host of its own, `below` ends in /resend. */
  readonly bases: (at: { readonly root: string; readonly below: string }) => readonly string[]
  readonly join: (base: string, path: string) => string
  readonly agent: string
  /** Beside Authorization, Accept and User-Agent. */
  readonly write: (asking: Asking) => Omit<Written, 'url'>
  /** An attachment, from its bytes. */
  readonly attach: (bytes: Buffer) => Fields
  /** What it says again in a body about the thing that the path names. */
  readonly again?: (name: string, id: string) => Fields
  readonly reads: Reading
  /** The path of the segments of a contact. */
  readonly segmentsOf?: (contact: string) => string
}

// Reading ----------------------------------------------------------------------------------------

type Check = (value: unknown) => boolean
export interface Reading {
  readonly id: Check
  readonly contact: Readonly<Record<string, Check>>
  readonly email: Readonly<Record<string, Check>>
  readonly domain: Readonly<Record<string, Check>>
  readonly error: Readonly<Record<string, Check>>
}

export const text: Check = value => typeof value === 'string'
const textOrNone: Check = value => value == null || text(value)
const yes: Check = value => typeof value === 'boolean'
const oneOf =
  (...names: string[]): Check =>
  value =>
    names.includes(value as string)
const list =
  (of: Check): Check =>
  value =>
    Array.isArray(value) && value.every(of)
const listOrNone =
  (of: Check): Check =>
  value =>
    value == null || list(of)(value)
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  value =>
    Object.entries(checks).every(([name, check]) => check((value as Fields)[name]))
const guid: Check = value =>
  text(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value as string)
const moment: Check = value => text(value) && !Number.isNaN(Date.parse(value as string))

export function assertReads(
  checks: Readonly<Record<string, Check>>,
  value: Fields,
  what: string,
): void {
  for (const [name, check] of Object.entries(checks)) {
    assert.ok(check(value[name]), `${what}: ${name} is ${JSON.stringify(value[name])}`)
  }
}

/** All names of errors in the list by which PHP's knows Resend's errors, and .NET's its enum. */
const errorName = oneOf(
  ...['application_error', 'concurrent_idempotent_requests', 'daily_quota_exceeded'],
  ...['internal_server_error', 'invalid_access', 'invalid_api_key', 'invalid_attachment'],
  ...['invalid_from_address', 'invalid_idempotency_key', 'invalid_idempotent_request'],
  ...['invalid_parameter', 'invalid_region', 'method_not_allowed', 'missing_api_key'],
  ...['missing_required_field', 'monthly_quota_exceeded', 'not_found', 'rate_limit_exceeded'],
  ...['restricted_api_key', 'security_error', 'validation_error'],
)
const region = oneOf('us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1')
const domainStatus = oneOf(
  ...['not_started', 'pending', 'failed', 'verified', 'partially_verified', 'partially_failed'],
)
const recordStatus = oneOf('not_started', 'pending', 'failed', 'temporary_failure', 'verified')

const error = { statusCode: Number.isInteger, name: errorName, message: text }

/** Where a language takes any text, and no field is demanded. */
const loose: Reading = {
  id: text,
  error,
  contact: { id: text, email: text, first_name: textOrNone, created_at: text, unsubscribed: yes },
  email: {
    ...{ id: text, object: textOrNone, from: text, to: list(text), subject: text },
    ...{ created_at: text, last_event: text, html: textOrNone, text: textOrNone },
    ...{ cc: listOrNone(text), bcc: listOrNone(text), reply_to: listOrNone(text) },
  },
  domain: { id: text, name: text, status: text, created_at: text, region: text },
}

const typedByDotnet: Reading = {
  id: guid,
  error,
  contact: { ...loose.contact, id: guid, created_at: moment },
  email: {
    ...loose.email,
    id: guid,
    created_at: moment,
    last_event: oneOf(
      ...['bounced', 'canceled', 'clicked', 'complained', 'delivered', 'delivery_delayed'],
      ...['opened', 'queued', 'scheduled', 'failed'],
    ),
  },
  domain: {
    id: guid,
    name: text,
    status: domainStatus,
    created_at: moment,
    region,
    records: listOrNone(
      fields({ record: text, name: text, type: text, ttl: text, status: recordStatus }),
    ),
  },
}

const rustTypes: Readonly<Record<string, readonly string[]>> = {
  SPF: ['MX', 'TXT'],
  DKIM: ['CNAME', 'TXT'],
  Tracking: ['CNAME'],
}

const typedByRust: Reading = {
  id: text,
  error,
  contact: { id: text, email: text, first_name: text, last_name: text, unsubscribed: yes },
  email: loose.email,
  domain: {
    id: text,
    name: text,
    status: domainStatus,
    created_at: text,
    region,
    capabilities: fields({
      sending: oneOf('enabled', 'disabled'),
      receiving: oneOf('enabled', 'disabled'),
    }),
    records: listOrNone(
      value =>
        fields({ name: text, value: text, ttl: text, status: recordStatus })(value) &&
        (rustTypes[(value as Fields).record as string] ?? []).includes(
          (value as Fields).type as string,
        ),
    ),
  },
}

// Writing ----------------------------------------------------------------------------------------

const json = { 'content-type': 'application/json' }
const base64 = (bytes: Buffer) => ({ filename: 'a.txt', content: bytes.toString('base64') })
const numbers = (bytes: Buffer) => ({ filename: 'a.txt', content: [...bytes] })

const node: Client = {
  name: 'Node',
  bases: ({ root, below }) => [below, `${below}/`, root],
  join: (base, path) => `${base}/${path}`,
  agent: 'resend-node:6.38.0',
  write: ({ body }) => (body === undefined ? { headers: json } : sized(body, json)),
  attach: base64,
  reads: loose,
}

const python: Client = {
  name: 'Python',
  // RESEND_API_URL; a path begins with a slash.
  bases: ({ root, below }) => [below, `${below}/`, root, `${root}/`],
  join: (base, path) => `${base}/${path}`,
  agent: 'resend-python:2.21.0',
  // requests writes `json={}` with every call, those without a body as well.
  write: ({ body = {} }) => sized(body, json),
  attach: numbers,
  again: (_name, id) => ({ id }),
  reads: loose,
}

const php: Client = {
  name: 'PHP',
  bases: ({ root, below }) => [below, `${below}/`, root],
  join: (base, path) => `${base}/${path}`,
  agent: 'resend-php/1.2.0',
  write: ({ method, body = {} }) =>
    ['POST', 'PATCH', 'PUT'].includes(method) ? sized(body, json) : { headers: json },
  attach: base64,
  reads: loose,
}

const go: Client = {
  name: 'Go',
  // url.Parse resolves a path without a slash, as RFC 3986 §5.2 does: the last piece is lost.
  bases: ({ root, below }) => [`${below}/`, root, `${root}/`],
  join: (base, path) => new URL(path, base).href,
  agent: 'resend-go/3.1.0',
  // json.Encoder ends with a line break, and net/http does not know the length before.
  write: ({ body }) =>
    body === undefined
      ? { headers: {} }
      : { headers: json, body: `${JSON.stringify(body)}\n`, chunked: true },
  attach: numbers,
  again: (_name, id) => ({ id }),
  reads: loose,
}

const ruby: Client = {
  name: 'Ruby',
  // The two are put together as they are.
  bases: ({ root, below }) => [`${below}/`, `${root}/`],
  join: (base, path) => `${base}${path}`,
  agent: 'resend-ruby:1.1.0',
  write: ({ body }) => (body === undefined ? { headers: json } : sized(body, json)),
  attach: numbers,
  again: (name, id) => ({ [`${name}_id`]: id, ...(name === 'contact' ? { id } : {}) }),
  reads: loose,
}

const rust: Client = {
  name: 'Rust',
  // Url::join with a path that begins with a slash: what the base has below its host is lost.
  bases: ({ root }) => [root, `${root}/`],
  join: (base, path) => new URL(`/${path}`, base).href,
  agent: 'resend-rs/0.20.0',
  write: ({ body }) => (body === undefined ? { headers: {} } : sized(body, json)),
  attach: bytes => ({ filename: 'a.txt', contentType: 'text/plain', content: [...bytes] }),
  reads: typedByRust,
  segmentsOf: contact => `contacts/${contact}/segments/`,
}

const dotnet: Client = {
  name: '.NET',
  // Most paths begin with a slash, some do not: only the root is the same for both.
  bases: ({ root }) => [root, `${root}/`],
  join: (base, path) => new URL(/cancel|share/.test(path) ? path : `/${path}`, base).href,
  agent: 'resend-sdk/0.4.0.0 dotnet/9.0.4',
  write: ({ body }) =>
    body === undefined
      ? { headers: {} }
      : {
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(body),
          chunked: true,
        },
  attach: bytes => ({ ...base64(bytes), content_type: 'text/plain' }),
  reads: typedByDotnet,
}

const java: Client = {
  name: 'Java',
  // ResendOptions.baseUrl, whose slashes at the end are cut.
  bases: ({ root, below }) => [below, `${below}/`, root, `${root}/`],
  join: (base, path) => `${base.replace(/\/+$/, '')}/${path}`,
  agent: 'resend-java/4.27.0',
  write: ({ method, body }) => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    if (body !== undefined) return sized(body, type)
    return method === 'GET' ? { headers: {} } : { headers: type, body: '' }
  },
  attach: base64,
  reads: loose,
}

const sized = (body: unknown, headers: Headers) => ({ headers, body: JSON.stringify(body) })

export const clients: readonly Client[] = [node, python, php, go, ruby, rust, dotnet, java]

export function writtenBy(client: Client, base: string, key: string, asking: Asking): Written {
  const { query = {} } = asking
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const type = { 'content-type': 'multipart/form-data; boundary=0f1e' }
  const { form } = asking
  const { headers, ...rest } =
    form === undefined ? client.write(asking) : { headers: type, body: form }
  return {
    url: client.join(base, asking.path) + (search === '' ? '' : `?${search}`),
    headers: {
      accept: 'application/json',
      'user-agent': client.agent,
      authorization: `Bearer ${key}`,
      ...headers,
    },
    ...rest,
  }
}
