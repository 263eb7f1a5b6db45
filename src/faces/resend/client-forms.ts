/**
 * What Resend's clients in typed languages write and read beside its SDK for Node. Those for .NET and
 * Rust refuse a whole answer over one value that their types have no room for: they are known by their
 * User-Agent and told what fits (docs/decisions/0078-clients-with-types.md). What comes in is taken from all.
 */
import { nilId, type Prefix, prefixes, read, show } from '#kernel/base/ids.ts'
import type { Call } from '#kernel/routes/route.ts'
import { fixed } from '#sending/domains/resend-form.ts'

type Fields = Readonly<Record<string, unknown>>

type Client = 'dotnet' | 'rust' | null

export function clientOf(headers: Call['headers'] = {}): Client {
  const agent = String(headers['user-agent'] ?? '')
  if (/^resend-sdk\/\S+ dotnet\//.test(agent)) return 'dotnet'
  return agent.startsWith('resend-rs/') ? 'rust' : null
}

// What they are told -----------------------------------------------------------------------------

/** The first of those that they know; ours is none of them. */
const theirRegion = 'us-east-1'
/** Which types a record may have there, by its name. */
const rustRecords: Readonly<Record<string, readonly string[]>> = {
  SPF: ['TXT', 'MX'],
  Tracking: ['CNAME'],
  DKIM: ['TXT', 'CNAME'],
}
/** Statuses of emails that Resend has no word for, by the nearest that it has. */
const dotnetStatuses: Readonly<Record<string, string>> = {
  captured: 'delivered',
  sent: 'queued',
  suppressed: 'failed',
}

/** What is somebody's own and no type of theirs looks into: an id in it is a text like others. */
const free = new Set(['properties', 'tags', 'payload', 'variables', 'metadata'])

/** An answer as the types of a client can take it. It may have been through here before. */
export function fitting(client: Client, body: unknown, name = ''): unknown {
  if (client === null || free.has(name)) return body
  if (Array.isArray(body)) {
    const isOfDns = client === 'rust' && name === 'records'
    return body.map(one => (isOfDns ? rustRecord(one) : fitting(client, one)))
  }
  if (typeof body === 'object' && body !== null) {
    const fields = Object.entries(body)
    return Object.fromEntries(fields.map(([key, value]) => [key, fitting(client, value, key)]))
  }
  if (name === 'region' && body === fixed.region) return theirRegion
  return client === 'rust' ? fittingRust(name, body) : fittingDotnet(name, body)
}

/** Under a name that its type may have: DMARC is none of theirs, nor is an SPF that is a CNAME. */
function rustRecord(given: Fields): Fields {
  const record = String(given.record)
  const type = String(given.type)
  if (rustRecords[record]?.includes(type)) return given
  return {
    ...given,
    record: Object.keys(rustRecords).find(one => rustRecords[one]!.includes(type)),
  }
}

/** A name is a String there, never none. */
const fittingRust = (name: string, value: unknown): unknown =>
  value === null && (name === 'first_name' || name === 'last_name') ? '' : value

/** An id is a Guid there, and that of a segment is never none. */
function fittingDotnet(name: string, value: unknown): unknown {
  if (name === 'segment_id' && value === null) return nilId
  if (typeof value !== 'string') return value
  if (name === 'last_event') return dotnetStatuses[value] ?? value
  const prefix = value.slice(0, value.indexOf('_')) as Prefix
  return (prefixes.includes(prefix) ? read(prefix, value) : null) ?? value
}

// What they write --------------------------------------------------------------------------------

const prefixOf: Readonly<Record<string, Prefix>> = {
  email: 'msg',
  domain: 'dom',
  webhook: 'whk',
  suppression: 'sup',
  contact: 'con',
  segment: 'seg',
  audience: 'seg',
  topic: 'top',
  template: 'tpl',
  broadcast: 'cmp',
  automation: 'seq',
  run: 'enr',
  import: 'imp',
  log: 'req',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A UUID as the id that it is the rest of; anything else as it is. `noun` may be a plural. */
function ourId(noun: string, value: unknown): unknown {
  const prefix = prefixOf[noun.replace(/s$/, '')]
  return prefix !== undefined && typeof value === 'string' && uuid.test(value)
    ? show(prefix, value.toLowerCase())
    : value
}

type Request = Pick<
  Call<unknown, Fields, Readonly<Record<string, string>>>,
  'params' | 'query' | 'body'
>

/** `path`: of the route, below `/resend`. */
export function readAsked(path: string, { params, query, body }: Request): Request {
  const pieces = path.slice(1).split('/')
  const nounBefore = (n: number): string => (n === 0 ? '' : pieces[n - 1]!)
  const ids = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      ourId(nounBefore(pieces.indexOf(`{${name}}`)), value) as string,
    ]),
  )
  const listed = pieces.at(-1)!
  const inQuery = Object.entries(query).map(([name, value]) => [
    name,
    ourId(name === 'after' || name === 'before' ? listed : name.replace(/_id$/, ''), value),
  ])
  return {
    params: ids,
    query: Object.fromEntries(inQuery),
    body: withoutPath(inOurIds(body, Array.isArray(body) ? listed : pieces[0]!), ids),
  }
}

/** Where ids stand in a body; what is somebody's own (`properties`, `payload` …) is left alone. */
const nested = new Set(['topics', 'segments', 'template', 'steps', 'config'])

/** Ids are in `id` of what is in `topics`, `segments` and `template`, in `topic_id` …, and in `ids`. */
function inOurIds(value: unknown, noun: string): unknown {
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(one => inOurIds(one, noun))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (name === 'id') return [name, ourId(noun, field)]
      if (name.endsWith('_id')) return [name, ourId(name.slice(0, -'_id'.length), field)]
      if (name === 'ids' && Array.isArray(field)) return [name, field.map(one => ourId(noun, one))]
      return [name, nested.has(name) ? inOurIds(field, name) : field]
    }),
  )
}

/**
 * A body without what only says again which thing the path is about, as the clients for Python, Ruby
 * and Go do: `{"id": "msg_…"}` at `/emails/msg_…`. Where the path has an address, Go's `id` is empty.
 */
function withoutPath(body: unknown, params: Fields): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const said = new Set(Object.values(params))
  if (said.size === 0) return body
  const says = (name: string, value: unknown) =>
    name === 'id' ? value === '' || said.has(value) : name.endsWith('_id') && said.has(value)
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !says(name, value)))
}
