/**
 * The DNS provider adapter for the Cloudflare API v4: /zones and /zones/{id}/dns_records, answers in
 * `{ success, result, errors }`. The base URL is the operator's setting and may be internal.
 */
import { getDomain } from 'tldts'
import type { HttpRequest } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type DnsProvider,
  type NewRecord,
  ProviderFailed,
  type PublishResult,
} from './dns-provider.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 1024 * 1024

export function cloudflare(world: Pick<World, 'http' | 'settings'>, token: string): DnsProvider {
  const ask = (method: HttpRequest['method'], path: string, body?: object): Promise<unknown> =>
    askOnce(world, token, { method, path, ...(body === undefined ? {} : { body }) })
  const records = (zone: string): string => `/zones/${encodeURIComponent(zone)}/dns_records`
  const one = (zone: string, id: string): string => `${records(zone)}/${encodeURIComponent(id)}`
  return {
    async findZone(name) {
      for (const candidate of zoneNames(name)) {
        const found = await ask('GET', `/zones?name=${encodeURIComponent(candidate)}`)
        const id = listOf(found).find(zone => zone.name === candidate)?.id
        if (typeof id === 'string') return id
      }
      return null
    },
    async list(zone, name) {
      const query = `?name=${encodeURIComponent(name)}&per_page=100`
      return listOf(await ask('GET', `${records(zone)}${query}`)).map(published)
    },
    async create(zone, record) {
      const made = (await ask('POST', records(zone), bodyOf(record))) as { id?: unknown } | null
      if (typeof made?.id === 'string') return made.id
      throw new ProviderFailed('unavailable', 'the answer names no record')
    },
    async replace(zone, id, record) {
      await ask('PUT', one(zone, id), bodyOf(record))
    },
    async remove(zone, id) {
      await ask('DELETE', one(zone, id))
    },
  }
}

/** The name and those above it, down to what is registered. */
function zoneNames(name: string): string[] {
  const registered = getDomain(name) ?? name.split('.').slice(-2).join('.')
  const names: string[] = []
  for (let at = name; at.length >= registered.length; at = at.slice(at.indexOf('.') + 1)) {
    names.push(at)
    if (!at.includes('.')) break
  }
  return names
}

/** A proxied CNAME would resolve to the proxy and not to us. */
const bodyOf = ({ type, name, content, ttl }: NewRecord) => ({
  type,
  name,
  content,
  ttl,
  ...(type === 'CNAME' ? { proxied: false } : {}),
})

function published(row: Record<string, unknown>): PublishResult {
  return {
    id: String(row.id),
    type: String(row.type),
    name: String(row.name),
    content: unquoted(String(row.content)),
    ttl: typeof row.ttl === 'number' ? row.ttl : 1,
  }
}

/** TXT values may come as quoted strings, in pieces of 255. */
function unquoted(content: string): string {
  if (!content.startsWith('"')) return content
  return Array.from(content.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, piece = '']) => piece).join('')
}

function listOf(result: unknown): Record<string, unknown>[] {
  return Array.isArray(result) ? result.filter(one => typeof one === 'object' && one !== null) : []
}

interface ApiRequest {
  readonly method: HttpRequest['method']
  readonly path: string
  readonly body?: object
}

/** One call; returns `result`. Throws ProviderFailed. */
async function askOnce(
  { http, settings }: Pick<World, 'http' | 'settings'>,
  token: string,
  { method, path, body }: ApiRequest,
): Promise<unknown> {
  const answer = await http.request({
    method,
    url: `${settings.MALOTE_CLOUDFLARE_API_URL}${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs,
    maxAnswerBytes,
    trusted: true,
  })
  if (answer.kind === 'failure') throw new ProviderFailed('unavailable', answer.message)
  const parsed = parse(answer.body)
  if (answer.status < 300 && parsed.success !== false) return parsed.result
  throw failureOf(answer.status, method, firstError(parsed.errors))
}

/** A 400 on reading means a malformed token; on writing it may also be about the record. */
function failureOf(
  status: number,
  method: HttpRequest['method'],
  error: { code: number; message: string },
): ProviderFailed {
  const isToken = status === 401 || status === 403 || tokenErrors.has(error.code)
  if (isToken || (status === 400 && method === 'GET')) {
    return new ProviderFailed('token', error.message)
  }
  const isRefusal = status >= 400 && status < 500 && status !== 429
  return new ProviderFailed(isRefusal || status < 300 ? 'refused' : 'unavailable', error.message)
}

/** Invalid or malformed token and headers, authentication errors. */
const tokenErrors: ReadonlySet<number> = new Set([1000, 6003, 6111, 9106, 9109, 10000, 10001])

function firstError(errors: unknown): { code: number; message: string } {
  const [first] = listOf(errors)
  const code = typeof first?.code === 'number' ? first.code : 0
  const message = typeof first?.message === 'string' ? first.message : 'no reason given'
  return { code, message: message.replace(/[\0-\x1f\x7f]/g, ' ').slice(0, 200) }
}

function parse(body: Buffer): { success?: unknown; result?: unknown; errors?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
