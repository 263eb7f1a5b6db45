/**
 * Talking with the authority: ACME (RFC 8555) by acme-client, over our own HTTP with its guards.
 * An internal address is dialled only at the host of a directory that the operator has set.
 */
import type { Client } from 'acme-client'
import { assert } from '#kernel/base/assert.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { publicDirectory } from './names.ts'
import { OrderFailed } from './problems.ts'

type Outside = Pick<World, 'http' | 'clock'>

interface Access {
  readonly directory: string
  /** PEM. */
  readonly accountKey: string
  /** null: the account is yet to be made. */
  readonly accountUrl: string | null
  /** By the monotonic clock; nothing is asked later. */
  readonly deadline: number
}

const callMs = 20_000
const maxAnswerBytes = 256 * 1024
/** Of what the authority says. */
export const maxDetailChars = 500
const badNonce = 'urn:ietf:params:acme:error:badNonce'

interface AuthorityRequest {
  readonly data?: unknown
}

type Ask = (url: string, method: string, asked?: AuthorityRequest) => Promise<AuthorityAnswer>

interface AuthorityAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly data: unknown
}

/** The package's client of an account, speaking through our HTTP. */
export async function openAuthority(world: Outside, access: Access): Promise<Client> {
  const { Client } = await import('acme-client')
  const client = new Client({
    directoryUrl: access.directory,
    accountKey: access.accountKey,
    ...(access.accountUrl === null ? {} : { accountUrl: access.accountUrl }),
  })
  // Its own way out knows no guard, and tries again by a clock of its own.
  const { http } = client as unknown as { http?: { request?: unknown } }
  assert(typeof http?.request === 'function', 'acme-client asks where it did')
  http.request = asking(world, access)
  return client
}

const asking =
  ({ http, clock }: Outside, { directory, deadline }: Access): Ask =>
  async (url, method, { data } = {}) => {
    const leftMs = deadline - clock.monotonic()
    if (leftMs <= 0) throw new OrderFailed('away', 'it took too long')
    const isSetHere = directory !== publicDirectory && URL.canParse(url)
    const answer = await http.request({
      method: method.toUpperCase() as 'GET' | 'HEAD' | 'POST',
      url,
      headers: {
        'Content-Type': 'application/jose+json',
        'User-Agent': 'Malote (acme-client)',
        'Accept-Language': 'en',
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
      timeoutMs: Math.min(callMs, leftMs),
      maxAnswerBytes,
      trusted: isSetHere && new URL(url).host === new URL(directory).host,
    })
    return understood(answer, clock.now())
  }

/** What the package is to see; all else is a failure with a reason (RFC 8555 §6.7). */
function understood(answer: HttpResult, now: number): AuthorityAnswer {
  if (answer.kind === 'failure')
    throw new OrderFailed('away', `${answer.reason}: ${answer.message}`)
  const { status, headers, truncated } = answer
  if (truncated) throw new OrderFailed('away', 'an answer was too long')
  const text = answer.body.toString('utf8')
  const isJson = /\bjson\b/.test(headers['content-type'] ?? '')
  // A HEAD says of which type it would have been.
  const data = isJson && text !== '' ? jsonOf(text) : text
  if (status < 400) return { status, headers, data }
  const { type = '', detail = '' } = problemOf(data)
  if (type === badNonce) return { status, headers, data }
  const words = detailOf({ type, detail }) || `HTTP ${status}`
  const waitMs = retryAfterMs(headers['retry-after'], now)
  if (status === 429 || type.endsWith(':rateLimited')) {
    throw new OrderFailed('limited', words, waitMs)
  }
  if (status >= 500) throw new OrderFailed('away', words, waitMs)
  throw type.endsWith(':accountDoesNotExist') ? new AccountUnknown(words) : refusal(words, waitMs)
}

const refusal = (words: string, waitMs: number) => new OrderFailed('refused', words, waitMs)

/** The authority has forgotten the account: it is made anew. */
export class AccountUnknown extends OrderFailed {
  constructor(detail: string) {
    super('away', detail)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OrderFailed('away', 'an answer was no JSON')
  }
}

interface AcmeProblem {
  readonly type?: string
  readonly detail?: string
}

function problemOf(data: unknown): AcmeProblem {
  if (typeof data !== 'object' || data === null) return {}
  const { type, detail } = data as Record<string, unknown>
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}

/** Others' words, in one line and not too many. */
export function detailOf(problem: unknown): string {
  const { type = '', detail = '' } = problemOf(problem)
  const words = [type.replace('urn:ietf:params:acme:error:', ''), detail].filter(Boolean).join(': ')
  return words.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, maxDetailChars)
}

/** Seconds or a date (RFC 9110 §10.2.3); 0 where neither is said. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
