/**
 * What the request log learns of a call on its way: the key, how the body begins, and how it was
 * answered. Only calls of a known key are noted; those that a person makes in the dashboard are not a
 * key's.
 */
import type { IncomingMessage } from 'node:http'
import type { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { KeyRecord } from '#tenants/accounts/keys.ts'
import { type RequestLog, requestLog } from '#tenants/requests/request-log.ts'
import { beginningOf, shownBody, shownQuery, shownUnread } from '#tenants/requests/shown-body.ts'
import { callerAddress } from './admit.ts'

/** What a call tells of itself while it is served. */
export interface CallWatch {
  knows(key: KeyRecord): void
  hasRead(bytes: Buffer): void
  /** The same, once it is found to be JSON. */
  understood(value: unknown): void
}

interface ApiCall {
  readonly requestId: string
  readonly request: IncomingMessage
  /** As the caller wrote it, with the query. */
  readonly url: string
  /** As in OpenAPI; null where there is none. */
  readonly route: string | null
}

export interface AnsweredRequest {
  readonly status: number
  readonly refusal: Refusal | null
  /** What is no text is not kept. */
  readonly body: unknown
  readonly isJson: boolean
}

const maxTextChars = 2_000
const maxAgentChars = 500

type Outside = Pick<World, 'clock' | 'settings' | 'db' | 'log' | 'runtime'>

/** One call while it lasts; null where nothing is logged. */
export function watchCall(world: Outside): LoggedCall | null {
  const log = world.runtime.get(requestLog, world)
  return log.level === 'off' ? null : new LoggedCall(world, log)
}

class LoggedCall implements CallWatch {
  readonly #world: Outside
  readonly #log: RequestLog
  readonly #at: number
  readonly #start: number
  #key: KeyRecord | null = null
  #body: string | null = null
  /** undefined: it was not understood. */
  #value: unknown

  constructor(world: Outside, log: RequestLog) {
    this.#world = world
    this.#log = log
    this.#at = world.clock.now()
    this.#start = world.clock.monotonic()
  }

  knows(key: KeyRecord): void {
    this.#key = key
  }

  hasRead(bytes: Buffer): void {
    if (this.#log.level === 'bodies' && bytes.length > 0) this.#body = beginningOf(bytes)
  }

  understood(value: unknown): void {
    this.#value = value
  }

  /** Notes it, unless nobody knows whose it is. */
  isAnswered({ requestId, request, url, route }: ApiCall, answered: AnsweredRequest): void {
    const key = this.#key
    if (key === null) return
    const { clock, settings } = this.#world
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const { status, refusal } = answered
    const response = this.#shownResponse(answered)
    this.#log.note({
      id: read('req', requestId)!,
      projectId: key.tenant.projectId,
      mode: key.tenant.mode,
      at: this.#at,
      method: request.method ?? '',
      path: shownQuery(path.slice(0, maxTextChars)),
      query: at < 0 ? null : shownQuery(url.slice(at + 1, at + 1 + maxTextChars)),
      route,
      status,
      errorCode: refusal?.code ?? null,
      param: refusal?.param ?? null,
      keyId: key.principal.keyId,
      keyPrefix: key.prefix,
      ip: callerAddress(request, settings.MALOTE_TRUSTED_PROXIES),
      userAgent: header(request, 'user-agent')?.slice(0, maxAgentChars) ?? null,
      durationMs: Math.round(clock.monotonic() - this.#start),
      idempotencyKey: header(request, 'idempotency-key')?.slice(0, maxAgentChars) ?? null,
      emailId: emailOf(path, response),
      requestBody: this.#shownRequest(),
      responseBody: this.#log.level === 'bodies' ? response : null,
    })
  }

  #shownRequest(): string | null {
    if (this.#body === null) return null
    return this.#value === undefined
      ? shownUnread(this.#body)
      : shownBody(this.#body, () => this.#value)
  }

  #shownResponse({ body, isJson }: AnsweredRequest): string | null {
    if (typeof body !== 'string') return null
    return isJson ? shownBody(body, () => JSON.parse(body)) : shownUnread(body)
  }
}

function header({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

const madeEmail = /^\{(?:"object":"email",)?"id":"(msg_[0-9a-f]{32})"/
const namedEmail = /\/emails\/(msg_[0-9a-f]{32})(?:\/|$)/

/** The email that the call made, else the one that its path names. */
function emailOf(path: string, response: string | null): Uuid | null {
  const shown = madeEmail.exec(response ?? '')?.[1] ?? namedEmail.exec(path)?.[1]
  return shown === undefined ? null : read('msg', shown)
}
