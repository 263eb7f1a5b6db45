/**
 * A call for an account that has moved to another cell, as its key or its link leads here for ever:
 * the other cell answers it, and this one passes on what it says. Nobody is handed over twice, so
 * two cells that each believe the other has an account do not send a call round. A proxy between the
 * cells is told whose the call is now: what it would go by names the old one. What came under the
 * old cell's own host goes under the new one's, and what came under a customer's under that.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { bodyBytes } from '#kernel/routes/route.ts'
import type { HttpRequest } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { isOwnHost } from '#sending/domains/page-hosts.ts'
import { reservationFor } from '#sending/intake/reservation.ts'
import { callerAddress } from './admit.ts'
import { readBody } from './body.ts'

/** Longer than the other cell waits for its database, shorter than the proxy in front. */
const timeoutMs = 60_000
const maxAnswerBytes = 64 * 1024 * 1024
const markOfHandedOver = 'malote-handed-over'
/** Before all else for whoever leads calls to cells (docs/cells.md). */
export const markOfCell = 'malote-handed-to'
/** Of a connection, not of a call (RFC 9110 §7.6.1), or made anew here. */
const notPassedOn = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-sent-type',
])

export async function handOver(
  world: World,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  to: { readonly cell: string; readonly url: string },
): Promise<void> {
  if (request.headers[markOfHandedOver] !== undefined) throw unanswered()
  const body = await bodyOf(world, request)
  const answer = await world.http.request({
    method: request.method as HttpRequest['method'],
    url: placeAt(to.url, request.originalUrl),
    headers: headersFor(world, request, to),
    ...(body.length === 0 ? {} : { body }),
    timeoutMs,
    maxAnswerBytes,
    trusted: true,
  })
  if (answer.kind === 'failure' || answer.truncated) {
    world.log.warn({ request: request.id, cell: to.cell }, 'another cell did not answer')
    throw unanswered()
  }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!notPassedOn.has(name)) void reply.header(name, value)
  }
  void reply.status(answer.status).send(answer.body)
}

/**
 * The same path at the other cell. What a caller wrote is never resolved as a reference: `//host/`
 * and whole addresses name a server of theirs (RFC 3986 §4.2), to which nothing may be led.
 */
const placeAt = (cellUrl: string, asked: string): string =>
  `${new URL(cellUrl).origin}/${asked.replace(/^\//, '')}`

/** A page has read its own; else it is on the wire yet. */
async function bodyOf(world: World, request: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  if (request.method === 'GET' || request.method === 'HEAD') return Buffer.alloc(0)
  const reservation = reservationFor(world, '')
  try {
    return await readBody(world.clock, request.raw, { reservation, maxBytes: bodyBytes.emails })
  } finally {
    reservation.release()
  }
}

function headersFor(
  world: World,
  { headers, raw }: FastifyRequest,
  to: { readonly cell: string; readonly url: string },
): Record<string, string> {
  const passed = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !notPassedOn.has(name),
  )
  const type = headers['x-sent-type'] ?? headers['content-type'] ?? ''
  return {
    ...Object.fromEntries(passed.map(([name, value]) => [name, [value].flat().join(', ')])),
    ...(type === '' ? {} : { 'content-type': String(type) }),
    ...underHost(world, headers, to.url),
    'accept-encoding': 'identity',
    'x-forwarded-for': callerAddress(raw, world.settings.MALOTE_TRUSTED_PROXIES),
    [markOfHandedOver]: world.settings.MALOTE_CELL,
    [markOfCell]: to.cell,
  }
}

/** A page of ours that is sent back to where it came from stays one of ours. */
function underHost(
  world: World,
  { host = '', origin }: FastifyRequest['headers'],
  url: string,
): Record<string, string> {
  if (!isOwnHost(world, host)) return {}
  const to = new URL(url)
  const isFromHere = origin !== undefined && URL.parse(origin)?.host === host
  return { host: to.host, ...(isFromHere ? { origin: to.origin } : {}) }
}

const unanswered = (): Refusal =>
  new Refusal('service_unavailable', {
    why: sentences.unanswered,
    headers: { 'Retry-After': '10' },
  })

const sentences = {
  unanswered: {
    en: 'This account is on other servers, which do not answer. Whether the request took effect is not known: repeat it with the same Idempotency-Key after the seconds of Retry-After.',
    pt: 'Esta conta está em outros servidores, que não respondem. Não se sabe se a requisição teve efeito: repita com a mesma Idempotency-Key depois dos segundos de Retry-After.',
  },
} as const
