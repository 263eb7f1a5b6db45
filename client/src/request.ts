/**
 * One call over HTTP, repeated where that is safe and may help: no connection, no answer in time, a
 * fault of the server (5xx), or too many calls (429 `rate_limited`, for as long as `Retry-After`
 * says). Every POST carries an Idempotency-Key, so that a repeat never sends twice. Limits of the
 * account are refusals like any other: waiting a second does not lift them.
 */

import type { RequestOptions } from './calls.ts'
import { errorOf, MaloteError } from './errors.ts'

export interface ClientOptions {
  /** Where the API is, without `/v1`; default: MALOTE_BASE_URL, else http://localhost:8080. */
  readonly baseUrl?: string | undefined
  /** Of messages and explanations; default: the server's, Portuguese. */
  readonly language?: 'en' | 'pt' | undefined
  /** Repeats after the first try; default 3. */
  readonly maxRetries?: number | undefined
  /** For one try, up to the head of its answer; default 60 000. */
  readonly timeoutMs?: number | undefined
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Waits between tries; for tests. */
  readonly wait?: ((ms: number) => Promise<void>) | undefined
}

interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
}

export type Send = (call: Call, options?: RequestOptions) => Promise<Response>

const defaultRetries = 3
const defaultTimeoutMs = 60_000
const firstWaitMs = 500
const maxWaitMs = 8_000
/** Longer is for the caller to decide. */
const maxRetryAfterMs = 60_000

export function sender(apiKey: string, options: ClientOptions): Send {
  const baseUrl = (
    options.baseUrl ??
    environment('MALOTE_BASE_URL') ??
    'http://localhost:8080'
  ).replace(/\/+$/, '')
  const wait = options.wait ?? pause
  return async (call, more = {}) => {
    const retries = more.maxRetries ?? options.maxRetries ?? defaultRetries
    const key = more.idempotencyKey ?? crypto.randomUUID()
    const language = more.language ?? options.language
    const init: RequestInit = {
      method: call.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.method === 'POST' ? { 'idempotency-key': key } : {}),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    }
    for (let tried = 0; ; tried++) {
      try {
        return await once(`${baseUrl}${call.path}`, init, { ...options, ...more })
      } catch (error) {
        if (tried >= retries || more.signal?.aborted || !isPassing(error)) throw error
        await wait(waitMs(error as MaloteError, tried))
      }
    }
  }
}

type Once = Pick<ClientOptions, 'fetch' | 'timeoutMs'> & Pick<RequestOptions, 'signal'>

async function once(url: string, init: RequestInit, options: Once): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const abort = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort.abort()
  }, timeoutMs)
  const stop = () => abort.abort(options.signal?.reason)
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  let answer: Response
  try {
    answer = await (options.fetch ?? fetch)(url, { ...init, signal: abort.signal })
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    throw isLate
      ? new MaloteError({ code: 'timed_out', message: `No answer within ${timeoutMs} ms.`, cause })
      : new MaloteError({
          code: 'connection_failed',
          message: `${new URL(url).origin} could not be reached.`,
          cause,
        })
  } finally {
    clearTimeout(timer)
  }
  if (answer.ok) return answer
  throw await errorOf(answer)
}

/** Whether the same call may fare better in a moment. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof MaloteError)) return false
  if (error.status === undefined || error.status >= 500) return true
  if (error.code === 'idempotency_in_progress') return true
  // A proxy in between may say 429 as well, in words of its own.
  return error.status === 429 && error.type !== 'tier_limit' && waitAsked(error) <= maxRetryAfterMs
}

const waitAsked = ({ retryAfterSeconds }: MaloteError): number => (retryAfterSeconds ?? 0) * 1000

/** As long as the server asks; otherwise twice as long each time, spread by chance. */
function waitMs(error: MaloteError, tried: number): number {
  const grown = Math.min(maxWaitMs, firstWaitMs * 2 ** tried)
  return Math.max(waitAsked(error), grown / 2 + (Math.random() * grown) / 2)
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** A variable of the environment, where there is one: not in a browser. */
export function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}
