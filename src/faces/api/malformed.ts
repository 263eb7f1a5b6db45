/**
 * Bytes that are not HTTP, or not in time. Node has no request to hand over, so the answer is
 * written to the socket by hand, in the documented shape, and the connection is closed.
 */
import type { Socket } from 'node:net'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { defaultLanguage, type Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { envelope, statusOf } from './envelope.ts'
import { protection } from './protection.ts'

const reasons: Readonly<Record<string, string>> = { 400: 'Bad Request', 404: 'Not Found' }

export function answerMalformed(
  world: Pick<World, 'ids' | 'settings'>,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  // Browsers and proxies open connections ahead of need. What is written to one on which nothing was
  // asked would be taken for the answer to its first request.
  const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (isSilent || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = refusalFor(error.code ?? '')
  const requestId = show('req', world.ids.next())
  const body = JSON.stringify(
    envelope(refusal, {
      language: defaultLanguage,
      requestId,
      docsUrl: world.settings.MALOTE_DOCS_URL,
    }),
  )
  const status = statusOf(refusal)
  const protective = Object.entries(protection(world.settings))
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n` +
      `Request-Id: ${requestId}\r\nContent-Language: ${defaultLanguage}\r\n` +
      protective.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      'Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

function refusalFor(code: string): Refusal {
  // No method of HTTP is a route of ours, so an unknown one is not either.
  if (code === 'HPE_INVALID_METHOD') return new Refusal('route_not_found')
  return new Refusal('invalid_field', { why: sentences[code] ?? malformed })
}

const malformed: Text = {
  en: 'The request is not valid HTTP.',
  pt: 'A requisição não é HTTP válido.',
}
const sentences: Readonly<Record<string, Text>> = {
  HPE_HEADER_OVERFLOW: {
    en: 'The headers are larger than 16 KB.',
    pt: 'Os cabeçalhos têm mais de 16 KB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    en: 'The request did not come in time.',
    pt: 'A requisição não chegou a tempo.',
  },
}
