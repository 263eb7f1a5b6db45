/**
 * The real outgoing HTTP(S), safe to point at what customers typed. Three locks on every new
 * connection (docs/contract.md#where-webhooks-may-point): a literal is judged before anything is
 * dialled, because the runtime calls no look-up for it; a name is resolved through our own `Dns`
 * and refused if any of its addresses is internal; and the address the socket ended up at is judged
 * again. Connections are kept alive per host, so a reused one has been judged. No redirects, no
 * decompression, no proxy variables; one deadline over everything, and a cap on everything read.
 */
import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Http, HttpRequest, HttpResult } from '../http.ts'
import type { Clock } from '../world.ts'
import { codeOf, failed, failure, internal } from './http-failure.ts'
import { Guard, type Manner, type RealHttpOptions } from './http-guard.ts'

export interface RealHttp extends Http {
  /** Closes the connections that are kept alive. */
  close(): void
}

/** Longer than any honest set of answer headers. */
const maxHeaderBytes = 16_384
/** 1xx answers before the real one; a flood of them is a way to hold a connection. */
const maxInterimAnswers = 16

export function realHttp(options: RealHttpOptions): RealHttp {
  const guards = {
    guarded: new Guard(options, 'guarded'),
    lenient: new Guard(options, 'lenient'),
    trusting: new Guard(options, 'trusting'),
  }
  return {
    request: request => ask(request, guards[mannerOf(request)], options.clock),
    close: () => {
      for (const guard of Object.values(guards)) guard.close()
    },
  }
}

function mannerOf(request: HttpRequest): Manner {
  if (request.trusted) return 'trusting'
  return request.lenientOnOwnNetworks ? 'lenient' : 'guarded'
}

// One exchange -----------------------------------------------------------------------------------

async function ask(request: HttpRequest, guard: Guard, clock: Clock): Promise<HttpResult> {
  const target = targetOf(request.url)
  if (target === null) return failure('bad_url', 'not an http or https URL')
  if (isIP(target.host) !== 0 && !guard.permits(target.host)) return internal(target.host)
  const startedAt = clock.monotonic()
  const first = await exchange({ request, target, agent: guard.agent(target.secure), clock })
  if (first !== 'stale') return first
  // The peer had closed the kept connection and never saw the request: once more on a new one.
  const timeoutMs = request.timeoutMs - (clock.monotonic() - startedAt)
  const agent = guard.newAgent(target.secure, false)
  const again = { request: { ...request, timeoutMs: Math.max(1, timeoutMs) }, target, agent, clock }
  const second = await exchange(again)
  return second === 'stale' ? failure('network', 'the connection was closed') : second
}

interface Target {
  readonly secure: boolean
  /** A name or an address, without brackets and final dot. */
  readonly host: string
  readonly port: number
  readonly path: string
  readonly auth: string | undefined
}

/** Reads the URL; every spelling of an address is folded to the plain one (WHATWG URL §3.5). */
function targetOf(text: string): Target | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '') return null
  return {
    secure,
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    auth: credentials(url),
  }
}

function credentials(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined
  try {
    return decodeURIComponent(`${url.username}:${url.password}`)
  } catch {
    return `${url.username}:${url.password}`
  }
}

interface Exchange {
  readonly request: HttpRequest
  readonly target: Target
  readonly agent: HttpAgent
  readonly clock: Clock
}

/** Sends and reads; 'stale' if a kept connection turned out to be closed before any answer. */
function exchange(parts: Exchange): Promise<HttpResult | 'stale'> {
  const { request, target, clock } = parts
  return new Promise(resolve => {
    let done = false
    const finish = (result: HttpResult | 'stale'): void => {
      if (done) return
      done = true
      timer.cancel()
      resolve(result)
      // Only a connection whose answer was read to its end can serve again.
      if (result === 'stale' || result.kind === 'failure' || result.truncated) outgoing?.destroy()
    }
    const timer = clock.timer(request.timeoutMs, () => {
      finish(failure('timeout', `no complete answer within ${request.timeoutMs} ms`))
    })
    const outgoing = open(parts)
    if (outgoing === null) {
      finish(failure('bad_url', 'the URL or a header has characters that HTTP does not allow'))
      return
    }
    let answered = false
    let interim = 0
    outgoing.on('information', () => {
      answered = true
      if (++interim > maxInterimAnswers) finish(failure('network', 'too many interim answers'))
    })
    outgoing.on('response', answer => {
      answered = true
      readAnswer(answer, request.maxAnswerBytes, finish)
    })
    outgoing.on('error', error => {
      const lost = /^(ECONNRESET|EPIPE)$/.test(codeOf(error))
      finish(lost && outgoing.reusedSocket && !answered ? 'stale' : failed(error, target.host))
    })
    outgoing.on('close', () => finish(failure('network', 'the connection was closed')))
    outgoing.end(request.body)
  })
}

/** Builds the request; null if the runtime refuses its characters. */
function open({ request, target, agent }: Exchange) {
  const send = target.secure ? httpsRequest : httpRequest
  try {
    return send({
      agent,
      method: request.method,
      host: target.host,
      port: target.port,
      path: target.path,
      ...(target.auth === undefined ? {} : { auth: target.auth }),
      headers: { 'accept-encoding': 'identity', ...request.headers },
      servername: isIP(target.host) === 0 ? target.host : '',
      maxHeaderSize: maxHeaderBytes,
    })
  } catch {
    return null
  }
}

function readAnswer(
  answer: IncomingMessage,
  maxBytes: number,
  finish: (result: HttpResult) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const complete = (truncated: boolean): void => {
    const body = Buffer.concat(chunks).subarray(0, maxBytes)
    const headers = plainHeaders(answer)
    finish({ kind: 'answer', status: answer.statusCode ?? 0, headers, body, truncated })
  }
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) complete(true)
  })
  answer.on('end', () => complete(false))
  answer.on('error', () => finish(failure('network', 'the connection was lost in the answer')))
}

function plainHeaders(answer: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
